// Compares what an ABS model does under the two meanings of await.
#include "tools/abs_awaits.hpp"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

#include "base/text.hpp"
#include "tools/check_run.hpp"
#include "tools/outcomes_run.hpp"
#include "tools/outputs.hpp"
#include "tools/terminal.hpp"
#include "tools/words.hpp"

namespace harrier::tools {

namespace {

constexpr std::string_view only_here =
    "the backends for ABS differ in this, so the model depends on which of them runs it";

/// What the end states of both have in common.
class ComparedEnds {
 public:
  explicit ComparedEnds(const AwaitLines& lines) : core_(lines.core), release_(lines.release) {}

  void explore(const InterruptGuard& interrupt) {
    core_.explore(interrupt);
    release_.explore(interrupt);
    // What a stopped exploration has not met it might still meet.
    if (release_.complete()) core_only_ = core_.ends().missing_in(release_.ends());
    if (core_.complete()) release_only_ = release_.ends().missing_in(core_.ends());
    compared_ = core_.complete() && release_.complete();
  }

  bool differ() const { return !(core_only_.empty() && release_only_.empty()); }
  const OutcomesRun& core() const { return core_; }
  const OutcomesRun& release() const { return release_; }

  std::string text() const {
    if (!compared_ && !differ()) {
      const bool is_core = !core_.complete();
      return fmt::format("{}: with --await {}, {}\n",
                         core_.complete() || release_.complete()
                             ? "no end state was met that only one of both reaches"
                             : "the end states were not compared",
                         is_core ? "core" : "release",
                         (is_core ? core_ : release_).why_incomplete());
    }
    if (!differ()) {
      return fmt::format("both reach the same {}\n",
                         base::counted(core_.ends().sorted().size(), "end state"));
    }
    return fmt::format("warning: not all end states are reached by both: {}\n", only_here) +
           text_of(core_, core_only_, "core") + text_of(release_, release_only_, "release");
  }

  Json to_json() const {
    Json json;
    json["compared"] = compared_;
    json["same"] = compared_ || differ() ? Json(!differ()) : Json(nullptr);
    json["core_only"] = Json::array();
    json["release_only"] = Json::array();
    for (const Outcome* one : core_only_) json["core_only"].push_back(one->to_json());
    for (const Outcome* one : release_only_) json["release_only"].push_back(one->to_json());
    return json;
  }

 private:
  static std::string text_of(const OutcomesRun& run, const std::vector<const Outcome*>& only,
                             std::string_view await) {
    std::string text;
    for (const Outcome* outcome : only) {
      text += fmt::format("\nwith --await {} only: {}\n{}", await, run.counted(outcome->classes),
                          run.text_of(*outcome));
    }
    return text;
  }

  OutcomesRun core_;
  OutcomesRun release_;
  bool compared_ = false;
  std::vector<const Outcome*> core_only_;
  std::vector<const Outcome*> release_only_;
};

/// Refuses what takes the result of one exploration.
void require_comparable(const CommandLine& line) {
  if (line.value("delivery") == all_deliveries) {
    throw UsageError("calls of ABS objects arrive in any order: --delivery bag is the only one");
  }
  std::string_view refused;
  for (const std::string_view option :
       {"save", "save-executions", "save-schedule", "checkpoint", "resume"}) {
    if (line.has(option)) refused = option;
  }
  if (refused.empty() && !has_outputs(line)) return;
  throw UsageError(
      fmt::format("{} takes one exploration and --await both makes two: choose core or release",
                  refused.empty() ? "a page or another output" : "--" + std::string(refused)));
}

/// What both verdicts come to: the one that there is more to say about.
Verdict worse(Verdict one, Verdict other) {
  for (const Verdict verdict : {Verdict::nondeterminism, Verdict::violation, Verdict::incomplete}) {
    if (one == verdict || other == verdict) return verdict;
  }
  return Verdict::ok;
}

}  // namespace

Status check_awaits(const AwaitLines& lines) {
  require_comparable(lines.core);
  const InterruptGuard interrupt;
  CheckRun core_run(lines.core);
  CheckResult core = core_run.explore(interrupt);
  core_run.explain(core, interrupt);
  CheckRun release_run(lines.release);
  CheckResult release = release_run.explore(interrupt);
  release_run.explain(release, interrupt);
  // A bound that stops one of them is no difference.
  const bool known = core.verdict != Verdict::incomplete && release.verdict != Verdict::incomplete;
  const bool same = core.verdict == release.verdict;
  // Where an exploration stopped, one that does not may never end.
  ComparedEnds ends(lines);
  const bool compares = core.complete && release.complete;
  if (compares) ends.explore(interrupt);

  if (lines.core.has("json")) {
    Json json;
    json["schema"] = awaits_schema;
    json["same_verdict"] = known ? Json(same) : Json(nullptr);
    json["end_states"] = ends.to_json();
    json["core"] = core_run.json_of(core);
    json["release"] = release_run.json_of(release);
    print(json_text(json));
  } else {
    std::string text = fmt::format("with --await core:\n{}\nwith --await release:\n{}\n",
                                   core_run.tell(core), release_run.tell(release));
    if (known && !same) {
      text += fmt::format(
          "warning: the verdict is {} with --await core and {} with --await "
          "release: {}\n",
          to_string(core.verdict), to_string(release.verdict), only_here);
    }
    text += compares ? ends.text()
                     : "the end states were not compared, since not all executions were explored: "
                       "'abs outcomes --await both' does\n";
    print(text);
  }
  return status_of(worse(core.verdict, release.verdict));
}

Status outcomes_of_awaits(const AwaitLines& lines) {
  const InterruptGuard interrupt;
  ComparedEnds ends(lines);
  ends.explore(interrupt);
  if (lines.core.has("json")) {
    Json json;
    json["schema"] = awaits_schema;
    json["end_states"] = ends.to_json();
    json["core"] = ends.core().to_json();
    json["release"] = ends.release().to_json();
    print(json_text(json));
  } else {
    print(fmt::format("with --await core:\n{}\nwith --await release:\n{}\n{}", ends.core().text(),
                      ends.release().text(), ends.text()));
  }
  const bool complete = ends.core().complete() && ends.release().complete();
  return complete ? Status::ok : status_of(Verdict::incomplete);
}

}  // namespace harrier::tools
