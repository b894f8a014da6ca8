// Actor and task selection as published: one actor per state, and of its tasks only some.
//
// Albert, Arenas, Gómez-Zamalloa: Actor- and Task-Selection Strategies for Pruning Redundant
// State-Exploration in Testing, FORTE 2014, figure 2 with the selectActor of section 4 and the
// task selection of figure 6. Theorem 1 and definition 3 -> Outlook::published_stability; the
// queue Q of an actor -> its pending messages, the newest first; indep(t1, t2) of theorem 2 ->
// Outlook::names_different_fields; marks -> Node::marked; column H of table 1 ->
// heuristic_uses().
//
// Where the text leaves it open, the rules are those that give table 1: an actor is never
// backtracked over; the one chosen last is kept while it is stable; choosing a task decides anew
// about the marks of those behind it, and the marks of those before it stay (the text clears all).
// Among stable actors, and among equal sums, no one rule gives all rows: see Ties.
//
// It loses executions, as published: theorem 1 forgets that a reply may let a task of the actor
// go on, and marks outlive what they stand for. It is here to reproduce the table, and promises
// nothing: what is sound of it are the order `stable` and, with it, `persistent`.
//
// Per state, the tasks times the objects times the chains of calls.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "harrier/outlook.hpp"
#include "reduction/reduction.hpp"

namespace harrier {

class ActorSelection final : public Reduction {
 public:
  /// Which actor goes first where the paper does not say.
  struct Ties {
    bool newest_stable = false;      ///< of the stable ones the one created last, not first
    bool last_among_equals = false;  ///< of those with equal sums the one chosen last, not first
  };
  ActorSelection(bool selects_tasks, Ties ties) : selects_tasks_(selects_tasks), ties_(ties) {}

  Coverage covers() const override;
  void enter(const State& state) override;
  std::optional<Step> next(const State& state) override;
  void leave(const State&) override { nodes_.pop_back(); }

  /// Returns in how many states no actor was taken to be stable.
  std::uint64_t heuristic_uses() const { return heuristic_uses_; }

 private:
  struct Node {
    std::vector<MessageId> queue;   ///< of the chosen actor, held back ones among them
    std::vector<MessageId> marked;  ///< of all actors
    std::size_t next = 0;           ///< in the queue
  };

  ActorId choose(const State& state);
  void mark(const Node& node, MessageId chosen);

  const bool selects_tasks_;
  const Ties ties_;
  Outlook* outlook_ = nullptr;
  std::vector<Node> nodes_;
  std::vector<MessageId> marked_;  ///< in the state that the step handed out last leads to
  std::uint64_t heuristic_uses_ = 0;
};

}  // namespace harrier
