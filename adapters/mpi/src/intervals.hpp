// Things that lie in ranges of numbers, found by where they lie.
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>

namespace harrier::mpi {

template <class Thing>
class Intervals {
 public:
  void clear() {
    all_.clear();
    longest_ = 0;
  }
  /// Adds a thing that lies from `begin` up to `end`; one that lies nowhere is not found.
  void add(std::ptrdiff_t begin, std::ptrdiff_t end, Thing thing) {
    if (begin >= end) return;
    all_.insert({begin, {end, thing}});
    longest_ = std::max(longest_, end - begin);
  }
  /// Takes away a thing that was added with this begin, if it is there.
  void remove(std::ptrdiff_t begin, const Thing& thing) {
    const auto [first, last] = all_.equal_range(begin);
    const auto found =
        std::find_if(first, last, [&](const auto& lying) { return lying.second.thing == thing; });
    if (found != last) all_.erase(found);
  }
  /// Calls `visit(thing)` for those that have a number in common with a range.
  template <class Visit>
  void for_meeting(std::ptrdiff_t begin, std::ptrdiff_t end, Visit visit) const {
    if (begin >= end) return;
    for (auto at = all_.upper_bound(begin - longest_); at != all_.end() && at->first < end; ++at) {
      if (at->second.end > begin) visit(at->second.thing);
    }
  }

 private:
  struct Lying {
    std::ptrdiff_t end;
    Thing thing;
  };

  std::multimap<std::ptrdiff_t, Lying> all_;  ///< by where they begin
  std::ptrdiff_t longest_ = 0;
};

}  // namespace harrier::mpi
