// `harrier replay --interactive`: goes through an execution as the user says.
#pragma once

#include "tools/replay_request.hpp"

namespace harrier::tools {

/// Reads commands from stdin until there are no more or one of them ends it.
void run_interactive(const CommandLine& line, const ReplayRequest& request);

}  // namespace harrier::tools
