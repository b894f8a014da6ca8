// `harrier version`: prints the version.
#include "tools/commands.hpp"
#include "tools/terminal.hpp"

namespace harrier::tools {

Status run_version(const CommandLine& line) {
  if (!line.rest.empty()) throw UsageError("'version' takes no arguments");
  print("harrier " HARRIER_VERSION "\n");
  return Status::ok;
}

}  // namespace harrier::tools
