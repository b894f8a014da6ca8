// A program of which some steps have been executed already.
#pragma once

#include "harrier/check.hpp"

namespace harrier {

/// Makes a program whose executions are the continuations of a schedule: what its steps do belongs
/// to the set-up. The program is then explored like any other.
ProgramFactory after(const ProgramFactory& make, const Schedule& prefix);

}  // namespace harrier
