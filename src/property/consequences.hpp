// What is wrong with an execution only because something failed, or was not meant, before.
#pragma once

#include "core/trace.hpp"

namespace harrier {

/// Tells whether some step failed. An end state after that is not one the program wanted.
bool has_failed(const Trace& trace);

/// Tells whether some step came upon an assumption that does not hold: nothing is to be said of the
/// end.
bool is_infeasible(const Trace& trace);

/// Tells whether the last step comes after a step that failed, or came upon such an assumption, in
/// every order of the same class.
bool last_follows_failure(const Trace& trace);

}  // namespace harrier
