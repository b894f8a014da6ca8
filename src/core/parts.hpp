// What stands in for the parts that a program does not have.
#pragma once

#include "harrier/program.hpp"

namespace harrier {

/// Returns who names and shows what is in a program; without a narrator of its own, by numbers.
Narrator& narrator_of(Program& program);

/// Returns who says how things stand in a program; without that, every actor is idle, and what is
/// left pending is not accepted.
Standing& standing_of(Program& program);

}  // namespace harrier
