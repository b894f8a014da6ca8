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
/// What stacks wait at that is no actor: of each global a part of its own as far as there are such,
/// and one for all that is made while the program runs, which has no name that lasts.
inline constexpr std::uint32_t objects_part = Resource::first_field + 6;
inline constexpr std::uint32_t objects_end = 32;  ///< behind their parts; see Past::shared

/// Returns the resource that a part of the program as a whole stands for.
inline Resource shared_resource(std::uint32_t part) { return Resource::of(Owner::program(), part); }

}  // namespace harrier::caf
