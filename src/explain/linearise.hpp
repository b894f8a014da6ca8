// The same class of an execution, or the part of it that leads to one event, in the order of
// sending.
#pragma once

#include <vector>

#include "core/happens_before.hpp"
#include "core/trace.hpp"
#include "harrier/program.hpp"
#include "harrier/schedule.hpp"

namespace harrier {

/// Returns the happens-before relation of a whole trace.
HappensBefore happens_before_of(const Trace& trace);

/// Schedules those events of a trace that are marked, which must have their past among them: always
/// the one whose message was sent first of those that may come next. Messages are numbered as in
/// the execution that this is.
Schedule linearise(const Trace& trace, const HappensBefore& past, const std::vector<bool>& marked);

/// Marks an event that failed and the events that it rests on. That the failure ended its actor is
/// no reason for it.
std::vector<bool> reasons_of(const Trace& trace, const HappensBefore& past, std::size_t failed);

/// Executes a schedule that fits the program.
Trace trace_of(Program& program, const Schedule& schedule);

/// Counts the deliveries that come before one of a message that was sent earlier.
std::size_t out_of_order(const Schedule& schedule);

}  // namespace harrier
