// Which operations on windows are remembered, and how those are found that an access may meet.
#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "mpi/data/copying.hpp"
#include "windows.hpp"

namespace harrier::mpi {

namespace {

/// Calls `visit(begin, end)` for where an operation uses memory of its origin.
template <class Visit>
void for_origin_memory(const RmaOperation& operation, Visit visit) {
  for (const Buffer* const buffer : {&operation.source, &operation.result}) {
    const auto [begin, count] = around(*buffer);
    const auto at = reinterpret_cast<std::ptrdiff_t>(begin);
    visit(at, at + static_cast<std::ptrdiff_t>(count));
  }
}

/// The order in which things are reported is that in which they were asked for.
void put_in_order(std::vector<PostedOperation*>& operations) {
  std::ranges::sort(operations, {}, &PostedOperation::number);
  operations.erase(std::unique(operations.begin(), operations.end()), operations.end());
}

/// What two operations have in common that meet the same others and are reported alike.
auto likeness_of(const RmaOperation& operation) {
  return std::tuple(operation.origin, operation.target, operation.offset, operation.kind,
                    operation.operation, operation.target_values.type.get(),
                    operation.target_values.count, operation.fetches(), operation.made_by.function,
                    operation.made_by.from);
}
auto likeness_of(const PostedOperation& posted) {
  return std::tuple_cat(likeness_of(posted.operation), std::tuple(posted.is_use));
}

bool are_same(const Buffer& one, const Buffer& other) {
  return one.address == other.address && one.values.type == other.values.type &&
         one.values.count == other.values.count;
}

/// Returns the number of the first operation that one must be compared with. In a loop that is the
/// one before it: what that did not meet it does not meet either, since its origin never knows
/// less of the others.
std::uint64_t first_to_compare(const std::vector<PostedOperation*>& under_way,
                               const RmaOperation& operation) {
  if (under_way.empty()) return 0;
  const RmaOperation& last = under_way.back()->operation;
  const bool are_alike = likeness_of(last) == likeness_of(operation) &&
                         are_same(last.source, operation.source) &&
                         are_same(last.result, operation.result);
  return are_alike ? under_way.back()->number : 0;
}

}  // namespace

void WindowCall::add_to_indexes(PostedOperation& posted) const {
  const RmaOperation& operation = posted.operation;
  const TouchedBytes& bytes = touched_bytes(operation);
  window_.by_target[static_cast<std::size_t>(operation.target)].add(bytes.begin, bytes.end,
                                                                    &posted);
  if (posted.is_use || posted.is_locally_done) return;
  for_origin_memory(operation, [&](std::ptrdiff_t begin, std::ptrdiff_t end) {
    window_.by_origin[static_cast<std::size_t>(operation.origin)].add(begin, end, &posted);
  });
}

/// Takes note that the origin of an operation may use its buffers again.
void WindowCall::leave_origin_memory(PostedOperation& posted) const {
  for_origin_memory(posted.operation, [&](std::ptrdiff_t begin, std::ptrdiff_t) {
    window_.by_origin[static_cast<std::size_t>(posted.operation.origin)].remove(begin, &posted);
  });
}

void WindowCall::add(std::shared_ptr<PostedOperation> posted) const {
  posted->number = ++window_.operation_count;
  add_to_indexes(*posted);
  if (!posted->is_use) under_way().push_back(posted.get());
  window_.operations.push_back(std::move(posted));
}

/// Lists the operations that may touch bytes of a target, the oldest first.
std::vector<PostedOperation*> WindowCall::near(std::size_t target, std::ptrdiff_t begin,
                                               std::ptrdiff_t end) const {
  std::vector<PostedOperation*> found;
  window_.by_target[target].for_meeting(begin, end,
                                        [&](PostedOperation* posted) { found.push_back(posted); });
  put_in_order(found);
  return found;
}

/// The same for the bytes that an operation touches, and with those that may use the same memory of
/// its origin.
std::vector<PostedOperation*> WindowCall::near(const RmaOperation& operation) const {
  const TouchedBytes& bytes = touched_bytes(operation);
  const std::uint64_t first = first_to_compare(under_way(), operation);
  std::vector<PostedOperation*> found;
  const auto take = [&](PostedOperation* other) {
    if (other->number >= first) found.push_back(other);
  };
  window_.by_target[static_cast<std::size_t>(operation.target)].for_meeting(bytes.begin, bytes.end,
                                                                            take);
  for_origin_memory(operation, [&](std::ptrdiff_t begin, std::ptrdiff_t end) {
    window_.by_origin[static_cast<std::size_t>(operation.origin)].for_meeting(begin, end, take);
  });
  put_in_order(found);
  return found;
}

/// Drops operations that nobody needs any more, when there are many: those that every member knows
/// to be done, and of those that are alike, as in a loop, all but the one that was done last.
/// Who does not know of an earlier one does not know of that either.
void WindowCall::forget_old() {
  if (window_.operations.size() < window_.operations_max) return;
  const Clocks& clocks = call_.world().clocks();
  std::map<decltype(likeness_of(*window_.operations.front())), const PostedOperation*> last;
  for (const std::shared_ptr<PostedOperation>& posted : window_.operations) {
    if (!posted->is_done) continue;
    const PostedOperation*& like = last[likeness_of(*posted)];
    if (like == nullptr || posted->ended->count >= like->ended->count) like = posted.get();
  }
  std::erase_if(window_.operations, [&](const std::shared_ptr<PostedOperation>& posted) {
    if (!posted->is_done) return false;
    if (last.at(likeness_of(*posted)) != posted.get()) return true;
    for (std::uint32_t member = 0; member < window_.parts.size(); ++member) {
      if (!clocks.knows(world_rank(member), *posted->ended)) return false;
    }
    return true;
  });
  window_.operations_max = 2 * window_.operations.size() + 64;
  for (auto* const index : {&window_.by_target, &window_.by_origin}) {
    for (Intervals<PostedOperation*>& member : *index) member.clear();
  }
  for (const std::shared_ptr<PostedOperation>& posted : window_.operations) add_to_indexes(*posted);
}

}  // namespace harrier::mpi
