// What is in viewer/, as the build puts it into the binary.
#pragma once

#include <string_view>

namespace harrier::tools {

extern const std::string_view viewer_style;
extern const std::string_view viewer_script;

}  // namespace harrier::tools
