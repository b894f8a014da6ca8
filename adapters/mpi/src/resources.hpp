// The resources of the steps of MPI programs, all of which belong to ranks.
//
// A match of a send from s with tag t and a receive of d writes the channel (s, t) of d. What
// wildcards could have taken conflicts with them: the receive, by what it leaves open, writes one
// of `any`, `tag` and `from` of d, and reads the others.
#pragma once

#include <cstdint>

#include "base/mix.hpp"
#include "harrier/resource.hpp"
#include "posts.hpp"

namespace harrier::mpi {

enum class Part : std::uint8_t {
  way,       ///< which way a wait went
  posted,    ///< whether a send was posted
  send,      ///< whether it was received
  kept,      ///< whether a matched probe has it
  receive,   ///< whether it was posted and met a send
  entry,     ///< whether a member has entered a collective
  channel,   ///< the matches of sends with a source and a tag
  any,       ///< matches, for receives of any source and tag
  tag,       ///< matches of a tag, for receives of any source
  from,      ///< matches of a source, for receives of any tag
  arrivals,  ///< what has arrived and was not received
  waiting,   ///< the receives that are posted and wait
  lock,      ///< who holds a window
  memory,    ///< bytes of a window
};

/// Names a part of what belongs to a rank. Names may coincide: then steps are dependent that need
/// not be.
inline Resource resource_of(std::uint32_t rank, Part part, std::uint64_t a = 0, std::uint64_t b = 0,
                            std::uint64_t c = 0) {
  const std::uint64_t name = mix(mix(mix(static_cast<std::uint64_t>(part) + 1, a), b), c);
  return Resource::of(ActorId(rank),
                      Resource::element_bit | static_cast<std::uint32_t>(name >> 33));
}

inline std::uint64_t number_of(int value) { return static_cast<std::uint32_t>(value); }

}  // namespace harrier::mpi
