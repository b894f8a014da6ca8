// Names for messages, actors and objects that are equal in equivalent executions.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>

#include "base/mix.hpp"
#include "harrier/resource.hpp"

namespace harrier {

/// A message, actor or object by what sent or made it: the same in every execution, thread, process
/// and machine in which the same delivery sent or made it at the same position.
struct Name {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
  friend constexpr auto operator<=>(const Name&, const Name&) = default;

  enum class Kind : std::uint8_t { message, actor, object };
  /// Names what the delivery of a message makes; the set-up's name is that of no message.
  static constexpr Name made_by(const Name& delivered, Kind kind, std::uint32_t position) {
    const std::uint64_t what = (std::uint64_t{position} << 2) | static_cast<std::uint64_t>(kind);
    const std::uint64_t low = mix(delivered.low, what);
    return {mix(delivered.high ^ what, low), low};
  }
};

/// A resource by the name of its owner, as a hash of 64 bits: few enough are compared with each
/// other that two never have the same.
struct NamedResource {
  std::uint64_t value = 0;
  friend constexpr auto operator<=>(NamedResource, NamedResource) = default;
};

/// One access of a step, its owner by name.
struct NamedAccess {
  NamedResource resource;
  Access access = Access::write;
  friend constexpr bool operator==(const NamedAccess&, const NamedAccess&) = default;
};

}  // namespace harrier

template <>
struct std::hash<harrier::Name> {
  std::size_t operator()(const harrier::Name& name) const noexcept { return name.low; }
};
