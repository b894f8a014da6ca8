// `harrier outcomes`: the end states of a program, with the number of classes that lead to each.
#include <fmt/format.h>

#include <algorithm>
#include <variant>
#include <vector>

#include "base/text.hpp"
#include "explore/registries.hpp"
#include "explore/settled.hpp"
#include "tools/commands.hpp"
#include "tools/exploration_guard.hpp"
#include "tools/outcomes_run.hpp"
#include "tools/terminal.hpp"

namespace harrier::tools {

OutcomesRun::OutcomesRun(const CommandLine& line)
    : line_(line), program_(choose_program(line)), options_(check_options(line)) {
  options_.keep_going = true;
  options_.draws = false;
  options_.undelivered = Undelivered::ignore;
}

void OutcomesRun::explore(const InterruptGuard& interrupt) {
  options_.interrupt = interrupt.flag();
  const ExplorationGuard guard(program_, options_, [this](const CheckResult& result) {
    return report(result.violations.front(), report_options(line_, program_));
  });
  result_ = until_settled([this] {
    ends_ = {};
    Search search(program_.factory(), options_);
    search.observe([this](const State& state) { ends_.add(state); });
    return search.run();
  });
}

std::string OutcomesRun::why_incomplete() const {
  if (!result_.complete) return result_.incomplete_reason();
  // What follows a failed step is its consequence, which an exploration of states leaves out.
  const bool leaves_out =
      options_.states.on && std::ranges::any_of(result_.violations, [](const Violation& violation) {
        return std::holds_alternative<FailedStep>(violation.finding);
      });
  return leaves_out ? "with --states, ends behind a step that fails are not looked at"
                    : std::string();
}

std::string OutcomesRun::counted(std::uint64_t count) const {
  return explores_classes_once(options_)
             ? fmt::format("{} {}", count, count == 1 ? "class" : "classes")
             : base::counted(count, "execution");
}

std::string OutcomesRun::text_of(const Outcome& outcome) const {
  std::string text;
  for (const ActorAtEnd& left : outcome.state) text += left.line();
  return text +
         fmt::format("  replay: {}\n", replay_line(line_, program_, outcome.schedule.text()));
}

std::string OutcomesRun::text() const {
  const std::vector<const Outcome*> outcomes = ends_.sorted();
  std::string text;
  if (!complete()) {
    text += fmt::format("incomplete: {}; there may be more\n", why_incomplete());
  }
  if (outcomes.size() == 1 && complete() && result_.executions > 1) {
    text += fmt::format("all {} give the same end state{}\n", counted(result_.executions),
                        ends_.hidden().empty() ? "" : ", as far as it can be seen");
  } else {
    text += fmt::format("{} in {}\n", base::counted(outcomes.size(), "end state"),
                        counted(result_.executions));
  }
  if (!ends_.hidden().empty()) {
    text += fmt::format(
        "the state of {} is not shown: end states may differ in it\n",
        base::join(std::vector<std::string>(ends_.hidden().begin(), ends_.hidden().end())));
  }
  std::size_t number = 0;
  for (const Outcome* outcome : outcomes) {
    text += fmt::format("\nend state {}: {}\n{}", ++number, counted(outcome->classes),
                        text_of(*outcome));
  }
  return text;
}

Json OutcomesRun::to_json() const {
  Json json;
  json["schema"] = outcomes_schema;
  json["program"] = program_.definition->name;
  json["reduction"] = options_.reduction;
  json["complete"] = complete();
  json["incomplete_reason"] = why_incomplete();
  json["executions"] = result_.executions;
  json["seconds"] = result_.seconds;
  json["hidden"] = ends_.hidden();
  json["end_states"] = Json::array();
  for (const Outcome* outcome : ends_.sorted()) json["end_states"].push_back(outcome->to_json());
  return json;
}

Status run_outcomes(const CommandLine& line) {
  OutcomesRun run(line);
  const InterruptGuard interrupt;
  run.explore(interrupt);
  print(line.has("json") ? json_text(run.to_json()) : run.text());
  return run.complete() ? Status::ok : status_of(Verdict::incomplete);
}

}  // namespace harrier::tools
