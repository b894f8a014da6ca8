// What `harrier page` reads of a result file beyond the executions, which it runs again.
#pragma once

#include <string>
#include <string_view>

#include "tools/json.hpp"

namespace harrier::tools {

/// Reads the counts, the options and the races of a result; what is not as expected is left out.
/// Throws UsageError where the text is no JSON object.
Json parse_summary(std::string_view text, const std::string& file);

}  // namespace harrier::tools
