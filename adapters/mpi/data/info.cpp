// Keys in the order in which they were first set.
#include "mpi/data/info.hpp"

#include <algorithm>

namespace harrier::mpi {

void Info::set(std::string_view key, std::string_view value) {
  for (auto& [known, text] : entries_)
    if (known == key) {
      text = value;
      return;
    }
  entries_.emplace_back(key, value);
}

bool Info::erase(std::string_view key) {
  return std::erase_if(entries_, [&](const auto& entry) { return entry.first == key; }) > 0;
}

std::optional<std::string_view> Info::get(std::string_view key) const {
  for (const auto& [known, text] : entries_)
    if (known == key) return text;
  return std::nullopt;
}

}  // namespace harrier::mpi
