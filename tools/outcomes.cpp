// `harrier outcomes`: the end states of a program, with the number of classes that lead to each.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "core/parts.hpp"
#include "explore/search.hpp"
#include "explore/settled.hpp"
#include "property/consequences.hpp"
#include "tools/commands.hpp"
#include "tools/exploration_guard.hpp"
#include "tools/interrupt.hpp"
#include "tools/json.hpp"
#include "tools/programs.hpp"
#include "tools/terminal.hpp"

namespace harrier::tools {

namespace {

/// How one actor is left, for the reader.
struct LeftActor {
  std::string name;
  std::string state;
  std::string waits_for;
  std::vector<std::string> pending;
  bool failed = false;
  friend auto operator<=>(const LeftActor&, const LeftActor&) = default;
};
using EndState = std::vector<LeftActor>;
/// The same, with names that are equal in equivalent executions.
using ComparedState = std::vector<std::string>;

struct Outcome {
  std::uint64_t classes = 0;
  Schedule schedule;  ///< a shortest one
  EndState state;     ///< at its end
};

EndState end_state_of(const State& at) {
  Narrator& narrator = narrator_of(at.program);
  Standing& standing = standing_of(at.program);
  EndState state;
  for (std::size_t i = 0; i < at.trace.actor_count(); ++i) {
    const ActorId actor(i);
    LeftActor& left = state.emplace_back();
    left.name = narrator.actor_name(actor);
    left.state = narrator.actor_text(actor);
    left.waits_for = standing.status(actor).waits_for;
  }
  for (const MessageId message : at.program.pending()) {
    std::string text = narrator.message_text(message);
    if (!text.empty()) state[at.trace.receiver(message).index()].pending.push_back(std::move(text));
  }
  for (const Event& event : at.trace.events()) {
    if (event.failed) state[event.actor.index()].failed = true;
  }
  for (LeftActor& left : state) std::ranges::sort(left.pending);
  std::ranges::sort(state);
  return state;
}

std::string line_of(const LeftActor& left) {
  std::vector<std::string> parts;
  if (!left.state.empty()) parts.push_back(left.state);
  if (left.failed) parts.emplace_back("failed");
  if (!left.waits_for.empty()) parts.push_back("waits for " + left.waits_for);
  if (!left.pending.empty()) parts.push_back("left: " + base::join(left.pending, ", "));
  return parts.empty() ? std::string()
                       : fmt::format("  {}: {}\n", left.name, base::join(parts, "; "));
}

ComparedState compared(const State& at, const EndState& state) {
  Narrator& narrator = narrator_of(at.program);
  ComparedState compared;
  bool names_itself = false;
  for (std::size_t i = 0; i < at.trace.actor_count(); ++i) {
    std::string text = narrator.compared_text(ActorId(i));
    names_itself |= text != narrator.actor_text(ActorId(i));
    compared.push_back(std::move(text));
  }
  for (const LeftActor& left : state) {
    // Where texts for comparison are made on purpose they say all that there is to compare.
    if (!names_itself) compared.push_back(line_of(left));
    if (left.failed) compared.push_back("failed " + left.state);
  }
  std::ranges::sort(compared);
  return compared;
}

class OutcomesRun {
 public:
  explicit OutcomesRun(const CommandLine& line)
      : line_(line), program_(choose_program(line)), options_(check_options(line)) {
    options_.keep_going = true;
    options_.undelivered = Undelivered::ignore;
  }

  Status run() {
    const InterruptGuard interrupt;
    options_.interrupt = interrupt.flag();
    const ExplorationGuard guard(program_, options_, [this](const CheckResult& result) {
      return report(result.violations.front(), report_options(line_, program_));
    });
    result_ = until_settled([this] { return explore(); });
    print(line_.has("json") ? json_text(json()) : text());
    return result_.complete ? Status::ok : status_of(Verdict::incomplete);
  }

 private:
  CheckResult explore() {
    outcomes_.clear();
    same_as_.clear();
    hidden_.clear();
    by_shown_.clear();
    by_names_.clear();
    Search search(program_.factory(), options_);
    search.observe([this](const State& state) { add(state); });
    return search.run();
  }

  void add(const State& state) {
    EndState end = end_state_of(state);
    note_hidden(state);
    Outcome one{1, schedule_of(state.trace), end};
    const std::size_t fresh = outcomes_.size();
    const std::size_t shown = root(by_shown_.emplace(end, fresh).first->second);
    const std::size_t named = root(by_names_.emplace(compared(state, end), fresh).first->second);
    // Either way of naming things tells that two states are the same; neither that they are not.
    const std::size_t kept = std::min(shown, named);
    const std::size_t other = std::max(shown, named);
    if (kept == fresh) {
      outcomes_.push_back(std::move(one));
      same_as_.push_back(fresh);
      return;
    }
    merge(kept, std::move(one));
    if (other == kept) return;
    if (other == fresh) {
      outcomes_.emplace_back();
      same_as_.push_back(kept);
    } else {
      same_as_[other] = kept;
      merge(kept, std::exchange(outcomes_[other], {}));
    }
  }

