// What has become of what the ranks posted in the current execution so far, and by which of its
// steps.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "board_view.hpp"
#include "posts.hpp"

namespace harrier::mpi {

/// Numbers the steps of an execution from 1.
using StepNumber = std::uint32_t;
constexpr StepNumber never = 0;

/// A lock of a window while a rank holds it.
struct LockHold {
  std::uint32_t rank = 0;
  bool exclusive = false;
  StepNumber taken_by = never;
  StepNumber returned_by = never;
};

class Board final : public BoardView {
 public:
  explicit Board(const Posts& posts) : posts_(posts) {}

  void clear();
  /// Takes note of the next send of a rank.
  void add_send(std::uint32_t rank);
  void add_receive(std::uint32_t rank);
  /// Takes note that a lock is taken or given back.
  void take_lock(std::uint32_t lock, const LockHold& hold);
  void return_lock(std::uint32_t lock, std::uint32_t rank, StepNumber step);
  /// Takes back a receive that has met no send.
  void cancel(std::uint32_t rank, std::uint32_t receive, StepNumber step);
  /// Takes back a send that has met no receive.
  void cancel(SendId send, StepNumber step);
  /// Lets a send meet a receive of its destination.
  void match(SendId send, std::uint32_t receive, StepNumber step);

  bool is_received(SendId send) const override;
  bool is_met(SendId send) const override { return state(send).receive != nothing; }
  SendId sender_of(std::uint32_t rank, std::uint32_t receive) const override {
    return ranks_[rank].receives[receive].send;
  }
  bool has_entered(std::uint32_t comm, std::uint32_t member, std::uint32_t number) const override {
    return posts_.communicators[comm].entries[member].size() > number;
  }
  bool is_free(std::uint32_t lock, bool exclusive) const override;
  std::optional<std::uint32_t> match_of(SendId send) const override;
  bool is_awaited(SendId send) const override;
  SendId first_for(std::uint32_t rank, std::uint32_t source, const Receive& receive) const override;

  /// Returns what a send met.
  std::uint32_t receive_of(SendId send) const { return state(send).receive; }
  /// Returns the step that matched a send or took it back.
  StepNumber closed_by(SendId send) const { return state(send).closed_by; }
  /// The same for a receive.
  StepNumber closed_by(std::uint32_t rank, std::uint32_t receive) const {
    return ranks_[rank].receives[receive].closed_by;
  }
  /// Lists the sends to a rank, in order of posting, and those that nobody has received.
  const std::vector<SendId>& arrivals(std::uint32_t rank) const { return ranks_[rank].arrivals; }
  const std::vector<SendId>& open_sends(std::uint32_t rank) const {
    return ranks_[rank].open_sends;
  }
  const std::vector<std::uint32_t>& open_receives(std::uint32_t rank) const {
    return ranks_[rank].open_receives;
  }
  /// Lists all who have taken a lock, in that order.
  std::span<const LockHold> holds(std::uint32_t lock) const {
    return lock < locks_.size() ? std::span<const LockHold>(locks_[lock].all)
                                : std::span<const LockHold>();
  }
  std::size_t lock_count() const { return locks_.size(); }

 private:
  static constexpr std::uint32_t nothing = ~std::uint32_t{0};

  struct SendState {
    std::uint32_t receive = nothing;
    StepNumber closed_by = never;
  };
  struct ReceiveState {
    SendId send;
    StepNumber closed_by = never;
  };
  struct Rank {
    std::vector<SendState> sends;
    std::vector<ReceiveState> receives;
    std::vector<SendId> arrivals;              ///< sends to this rank
    std::vector<SendId> open_sends;            ///< of those
    std::vector<std::uint32_t> open_receives;  ///< of this rank
  };
  struct Lock {
    std::vector<LockHold> all;
    std::uint32_t exclusive = 0;  ///< held now
    std::uint32_t shared = 0;
  };

  const SendState& state(SendId send) const { return ranks_[send.rank].sends[send.index]; }

  const Posts& posts_;
  std::vector<Rank> ranks_;
  std::vector<Lock> locks_;
};

}  // namespace harrier::mpi
