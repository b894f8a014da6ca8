// What the actors of a random program saw.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace harrier::caf_tests {

/// One line of words for each actor. It is no part of the program under control: it is not compiled
/// to tell what it touches, and takes no memory while the program runs.
class Log {
 public:
  Log();
  void clear();
  void saw(std::size_t actor, std::string_view word);

  std::string in_order() const;
  /// Returns the words of each actor sorted: deliveries to one actor may commute.
  std::string in_any_order() const;

 private:
  std::array<std::string, 4> lines_;
};

}  // namespace harrier::caf_tests
