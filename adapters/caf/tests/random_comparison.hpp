// Compares `optimal` with `exhaustive` on random programs.
#pragma once

#include "harrier/caf.hpp"
#include "random_program.hpp"

namespace harrier::caf_tests {

/// Expects `optimal` to meet every class of `exhaustive` once, and every outcome, on the program
/// with this seed; tells whether it was small enough to be compared.
bool compare(unsigned seed, Deeds deeds, const caf::Options& how);

/// Does so on the programs that the environment asks for, as for the other random programs.
void compare_all(Deeds deeds, caf::Options how);

}  // namespace harrier::caf_tests
