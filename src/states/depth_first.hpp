// Explores every state once, depth first, and of the steps between them those that are needed.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "harrier/options.hpp"
#include "reduction/reduction.hpp"
#include "states/met_states.hpp"
#include "states/state_market.hpp"
#include "states/todo.hpp"

namespace harrier {

/// What searches share that explore states together, each in a thread of its own.
struct SharedStates {
  SharedStates(const StateOptions& options, std::size_t searches, bool is_eager = false);
  MetStates met;
  StateMarket market;
};

/// Goes on from a state only when it meets it first. With sleep sets (Godefroid 1996, chapter 5) it
/// leaves out steps that lead where others lead in another order; the set is kept with the state,
/// and what slept there and does not sleep when the state is met again is explored then. Every
/// state is met.
///
/// Where several explore together, a state is for the one that meets it first. One that comes back
/// to the start with nothing left waits for another to leave it steps from states on its path, the
/// nearest to the start first, and goes there.
class DepthFirst final : public Reduction {
 public:
  explicit DepthFirst(const StateOptions& options);
  DepthFirst(const StateOptions& options, std::shared_ptr<SharedStates> shared);

  Coverage covers() const override { return Coverage::every_state(); }
  std::uint64_t length_max() const override;
  bool explores_choices() const override { return true; }
  void enter(const State& state) override;
  std::optional<Step> next(const State& state) override;
  void leave(const State& state) override;
  ReductionStatistics statistics() const override;

  /// Returns how many steps led only to where another search has left something to do.
  std::uint64_t steps_to_given() const { return steps_to_given_; }

 private:
  struct Sleeper {
    std::uint64_t content = 0;
    std::uint32_t touched_begin = 0;
    std::uint32_t touched_end = 0;
  };
  /// A state on the path. What its parts begin with ends where those of the next one begin.
  struct Node {
    std::uint32_t asleep_begin = 0;    ///< in asleep_
    std::uint32_t sleepers_begin = 0;  ///< in sleepers_: those that were explored from here
    std::uint32_t touched_begin = 0;
    std::uint32_t todo_begin = 0;
    std::uint32_t next = 0;        ///< of todo_
    std::uint32_t end = 0;         ///< behind what is to be explored from here, of todo_
    std::uint32_t uncompared = 0;  ///< how many states before it were not compared, one the other
    bool is_explored = false;      ///< the step that was asked for last is a sleeper
    bool has_variant = false;      ///< it is to take other choices next
    bool follows = false;          ///< it leads to where another search has left something to do
    Fingerprint state;             ///< zero where it was not compared
  };

  void inherit_sleep(const State& state);
  bool is_passed_through(const State& state) const;
  void meet(const State& state);
  void collect_asleep();
  void drop_asleep();
  void drop_known();

  // Exploring with others.
  bool takes_given();
  void enter_given(const State& state);
  void add_given(const GivenSteps::From& given);
  Step follow(const State& state);
  void give_some(const Trace& trace);
  GivenSteps::From split_off(std::size_t depth, std::uint32_t count);

  static std::uint32_t remaining(const Node& node) { return node.end - node.next; }
  std::span<const ResourceAccess> touched(const Sleeper& sleeper) const {
    return std::span(touched_).subspan(sleeper.touched_begin,
                                       sleeper.touched_end - sleeper.touched_begin);
  }

  const bool sleeps_;
  const bool big_steps_;
  const std::shared_ptr<SharedStates> shared_;  ///< null where it explores alone
  const std::unique_ptr<MetStates> own_;
  MetStates& met_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> asleep_;  ///< indices into sleepers_
  std::vector<Sleeper> sleepers_;
  std::vector<ResourceAccess> touched_;
  std::vector<Todo> todo_;
  std::vector<Choice> variant_;          ///< that the step which was left last is to take next
  std::vector<std::uint64_t> contents_;  ///< scratch
  std::vector<std::uint64_t> slept_;     ///< scratch
  std::optional<GivenSteps> given_;      ///< until all of its states are entered
  std::size_t given_next_ = 0;           ///< of its states
  std::size_t left_ = 0;                 ///< to be explored from all nodes
  std::size_t shallowest_ = 0;           ///< from those before it nothing is
  std::uint64_t met_again_ = 0;
  std::uint64_t ends_ = 0;
  std::uint64_t steps_to_given_ = 0;
};

}  // namespace harrier
