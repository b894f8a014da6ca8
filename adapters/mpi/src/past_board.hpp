// The board as it would be had only some steps of the execution happened.
//
// Every send, receive, entry and lock is posted, met and given back by one step of the execution
// each, so a board is known by which steps have happened: nothing is executed again to make it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "board.hpp"

namespace harrier::mpi {

class PastBoard final : public BoardView {
 public:
  /// `whole` is the board of all steps.
  PastBoard(const Posts& posts, const Board& whole) : posts_(posts), whole_(whole) {}

  /// Says that the execution has gone on, or another one has begun.
  void forget() { is_known_ = false; }
  /// Says what has happened: the first steps of the execution, and those `beside`, which are
  /// numbered from 0 and ascend.
  void set(std::uint32_t prefix, std::span<const std::uint32_t> beside);

  bool has_happened(StepNumber step) const {
    if (step == never || step > last_) return false;
    return step <= prefix_ || happened_[step - 1] == moment_;
  }

  bool is_received(SendId send) const override;
  bool is_met(SendId send) const override {
    return whole_.is_met(send) && has_happened(whole_.closed_by(send));
  }
  SendId sender_of(std::uint32_t rank, std::uint32_t receive) const override;
  bool has_entered(std::uint32_t comm, std::uint32_t member, std::uint32_t number) const override;
  bool is_free(std::uint32_t lock, bool exclusive) const override;
  std::optional<std::uint32_t> match_of(SendId send) const override;
  bool is_awaited(SendId send) const override { return first_receive(send).has_value(); }
  SendId first_for(std::uint32_t rank, std::uint32_t source, const Receive& receive) const override;

 private:
  /// For each of a list of things, by which step it and all before it are over.
  using Ends = std::vector<StepNumber>;

  void learn();
  std::optional<std::uint32_t> first_receive(SendId send) const;
  /// Returns the first of a list that is not over with the prefix.
  std::size_t first_open(const Ends& ends) const;

  const Posts& posts_;
  const Board& whole_;
  std::uint32_t prefix_ = 0;
  StepNumber last_ = never;              ///< that has happened
  std::uint32_t moment_ = 0;             ///< how often a moment was said
  std::vector<std::uint32_t> happened_;  ///< per step, the last moment in which it was beside
  bool is_known_ = false;                ///< what follows
  std::vector<Ends> receive_ends_;       ///< per rank
  std::vector<Ends> arrival_ends_;       ///< per rank
  std::vector<Ends> lock_ends_;          ///< per lock
};

}  // namespace harrier::mpi
