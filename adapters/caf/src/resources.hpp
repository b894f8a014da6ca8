// The resources of a CAF program besides its actors as such: where steps of different actors meet.
#pragma once

#include <cstdint>

#include "harrier/ids.hpp"
#include "harrier/resource.hpp"

namespace harrier::caf {

// Of an actor: how many handles to it there are.
inline constexpr std::uint32_t handles_part = Resource::first_field;

// Of the program as a whole.
inline constexpr std::uint32_t clock_part = Resource::first_field;
inline constexpr std::uint32_t running_part = Resource::first_field + 1;
inline constexpr std::uint32_t registry_part = Resource::first_field + 2;
inline constexpr std::uint32_t outside_part = Resource::first_field + 3;
inline constexpr std::uint32_t quiet_part = Resource::first_field + 4;   ///< nothing can happen
inline constexpr std::uint32_t groups_part = Resource::first_field + 5;  ///< who is in a group

/// Returns the resource that a part of the program as a whole stands for.
inline Resource shared_resource(std::uint32_t part) { return Resource::of(Owner::program(), part); }

}  // namespace harrier::caf
