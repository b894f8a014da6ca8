// What reports say of explained violations, for the command line and for GoogleTest assertions.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harrier/explain.hpp"
#include "harrier/report.hpp"

namespace harrier::detail {

/// Tells what was found out about the violations of a result, with the states that their steps
/// change: what `ReportOptions::notes` takes. The states are found by running an execution again.
std::function<std::string(const Violation&)> explained_notes(
    const ProgramFactory& make, const CheckResult& result,
    const std::vector<std::optional<Explained>>& found, const CheckOptions& explored,
    const ReportOptions& options);

}  // namespace harrier::detail
