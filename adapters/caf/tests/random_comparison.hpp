// Compares `optimal` with `exhaustive` on random programs.
#pragma once

#include <functional>
#include <string>

#include "exactness.hpp"
#include "harrier/caf.hpp"
#include "random_program.hpp"

namespace harrier::caf_tests {

/// Expects `optimal` to meet every class of `exhaustive` once, and every outcome; tells whether the
/// program was small enough to be compared.
bool compare(const ProgramFactory& make, const std::function<std::string()>& outcome);
/// Does so on the program with this seed.
bool compare(unsigned seed, Deeds deeds, const caf::Options& how);

/// Compares on the seeds that the environment asks for, as for the other random programs.
void compare_seeds(const std::function<bool(unsigned seed)>& compare);
/// Does so on random programs of one kind.
void compare_all(Deeds deeds, caf::Options how);

}  // namespace harrier::caf_tests
