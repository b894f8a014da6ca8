// Replays a violation in a fresh process, to know that it is the program's: what lasts from one
// execution to the next, as global variables do, may have made it.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace harrier::host {

/// Runs an exploration in a process of its own and shows what it prints; where that has found
/// violations, each is replayed in a process in which nothing has run before. Returns the exit
/// status: where one of them is not there, the verdict is nondeterminism.
int run_confirmed(const std::vector<std::string>& words,
                  const std::function<int(const std::vector<std::string>& words)>& run);

}  // namespace harrier::host
