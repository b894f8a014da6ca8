// What has become of what the ranks posted: what is posted so far, and which send met which
// receive. It is made anew from a part of an execution to say what would be possible there.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "posts.hpp"

namespace harrier::mpi {

class Board {
 public:
  explicit Board(const Posts& posts) : posts_(posts) {}

  void clear();
  /// Takes note of the next send of a rank.
  void add_send(std::uint32_t rank);
  void add_receive(std::uint32_t rank);
  void add_entry(std::uint32_t comm, std::uint32_t member);
  /// Takes note that a lock is taken or given back.
  void take_lock(std::uint32_t lock, bool exclusive);
  void return_lock(std::uint32_t lock, bool exclusive);
  /// Tells whether nobody holds a lock that excludes another one.
  bool is_free(std::uint32_t lock, bool exclusive) const;
  /// Takes back a receive that has met no send.
  void cancel(std::uint32_t rank, std::uint32_t receive);
  /// Takes back a send that has met no receive.
  void cancel(SendId send);
  /// Lets a send meet a receive of its destination.
  void match(SendId send, std::uint32_t receive);

  /// Returns the receive that a send would meet now: the first that takes it, unless an earlier
  /// send of the same rank would have to be received there before.
  std::optional<std::uint32_t> match_of(SendId send) const;
  /// Returns the first send of `source` that a receive would meet if it were posted now.
  SendId first_for(std::uint32_t rank, std::uint32_t source, const Receive& receive) const;

  bool is_received(SendId send) const { return ranks_[send.rank].met[send.index] != nothing; }
  std::uint32_t receive_of(SendId send) const { return ranks_[send.rank].met[send.index]; }
  /// Returns the send that a receive met, if it has.
  SendId sender_of(std::uint32_t rank, std::uint32_t receive) const {
    return ranks_[rank].got[receive];
  }
  bool has_entered(std::uint32_t comm, std::uint32_t member, std::uint32_t number) const {
    return comm < entered_.size() && member < entered_[comm].size() &&
           entered_[comm][member] > number;
  }
  /// Lists the sends to a rank that nobody has received, in order of posting.
  const std::vector<SendId>& open_sends(std::uint32_t rank) const {
    return ranks_[rank].open_sends;
  }
  const std::vector<std::uint32_t>& open_receives(std::uint32_t rank) const {
    return ranks_[rank].open_receives;
  }

 private:
  static constexpr std::uint32_t nothing = ~std::uint32_t{0};

  struct Rank {
    std::vector<std::uint32_t> met;            ///< per send, the receive
    std::vector<SendId> got;                   ///< per receive, the send
    std::vector<SendId> open_sends;            ///< to this rank
    std::vector<std::uint32_t> open_receives;  ///< of this rank
  };

  struct Holders {
    std::uint32_t exclusive = 0;
    std::uint32_t shared = 0;
  };

  const Posts& posts_;
  std::vector<Rank> ranks_;
  std::vector<Holders> locks_;
  std::vector<std::vector<std::uint32_t>> entered_;  ///< per communicator and member, how many
};

}  // namespace harrier::mpi
