// What the actors of a random program saw.
#include "random_log.hpp"

#include <set>
#include <sstream>

namespace harrier::caf_tests {

Log::Log() {
  constexpr std::size_t longest = 4'096;
  for (std::string& line : lines_) line.reserve(longest);
}

void Log::clear() {
  for (std::string& line : lines_) line.clear();
}

void Log::saw(std::size_t actor, std::string_view word) {
  lines_.at(actor).append(word).push_back(' ');
}

std::string Log::in_order() const {
  std::string text;
  for (const std::string& line : lines_) text += line + "/";
  return text;
}

std::string Log::in_any_order() const {
  std::string text;
  for (const std::string& line : lines_) {
    std::istringstream words(line);
    std::multiset<std::string> sorted;
    for (std::string word; words >> word;) sorted.insert(word);
    for (const std::string& word : sorted) text += word + " ";
    text += "/";
  }
  return text;
}

}  // namespace harrier::caf_tests
