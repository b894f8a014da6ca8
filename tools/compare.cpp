// `harrier compare`: reductions and orders side by side on one program, as the papers' tables.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/text.hpp"
#include "explore/registries.hpp"
#include "tools/commands.hpp"
#include "tools/comparison.hpp"
#include "tools/exploration_guard.hpp"
#include "tools/interrupt.hpp"
#include "tools/json.hpp"
#include "tools/result_file.hpp"
#include "tools/terminal.hpp"
#include "tools/words.hpp"

namespace harrier::tools {

namespace {

constexpr std::string_view compare_schema = "harrier-compare-1";

/// One program explored in every way that was asked for.
class CompareRun {
 public:
  explicit CompareRun(const CommandLine& line)
      : line_(line), program_(choose_program(line)), options_(check_options(line)) {
    if (line.has("json") && line.has("csv")) throw UsageError("choose one of --json and --csv");
    if (line.has("plot")) require_savable(line.value("plot"));
    // The papers' relation, which every reduction takes.
    if (!line.has("dependence")) options_.dependence = Dependence::actor;
    if (!line.has("seconds-max")) options_.seconds_max = cell_seconds_max;
    options_.keep_going = true;
    options_.draws = false;
    options_.undelivered = Undelivered::ignore;
  }

  Status run() {
    const InterruptGuard interrupt;
    options_.interrupt = interrupt.flag();
    const ExplorationGuard guard(program_, options_,
                                 [this](const CheckResult& result) { return tell(result); });
    for (const std::string& reduction : words_of(line_.value("reductions"))) {
      const ReductionTraits& traits = reduction_traits(reduction);
      if (traits.actors_only && !takes_actors_only()) continue;
      try {
        explore_all(reduction, traits);
      } catch (const UsageError& error) {
        if (line_.has("reductions")) throw;
        refused_[error.what()].push_back(reduction);
      }
    }
    if (cells_.empty() && !refused_.empty()) throw UsageError(refused_.begin()->first);
    print(text());
    if (line_.has("plot")) save_file(line_.value("plot"), plot_svg(cells_, title()));
    const bool complete = std::ranges::all_of(cells_, &Cell::complete);
    return complete ? Status::ok : Status::incomplete;
  }

 private:
  static constexpr double cell_seconds_max = 10;

  /// Tells whether reductions that are valid for actors only can be compared; asked for by name,
  /// they say themselves why not.
  bool takes_actors_only() const {
    return line_.has("reductions") || (options_.dependence == Dependence::actor &&
                                       options_.delivery != DeliveryModel::mailbox);
  }

  /// Every sequence is explored in whichever order, and a published strategy has an order of its
  /// own, so one order shows all there is.
  std::vector<std::string> orders_of(const std::string& reduction) const {
    std::vector<std::string> chosen = words_of(line_.value("orders"));
    if (std::ranges::find(chosen, "all") != chosen.end()) {
      chosen.clear();
      for (const NamedSummary& order : orders()) chosen.emplace_back(order.name);
    }
    const ReductionTraits& traits = reduction_traits(reduction);
    if (traits.every_sequence || traits.is_partial) chosen.resize(1);
    return chosen;
  }

  void explore_all(const std::string& reduction, const ReductionTraits& traits) {
    for (const bool sleep : {false, true}) {
      if (sleep && traits.sleep != SleepUse::optional) continue;
      for (const std::string& order : orders_of(reduction)) {
        cells_.push_back(explore(reduction, sleep, order));
      }
    }
  }

  Cell explore(const std::string& reduction, bool sleep, const std::string& order) {
    options_.reduction = reduction;
    options_.sleep = sleep;
    options_.order = order;
    CheckOptions own = options_;
    for (const auto& [name, value] : options_.parameters) {
      if (!takes_parameter(reduction, name)) own.parameters.erase(name);
    }
    return cell_of(check(program_.factory(), own));
  }

  Cell cell_of(const CheckResult& result) const {
    return {.reduction = options_.reduction,
            .sleep = options_.sleep,
            .order = options_.order,
            .complete = result.complete,
            .executions = result.executions,
            .blocked = result.blocked,
            .steps = result.steps,
            .seconds = result.seconds};
  }

  std::string title() const {
    std::string text = program_.definition->name;
    for (const auto& [key, value] : program_.arguments.values()) {
      text += fmt::format(" {}={}", key, value);
    }
    return fmt::format("{}, dependence by {}", text,
                       word_of(dependence_words, options_.dependence));
  }

  /// What there is to tell where one exploration does not come to its end.
  std::string tell(const CheckResult& result) {
    if (result.incomplete.why == Incomplete::Why::interrupted) {
      cells_.push_back(cell_of(result));
      return text();
    }
    if (line_.has("json")) return json_text(check_to_json(program_, options_, result));
    return report(result.violations.front(), report_options(line_, program_));
  }

  Json to_json() const {
    CheckOptions shared = options_;
    Json json = check_to_json(program_, shared, {});
    json["schema"] = compare_schema;
    for (const char* of_one :
         {"reduction", "order", "sleep", "complete", "verdict", "incomplete_reason", "executions",
          "blocked", "steps", "steps_replayed", "depth_max", "states", "seconds", "violations",
          "warnings"}) {
      json.erase(of_one);
    }
    json["cells"] = Json::array();
    for (const Cell& cell : cells_) {
      json["cells"].push_back({{"reduction", cell.reduction},
                               {"sleep", cell.sleep},
                               {"order", cell.order},
                               {"complete", cell.complete},
                               {"executions", cell.executions},
                               {"blocked", cell.blocked},
                               {"steps", cell.steps},
                               {"seconds", cell.seconds}});
    }
    json["refused"] = Json::object();
    for (const auto& [why, reductions] : refused_) {
      for (const std::string& reduction : reductions) json["refused"][reduction] = why;
    }
    return json;
  }

  std::string text() const {
    if (line_.has("json")) return json_text(to_json());
    if (line_.has("csv")) return csv_text(cells_);
    std::string text = title() + "\n\n" + table_text(cells_);
    for (const auto& [why, reductions] : refused_) {
      text += fmt::format("\nnot compared: {}: {}\n", base::join(reductions), why);
    }
    return text;
  }

  const CommandLine& line_;
  ChosenProgram program_;
  CheckOptions options_;
  std::vector<Cell> cells_;
  /// Reductions that do not take the program, by why.
  std::map<std::string, std::vector<std::string>> refused_;
};

}  // namespace

Status run_compare(const CommandLine& line) { return CompareRun(line).run(); }

}  // namespace harrier::tools
