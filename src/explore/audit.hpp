// Executes an execution once more, to see that it repeats and that its order is what it seems.
#pragma once

#include <functional>
#include <optional>
#include <span>

#include "core/trace.hpp"
#include "harrier/check.hpp"

namespace harrier {

/// Executes a trace, at whose end `program` stands, twice on another instance and compares all that
/// shows: in the same order, and with the steps that do not depend on each other the other way
/// round; calls `before_each` before each step. Throws NondeterminismError at the first step that
/// differs.
void audit(Program& program, const Trace& trace, Program& other,
           const std::function<void()>& before_each);

/// Does that with some traces, and compares the checks of their ends too, in a process of its own:
/// whatever the program counts or prints, nobody sees it. Returns what differs, if anything.
std::optional<NondeterminismError> audit_apart(const ProgramFactory& make,
                                               const ProgramOptions& options,
                                               std::span<const Trace> traces);

}  // namespace harrier
