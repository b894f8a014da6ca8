// Runs a program through steps that are given.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "core/trace.hpp"
#include "explore/watchdog.hpp"
#include "harrier/check.hpp"

namespace harrier {

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

/// Runs exactly one schedule, tells a watchdog what is running, and calls `before_step` with the
/// number of each step, counted from 1.
ReplayResult replay(const ProgramFactory& make, const Schedule& schedule,
                    const CheckOptions& options, Watchdog& watchdog,
                    const std::function<void(std::size_t)>& before_step = {});

/// Starts a program and executes a trace with it, calling `before_each` before each step; throws
/// NondeterminismError where a step does something else than the trace says.
void repeat(Program& program, const Trace& trace, const std::function<void()>& before_each = {});

}  // namespace harrier
