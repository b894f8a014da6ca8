// Explores every state once, depth first, and of the steps between them those that are needed.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "harrier/options.hpp"
#include "reduction/reduction.hpp"
#include "states/state_table.hpp"
#include "states/stored_sleep.hpp"
#include "states/todo.hpp"

namespace harrier {

/// Goes on from a state only when it meets it first. With sleep sets (Godefroid 1996, chapter 5) it
/// leaves out steps that lead where others lead in another order; the set is kept with the state,
/// and what slept there and does not sleep when the state is met again is explored then. Every
/// state is met.
class DepthFirst final : public Reduction {
 public:
  explicit DepthFirst(const StateOptions& options);

  Coverage covers() const override { return Coverage::every_state(); }
  std::uint64_t length_max() const override;
  void enter(const State& state) override;
  std::optional<Step> next(const State& state) override;
  void leave(const State& state) override;
  ReductionStatistics statistics() const override;

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
    std::uint32_t uncompared = 0;  ///< how many states before it were not compared, one the other
    bool is_explored = false;      ///< the step that was asked for last is a sleeper
  };

  void inherit_sleep(const State& state);
  bool is_passed_through(const State& state) const;
  /// Collects the contents of what sleeps in the state entered last, and takes them from its plan.
  void collect_asleep();
  void drop_asleep();
  void plan_first_visit(std::uint32_t& stored);
  void plan_next_visit(std::uint32_t& stored);
  std::span<const ResourceAccess> touched(const Sleeper& sleeper) const {
    return std::span(touched_).subspan(sleeper.touched_begin,
                                       sleeper.touched_end - sleeper.touched_begin);
  }

  const bool sleeps_;
  const bool big_steps_;
  FingerprintTable<StoredSleep::Number> table_;
  StoredSleep stored_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> asleep_;  ///< indices into sleepers_
  std::vector<Sleeper> sleepers_;
  std::vector<ResourceAccess> touched_;
  std::vector<Todo> todo_;
  std::vector<std::uint64_t> contents_;  ///< scratch
  std::uint64_t met_again_ = 0;
};

}  // namespace harrier
