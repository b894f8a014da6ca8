// `harrier replay --gdb`: the same command in a debugger, stopped where the chosen step begins.
#pragma once

#include <cstdint>

/// Is called before the step that a debugger waits for; a breakpoint stands here.
extern "C" void harrier_debugged_step();

namespace harrier::tools {

/// Tells whether this process runs in a debugger that we started.
bool is_debugged();

/// Where the debugger stops: in the handler of an actor or the code of a process, or, where we do
/// not know how the program calls that, before the step.
enum class DebuggerStop : std::uint8_t { in_handler, before_step };

/// Runs the command line of this process, without --gdb, in gdb. Throws UsageError where there is
/// no gdb.
[[noreturn]] void run_in_gdb(DebuggerStop stop);

}  // namespace harrier::tools
