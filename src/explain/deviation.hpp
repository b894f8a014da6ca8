// Executions that leave a given one at some step and go on as it does where they can.
#pragma once

#include <optional>
#include <vector>

#include "core/trace.hpp"
#include "explain/budget.hpp"
#include "harrier/check.hpp"

namespace harrier {

/// A way to leave an execution: steps of it to execute first, in this order, and what the last of
/// them is to choose.
struct Deviation {
  std::vector<std::size_t> events;
  std::vector<std::uint32_t> choices;
};

/// Tells whether an execution that has come to its end violates something there.
bool violates_at_end(Program& program, const Trace& trace, const CheckOptions& options);

/// Returns the values that a step of a trace chose.
std::vector<std::uint32_t> values_chosen(const Trace& trace, std::size_t event);

/// Executes a deviation from the execution that `given` is, goes on as that does where it is
/// possible and in the order of sending where it is not. Returns the whole execution if it violates
/// nothing.
std::optional<Schedule> passing(Program& program, const Trace& given, const Deviation& deviation,
                                const CheckOptions& options, Budget& budget);

}  // namespace harrier
