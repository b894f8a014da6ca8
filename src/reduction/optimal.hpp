// Optimal dynamic partial-order reduction: every class exactly once, no execution abandoned.
//
// Abdulla, Aronis, Jonsson, Sagonas: Optimal Dynamic Partial Order Reduction, POPL 2014; Source
// Sets, JACM 2017. Algorithm 2 with the paper's names: E is the trace, e and e' the events of a
// race, sleep(E) the sleep set, wut(E) the wakeup tree of the state, notdep(e, E).e' the Sequence
// that RaceReversal builds, WI the weak initials.
//
// Where we differ: a message is a process of one step, so proc(e') is the message of e', and
// messages have names that equivalent executions share. A race is not handed over again while
// notdep(e, E) stays the same. Of a sequence only as much becomes a branch as wakes all that
// sleeps: the state behind it has an empty sleep set, and what else the sequence has is found from
// there. A step that chooses is one step per value, and the values are in a race. Guards make
// enabledness non-monotone; RaceReversal says what is done about it.
//
// Where nothing is asked for, any step that does not sleep will do. `calm` takes what was in the
// fewest reversals so far: behind a short branch what races with nobody comes early and is shared
// by all that branches later.
//
// Valid for any dependence. Per event: O(n / 64) for happens-before; per race: O(n) to build the
// sequence, and its length times the sleep set or tree level it is compared with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "reduction/race_reversal.hpp"
#include "reduction/wakeup_tree.hpp"

namespace harrier {

/// Which step comes next where none is asked for: the one that the order prefers, or, of those that
/// were in the fewest reversals so far, in powers of two, the newest.
enum class FreeStep : std::uint8_t { preferred, calm };

class Optimal final : public RaceReversal {
 public:
  explicit Optimal(FreeStep free_step = FreeStep::preferred)
      : reversed_(free_step == FreeStep::calm ? reversed_size : 0) {}

  Coverage covers() const override { return covers_classes(); }
  std::optional<Step> next(const State& state) override;
  std::optional<std::size_t> left(std::size_t node, std::size_t enabled) const override;
  bool is_movable() const override { return true; }
  std::size_t planned_count() const override { return trees_.size(); }
  void go_on_with(const Work& work) override;

 protected:
  void entered(const State& state) override;
  void explored(const State& state) override;
  Insertion apply(const State& state, Reversal& reversal) override;
  void take_branches(const Taken& state, StateWork& work) const override;
  void put_branches(const State& state, const StateWork& work, const Step* onward) override;

 private:
  struct Node {
    WakeupTrees::NodeId tree = WakeupTrees::none;     ///< wut(E)
    WakeupTrees::NodeId current = WakeupTrees::none;  ///< the branch being explored
    bool begun = false;
    bool free = false;  ///< nothing was planned from it when it was reached
  };

  /// How many counts of reversals there are: messages that share one cost steps, never classes.
  static constexpr std::size_t reversed_size = 8'192;

  Insertion plan_elsewhere(const State& state, Reversal& reversal);
  MessageId first_awake(std::span<const MessageId> among);
  MessageId calmest(const State& state);
  std::uint32_t& reversed(const State& state, MessageId message) {
    return reversed_[state.trace.name(message).low % reversed_size];
  }

  WakeupTrees trees_;
  std::vector<Node> nodes_;
  std::vector<Choice> choices_;  ///< of the step handed out last
  std::vector<Choice> chosen_;   ///< of the calmest step so far
  std::vector<Sleeper> asleep_;
  std::shared_ptr<KnownElsewhere> elsewhere_;
  /// In how many reversals messages were that became branches, by name; empty unless `calm`.
  std::vector<std::uint32_t> reversed_;
};

}  // namespace harrier
