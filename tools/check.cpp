// `harrier check`: explores a program and says what that established.
#include <fmt/format.h>

#include <map>

#include "tools/check_run.hpp"
#include "tools/commands.hpp"
#include "tools/interrupt.hpp"
#include "tools/terminal.hpp"
#include "tools/words.hpp"

namespace harrier::tools {

namespace {

/// Explores under every delivery model and names the weakest that will do.
Status check_all_deliveries(CommandLine line) {
  for (const std::string option :
       {"save", "save-executions", "certificate", "checkpoint", "resume"}) {
    if (!line.has(option)) continue;
    throw UsageError(
        fmt::format("--{} takes the result of one delivery model, not of all of them", option));
  }
  const InterruptGuard interrupt;
  Json json;
  json["schema"] = deliveries_schema;
  json["weakest_correct"] = nullptr;
  json["deliveries"] = Json::array();
  std::map<DeliveryModel, CheckRun> runs;
  std::vector<DeliveryResult> results = check_deliveries([&](DeliveryModel delivery) {
    line.values["delivery"] = to_string(delivery);
    return runs.try_emplace(delivery, line).first->second.explore(interrupt);
  });
  const DeliveryResult* const shown = strongest_violated(results);
  CheckRun& run = shown != nullptr ? runs.at(shown->delivery) : runs.begin()->second;
  if (shown != nullptr) {
    run.explain(results[static_cast<std::size_t>(shown - results.data())].result, interrupt);
  }
  for (const DeliveryResult& result : results) {
    if (result.refusal.empty()) {
      json["deliveries"].push_back(runs.at(result.delivery).json_of(result.result));
    }
  }

  if (const std::optional<DeliveryModel> weakest = weakest_correct(results)) {
    json["weakest_correct"] = to_string(*weakest);
  }
  print(line.has("json") ? json_text(json) : report(results, run.reporting()));
  return status_of(verdict_of(results));
}

}  // namespace

Status run_check(const CommandLine& line) {
  if (line.value("delivery") == all_deliveries) return check_all_deliveries(line);
  CheckRun run(line);
  const InterruptGuard interrupt;
  CheckResult result = run.explore(interrupt);
  run.explain(result, interrupt);
  run.publish(result);
  return status_of(result.verdict);
}

}  // namespace harrier::tools
