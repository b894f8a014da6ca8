// Puts steps, failures and hangs into words.
#pragma once

#include "core/trace.hpp"
#include "harrier/check.hpp"
#include "property/end_state.hpp"

namespace harrier {

/// Describes a step that was just executed.
StepText describe_step(Program& program, const StepReport& report, std::size_t number);
/// Describes the failure of a step that was just executed.
Finding describe_failure(Program& program, const StepReport& report, std::size_t number);
/// Describes an end state that the program's own check rejects.
Finding end_check_finding(Program& program, const Failure& failure);
/// Describes a set-up or a destructor that failed.
Finding program_error_finding(const ProgramError& error);
/// Describes a step that has not returned; `schedule` is what was executed before it.
Hang describe_hang(Program& program, Schedule schedule, const Progress& progress, double seconds);

/// Executes a trace once more on a fresh program and compares all that shows; throws
/// NondeterminismError at the first step that differs.
void compare_with_fresh_run(Program& program, const Trace& trace, Program& fresh);

}  // namespace harrier
