// Explores a program with a main() of its own, which an adapter is linked with or loaded into.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "harrier/registry.hpp"

namespace harrier::host {

/// What an adapter adds to the command line that takes the place of a program's main().
struct Adapter {
  std::string summary;                ///< of the programs it explores: "a program of …"
  std::vector<Parameter> parameters;  ///< `key=value`, beside the options of check and replay
  std::string delivery;               ///< the order of messages unless the user asks for another
  std::string uncertified = {};       ///< why classes cannot be certified; empty where they can
  /// Says what is wrong with this process, or nothing.
  std::function<std::string()> self_test;
  /// Makes the program under control; what it prints is shown or thrown away.
  std::function<std::unique_ptr<Program>(const Arguments&, const ProgramOptions&,
                                         bool shows_output)>
      make;
  bool confirms = false;  ///< each violation is replayed in a fresh process first
};

using Main = int(int, char**, char**);

/// What the C runtime calls __libc_start_main with.
struct Start {
  Main* program;
  int count;
  char** words;
  void (*begin)();
  void (*end)();
  void (*loader_end)();
  void* stack_end;
};

/// Starts the process with Harrier's command line in place of the program's main(); an adapter's
/// __libc_start_main does nothing else. `adapter` is called when all is initialised.
int start_exploring(const Start& start, Adapter (*adapter)());

/// Runs the program's main() with its arguments and returns its status; a process that it has
/// forked ends with it.
int run_program();

}  // namespace harrier::host
