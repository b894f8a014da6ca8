// The part of a program that says what its pending messages may lead to, without executing them.
#pragma once

#include <compare>
#include <cstdint>

#include "harrier/ids.hpp"

namespace harrier {

/// How much speaks against running an actor first: what others may still send it. The first number
/// outweighs the second, and that the third (Albert, Arenas, Gómez-Zamalloa, FORTE 2014: k_a, k_b,
/// k_c).
struct Stability {
  std::uint64_t direct = 0;    ///< by calls of somebody who refers to it
  std::uint64_t indirect = 0;  ///< by calls that such calls lead to
  std::uint64_t through = 0;   ///< by references that only lists or others in between hold
  friend constexpr auto operator<=>(const Stability&, const Stability&) = default;
};

/// The part that says what pending messages may lead to. Few programs have it, since it takes their
/// code: models do.
class Outlook {
 public:
  virtual ~Outlook() = default;

  /// Takes note of the state that the program is in: what is asked next is about that.
  virtual void look() = 0;

  /// Tells whether for sure, until a step of the actor itself, no step of another one adds to its
  /// deliverable messages or conflicts with its steps. Then these messages are a persistent set.
  virtual bool is_stable(ActorId actor) = 0;
  /// Says what speaks against it as published, where only tasks count that have not begun: all
  /// zero stands for "temporarily stable", which it may not be.
  virtual Stability published_stability(ActorId actor) = 0;
  /// Tells whether what is left of two messages to one actor names different fields, as far as it
  /// writes any; two that go on with a task are taken to depend on each other, as published.
  virtual bool names_different_fields(MessageId first, MessageId second) = 0;
};

}  // namespace harrier
