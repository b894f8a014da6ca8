// One-sided operations: which bytes of a window they touch, which may not meet, and what they do.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "mpi/data/blocks.hpp"
#include "mpi/data/copying.hpp"
#include "mpi/data/handle.hpp"

namespace harrier::mpi {

enum class RmaKind : std::uint8_t { put, get, accumulate, compare_and_swap };

/// Bytes of a window, from its begin.
struct WindowRange {
  std::ptrdiff_t begin = 0;
  std::size_t bytes = 0;

  std::ptrdiff_t end() const { return begin + static_cast<std::ptrdiff_t>(bytes); }
};

/// The bytes of a window that an operation touches, and a range that has all of them.
struct TouchedBytes {
  std::vector<WindowRange> ranges = {};
  std::ptrdiff_t begin = 0;
  std::ptrdiff_t end = 0;
  std::vector<WindowRange> ascending = {};  ///< by where they begin, where `ranges` are not
  std::size_t longest = 0;                  ///< of the ranges, in bytes

  /// Calls `visit(range)` for those that have a byte in common with another range, until it says
  /// so.
  template <class Visit>
  bool any_meeting(const WindowRange& other, Visit visit) const {
    const std::vector<WindowRange>& all = ascending.empty() ? ranges : ascending;
    const auto nearest = other.begin - static_cast<std::ptrdiff_t>(longest);
    for (auto at = std::ranges::upper_bound(all, nearest, {}, &WindowRange::begin);
         at != all.end() && at->begin < other.end(); ++at) {
      if (at->end() > other.begin && visit(*at)) return true;
    }
    return false;
  }
};

/// One operation of one rank on the window of another.
struct RmaOperation {
  RmaKind kind = RmaKind::put;
  int origin = 0;
  int target = 0;
  std::ptrdiff_t offset = 0;  ///< of the target's values, in bytes
  TypedCount target_values = {};
  MPI_Op operation = MPI_REPLACE;          ///< of an accumulation
  Buffer source = {};                      ///< what the origin gives, if anything
  std::vector<std::byte> given = {};       ///< the same, packed when it was given
  std::vector<std::byte> compared = {};    ///< of compare_and_swap
  Buffer result = {};                      ///< where the origin wants what it gets, if anything
  std::vector<std::byte> result_was = {};  ///< what was there when the operation was asked for
  std::vector<std::byte> fetched = {};     ///< what it has got, packed
  Origin made_by = {};
  mutable std::optional<TouchedBytes> touched = {};  ///< once somebody has asked

  bool writes() const;
  bool reads() const { return kind == RmaKind::get || fetches(); }
  // An address of 0 is MPI_BOTTOM: what counts is whether there are values.
  bool gives() const { return source.values.bytes() != 0; }
  bool fetches() const { return result.values.bytes() != 0; }
};

/// Makes a copy of what the origin gives, and of what is where the result goes.
void take_buffers(RmaOperation& operation);

/// Lists the bytes of the window that it touches, in the order of the type map. From then on the
/// operation has its place.
const std::vector<WindowRange>& touched(const RmaOperation& operation);
/// The same with a range that has all of them.
const TouchedBytes& touched_bytes(const RmaOperation& operation);
/// Returns whether two operations on one target touch a byte in common.
bool meet(const RmaOperation& first, const RmaOperation& second);

/// Returns a byte of the window that both touch although the standard does not let them: one writes
/// and they are not accumulations of one kind (MPI 4.0, section 12.7).
std::optional<std::ptrdiff_t> conflict(const RmaOperation& first, const RmaOperation& second);

/// Returns whether the origin's memory of two operations overlaps where one of them stores a result
/// and the other sends from it.
bool share_local_memory(const RmaOperation& first, const RmaOperation& second);

/// Returns a range that has all bytes of a buffer, and those between them.
MemoryRange around(const Buffer& buffer);
/// Returns whether two buffers have a byte in common.
bool overlap(const Buffer& first, const Buffer& second);

/// Does what it is for, at a window that begins at `window`; what it fetches stays with it.
void perform(RmaOperation& operation, std::byte* window);
/// Stores what it fetched where the origin wants it.
void store_result(const RmaOperation& operation);

/// Returns whether the origin has changed what it gave, or what is where the result goes.
bool source_changed(const RmaOperation& operation);
bool result_changed(const RmaOperation& operation);

}  // namespace harrier::mpi
