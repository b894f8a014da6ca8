// `harrier check`: explores a program and says what that established.
#include <fmt/format.h>

#include "tools/check_run.hpp"
#include "tools/commands.hpp"
#include "tools/interrupt.hpp"
#include "tools/terminal.hpp"
#include "tools/words.hpp"

namespace harrier::tools {

namespace {

/// Explores under every delivery model and names the weakest that will do.
Status check_all_deliveries(CommandLine line) {
  for (const std::string option : {"save", "save-executions", "checkpoint", "resume"}) {
    if (!line.has(option)) continue;
    throw UsageError(
        fmt::format("--{} takes the result of one delivery model, not of all of them", option));
  }
  const InterruptGuard interrupt;
  Json json;
  json["schema"] = deliveries_schema;
  json["weakest_correct"] = nullptr;
  json["deliveries"] = Json::array();
  const auto run_under = [&](DeliveryModel delivery) {
    line.values["delivery"] = to_string(delivery);
    return CheckRun(line);
  };
  const std::vector<DeliveryResult> results = check_deliveries([&](DeliveryModel delivery) {
    CheckRun run = run_under(delivery);
    CheckResult result = run.explore(interrupt);
    json["deliveries"].push_back(run.json_of(result));
    return result;
  });

  if (const std::optional<DeliveryModel> weakest = weakest_correct(results)) {
    json["weakest_correct"] = to_string(*weakest);
  }
  const DeliveryResult* shown = strongest_violated(results);
  const CheckRun run = run_under(shown != nullptr ? shown->delivery : results.front().delivery);
  print(line.has("json") ? json_text(json) : report(results, run.reporting()));
  return status_of(verdict_of(results));
}

}  // namespace

Status run_check(const CommandLine& line) {
  if (line.value("delivery") == all_deliveries) return check_all_deliveries(line);
  CheckRun run(line);
  const InterruptGuard interrupt;
  const CheckResult result = run.explore(interrupt);
  run.publish(result);
  return status_of(result.verdict);
}

}  // namespace harrier::tools
