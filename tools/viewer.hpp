// What is in viewer/, as the build puts it into the binary.
#pragma once

#include <span>
#include <string_view>

namespace harrier::tools {

/// In parts, which follow each other.
extern const std::span<const std::string_view> viewer_style;
extern const std::span<const std::string_view> viewer_script;

}  // namespace harrier::tools
