// Calls of exit() and its like while a program is explored: they would end the process, and with it
// everything that was to be said about them.
#pragma once

#include <functional>
#include <optional>
#include <string>

namespace harrier::detail {

/// Runs a body. Where the explored program calls exit, _exit, _Exit or quick_exit in it, the body
/// is left for good, without unwinding, and the call is returned: "exit(3)". What the body was
/// working on must not be used or destroyed afterwards.
std::optional<std::string> run_until_exit(const std::function<void()>& body);

/// Tells whether this is the process that explores, and not one that the explored program has
/// forked off. One that explores in turn is.
bool explores_here();

/// Says that this process, which one that explores has forked off, is a part of it.
void explore_here();

/// Ends the process at once, without asking anybody.
[[noreturn]] void end_process(int status);

/// Is asked first, on every call, and may keep it from happening by not returning.
using ExitHook = void (*)(int status);
void set_exit_hook(ExitHook hook);

}  // namespace harrier::detail
