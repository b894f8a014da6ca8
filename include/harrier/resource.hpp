// Says what a step touched: the one vocabulary in which every model states its dependence.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "harrier/ids.hpp"

namespace harrier {

/// How a step touches a resource. Updates commute with updates and conflict with the rest.
enum class Access : std::uint8_t { read, update, write };

/// What a resource belongs to: an actor, an object that some step made, or the program as a whole.
class Owner {
 public:
  enum class Kind : std::uint8_t { actor, object, program };

  constexpr Owner(ActorId actor) : value_(actor.value << kind_bits) {}
  constexpr Owner(ObjectId object) : value_(object.value << kind_bits | 1U) {}
  static constexpr Owner program() { return Owner(2U); }

  constexpr Kind kind() const { return static_cast<Kind>(value_ & ((1U << kind_bits) - 1)); }
  /// Returns the number of the actor or object.
  constexpr std::size_t index() const { return value_ >> kind_bits; }
  friend constexpr auto operator<=>(Owner, Owner) = default;

 private:
  friend struct Resource;
  static constexpr unsigned kind_bits = 2;
  constexpr explicit Owner(std::uint32_t value) : value_(value) {}

  std::uint32_t value_;
};

/// Names a resource: a part of what owns it.
struct Resource {
  std::uint64_t value = 0;

  /// The parts every actor has; tracked fields follow from `first_field` on.
  static constexpr std::uint32_t whole = 0;
  static constexpr std::uint32_t control = 1;  ///< alive, and blocked in a call or not
  static constexpr std::uint32_t mailbox = 2;  ///< which of its messages comes next
  static constexpr std::uint32_t tail = 3;     ///< the order of what is sent to it
  static constexpr std::uint32_t clock = 4;    ///< what happened before what it sends
  static constexpr std::uint32_t first_field = 8;
  /// Set in the parts that name one element of a container field.
  static constexpr std::uint32_t element_bit = 0x8000'0000U;

  static constexpr Resource of(Owner owner, std::uint32_t part) {
    return {(std::uint64_t{owner.value_} << 32) | part};
  }
  /// Names the order of what one actor sends to another.
  static constexpr Resource channel(ActorId from, ActorId to) {
    return of(from, channel_bit | to.value);
  }

  constexpr Owner owner() const { return Owner(static_cast<std::uint32_t>(value >> 32)); }
  constexpr std::uint32_t part() const { return static_cast<std::uint32_t>(value); }
  /// Returns the actor at the other end, of a channel.
  constexpr std::optional<ActorId> other_end() const {
    if ((part() & (channel_bit | element_bit)) != channel_bit) return std::nullopt;
    return ActorId(part() & ~channel_bit);
  }
  friend constexpr auto operator<=>(Resource, Resource) = default;

 private:
  /// Set in the parts that name the channel to another actor, whose id is the rest.
  static constexpr std::uint32_t channel_bit = 0x4000'0000U;
};

/// One access of a step.
struct ResourceAccess {
  Resource resource;
  Access access = Access::write;
  friend constexpr bool operator==(const ResourceAccess&, const ResourceAccess&) = default;
};

/// Tells whether two accesses of one resource make their steps dependent.
constexpr bool conflict(Access first, Access second) {
  return !(first == second && first != Access::write);
}

/// Tells whether two steps with these accesses conflict on some resource.
template <class Touched>
constexpr bool conflict(std::span<const Touched> first, std::span<const Touched> second) {
  for (const Touched& a : first) {
    for (const Touched& b : second) {
      if (a.resource == b.resource && conflict(a.access, b.access)) return true;
    }
  }
  return false;
}

}  // namespace harrier
