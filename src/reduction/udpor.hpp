// Unfolding-based reduction: explores configurations, guided by alternatives to what is explored.
//
// Rodríguez, Sousa, Sharma, Kroening: Unfolding-based Partial Order Reduction, CONCUR 2015; Nguyen
// et al.: Quasi-Optimal Partial Order Reduction, CAV 2018; Pham, Jéron, Quinson, FORTE 2019,
// algorithm 1 with its names: C is the configuration, D the events to avoid, A the guide, U the
// Unfolding, J an alternative, Q what is kept of U.
//
// Where we differ:
//  - The recursion is the explorer's walk. A node is a call Explore(C, D, A): the right call of
//    line 13 is the same node with a larger D and a new guide, the left one of line 11 a child.
//  - Extensions. What is enabled needs no event until it is executed. A conflicting extension of C
//    is what remains of one of its events when another one, and all that depends on it, is taken
//    away: the races of the execution, reversed as RaceReversal says, guards included (theorem 1).
//    Those that take away more are extensions of a configuration explored later, and come then,
//    except where a step depends on something only because the other one is gone.
//  - Choices. The values of a choice are events that exclude each other. Where what a step touches
//    does not depend on them, one event without a value stands for those not met yet.
//  - Alternatives. D is kept to what C does not exclude. For each of its events the conflicting
//    extensions that exclude it are listed (its spike); an alternative takes one of each, such that
//    all fit together. Whether an event fits a configuration is told by counting accesses per
//    resource, so it costs what the event touches, whatever U holds.
//  - With --k only the latest k events of D need be excluded: fewer comparisons, and executions
//    that may be abandoned. k = 1 is source sets; full, the default, is optimal.
//  - Q: an event is kept while it is in C or D, excludes one that is, or is a cause of one kept.
//
// Guarantee: every class exactly once; with full k no execution is abandoned. Valid for any
// dependence.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/unfolding.hpp"
#include "reduction/avoided_events.hpp"
#include "reduction/race_reversal.hpp"

namespace harrier {

class Udpor final : public RaceReversal {
 public:
  /// Excludes the latest `k` events of D; 0 for all of them.
  explicit Udpor(std::size_t k) : k_(k) {}
  ~Udpor() override;

  Coverage covers() const override { return covers_classes(); }
  std::optional<Step> next(const State& state) override;
  ReductionStatistics statistics() const override;

 protected:
  void entered(const State& state) override;
  void explored(const State& state) override;
  /// An extension is what its causes make it, whatever else happens; where a guard decides whether
  /// it exists, what happens beside it may count.
  bool reverses_again() const override { return depends_on_more_than_causes(); }
  Insertion apply(const State& state, Reversal& reversal) override;

 private:
  struct Range {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
  };

  struct Node {
    UnfoldingEvent event = Unfolding::none;   ///< the step that led here
    UnfoldingEvent wanted = Unfolding::none;  ///< the event of the guide being executed
    bool begun = false;
    bool excluded = false;   ///< the step that led here is excluded by something in a spike of D
    bool may_go_on = false;  ///< something excludes the step explored last
    Range guide;             ///< A, in guides_, causes first
    std::uint32_t guides_before = 0;  ///< how many there were
  };

  void drop_guides(std::size_t size);
  std::optional<Step> follow_guide(const State& state);
  bool find_alternative(const State& state);
  bool exclude(const State& state, std::size_t position);
  bool exclude_by(const State& state, std::span<const UnfoldingEvent> spike, std::size_t position);
  bool exclude_by(const State& state, UnfoldingEvent candidate, std::size_t position);
  bool add_with_causes(const State& state, UnfoldingEvent event);
  bool is_avoided(const State& state, UnfoldingEvent event);
  void find_direct_causes(std::size_t event);
  void append_touches(std::span<const NamedAccess> touched);
  bool add_extensions(const State& state, const Reversal& reversal,
                      std::span<const std::uint32_t> kept, bool one);
  bool ask(const State& state, MessageId message, std::span<const std::uint32_t> kept);
  UnfoldingEvent extension(const State& state, const Reversal& reversal,
                           std::span<const std::uint32_t> kept);

  const std::size_t k_;
  Unfolding unfolding_;
  Configuration configuration_{unfolding_};
  AvoidedEvents avoided_{unfolding_, configuration_};  ///< D
  std::vector<Node> nodes_;                            ///< the first depth_ are in use
  std::size_t depth_ = 0;
  std::vector<Choice> choices_;         ///< of the step handed out last
  std::vector<UnfoldingEvent> guides_;  ///< held
  std::vector<UnfoldingEvent> causes_;
  std::vector<Unfolding::Touch> touches_;
  StepAnswer answer_;
  std::vector<Choice> chosen_;  ///< what the step asked about chooses
  bool any_choice_ = false;     ///< that step stands for all that it can choose
  std::vector<NamedAccess> named_;
  std::vector<std::uint32_t> kept_;
  std::vector<std::uint32_t> latest_;
  std::vector<AvoidedEvents::Avoided> to_exclude_;
  Bits past_;
};

}  // namespace harrier
