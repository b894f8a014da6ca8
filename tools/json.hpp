// Results as JSON objects. Scripts depend on the names of the keys.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "harrier/check.hpp"
#include "harrier/explain.hpp"
#include "tools/programs.hpp"

namespace harrier::tools {

using Json = nlohmann::ordered_json;

inline constexpr std::string_view check_schema = "harrier-check-1";
inline constexpr std::string_view deliveries_schema = "harrier-deliveries-1";
inline constexpr std::string_view awaits_schema = "harrier-awaits-1";
inline constexpr std::string_view replay_schema = "harrier-replay-1";
inline constexpr std::string_view outcomes_schema = "harrier-outcomes-1";
inline constexpr std::string_view remarks_schema = "harrier-remarks-1";
inline constexpr std::string_view estimate_schema = "harrier-estimate-1";
inline constexpr std::string_view verify_schema = "harrier-verify-1";
inline constexpr std::string_view list_schema = "harrier-list-1";

/// Tells what an exploration established.
Json check_to_json(const ChosenProgram& program, const CheckOptions& options,
                   const CheckResult& result);
Json steps_to_json(const std::vector<StepText>& steps);
/// Tells why a violation happens.
Json why_to_json(const Explanation& why);
/// Tells how many classes there are likely to be.
Json estimate_to_json(const Estimate& estimate);
Json estimate_to_json(const ChosenProgram& program, const CheckOptions& options,
                      const Estimate& estimate);
/// Tells how one execution went.
Json replay_to_json(const ChosenProgram& program, const CheckOptions& options,
                    const Schedule& schedule, const ReplayResult& result);
/// Tells which programs, reductions and orders there are.
Json list_to_json();

/// Writes an object as text, for people and programs alike.
std::string json_text(const Json& json);

}  // namespace harrier::tools
