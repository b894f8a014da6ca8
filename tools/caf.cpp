// `harrier caf`: runs a compiled CAF program with the adapter preloaded, which explores it.
#include "tools/commands.hpp"
#include "tools/preload.hpp"

namespace harrier::tools {

Status run_caf(const CommandLine& line) {
  constexpr PreloadLibrary library = {.command = "caf",
                                      .file = "libharrier_caf_preload.so",
                                      .framework = "the C++ Actor Framework",
                                      .abbreviation = "CAF",
                                      .build_option = "HARRIER_BUILD_CAF"};
  return run_preloaded(library, line);
}

}  // namespace harrier::tools