  /// Takes note of actors whose state nobody can see: end states may differ in it.
  void note_hidden(const State& at) {
    Narrator& narrator = narrator_of(at.program);
    for (std::size_t i = 0; i < at.trace.actor_count(); ++i) {
      const ActorId actor(i);
      if (standing_of(at.program).activity(actor) == Activity::ended) continue;
      if (narrator.actor_text(actor).empty() && narrator.compared_text(actor).empty()) {
        hidden_.insert(narrator.actor_name(actor));
      }
    }
  }

  std::size_t root(std::size_t index) const {
    while (index < same_as_.size() && same_as_[index] != index) index = same_as_[index];
    return index;
  }

  void merge(std::size_t index, Outcome other) {
    Outcome& outcome = outcomes_[index];
    outcome.classes += other.classes;
    if (other.schedule.steps.size() < outcome.schedule.steps.size()) {
      outcome.schedule = std::move(other.schedule);
      outcome.state = std::move(other.state);
    }
  }

  bool counts_classes() const { return options_.reduction == "optimal"; }
  std::string counted(std::uint64_t count) const {
    return counts_classes() ? fmt::format("{} {}", count, count == 1 ? "class" : "classes")
                            : base::counted(count, "execution");
  }

  /// The outcomes, those of most classes first.
  std::vector<const Outcome*> sorted() const {
    std::vector<const Outcome*> all;
    for (const Outcome& outcome : outcomes_) {
      if (outcome.classes != 0) all.push_back(&outcome);
    }
    std::ranges::stable_sort(all, std::greater(), &Outcome::classes);
    return all;
  }

  std::string text() const {
    const std::vector<const Outcome*> outcomes = sorted();
    std::string text;
    if (!result_.complete) {
      text += fmt::format("incomplete: {}; there may be more\n", result_.incomplete_reason());
    }
    if (outcomes.size() == 1 && result_.complete && result_.executions > 1) {
      text += fmt::format("all {} give the same end state{}\n", counted(result_.executions),
                          hidden_.empty() ? "" : ", as far as it can be seen");
    } else {
      text += fmt::format("{} in {}\n", base::counted(outcomes.size(), "end state"),
                          counted(result_.executions));
    }
    if (!hidden_.empty()) {
      text += fmt::format("the state of {} is not shown: end states may differ in it\n",
                          base::join(std::vector<std::string>(hidden_.begin(), hidden_.end())));
    }
    std::size_t number = 0;
    for (const Outcome* outcome : outcomes) {
      text += fmt::format("\nend state {}: {}\n", ++number, counted(outcome->classes));
      for (const LeftActor& left : outcome->state) text += line_of(left);
      text += fmt::format("  replay: {}\n", replay_line(line_, program_, outcome->schedule.text()));
    }
    return text;
  }

  Json json() const {
    Json json;
    json["schema"] = outcomes_schema;
    json["program"] = program_.definition->name;
    json["reduction"] = options_.reduction;
    json["complete"] = result_.complete;
    json["incomplete_reason"] = result_.incomplete_reason();
    json["executions"] = result_.executions;
    json["seconds"] = result_.seconds;
    json["hidden"] = hidden_;
    json["end_states"] = Json::array();
    for (const Outcome* outcome : sorted()) {
      Json one;
      one["executions"] = outcome->classes;
      one["schedule"] = outcome->schedule.text();
      one["actors"] = Json::array();
      for (const LeftActor& left : outcome->state) {
        one["actors"].push_back({{"name", left.name},
                                 {"state", left.state},
                                 {"failed", left.failed},
                                 {"waits_for", left.waits_for},
                                 {"pending", left.pending}});
      }
      json["end_states"].push_back(std::move(one));
    }
    return json;
  }

  const CommandLine& line_;
  const ChosenProgram program_;
  CheckOptions options_;
  std::vector<Outcome> outcomes_;     ///< those without classes are others by now
  std::vector<std::size_t> same_as_;  ///< per outcome: itself, or the one that it is
  std::set<std::string> hidden_;      ///< actors whose state nobody can see
  std::map<EndState, std::size_t> by_shown_;
  std::map<ComparedState, std::size_t> by_names_;
  CheckResult result_;
};

}  // namespace

Status run_outcomes(const CommandLine& line) { return OutcomesRun(line).run(); }

}  // namespace harrier::tools
