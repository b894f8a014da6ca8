// What lives as long as an execution: cogs, objects, futures, tasks that wait.
//
// Every word that changes is a Value and is changed through Heap::set, so that steps can be taken
// back and earlier states looked at.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "abs/lower/code.hpp"
#include "harrier/ids.hpp"

namespace harrier::abs::run {

struct ObjectCell;

/// A group of objects of which one task runs at a time: an actor.
struct Cog {
  ActorId actor;
  ObjectCell* root = nullptr;  ///< the first object; none for the cog of the main block
  Value blocked_by;            ///< the number of the message that goes on when its future is there
  ActorId creator;             ///< none for the cog of the main block
  std::uint64_t path = 0;      ///< names it in all states that have it
  ObjectCell* component = nullptr;  ///< that it runs on; none where there is all of everything
  Value made =
      Value::small(0);  ///< how many objects its tasks have made, where states are compared
};

struct ObjectCell : NamedCell {
  const ClassCode* code = nullptr;
  Cog* cog = nullptr;
  ObjectCell* next = nullptr;    ///< the object made before it
  std::uint64_t created_by = 0;  ///< the stamp of the step
  std::uint64_t path = 0;        ///< where states are compared: which of the objects of which cog
  Value dead;                    ///< the exception it died of
  Value* fields() { return reinterpret_cast<Value*>(this + 1); }
  const Value* fields() const { return reinterpret_cast<const Value*>(this + 1); }
};

struct FutureCell : NamedCell {
  MessageId task;                ///< whose result it is
  std::uint64_t origin = 0;      ///< where states are compared: unlike that of others not resolved
  ObjectId object;               ///< for the explorer, where somebody may test it
  std::uint64_t created_by = 0;  ///< the stamp of the step
  Value result;                  ///< nothing until it is resolved
  Value thrown;                  ///< True where the result is an exception
  Value resolved_by;             ///< the number of the step
  Value waiters;                 ///< a list of Waiter cells
  Value told;                    ///< True once somebody was given the exception

  bool resolved() const { return !result.is_nothing(); }
};

/// A message that waits for a future.
struct Waiter : Cell {
  MessageId message;
  Value next;
};

inline ObjectCell& object_of(Value value) {
  if (!value.is(CellKind::object)) throw Thrown{Value::constant(known::null_pointer)};
  return *const_cast<ObjectCell*>(static_cast<const ObjectCell*>(value.cell()));
}
inline FutureCell& future_of(Value value) {
  if (!value.is(CellKind::future)) throw Thrown{Value::constant(known::null_pointer)};
  return *const_cast<FutureCell*>(static_cast<const FutureCell*>(value.cell()));
}

/// A task that lets time pass.
struct Timer : Cell {
  MessageId message;
  Value least;  ///< the time from which on it may go on
  Value most;   ///< the time at which it has to be ready
  Value due;    ///< the number of the step of time from which on it is
  Value next;   ///< a list, the newest first
};

/// A task that waits for its turn at a component, and for what is still missing.
struct Payment : Cell {
  MessageId message;
  ObjectCell* component = nullptr;
  Resourced resource = Resourced::speed;
  Value rest;
  Value paid;  ///< the number of the step of time from which on nothing is missing
  Value next;  ///< a list, the last one to come first
};

/// A future that a task knows to be resolved.
struct KnownFuture {
  const FutureCell* future = nullptr;
  const KnownFuture* next = nullptr;
};

/// One activation of a body.
struct FrameRecord {
  const Body* body = nullptr;
  ObjectCell* self = nullptr;
  std::uint32_t at = 0;      ///< the next instruction
  std::uint32_t to = 0;      ///< the slot of the caller that its result goes to
  std::uint32_t slots = 0;   ///< where its slots begin
  bool initialises = false;  ///< it makes its object ready
  friend bool operator==(const FrameRecord&, const FrameRecord&) = default;
};

enum class Wait : std::uint8_t { get, await, pause, pay, suspend };

/// A task between two of its steps: never changed, so it needs no undo.
struct Suspended {
  Wait wait = Wait::suspend;
  std::uint32_t to = 0;  ///< of get: the slot of the top frame for the value
  std::span<const FrameRecord> frames;
  std::span<const Value> slots;
  std::span<FutureCell* const> futures;
  const Instruction* instruction = nullptr;      ///< where it waits
  std::span<const FutureCell* const> looked_at;  ///< what its guard found in fields at first
  const KnownFuture* known = nullptr;
  const Timer* timer = nullptr;
  const Payment* payment = nullptr;

  /// Tells whether nothing is missing but, maybe, what the cog itself decides about.
  bool is_ready() const {
    return (timer == nullptr || !timer->due.is_nothing()) &&
           (payment == nullptr || !payment->paid.is_nothing()) &&
           std::ranges::all_of(futures, [](const FutureCell* one) { return one->resolved(); });
  }
};

/// What a message is: a task that has not begun, the rest of one, or the next step of time.
struct TaskRecord {
  ObjectCell* self = nullptr;  ///< none for the main block
  Cog* cog = nullptr;
  const Body* body = nullptr;
  std::span<const Value> arguments;
  FutureCell* future = nullptr;  ///< none for `run`, `main`
  const Suspended* rest = nullptr;
  std::uint64_t name = 0;
  Value called_at;  ///< where it has a deadline
  Value deadline;
  std::uint32_t since = 0;  ///< of a step of time: the step before it
};

}  // namespace harrier::abs::run
