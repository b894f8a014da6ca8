// The sub-command `page` and the options that it takes.
#pragma once

#include "tools/command_line.hpp"
#include "tools/status.hpp"

namespace harrier::tools {

inline constexpr Use page_use{128};

Status run_page(const CommandLine& line);

}  // namespace harrier::tools
