// What official descriptions of ABS leave open, and users may choose.
#pragma once

#include <cstdint>
#include <optional>

namespace harrier::abs::run {

/// What `await` does where its guard holds already.
enum class Await : std::uint8_t {
  core,     ///< it goes on at once: the formal semantics, and the backends for Java and Maude
  release,  ///< it lets others run first: the backend for Erlang
};
/// What is an actor.
enum class Actors : std::uint8_t {
  cog,     ///< a group of objects
  object,  ///< every object, as in the papers' tables
};
/// Which exceptions that no one handles are violations.
enum class Exceptions : std::uint8_t {
  main,  ///< that of the main block; others are what futures tell
  any,
};

/// Where time stops while several wait.
enum class Durations : std::uint8_t {
  latest,    ///< where somebody's interval ends first: the backends for Erlang and Java
  earliest,  ///< where somebody's interval begins first: the backend for Maude
};

/// A time, as a fraction.
struct Instant {
  std::int64_t numerator = 0;
  std::int64_t denominator = 1;
  friend bool operator==(const Instant&, const Instant&) = default;
};

struct Semantics {
  Await await = Await::core;
  Actors actors = Actors::cog;
  Exceptions exceptions = Exceptions::main;
  Durations durations = Durations::latest;
  bool ignores_costs = false;                      ///< whatever deployment components have
  std::optional<Instant> time_max = std::nullopt;  ///< what is later is not explored
  friend bool operator==(const Semantics&, const Semantics&) = default;
};

}  // namespace harrier::abs::run
