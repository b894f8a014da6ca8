// Runs a program through steps that are given.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/trace.hpp"
#include "explore/watchdog.hpp"
#include "harrier/check.hpp"

namespace harrier {

/// Returns the choices that a step of a schedule is to take; of how many values it does not say.
std::vector<Choice> as_choices(std::span<const std::uint32_t> values);

/// One execution whose steps somebody else chooses, with its trace.
class Replay {
 public:
  /// Starts the program.
  explicit Replay(Program& program);

  const Trace& trace() const { return trace_; }
  bool is_pending(MessageId message) const;
  bool is_enabled(MessageId message);
  /// Executes a step that is enabled.
  const StepReport& execute(MessageId message, std::span<const Choice> choices);

 private:
  Program& program_;
  Trace trace_;
  std::vector<MessageId> enabled_;
  std::vector<EventId> causes_;
};

/// What can be seen of a step, or of the set-up.
struct SeenStep {
  std::size_t number = 0;  ///< counted from 1; 0 for the set-up
  std::string before;      ///< the state of the step's actor, where it can be shown
  std::string after;
  std::vector<std::string> printed;  ///< lines, where the program tells of them
};

/// What is called for the steps of a schedule.
struct StepCalls {
  std::function<void(std::size_t number)> before = {};
  std::function<void(const SeenStep& step)> after = {};
};

/// Runs exactly one schedule, and tells a watchdog what is running.
ReplayResult replay(const ProgramFactory& make, const Schedule& schedule,
                    const CheckOptions& options, Watchdog& watchdog, const StepCalls& calls = {});

/// Starts a program and executes a trace with it, calling `before_each` before each step; throws
/// NondeterminismError where a step does something else than the trace says.
void repeat(Program& program, const Trace& trace, const std::function<void()>& before_each = {});

}  // namespace harrier
