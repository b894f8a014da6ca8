// Executions as sequence diagrams in the languages that issue trackers and wikis draw.
#pragma once

#include <string>
#include <vector>

#include "harrier/violation.hpp"

namespace harrier {

/// Writes an execution for Mermaid.
std::string mermaid_sequence(const std::vector<StepText>& steps, const std::string& title);
/// Writes an execution for PlantUML.
std::string plantuml_sequence(const std::vector<StepText>& steps, const std::string& title);

}  // namespace harrier
