// What is wrong with an execution at its end.
#pragma once

#include <string>

#include "certificate/run.hpp"
#include "harrier/options.hpp"

namespace harrier::certificate {

/// Says what an execution violates at whose end the run stands; empty for nothing. The words are
/// for the one line that a refusal takes: whoever replays it is told all.
std::string wrong_at_end(Run& run, Environment environment, Undelivered undelivered);

}  // namespace harrier::certificate
