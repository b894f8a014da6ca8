// The accesses of each resource along the trace, linked backwards.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "harrier/resource.hpp"

namespace harrier {

/// Finds the earlier events that an event conflicts with without looking at the rest of the trace.
/// For each resource it goes back to the last write, which everything older happens before, and it
/// passes over a run of accesses that do not conflict with the new one in one step.
class AccessChains {
 public:
  /// Adds an event and lists those it conflicts with, up to the last write of each resource, once
  /// each and in no particular order. Valid until the next call.
  std::span<const std::uint32_t> push(std::span<const ResourceAccess> touched);
  /// Forgets the last event.
  void pop();
  void clear();

 private:
  /// One access of one event, linked to the previous one of the same resource.
  struct Record {
    std::uint32_t resource = 0;
    std::uint32_t event = 0;
    std::uint32_t previous = 0;    ///< index + 1
    std::uint32_t before_run = 0;  ///< the same, of the last access of another kind
    Access access = Access::write;
  };

  /// So many parts of an owner are looked through; elements of a container may be many more.
  static constexpr std::size_t parts_max = 16;

  std::uint32_t index_of(Resource resource);
  /// The same for one that is new, or one of many parts.
  std::uint32_t further_index_of(Resource resource);

  std::vector<std::uint32_t> begins_;  ///< per event, of its records
  std::vector<Record> records_;
  std::vector<std::uint32_t> last_;  ///< per resource, index + 1 of its last record
  std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> parts_;  ///< owner: part, index
  std::unordered_map<std::uint64_t, std::uint32_t> further_parts_;  ///< of owners with many: index
  std::vector<std::uint64_t> listed_in_;  ///< per event, the push that listed it last
  std::uint64_t pushes_ = 0;
  std::vector<std::uint32_t> conflicting_;
};

}  // namespace harrier
