// What a rank keeps asking about in vain, between two things that it does or learns.
//
// A rank that asks what it has asked before, and has what it had then, goes round in vain: it waits
// for what it has asked in that round. It does so behind a round of failures, which are steps: what
// the rank finds first depends on where in the round it is when two things come together. That is
// found out in two ways. Ahead of a failure: the rank goes on as if what it asks had failed, until
// it has gone round, or proves to do something else; then the execution is repeated up to that
// question (World::execute). Or in hindsight, where rounds are long: what the rank had is kept at
// the 1st, 2nd, 4th, 8th … failure in a row, and compared whenever the same is asked.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "wait.hpp"

namespace harrier::mpi {

class RankPicture;
struct RankState;

class Polls {
 public:
  Polls();
  ~Polls();
  Polls(const Polls&) = delete;
  Polls& operator=(const Polls&) = delete;

  /// Begins a new row: the rank has done or learned something.
  void clear();
  /// Says that a round changes something that no picture shows.
  void note_change();

  bool is_in_row() const { return !polls_.empty(); }
  /// Returns the place of what a test asks for; `number` is the wait that asks now.
  std::size_t find(const Wait& wait, std::span<const Condition> waited, std::uint32_t number);
  /// Returns how often that has failed in this row.
  std::uint32_t failures(std::size_t poll) const { return polls_[poll].failures; }
  /// Returns the wait in which it has failed last, if it has.
  std::uint32_t failed_before(std::size_t poll) const { return polls_[poll].failed_before; }
  /// Returns the step in which it has failed for the time beyond a bound, 0 before that.
  std::uint32_t bound_failure(std::size_t poll) const { return polls_[poll].bound_failure; }
  /// Takes note that it has failed, in a step; `failures_max` more may be reversed.
  void note_failure(std::size_t poll, std::uint32_t number, std::uint32_t step,
                    std::uint32_t failures_max);

  // In hindsight.
  /// Takes note that something is asked again from somewhere. Tells whether the rank has gone round
  /// in vain, and lists the waits that have asked for everything else in that round.
  bool has_gone_round(std::size_t poll, const void* from, const RankState& state,
                      std::vector<std::uint32_t>& others);

  // Ahead of a failure.
  /// Begins a round from what is asked now. Tells whether it can be found out where it ends.
  bool begin_round(std::size_t poll, const void* from, const RankState& state);
  bool is_ahead() const { return is_ahead_; }
  /// What has become of a round.
  enum class Round : std::uint8_t { goes_on, in_vain, progress };
  /// Takes note that something is asked in the round. Where it has ended in vain, lists the waits
  /// that have asked for everything else.
  Round go_on(std::size_t poll, const void* from, const RankState& state,
              std::vector<std::uint32_t>& others);
  void end_round() { is_ahead_ = false; }
  /// Tells whether the rank has been at all places of the round that has just proved to be in vain:
  /// what it finds first depends on where it is when that comes.
  bool has_been_everywhere() const { return vain_moves_ >= ahead_.asked.size(); }
  /// Takes note of a failure, of a rank that goes round in vain or not.
  void note_move(bool is_in_vain) { vain_moves_ = is_in_vain ? vain_moves_ + 1 : 0; }

 private:
  struct Poll {
    Wait::Kind kind;
    Receive wanted;
    std::vector<Condition> waited;
    std::uint32_t number;
    std::uint32_t failures;
    std::uint32_t failed_before;
    std::uint32_t bound_failure;
  };
  /// A round that has begun somewhere.
  struct Begun {
    std::size_t poll = 0;
    const void* from = nullptr;
    std::vector<std::size_t> asked = {};  ///< since then
    std::unique_ptr<RankPicture> picture;
  };

  static bool asks_for_the_same(const Poll& poll, const Wait& wait,
                                std::span<const Condition> waited);
  void append_others(const Begun& begun, std::vector<std::uint32_t>& out) const;

  std::vector<Poll> polls_;
  Begun ahead_;
  Begun anchor_;
  bool is_ahead_ = false;
  bool has_anchor_ = false;
  std::size_t vain_moves_ = 0;   ///< failures in a row of a rank that goes round in vain
  std::size_t asked_ = 0;        ///< questions in this row
  std::size_t next_anchor_ = 1;  ///< at which of them the picture is taken anew
};

}  // namespace harrier::mpi
