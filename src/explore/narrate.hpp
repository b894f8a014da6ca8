// Describes steps, failures and hangs with the names that the program gives.
#pragma once

#include <functional>

#include "core/trace.hpp"
#include "harrier/check.hpp"

namespace harrier {

/// Describes the step that was just executed, the last one of the trace.
StepText describe_step(Program& program, const Trace& trace, const StepReport& report);
/// Describes the step to be executed next.
StepText describe_next(Program& program, const Trace& trace, MessageId message);
/// Describes the failure of the step that was just executed.
FailedStep describe_failure(Program& program, const Trace& trace, const StepReport& report);
/// Describes what has not returned; of a handler's step the message is in the trace.
Hang describe_hang(Program& program, const Trace& trace, Schedule schedule, Unreturned::What what);

}  // namespace harrier
