// One exploration asked for on the command line.
#include "tools/check_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <utility>

#include "base/text.hpp"
#include "tools/exploration_guard.hpp"
#include "tools/progress.hpp"
#include "tools/state_notes.hpp"
#include "tools/terminal.hpp"
#include "tools/words.hpp"

namespace harrier::tools {

CheckRun::CheckRun(CommandLine line)
    : line_(std::move(line)), program_(choose_program(line_)), options_(check_options(line_)) {
  report_options_ = report_options(line_, program_);
  if (line_.has("save")) require_savable(line_.value("save"));
  if (line_.has("save-executions")) require_savable(line_.value("save-executions"));
  if (line_.has("save") && line_.has("save-executions")) {
    require_different_files(line_.value("save"), line_.value("save-executions"));
  }
  require_outputs_savable(line_);
  if (line_.has("page")) options_.stats = true;
}

CheckResult CheckRun::explore(const InterruptGuard& interrupt) {
  const bool on_terminal = can_show_progress();
  const bool wanted = line_.has("progress") ? line_.value("progress") != "no" : on_terminal;
  ProgressLine progress(options_, on_terminal);
  if (wanted) options_.on_progress = [&](const Progress& now) { progress.show(now); };
  if (line_.has("save-executions")) {
    executions_.emplace(line_.value("save-executions"));
  }
  if (watches_tree(line_)) tree_.emplace();
  if (executions_ || tree_) {
    options_.on_execution = [&](const Execution& execution) {
      if (executions_) save(execution, interrupt);
      if (tree_) tree_->add(execution);
    };
    options_.on_start_again = [this] {
      if (executions_) executions_.emplace(line_.value("save-executions"));
      if (tree_) tree_.emplace();
    };
  }
  options_.interrupt = interrupt.flag();
  const ExplorationGuard guard(program_, options_, [&](const CheckResult& result) {
    progress.clear();
    save(result, false);
    return tell(result);
  });
  Jobs jobs{.count = base::parse_unsigned(line_.value("jobs")).value_or(0),
            .on_worker = &CrashGuard::protect_thread};
  if (line_.has("checkpoint") || line_.has("resume")) keep_checkpoints(jobs);
  CheckResult result = check(program_.factory(), options_, jobs);
  progress.clear();
  if (tree_ && !options_.keep_going) {  // the execution in which it stopped was not explored on
    for (const Violation& violation : result.violations) tree_->add({0, violation.schedule});
  }
  if (line_.has("minimise") || line_.has("explain") || line_.has("page")) explain(result);
  return result;
}

/// What an exploration is that a checkpoint is of: all that decides which steps it takes.
Fingerprint CheckRun::fingerprint() const {
  Fingerprint of{{"executable", executable_name()}, {"program", program_.definition->name}};
  of.emplace_back("arguments", base::join(program_.given, " "));
  of.emplace_back("reduction", options_.reduction);
  of.emplace_back("order", options_.order);
  of.emplace_back("dependence", word_of(dependence_words, options_.dependence));
  of.emplace_back("delivery", word_of(delivery_words, options_.delivery));
  of.emplace_back("environment", word_of(environment_words, options_.environment));
  of.emplace_back("undelivered", word_of(undelivered_words, options_.undelivered));
  of.emplace_back("sleep", options_.sleep ? "yes" : "no");
  of.emplace_back("keep-going", options_.keep_going ? "yes" : "no");
  of.emplace_back("depth-max", std::to_string(options_.depth_max));
  of.emplace_back("seed", std::to_string(options_.seed));
  return of;
}

/// Goes on from a checkpoint where that is asked for, and writes others. That one cannot be written
/// is told once; the exploration goes on.
void CheckRun::keep_checkpoints(Jobs& jobs) {
  const std::string file = line_.value(line_.has("checkpoint") ? "checkpoint" : "resume");
  const Fingerprint of = fingerprint();
  if (line_.has("resume")) jobs.resume = read_checkpoint(line_.value("resume"), of);
  require_savable(file);
  jobs.on_checkpoint = [file, of, is_told = false](const std::string& checkpoint) mutable {
    try {
      write_checkpoint(file, of, checkpoint);
    } catch (const UsageError& error) {
      if (!is_told)
        print_error("warning", fmt::format("{}; the exploration goes on", error.what()));
      is_told = true;
    }
  };
}

/// Makes violations short, and says why they happen.
void CheckRun::explain(CheckResult& result) {
  constexpr double seconds_max = 1;
  if (result.verdict != Verdict::violation) return;
  for (Violation& violation : result.violations) {
    Note& note = notes_.emplace_back();
    note.shortest = minimise(program_.factory(), violation, options_, seconds_max);
    violation = note.shortest.violation;
    if (line_.has("explain") || line_.has("page")) {
      note.why = harrier::explain(program_.factory(), violation, options_, seconds_max);
    }
  }
  report_options_.notes = [this](const Violation& violation) {
    const auto note = std::ranges::find(notes_, violation.schedule, [](const Note& one) {
      return one.shortest.violation.schedule;
    });
    if (note == notes_.end()) return std::string();
    const std::string states =
        can_run_again(violation)
            ? state_notes(program_.factory(), options_, report_options_, violation.schedule)
            : std::string();
    return states + report(note->shortest, report_options_) +
           (note->why ? report(*note->why, report_options_) : std::string());
  };
}

/// An exploration whose executions cannot be saved is not the one that was asked for.
void CheckRun::save(const Execution& execution, const InterruptGuard& interrupt) {
  if (!unsaved_.empty()) return;
  try {
    executions_->append(
        fmt::format("{:016x} {}\n", execution.class_name, execution.schedule.text()));
  } catch (const UsageError& error) {
    unsaved_ = error.what();
    interrupt.request();
  }
}

void CheckRun::save(const CheckResult& result, bool executes) {
  if (line_.has("save")) save_file(line_.value("save"), json_text(json_of(result)));
  PageContent content{.result = json_of(result),
                      .violations = {},
                      .tree = tree_ ? &*tree_ : nullptr,
                      .executes = executes};
  for (std::size_t i = 0; i < result.violations.size(); ++i) {
    PageViolation& shown = content.violations.emplace_back();
    shown.violation = result.violations[i];
    if (i >= notes_.size()) continue;
    shown.certified = notes_[i].shortest.certified;
    shown.why = notes_[i].why;
  }
  write_outputs(line_, {program_, options_, report_options_, std::move(content)});
  if (!unsaved_.empty()) throw UsageError(unsaved_);
  if (executions_) executions_->keep();
}

Json CheckRun::json_of(const CheckResult& result) const {
  Json json = check_to_json(program_, options_, result);
  for (std::size_t i = 0; i < notes_.size(); ++i) {
    json["violations"][i]["shortest"] = notes_[i].shortest.certified;
    if (notes_[i].why) json["violations"][i]["why"] = why_to_json(*notes_[i].why);
  }
  if (result.incomplete.why != Incomplete::Why::crash) return json;
  for (const char* unknown :
       {"executions", "blocked", "steps", "steps_replayed", "depth_max", "states", "seconds"}) {
    json[unknown] = nullptr;
  }
  return json;
}

std::string CheckRun::tell(const CheckResult& result) const {
  try {
    if (line_.has("json")) return json_text(json_of(result));
    if (result.incomplete.why == Incomplete::Why::crash) {
      std::string text;
      for (const Violation& violation : result.violations)
        text += report(violation, report_options_);
      return text;
    }
    CheckOptions told = options_;
    told.stats = line_.has("stats");
    return report(result, told, report_options_);
  } catch (const std::bad_alloc&) {
    // Without the steps it takes less.
    std::string text;
    for (const Violation& violation : result.violations) {
      text += fmt::format("violation: {}\nreplay: {}\n", violation.message(),
                          report_options_.replay_line(violation));
    }
    return text + "incomplete: there is no memory for more of the report\n";
  }
}

void CheckRun::publish(const CheckResult& result) {
  print(tell(result));
  save(result, true);
}

}  // namespace harrier::tools
