// Dynamic partial-order reduction with source sets.
//
// Abdulla, Aronis, Jonsson, Sagonas: Optimal Dynamic Partial Order Reduction, POPL 2014, algorithm
// 1: E is the trace, e and e' the events of a race, sleep(E) the sleep set, backtrack(E) ->
// Node::backtrack, notdep(e, E).e' the Sequence that RaceReversal builds, I the initials.
//
// Where we differ: a message is a process of one step; races are handed over at the end of an
// execution instead of at each event; what a message chooses is not part of the backtrack set, so
// all its values are explored; RaceReversal says what is done about guards. In a state from which
// other searches explore too, each value is a step of its own, and the values are in a race, as in
// optimal: which of them sleep behind a step must not depend on what was executed by then.
//
// The same engine gives Flanagan and Godefroid's persistent sets, POPL 2005, figure 3, with
// messages as processes, which is what `persistent` is where steps depend by field: E there are the
// initials that happen before e', and sleep sets may be left out. The figure's else-branch, "add
// all enabled", is never taken: an initial of notdep(e, E).e' that happens before e' always exists
// and is enabled before e.
//
// Every class, for any dependence; with sleep sets no class twice, though executions may be
// abandoned. Costs as much as optimal does without its trees.
#pragma once

#include <algorithm>
#include <vector>

#include "reduction/race_reversal.hpp"

namespace harrier {

class Source : public RaceReversal {
 public:
  Source() : Source(Candidates::initials, true) {}

  Coverage covers() const final { return covers_classes(); }
  std::optional<Step> next(const State& state) final;
  std::optional<std::size_t> left(std::size_t node, std::size_t) const final {
    const Node& at = nodes_[node];
    const std::size_t end = std::min(at.end, at.backtrack.size());
    return at.at < end ? end - at.at - 1 : 0;
  }
  bool is_movable() const final { return true; }

 protected:
  /// Which steps of a sequence may be the one that is explored.
  enum class Candidates : std::uint8_t { initials, causes };

  Source(Candidates candidates, bool sleep) : candidates_(candidates), sleeps_(sleep) {}

  void entered(const State& state) final;
  void explored(const State& state) final;
  /// From a state of its own, `next` goes through all values; from one that is shared, each is a
  /// step of its own, unless there are no sleep sets.
  bool reverses_choices(std::size_t event) const final { return has_steps(event); }
  bool rehearses_steps(std::size_t node) const final { return has_steps(node); }
  Insertion apply(const State& state, Reversal& reversal) final;
  void take_branches(const Taken& state, StateWork& work) const final;
  void put_branches(const State& state, const StateWork& work, const Step* onward) final;

 private:
  static constexpr std::size_t all = ~std::size_t{0};
  struct Node {
    std::vector<MessageId> backtrack;
    std::size_t at = 0;           ///< the message being explored
    std::size_t end = all;        ///< so many of them are explored here, the others elsewhere
    std::vector<Choice> variant;  ///< what it is to choose, without sleep sets
    std::vector<std::vector<Choice>> variants;  ///< where it is shared: of each that is planned
  };

  bool has_steps(std::size_t node) const { return sleeps_ && is_shared(node); }
  bool is_planned(std::size_t node, const SequenceStep& step) const;

  const Candidates candidates_;
  const bool sleeps_;
  std::vector<Node> nodes_;  ///< the first size_ are in use
  std::size_t size_ = 0;
  std::vector<Choice> choices_;  ///< of the step handed out last
  std::vector<std::size_t> initials_;
};

/// Persistent sets of messages, for steps that depend by field.
class PersistentMessages final : public Source {
 public:
  explicit PersistentMessages(bool sleep) : Source(Candidates::causes, sleep) {}
};

}  // namespace harrier
