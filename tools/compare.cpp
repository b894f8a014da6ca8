// `harrier compare`: reductions and orders side by side on one program, as the papers' tables.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "explore/registries.hpp"
#include "tools/commands.hpp"
#include "tools/comparison.hpp"
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
    options_.undelivered = Undelivered::ignore;
  }

  Status run() {
    const InterruptGuard interrupt;
    options_.interrupt = interrupt.flag();
    std::vector<Cell> cells;
    for (const std::string& reduction : words_of(line_.value("reductions"))) {
      const ReductionTraits& traits = reduction_traits(reduction);
      if (traits.actors_only && !takes_actors_only()) continue;
      for (const bool sleep : {false, true}) {
        if (sleep && traits.sleep != SleepUse::optional) continue;
        for (const std::string& order : orders_of(reduction)) {
          cells.push_back(explore(reduction, sleep, order));
        }
      }
    }
    publish(cells);
    const bool complete = std::ranges::all_of(cells, &Cell::complete);
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

  /// Every sequence is explored in whichever order, so one order shows all there is.
  std::vector<std::string> orders_of(const std::string& reduction) const {
    std::vector<std::string> chosen = words_of(line_.value("orders"));
    if (std::ranges::find(chosen, "all") != chosen.end()) {
      chosen.clear();
      for (const NamedSummary& order : orders()) chosen.emplace_back(order.name);
    }
    if (reduction == "exhaustive") chosen.resize(1);
    return chosen;
  }

  Cell explore(const std::string& reduction, bool sleep, const std::string& order) {
    options_.reduction = reduction;
    options_.sleep = sleep;
    options_.order = order;
    CheckOptions own = options_;
    for (const auto& [name, value] : options_.parameters) {
      if (!takes_parameter(reduction, name)) own.parameters.erase(name);
    }
    const CheckResult result = check(program_.factory(), own);
    return {.reduction = reduction,
            .sleep = sleep,
            .order = order,
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

  Json to_json(const std::vector<Cell>& cells) const {
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
    for (const Cell& cell : cells) {
      json["cells"].push_back({{"reduction", cell.reduction},
                               {"sleep", cell.sleep},
                               {"order", cell.order},
                               {"complete", cell.complete},
                               {"executions", cell.executions},
                               {"blocked", cell.blocked},
                               {"steps", cell.steps},
                               {"seconds", cell.seconds}});
    }
    return json;
  }

  void publish(const std::vector<Cell>& cells) const {
    if (line_.has("json")) {
      print(json_text(to_json(cells)));
    } else if (line_.has("csv")) {
      print(csv_text(cells));
    } else {
      print(title() + "\n\n" + table_text(cells));
    }
    if (line_.has("plot")) save_file(line_.value("plot"), plot_svg(cells, title()));
  }

  const CommandLine& line_;
  ChosenProgram program_;
  CheckOptions options_;
};

}  // namespace

Status run_compare(const CommandLine& line) { return CompareRun(line).run(); }

}  // namespace harrier::tools
