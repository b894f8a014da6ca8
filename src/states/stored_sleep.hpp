// Sleep sets that are kept with states: sets of contents of messages, each set once.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace harrier {

class StoredSleep {
 public:
  /// Stands for a set; 0 is the empty one.
  using Number = std::uint32_t;

  /// Keeps a set, which is sorted.
  Number keep(std::span<const std::uint64_t> contents) {
    if (contents.empty()) return 0;
    const auto [at, is_new] = numbers_.try_emplace(
        std::vector<std::uint64_t>(contents.begin(), contents.end()), sets_.size() + 1);
    if (is_new) sets_.push_back(&at->first);
    return at->second;
  }
  std::span<const std::uint64_t> set(Number number) const {
    if (number == 0) return {};
    return *sets_[number - 1];
  }

 private:
  std::map<std::vector<std::uint64_t>, Number> numbers_;
  std::vector<const std::vector<std::uint64_t>*> sets_;
};

}  // namespace harrier
