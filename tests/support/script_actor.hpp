// Runs random programs: one actor class per flavour, whose handlers interpret scripts.
#pragma once

#include "harrier/check.hpp"
#include "tests/support/random_program.hpp"

namespace harrier::testing {

/// Returns what makes the program, for Search and check(). The program is copied.
ProgramFactory factory_of(const RandomProgram& program);

}  // namespace harrier::testing
