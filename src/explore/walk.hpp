// The walk through the executions of a program: where it stands, one step on, one step back.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "core/state.hpp"
#include "explore/replay.hpp"
#include "explore/watchdog.hpp"
#include "harrier/attempts.hpp"
#include "harrier/schedule.hpp"
#include "order/order.hpp"
#include "reduction/reduction.hpp"

namespace harrier {

/// Keeps a program, its trace and what a reduction and an order make of it together. It walks depth
/// first and without recursion; where the program cannot take a step back, it is started again and
/// brought to where the walk stands when the next step is executed.
class Walk final : public Rehearsal {
 public:
  Walk(Program& program, Reduction& reduction, Order& order, RaceLog* races, Watchdog& watchdog)
      : program_(program),
        attempts_(dynamic_cast<Attempts*>(&program)),
        reduction_(reduction),
        order_(order),
        watchdog_(watchdog),
        runs_variants_(!reduction.explores_choices()),
        draws_choices_(reduction.draws_choices()),
        here_{program, trace_, {}, *this, races} {}

  const Trace& trace() const { return trace_; }
  /// Returns where it stands. What is enabled is known once it has arrived there.
  const State& state() const { return here_; }

  /// Starts the program.
  void start();
  /// Enters the state at the end of the trace; tells whether anything can be delivered there.
  bool arrive();
  /// Returns the next step to explore from here, or none.
  const std::optional<Step>& next() { return asked_ = reduction_.next(here_); }
  /// Executes a step from here. The walk has not arrived behind it yet.
  const StepReport& execute(Step step);
  /// Takes note that the execution ends here, by itself or because it is cut.
  void finish();
  /// Leaves the state entered last and takes the step back that led there. Where that step is to be
  /// executed with other choices, and the reduction does not see to that, it is returned.
  struct Left {
    bool at_start = false;   ///< there was no such step
    bool abandoned = false;  ///< nothing was explored from there
    const Step* variant = nullptr;
  };
  Left leave();

  /// Stands still while somebody else makes such programs, and does with them what it likes: then
  /// this one is started again and brought back here, which is not counted.
  void stand_by(const std::function<void()>& meanwhile);

  /// Takes out all that is left to explore; the reduction must be movable. The walk ends with that.
  Work take();
  /// Goes to where such work was taken out, from the start of the program or from where the walk
  /// has ended its work before; returns the step to execute next where one was asked for. Calls
  /// `executed` behind every step of the path that it executes. Throws UsageError where the work
  /// does not fit the program, and NondeterminismError where another instance of the program could
  /// take a step that this one cannot.
  std::optional<Step> put(const Work& work, const std::function<void(const StepReport&)>& executed);

  /// Returns the schedule so far, with the step that is running; where that is one of a rehearsal
  /// or of a repetition, the schedule of those.
  Schedule schedule() const;
  /// Returns the trace in which the message of the running step is.
  const Trace& running_trace() const { return rehearsed_ != nullptr ? *rehearsed_ : trace_; }
  std::uint64_t steps_replayed() const { return steps_replayed_; }
  /// Returns the share of the branches known so far that is explored, none where the reduction does
  /// not know its branches.
  std::optional<double> explored_share() const;

  void ask(const StepQuestion& question, StepAnswer& answer) override;
  Rehearsed rehearse(std::span<const PastStep> history) override;
  void come_back() override;

 private:
  /// A state on the path from the start to where the walk stands.
  struct Node {
    std::uint32_t enabled_begin = 0;
    std::uint32_t vain_count = 0;  ///< of those that are enabled
    std::uint32_t done = 0;        ///< steps from here whose exploration has ended
    bool explored = false;         ///< some step was executed from here, or an execution ended
  };

  void look_at_pending(MessageId delivered);
  bool begin_path(const Work& work);
  MessageId find(const Work::Onward& step) const;
  const StepReport& run(Step step);
  const StepReport& draw_choices(MessageId message, const StepReport& first);

  std::span<const MessageId> enabled(std::size_t node) const {
    const std::size_t end =
        node + 1 < nodes_.size() ? nodes_[node + 1].enabled_begin : enabled_.size();
    return std::span(enabled_).subspan(nodes_[node].enabled_begin,
                                       end - nodes_[node].enabled_begin);
  }

  Program& program_;
  Attempts* const attempts_;  ///< null where no steps are tried in vain
  Reduction& reduction_;
  Order& order_;
  Watchdog& watchdog_;
  const bool runs_variants_;  ///< the reduction leaves the other choices of a step to the walk
  const bool draws_choices_;  ///< and so does it draw them

  Trace trace_;
  std::vector<Node> nodes_;
  std::vector<MessageId> enabled_;           ///< of all nodes, one after the other
  State here_;                               ///< the last node's
  bool elsewhere_ = false;                   ///< the program is not at the end of the trace
  std::optional<Step> asked_;                ///< for a step that was not executed yet
  std::vector<Choice> variant_;              ///< the choices of the next variant of a step
  std::span<const Choice> running_choices_;  ///< given to the step that is running
  std::vector<EventId> causes_;
  const Trace* rehearsed_ = nullptr;     ///< while a history is rehearsed
  std::optional<std::size_t> repeated_;  ///< while the program comes back, how far it is
  std::uint64_t steps_replayed_ = 0;
  /// So many steps more are looked at; each takes time for all that is enabled and pending.
  std::uint32_t looks_at_pending_ = 1'000;
  std::size_t shared_ = 0;  ///< of the states that were put, so many were shared
};

/// Returns the schedule that leads to the end of a trace.
Schedule schedule_of(const Trace& trace);

}  // namespace harrier
