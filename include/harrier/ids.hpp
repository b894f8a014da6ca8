// Names the things of one execution by dense integers: actors, objects, messages, events.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace harrier {

/// Numbers one kind of thing; ids of different kinds do not mix.
template <class Kind>
struct Id {
  std::uint32_t value = ~std::uint32_t{0};

  constexpr Id() = default;
  constexpr explicit Id(std::size_t number) : value(static_cast<std::uint32_t>(number)) {}

  /// Tells whether this id names something.
  constexpr explicit operator bool() const { return value != ~std::uint32_t{0}; }
  constexpr std::size_t index() const { return value; }
  friend constexpr auto operator<=>(Id, Id) = default;
};

/// An actor, numbered in order of creation along the current execution.
using ActorId = Id<struct ActorKind>;
/// Something else that a step made and others use: a mailbox, a mutex, a future. Numbered in order
/// of creation along the current execution.
using ObjectId = Id<struct ObjectKind>;
/// A message, numbered in order of sending along the current execution, set-up included.
using MessageId = Id<struct MessageKind>;
/// A step that was executed, numbered by its place in the current execution; none for the set-up.
using EventId = Id<struct EventKind>;

}  // namespace harrier

template <class Kind>
struct std::hash<harrier::Id<Kind>> {
  std::size_t operator()(harrier::Id<Kind> id) const noexcept { return id.value; }
};
