// Probabilistic concurrency testing over chains of messages.
//
// Burckhardt, Kothari, Musuvathi, Nagarakatte: A Randomized Scheduler with Probabilistic Guarantees
// of Finding Bugs, ASPLOS 2010; for message passing Ozkan, Majumdar, Niksic, Tabaei Befrouei,
// Weissenbacher: Randomized Testing of Distributed Systems with Probabilistic Guarantees (PCTCP),
// OOPSLA 2018. Online chain partition -> MessageChains; priority of a chain -> priorities_;
// priority change points -> change_points_; n -> candidates_max, d -> the depth of an execution.
//
// Where we differ: sending makes a forest, so that the chains are as few as they can be (the
// paper's number is up to the square of that), and the change points are among the messages that
// the longest execution so far had. Executions take the depths 1, 2, … bug_depth in turn, since
// what needs few orderings is found sooner with few change points.
//
// A violation of depth d is one that shows wherever some d messages are delivered in a certain
// order. Each execution of that depth shows it with a chance of at least 1 / (k n^(d-1)), where
// there are at most k chains and n messages. Values of choices are drawn evenly and multiply that.
// Costs O(1) per message sent and a comparison per enabled step.
#pragma once

#include <cstdint>
#include <vector>

#include "sampling/chains.hpp"
#include "sampling/sampler.hpp"

namespace harrier {

class ChainPriorities : public Sampler {
 public:
  explicit ChainPriorities(std::uint64_t bug_depth);
  /// Knows what another one does, and begins with the execution of that number.
  ChainPriorities(const ChainPriorities& other, std::uint64_t number);

  void begin(const Trace& trace, Draw& draw) final;
  Pick pick(const Trace& trace, std::span<const MessageId> enabled) final;
  void end(const Trace& trace, double log_share) final;
  std::string guarantee() const override;
  std::uint64_t knowledge() const override;
  void join(const Sampler& forked) override;

  /// Returns the chance with which an execution of a depth shows a violation of that depth at
  /// least, as far as executions are like those seen so far.
  double chance(std::uint64_t depth) const;

 protected:
  /// Tells whether any message may be a change point in the execution that begins.
  virtual bool takes_all() { return true; }
  /// Tells whether a message may be one where not all may; asked once for each.
  virtual bool is_candidate(const Trace&, MessageId) { return true; }
  virtual void learn(const Trace&) {}

 private:
  /// What is known of the executions in which all messages may be change points, or only some.
  struct Known {
    std::uint64_t candidates_max = 0;
    std::uint32_t chains_max = 0;
    /// Per depth, executions since these two last grew, or since it was forked off.
    std::vector<std::uint64_t> drawn;
    bool grew = false;  ///< these two have, since it was forked off

    void add(const Known& forked);
  };

  void add_sent(const Trace& trace);
  const Known& relied_on() const { return some_.candidates_max != 0 ? some_ : all_; }

  const std::uint64_t bug_depth_;
  Draw* draw_ = nullptr;
  std::uint64_t key_ = 0;
  std::uint64_t depth_ = 1;  ///< of this execution
  MessageChains chains_;
  std::vector<std::uint64_t> priorities_;  ///< per chain
  /// By number among the candidates; the i-th takes its chain to priority i.
  std::vector<std::uint64_t> change_points_;
  std::uint64_t candidates_ = 0;  ///< in this execution
  Known all_;
  Known some_;
  Known* known_ = &all_;  ///< of them, for this execution
  std::uint64_t number_ = 0;
};

/// PCTCP as published: any message may be a change point.
class Pct final : public ChainPriorities {
 public:
  using ChainPriorities::ChainPriorities;
  std::unique_ptr<Sampler> fork(std::uint64_t number) const override;
};

}  // namespace harrier
