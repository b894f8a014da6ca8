// The loop that joins program, reduction, order and properties.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "core/trace.hpp"
#include "explore/race_counts.hpp"
#include "explore/watchdog.hpp"
#include "harrier/check.hpp"
#include "order/order.hpp"
#include "property/end_state.hpp"
#include "reduction/reduction.hpp"

namespace harrier {

/// Walks the executions of one program depth first, without recursion.
class Explorer {
 public:
  Explorer(const ProgramFactory& make, const CheckOptions& options);
  /// Explores with a reduction that no registry knows.
  Explorer(const ProgramFactory& make, const CheckOptions& options,
           std::unique_ptr<Reduction> reduction);

  /// Looks at every maximal execution, at its end.
  using Observer = std::function<void(const State&)>;
  void observe(Observer observer) { observer_ = std::move(observer); }

  CheckResult run();

  /// Returns the schedule so far, with the step that is running.
  Schedule schedule() const;

 private:
  using Clock = std::chrono::steady_clock;

  /// A state on the path from the start to where the exploration stands.
  struct Node {
    std::size_t enabled_begin = 0;
    bool explored = false;   ///< some step was executed from here
    std::uint32_t done = 0;  ///< steps from here whose exploration has ended
  };

  void explore();
  void step(MessageId message, std::span<const Choice> choices);
  void arrive();
  void finish_execution();
  bool backtrack();
  void bring_program_to_trace();
  bool should_stop();
  void stop_incomplete(std::string reason);
  void add_violation(const Finding& finding);
  void add_warning(const Finding& finding);
  void confirm_violations();
  void audit_execution();
  Progress progress() const;
  std::optional<double> explored_share() const;
  State state();

  const ProgramFactory& make_;
  const CheckOptions& options_;
  const std::unique_ptr<Program> program_;
  const std::unique_ptr<Reduction> reduction_;
  const std::unique_ptr<Order> order_;
  std::unique_ptr<Program> shadow_;  ///< a second instance, for the audit

  Trace trace_;
  std::vector<Node> nodes_;
  std::vector<MessageId> enabled_;     ///< of all nodes, one after the other
  bool program_beyond_trace_ = false;  ///< it has executed more than the trace and cannot undo it
  std::vector<Choice> variant_;        ///< the choices of the next variant of a step
  std::span<const Choice> running_choices_;  ///< given to the step that is running
  bool stopped_ = false;
  std::uint64_t cut_ = 0;  ///< executions not followed beyond depth_max
  std::uint64_t warnings_seen_ = 0;
  RaceCounts races_;
  CheckResult result_;
  Clock::time_point begin_;
  Clock::time_point last_progress_;
  Observer observer_;
  Watchdog watchdog_;
};

/// Returns how a program is to be made for these options.
ProgramOptions program_options(const CheckOptions& options, Backtrack backtrack);
/// Returns the schedule that leads to the end of a trace.
Schedule schedule_of(const Trace& trace);

}  // namespace harrier
