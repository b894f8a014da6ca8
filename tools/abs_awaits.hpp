// Compares what an ABS model does under the two meanings of await.
#pragma once

#include "tools/command_line.hpp"
#include "tools/status.hpp"

namespace harrier::tools {

/// What is asked of a model, for each meaning of await: equal but for the program.
struct AwaitLines {
  CommandLine core;
  CommandLine release;
};

/// Explores with each, and says where verdicts and end states differ.
Status check_awaits(const AwaitLines& lines);
/// The same for the end states alone.
Status outcomes_of_awaits(const AwaitLines& lines);

}  // namespace harrier::tools
