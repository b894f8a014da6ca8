// The accesses of each resource along the trace, linked backwards.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/stack.hpp"
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

  /// A resource that was met.
  struct Slot {
    Resource resource;
    std::uint32_t index = 0;  ///< + 1; 0: none
  };

  Slot& find(Resource resource);
  std::uint32_t index_of(Resource resource);
  std::uint32_t add(Resource resource);

  Stack<std::uint32_t> begins_;  ///< per event, of its records
  Stack<Record> records_;
  std::vector<std::uint32_t> last_;                  ///< per resource, index + 1 of its last record
  std::vector<Slot> slots_ = std::vector<Slot>(64);  ///< a hash table, half full at most
  std::vector<std::uint64_t>
      listed_in_;  ///< per event, the push that listed it last; room for more
  std::uint64_t pushes_ = 0;
  Stack<std::uint32_t> conflicting_;
};

}  // namespace harrier
