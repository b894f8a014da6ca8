// Sleep sets that are kept with states: sets of contents of messages, each set once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "states/state_table.hpp"

namespace harrier {

class StoredSleep {
 public:
  /// Stands for a set; 0 is the empty one.
  using Number = std::uint32_t;
  static constexpr std::size_t number_bytes = 3;  ///< that a number needs

  /// Keeps a set, which is sorted.
  Number keep(std::span<const std::uint64_t> contents) {
    if (contents.empty()) return 0;
    if (sets_.size() + 1 >= std::size_t{1} << (8 * number_bytes)) throw TableFull();
    const auto [at, is_new] = numbers_.try_emplace(
        std::vector<std::uint64_t>(contents.begin(), contents.end()), sets_.size() + 1);
    if (is_new) {
      sets_.push_back(&at->first);
      bytes_ += set_bytes + contents.size_bytes();
    }
    return at->second;
  }
  std::span<const std::uint64_t> set(Number number) const {
    if (number == 0) return {};
    return *sets_[number - 1];
  }
  std::uint64_t bytes() const { return bytes_; }

 private:
  using Numbers = std::map<std::vector<std::uint64_t>, Number>;
  /// Of each set besides its contents; a node of the map has three pointers and a colour.
  static constexpr std::size_t set_bytes = sizeof(Numbers::value_type) + 5 * sizeof(void*);

  Numbers numbers_;
  std::vector<const std::vector<std::uint64_t>*> sets_;
  std::uint64_t bytes_ = 0;
};

}  // namespace harrier
