// Windows as bytes: conflicts by overlap, effects by copying.
#include "mpi/data/rma.hpp"

#include <algorithm>
#include <cstdlib>

#include "mpi/data/copying.hpp"
#include "mpi/data/operation.hpp"
#include "mpi/data/pair_type.hpp"

namespace harrier::mpi {

namespace {

bool is_atomic(const RmaOperation& operation) {
  return operation.kind == RmaKind::accumulate || operation.kind == RmaKind::compare_and_swap;
}

/// What an accumulation takes for one value: a basic type, or a pair.
struct Unit {
  std::optional<BasicId> basic;
  MPI_Datatype pair = MPI_DATATYPE_NULL;
  std::ptrdiff_t extent = 0;

  friend bool operator==(const Unit&, const Unit&) = default;
};

Unit unit_of(const RmaOperation& operation) {
  const Datatype& type = *operation.target_values.type;
  if (const Datatype* const pair = only_pair(type))
    return {std::nullopt, pair->predefined(), pair->extent()};
  const std::optional<BasicId> basic = only_basic(type);
  return {basic, MPI_DATATYPE_NULL,
          basic ? static_cast<std::ptrdiff_t>(basic_type(*basic).bytes) : 0};
}

/// Accumulations of one type may meet where they are of one operation or do nothing; those
/// that compare may meet any of them.
bool commute(const RmaOperation& first, const RmaOperation& second) {
  if (!is_atomic(first) || !is_atomic(second)) return false;
  if (unit_of(first) != unit_of(second)) return false;
  const bool compares =
      first.kind == RmaKind::compare_and_swap || second.kind == RmaKind::compare_and_swap;
  return compares || first.operation == second.operation || first.operation == MPI_NO_OP ||
         second.operation == MPI_NO_OP;
}

/// Tells whether values of an extent that meet are the same values.
bool coincide(std::ptrdiff_t extent, const WindowRange& first, const WindowRange& second) {
  return extent != 0 && (first.begin - second.begin) % extent == 0;
}

bool overlap(const MemoryRange& first, const MemoryRange& second) {
  return first.begin < second.begin + second.bytes && second.begin < first.begin + first.bytes;
}

/// Returns the same bytes as ranges in their order, none of which overlap.
std::vector<MemoryRange> united(std::vector<MemoryRange> ranges) {
  std::ranges::sort(ranges, {}, &MemoryRange::begin);
  std::vector<MemoryRange> united;
  for (const MemoryRange& range : ranges) {
    if (!united.empty() && range.begin <= united.back().begin + united.back().bytes) {
      const auto end =
          std::max(united.back().begin + united.back().bytes, range.begin + range.bytes);
      united.back().bytes = static_cast<std::size_t>(end - united.back().begin);
    } else {
      united.push_back(range);
    }
  }
  return united;
}

}  // namespace

MemoryRange around(const Buffer& buffer) {
  if (buffer.values.bytes() == 0) return {};
  const Datatype& type = *buffer.values.type;
  const std::ptrdiff_t last = static_cast<std::ptrdiff_t>(buffer.values.count - 1) * type.extent();
  std::byte* const begin = static_cast<std::byte*>(buffer.address) + type.true_lower_bound() +
                           std::min<std::ptrdiff_t>(last, 0);
  return {begin, static_cast<std::size_t>(type.true_extent() + std::abs(last))};
}

bool overlap(const Buffer& first, const Buffer& second) {
  if (!overlap(around(first), around(second))) return false;
  const std::vector<MemoryRange> ones = united(ranges_of(first.address, first.values));
  const std::vector<MemoryRange> others = united(ranges_of(second.address, second.values));
  auto one = ones.begin();
  auto other = others.begin();
  while (one != ones.end() && other != others.end()) {
    if (overlap(*one, *other)) return true;
    if (one->begin < other->begin) {
      ++one;
    } else {
      ++other;
    }
  }
  return false;
}

bool RmaOperation::writes() const {
  return kind != RmaKind::get && !(kind == RmaKind::accumulate && operation == MPI_NO_OP);
}

void take_buffers(RmaOperation& operation) {
  if (operation.gives())
    operation.given = packed_copy(operation.source.address, operation.source.values);
  if (operation.fetches())
    operation.result_was = packed_copy(operation.result.address, operation.result.values);
}

const TouchedBytes& touched_bytes(const RmaOperation& operation) {
  if (operation.touched) return *operation.touched;
  TouchedBytes& bytes = operation.touched.emplace();
  const auto null = reinterpret_cast<std::uintptr_t>(nullptr);
  for (const MemoryRange& range : ranges_of(nullptr, operation.target_values)) {
    const auto distance = reinterpret_cast<std::uintptr_t>(range.begin) - null;
    const WindowRange next{operation.offset + static_cast<std::ptrdiff_t>(distance), range.bytes};
    const bool is_first = bytes.ranges.empty();
    bytes.begin = is_first ? next.begin : std::min(bytes.begin, next.begin);
    bytes.end = is_first ? next.end() : std::max(bytes.end, next.end());
    bytes.longest = std::max(bytes.longest, next.bytes);
    bytes.ranges.push_back(next);
  }
  if (!std::ranges::is_sorted(bytes.ranges, {}, &WindowRange::begin)) {
    bytes.ascending = bytes.ranges;
    std::ranges::sort(bytes.ascending, {}, &WindowRange::begin);
  }
  return bytes;
}

namespace {

/// Calls `visit(one, other)` for ranges of two operations that have a byte in common, until it says
/// so.
template <class Visit>
bool any_meeting(const RmaOperation& first, const RmaOperation& second, Visit visit) {
  const TouchedBytes& ones = touched_bytes(first);
  const TouchedBytes& others = touched_bytes(second);
  if (ones.begin >= others.end || others.begin >= ones.end) return false;
  for (const WindowRange& one : ones.ranges) {
    if (others.any_meeting(one, [&](const WindowRange& other) { return visit(one, other); }))
      return true;
  }
  return false;
}

}  // namespace

const std::vector<WindowRange>& touched(const RmaOperation& operation) {
  return touched_bytes(operation).ranges;
}

bool meet(const RmaOperation& first, const RmaOperation& second) {
  return first.target == second.target &&
         any_meeting(first, second, [](const WindowRange&, const WindowRange&) { return true; });
}

std::optional<std::ptrdiff_t> conflict(const RmaOperation& first, const RmaOperation& second) {
  if (first.target != second.target || (!first.writes() && !second.writes())) return std::nullopt;
  std::optional<std::ptrdiff_t> found;
  std::optional<std::ptrdiff_t> extent;  // of values that may meet; asked where it matters
  any_meeting(first, second, [&](const WindowRange& one, const WindowRange& other) {
    if (!extent) extent = commute(first, second) ? unit_of(first).extent : 0;
    if (coincide(*extent, one, other)) return false;
    found = std::max(one.begin, other.begin);
    return true;
  });
  return found;
}

bool share_local_memory(const RmaOperation& first, const RmaOperation& second) {
  return overlap(first.result, second.source) || overlap(first.source, second.result);
}

void perform(RmaOperation& operation, std::byte* window) {
  std::byte* const place = window + operation.offset;
  const TypedCount& values = operation.target_values;
  if (operation.reads()) operation.fetched = packed_copy(place, values);
  switch (operation.kind) {
    case RmaKind::get:
      break;
    case RmaKind::put:
      unpack(operation.given, place, values);
      break;
    case RmaKind::accumulate: {
      if (operation.operation == MPI_NO_OP) break;
      std::vector<std::byte> result = packed_copy(place, values);
      combine_elements(operation.operation, *values.type, operation.given, result);
      unpack(result, place, values);
      break;
    }
    case RmaKind::compare_and_swap:
      if (operation.fetched == operation.compared) unpack(operation.given, place, values);
      break;
  }
}

void store_result(const RmaOperation& operation) {
  if (operation.fetches())
    unpack(operation.fetched, operation.result.address, operation.result.values);
}

bool source_changed(const RmaOperation& operation) {
  return operation.gives() &&
         !holds(operation.source.address, operation.source.values, operation.given);
}

bool result_changed(const RmaOperation& operation) {
  return operation.fetches() &&
         !holds(operation.result.address, operation.result.values, operation.result_was);
}

}  // namespace harrier::mpi
