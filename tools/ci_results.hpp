// Results in the forms that continuous integration reads: JUnit XML and SARIF.
#pragma once

#include <string>

#include "tools/outputs.hpp"

namespace harrier::tools {

/// Tells of one exploration as a test case, which fails with every violation's report.
std::string junit_text(const Outputs& outputs);
/// Tells of the violations as results, each with its steps as a code flow.
std::string sarif_text(const Outputs& outputs);

}  // namespace harrier::tools
