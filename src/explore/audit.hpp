// Executes an execution once more, to see that it repeats and that its order is what it seems.
#pragma once

#include <functional>
#include <span>

#include "core/trace.hpp"
#include "harrier/check.hpp"

namespace harrier {

/// Executes a trace, at whose end `program` stands, twice on another instance and compares all that
/// shows: in the same order, and with the steps that do not depend on each other the other way
/// round; with `pairs`, also with each two of these as neighbours, early and late. Calls
/// `before_each` before each step. Throws NondeterminismError at the first step that differs.
void audit(Program& program, const Trace& trace, Program& other, bool pairs,
           const std::function<void()>& before_each);

/// Does that with some of the executions that have led to a result and some pairs of their steps,
/// and compares the checks of their ends and looks for fields that change unrecorded, too, in a
/// process of its own: whatever the program counts or prints, nobody sees it.
void audit_some(const ProgramFactory& make, const CheckOptions& options,
                std::span<const Trace> traces, CheckResult& result);

}  // namespace harrier
