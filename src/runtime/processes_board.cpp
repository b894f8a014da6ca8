// What the actions of processes do to mailboxes and mutexes, and which resources they touch.
//
// Pham, Jéron, Quinson: Unfolding-based Dynamic Partial Order Reduction of Asynchronous Distributed
// Programs, FORTE 2019, sections 3.1 and 3.3. The resources below make two actions of different
// processes dependent exactly where none of the eleven theorems makes them independent:
//
//   mailbox   send_end       written by async_send                              (4)
//             receive_end    written by async_receive                           (4)
//             pair k         updated by the k-th send and the k-th receive, read by tests and waits
//                            that look at that communication                    (5, 6)
//   mutex     lock_order     written by async_lock                              (8, 11)
//             unlock_order   written by unlock                                  (8)
//             ownership      written by the owner's unlock, read by tests and waits (9, 10)
//             waiters        written by an unlock of one that is not the owner, read by tests and
//                            waits of the owner                                 (10)
//
// Theorems 1, 2, 3 and 7 hold because the objects differ. Where a test or wait looks at several
// communications, the paper's "first paired one" is the first in the order given: it looks at them
// in that order and no further than the first that is done.
#include <algorithm>

#include "harrier/detail/board.hpp"

namespace harrier::detail {

void Board::reset(std::size_t object_count) {
  objects_.resize(object_count);
  for (Object& object : objects_) {
    object.sends = object.receives = 0;
    object.queue.clear();
  }
}

std::uint32_t Board::find(std::uint32_t process, const Action& action) const {
  for (std::uint32_t i = 0; i < action.communications.size(); ++i) {
    if (done(action.communications[i])) return i;
  }
  for (std::uint32_t i = 0; i < action.mutexes.size(); ++i) {
    if (owns(process, action.mutexes[i])) return i;
  }
  return nothing_found;
}

bool Board::enabled(std::uint32_t process, const Action& action) const {
  if (action.kind != ActionKind::wait_any && action.kind != ActionKind::wait_mutex) return true;
  if (action.communications.empty() && action.mutexes.empty()) return true;  // to be refused
  return find(process, action) != nothing_found;
}

void Board::touches(std::uint32_t process, const Action& action,
                    std::vector<ResourceAccess>& out) const {
  const auto touch = [&](std::uint32_t object, std::uint32_t part, Access access) {
    out.push_back({Resource::of(ObjectId(object), part), access});
  };
  const std::uint32_t object = action.object;
  switch (action.kind) {
    case ActionKind::local:
      return;
    case ActionKind::async_send:
      touch(object, send_end, Access::write);
      touch(object, first_pair + objects_[object].sends, Access::update);
      return;
    case ActionKind::async_receive:
      touch(object, receive_end, Access::write);
      touch(object, first_pair + objects_[object].receives, Access::update);
      return;
    case ActionKind::test_any:
    case ActionKind::wait_any:
      for (const Communication& communication : action.communications) {
        touch(communication.mailbox, first_pair + communication.index, Access::read);
        if (done(communication)) return;
      }
      return;
    case ActionKind::async_lock:
      touch(object, lock_order, Access::write);
      return;
    case ActionKind::unlock:
      touch(object, unlock_order, Access::write);
      touch(object, owns(process, object) ? ownership : waiters, Access::write);
      return;
    case ActionKind::test_mutex:
    case ActionKind::wait_mutex:
      for (const std::uint32_t mutex : action.mutexes) {
        touch(mutex, ownership, Access::read);
        if (owns(process, mutex)) touch(mutex, waiters, Access::read);
      }
      return;
  }
}

void Board::apply(std::uint32_t process, const Action& action) {
  switch (action.kind) {
    case ActionKind::async_send:
      ++objects_[action.object].sends;
      return;
    case ActionKind::async_receive:
      ++objects_[action.object].receives;
      return;
    case ActionKind::async_lock:
      objects_[action.object].queue.push_back(process);
      return;
    case ActionKind::unlock:
      std::erase(objects_[action.object].queue, process);
      return;
    case ActionKind::local:
    case ActionKind::test_any:
    case ActionKind::wait_any:
    case ActionKind::test_mutex:
    case ActionKind::wait_mutex:
      return;
  }
}

}  // namespace harrier::detail
