// What is wrong with a state in which nothing can be delivered: deadlock, stuck actors, lost
// messages.
#pragma once

#include <vector>

#include "core/trace.hpp"
#include "harrier/options.hpp"
#include "harrier/program.hpp"
#include "harrier/violation.hpp"

namespace harrier {

/// What to look for in an end state.
struct EndOptions {
  Environment environment = Environment::total;
  Undelivered undelivered = Undelivered::warn;
  bool warns = true;  ///< otherwise what would only be a warning is not looked for
};

/// What is wrong with an end state.
struct EndFindings {
  std::vector<Finding> violations;
  std::vector<Finding> warnings;
};

/// Examines a state in which nothing can be delivered: what the program itself checks, a deadlock
/// or else stuck actors, and messages that are never delivered.
EndFindings examine_end(Program& program, const Trace& trace, const EndOptions& options);

/// Looks at every actor that has not ended, or has failed, or has messages.
std::vector<ActorView> view_actors(Program& program, const Trace& trace);

}  // namespace harrier
