// Says what a step touched: the one vocabulary in which every model states its dependence.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "harrier/ids.hpp"

namespace harrier {

/// How a step touches a resource. Updates commute with updates and conflict with the rest.
enum class Access : std::uint8_t { read, update, write };

/// Names a resource: a part of an owner (an actor, a mailbox, a mutex).
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
  /// Set in the parts that name the channel to another actor, whose id is the rest.
  static constexpr std::uint32_t channel_bit = 0x4000'0000U;

  static constexpr Resource of(std::uint32_t owner, std::uint32_t part) {
    return {(std::uint64_t{owner} << 32) | part};
  }
  static constexpr Resource of(ActorId actor, std::uint32_t part) { return of(actor.value, part); }

  constexpr std::uint32_t owner() const { return static_cast<std::uint32_t>(value >> 32); }
  constexpr std::uint32_t part() const { return static_cast<std::uint32_t>(value); }
  /// Returns the actor at the other end, of a channel.
  constexpr std::optional<std::uint32_t> other_end() const {
    if ((part() & (channel_bit | element_bit)) != channel_bit) return std::nullopt;
    return part() & ~channel_bit;
  }
  friend constexpr auto operator<=>(Resource, Resource) = default;
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
constexpr bool conflict(std::span<const ResourceAccess> first,
                        std::span<const ResourceAccess> second) {
  for (const ResourceAccess& a : first) {
    for (const ResourceAccess& b : second) {
      if (a.resource == b.resource && conflict(a.access, b.access)) return true;
    }
  }
  return false;
}

}  // namespace harrier
