// Which variables outside of all actors the steps of an execution change.
#pragma once

#include <string>
#include <vector>

#include "core/trace.hpp"

namespace harrier {

/// Executes a trace and names the variables of the executable that its steps change, as `global x`;
/// empty where there are none, or nobody knows their names.
std::vector<std::string> globals_changed_by(Program& program, const Trace& trace);

}  // namespace harrier
