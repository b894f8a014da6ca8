// What has become of what the ranks posted, at some moment: as questions about what is possible
// then.
#pragma once

#include <cstdint>
#include <optional>

#include "posts.hpp"

namespace harrier::mpi {

class BoardView {
 public:
  /// Tells whether a receive has a send: it is met, and by more than a probe that keeps it.
  virtual bool is_received(SendId send) const = 0;
  /// Tells whether a send has met a receive, or a probe that keeps it.
  virtual bool is_met(SendId send) const = 0;
  /// Returns the send that a receive met, if it has.
  virtual SendId sender_of(std::uint32_t rank, std::uint32_t receive) const = 0;
  /// Tells whether a member has entered a collective of a communicator.
  virtual bool has_entered(std::uint32_t comm, std::uint32_t member,
                           std::uint32_t number) const = 0;
  /// Tells whether nobody holds a lock that excludes another one.
  virtual bool is_free(std::uint32_t lock, bool exclusive) const = 0;
  /// Returns the receive that a send would meet now: the first that takes it, unless an earlier
  /// send of the same rank would have to be received there before.
  virtual std::optional<std::uint32_t> match_of(SendId send) const = 0;
  /// Tells whether a receive is posted that takes a send, be it this one that it meets or another.
  virtual bool is_awaited(SendId send) const = 0;
  /// Returns the first send of `source` that a receive takes.
  virtual SendId first_for(std::uint32_t rank, std::uint32_t source,
                           const Receive& receive) const = 0;

 protected:
  ~BoardView() = default;
};

}  // namespace harrier::mpi
