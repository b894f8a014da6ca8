// One exploration asked for on the command line.
#include "tools/check_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <new>
#include <thread>
#include <utility>

#include "base/text.hpp"
#include "explore/registries.hpp"
#include "explore/watchdog.hpp"
#include "harrier/detail/exits.hpp"
#include "harrier/detail/explained.hpp"
#include "harrier/detail/lost.hpp"
#include "tools/exploration_guard.hpp"
#include "tools/progress.hpp"
#include "tools/schedule_file.hpp"
#include "tools/states_json.hpp"
#include "tools/status.hpp"
#include "tools/terminal.hpp"
#include "tools/words.hpp"

namespace harrier::tools {

namespace {

/// Tells whether the same could be explored with --jobs, whatever the program is.
bool goes_with_jobs(const CommandLine& line, const CheckOptions& options) {
  for (const std::string_view alone :
       {"cluster", "checkpoint", "resume", "save-executions", "tree"}) {
    if (line.has(alone)) return false;
  }
  return why_alone(options).empty();
}

/// Returns how many threads explore: where nobody says so, all cores in the end, as long as that is
/// safe for the program and changes none of the results.
std::uint64_t jobs_of(const CommandLine& line, const CheckOptions& options) {
  if (line.has("jobs")) return base::parse_unsigned(line.value("jobs")).value_or(1);
  const bool all = line.shares_nothing && goes_with_jobs(line, options) && agrees_with_one(options);
  return all ? 0 : 1;
}

/// Throws UsageError where what is explored is not every class, or nobody has shown that it can be
/// verified.
void require_certifiable(const CommandLine& line, const ChosenProgram& program,
                         const CheckOptions& options) {
  const auto refuse = [](std::string_view why) {
    throw UsageError(fmt::format("--certificate lists an execution of every class: {}", why));
  };
  if (!program.definition->uncertified.empty()) refuse(program.definition->uncertified);
  for (const std::string_view option :
       {"states", "search", "depth-max", "cluster", "checkpoint", "resume"}) {
    if (line.has(option)) refuse(fmt::format("it does not go with --{}", option));
  }
  if (reduction_traits(options.reduction).is_partial) {
    refuse(fmt::format("--reduction {} loses some", options.reduction));
  }
  if (options.delivery == DeliveryModel::causal) {
    refuse("what causal order holds back cannot be verified yet; the other delivery models can");
  }
}

}  // namespace

CheckRun::CheckRun(const CommandLine& line)
    : CheckRun(line, choose_program(line), check_options(line)) {}

CheckRun::CheckRun(CommandLine line, ChosenProgram program, CheckOptions options)
    : line_(std::move(line)), program_(std::move(program)), options_(std::move(options)) {
  report_options_ = report_options(line_, program_);
  for (const std::string_view option : {"save", "save-executions", "save-schedule"}) {
    if (line_.has(option)) require_savable(line_.value(option));
  }
  if (line_.has("save") && line_.has("save-executions")) {
    require_different_files(line_.value("save"), line_.value("save-executions"));
  }
  require_outputs_savable(line_);
  if (line_.has("cluster")) {
    for (const std::string_view option : {"checkpoint", "resume", "save-executions"}) {
      if (!line_.has(option)) continue;
      throw UsageError(
          fmt::format("--{} is for an exploration in one process; what --cluster explores is kept "
                      "by its store",
                      option));
    }
  }
  if (line_.has("checkpoint-seconds") && !line_.has("checkpoint") && !line_.has("resume")) {
    throw UsageError("--checkpoint-seconds goes with --checkpoint or --resume");
  }
  if (line_.has("page")) options_.stats = true;
  if (line_.has("certificate")) {
    require_certifiable(line_, program_, options_);
    require_savable(line_.value("certificate"));
    for (const std::string_view option : {"save", "save-executions"}) {
      if (line_.has(option)) {
        require_different_files(line_.value(option), line_.value("certificate"));
      }
    }
  }
}

CheckResult CheckRun::explore(const InterruptGuard& interrupt) {
  const bool on_terminal = can_show_progress();
  const bool wanted = line_.has("progress") ? line_.value("progress") != "no" : on_terminal;
  ProgressLine progress(on_terminal);
  if (wanted)
    options_.on_progress = [&](const Progress& now) {
      progress.show(progress_text(now, options_), now.seconds);
    };
  watch_executions(interrupt);
  options_.interrupt = interrupt.flag();
  const ExplorationGuard guard(program_, options_, [&](const CheckResult& result) {
    progress.clear();
    if (cluster_) cluster_->end(result);
    if (forked_ && forked_->end(result)) return std::string();
    save(result, false);
    return tell(result);
  });
  Jobs jobs{.count = jobs_of(line_, options_), .on_worker = &CrashGuard::protect_thread};
  if (line_.has("checkpoint") || line_.has("resume")) keep_checkpoints(jobs);
  if (line_.has("cluster")) {
    cluster_.emplace(line_.value("cluster"), static_cast<unsigned>(jobs.count));
    cluster_->begin(program_, options_);
    jobs.together = [this](const ProgramFactory& make, const CheckOptions& options) {
      return cluster_->explore(make, options);
    };
  }
  if (jobs.count > 1) {
    jobs.apart = [&](const ProgramFactory& make, const CheckOptions& options) {
      forked_.emplace(static_cast<unsigned>(jobs.count));
      return forked_->explore(make, options);
    };
  }
  if (jobs.count == 1 && options_.search.empty() && goes_with_jobs(line_, options_)) {
    report_options_.threads = std::thread::hardware_concurrency();
  }
  CheckResult result = check(program_.factory(), options_, jobs);
  forked_.reset();
  progress.clear();
  if (tree_ && !options_.keep_going) {  // the execution in which it stopped was not explored on
    for (const Violation& violation : result.violations) tree_->add({0, violation.schedule});
  }
  options_.on_progress = {};
  options_.on_execution = {};
  options_.on_start_again = {};
  if (certificate_) keep_certificate(result);
  return result;
}

/// An exploration whose executions cannot be saved is not the one that was asked for.
template <class Write>
void CheckRun::write_on(const InterruptGuard& interrupt, const Write& write) {
  if (!unsaved_.empty()) return;
  try {
    write();
  } catch (const UsageError& error) {
    unsaved_ = error.what();
    interrupt.request();
  }
}

void CheckRun::watch_executions(const InterruptGuard& interrupt) {
  const auto begin = [this] {
    if (line_.has("save-executions")) executions_.emplace(line_.value("save-executions"));
    if (line_.has("certificate")) begin_certificate();
    if (watches_tree(line_)) tree_.emplace();
  };
  begin();
  if (!executions_ && !certificate_ && !tree_) return;
  options_.on_start_again = begin;
  options_.on_execution = [&](const Execution& execution) {
    if (executions_) {
      write_on(interrupt, [&] {
        executions_->append(
            fmt::format("{:016x} {}\n", execution.class_name, execution.schedule.text()));
      });
    }
    if (certificate_) write_on(interrupt, [&] { certificate_->add(execution.schedule); });
    if (tree_) tree_->add(execution);
  };
}

void CheckRun::begin_certificate() {
  certificate_.emplace(line_.value("certificate"), certified_of(program_, options_));
}

/// What does not stand for every class is no certificate.
void CheckRun::keep_certificate(const CheckResult& result) {
  std::string why;
  if (result.verdict == Verdict::violation) why = "something is violated";
  if (!result.complete) why = "not all classes were explored";
  if (result.infeasible > 0) why = "of some executions something is assumed that does not hold";
  if (!unsaved_.empty()) why = unsaved_;
  if (!why.empty()) {
    print_error("note", fmt::format("there is no certificate: {}", why));
    return;
  }
  try {
    certificate_->keep();
    const std::string listed = explores_classes_once(options_)
                                   ? base::grouped(certificate_->size()) + " classes"
                                   : base::counted(certificate_->size(), "execution");
    report_options_.certificate = fmt::format("{} ({})", line_.value("certificate"), listed);
  } catch (const UsageError& error) {
    unsaved_ = error.what();
  }
}

/// Goes on from a checkpoint where that is asked for, and writes others. That one cannot be written
/// is told once; the exploration goes on.
void CheckRun::keep_checkpoints(Jobs& jobs) {
  const std::string file = line_.value(line_.has("checkpoint") ? "checkpoint" : "resume");
  const Fingerprint of = fingerprint_of(program_, options_);
  if (line_.has("resume")) jobs.resume = read_checkpoint(line_.value("resume"), of);
  require_savable(file);
  jobs.checkpoint_seconds = seconds_of(line_.value("checkpoint-seconds"));
  if (jobs.checkpoint_seconds <= 0) throw UsageError("--checkpoint-seconds wants more than 0");
  options_.on_start_again = [before = options_.on_start_again] {
    if (before) before();
    print_error("warning",
                "the program has made the exploration start again; from here on no checkpoint is "
                "kept");
  };
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

namespace {

/// Says how much to find out about a violation.
ExplainOptions explain_options(const CommandLine& line) {
  ExplainOptions how;
  how.shortest = line.value("minimise") != "no";
  how.why = line.value("explain") != "no";
  if (line.has("explain-seconds-max")) {
    const double seconds = seconds_of(line.value("explain-seconds-max"));
    how.effort = {.seconds_max = seconds};
    how.seconds_max = std::max(how.seconds_max, seconds);
  }
  return how;
}

/// What goes wrong with an execution that is only looked at to explain another one must not hide
/// that one.
constexpr std::string_view not_explained =
    "an execution that was tried to explain this one {}; --keep-going explores such executions "
    "too, --no-minimise --no-explain leaves them alone";

}  // namespace

void CheckRun::explain(CheckResult& result, const InterruptGuard& interrupt) {
  if (result.verdict != Verdict::violation) return;
  try {
    explain_violations_of(result, interrupt);
  } catch (const std::bad_alloc&) {  // the violation itself is there
    notes_.clear();
    report_options_.notes = {};
  }
}

void CheckRun::explain_violations_of(CheckResult& result, const InterruptGuard& interrupt) {
  const ExplainOptions how = explain_options(line_);
  const CheckResult before = result;
  const auto tell_before = [&](std::string_view what) {
    save(before, false);
    std::string text = tell(before);
    if (!line_.has("json")) {
      text += fmt::format("tip: {}\n", fmt::format(fmt::runtime(not_explained), what));
    }
    return text;
  };
  const CrashGuard crash([&](std::string_view, CrashDetail) { return tell_before("crashed"); });
  Watchdog watchdog;
  if (options_.step_seconds_max > 0) {
    const double patience = detail::lost_after_seconds(how, result.violations.size());
    watchdog.start({.seconds_max = patience}, [&](const Watchdog::Stuck&) {
      print(tell_before("did not return"));
      flush_output();
      detail::end_process(static_cast<int>(status_of(before.verdict)));
    });
  }
  const Watchdog::Busy busy(watchdog, Watchdog::What::some_step);

  CheckOptions options = options_;
  options.interrupt = interrupt.flag();
  const bool on_terminal = can_show_progress();
  ProgressLine progress(on_terminal);
  const auto begin = std::chrono::steady_clock::now();
  if (line_.has("progress") ? line_.value("progress") != "no" : on_terminal) {
    options.on_progress = [&](const Progress& now) {
      if (std::chrono::steady_clock::now() - begin < std::chrono::seconds(1)) return;
      progress.show("explaining the violation: " + progress_text(now, CheckOptions()), now.seconds);
    };
  }
  notes_ = explain_violations(program_.factory(), result, options, how);
  name_schedules(result);
  report_options_.notes =
      detail::explained_notes(program_.factory(), result, notes_, options_, report_options_);
  show_states(result);
}

/// Puts the states that steps change beside the steps, for those who read JSON.
void CheckRun::show_states(const CheckResult& result) {
  if (line_.value("explain") == "no" || !(line_.has("json") || line_.has("save"))) return;
  for (const Violation& violation : result.violations) {
    Json steps = steps_to_json(violation.steps);
    add_states(program_.factory(), options_, violation.schedule, steps);
    steps_.emplace(violation.schedule.text(), std::move(steps));
  }
}

/// Names the steps of the violations, of which it takes no more than a moment for each.
void CheckRun::name_schedules(const CheckResult& result) {
  constexpr std::size_t steps_max = 1'000;
  const auto add = [&](const Schedule& schedule) {
    if (schedule.steps.size() > steps_max) return;
    const auto exited = detail::run_until_exit([&] {
      try {
        names_.emplace(schedule.text(), name_steps(program_.factory(), schedule, options_));
      } catch (const std::exception&) {  // what does not show again has no names
      }
    });
    static_cast<void>(exited);
  };
  for (const Violation& violation : result.violations) add(violation.schedule);
  if (!line_.has("names")) return;
  for (const std::optional<Explained>& note : notes_) {
    if (note && note->why) add(note->why->passing);
  }
  report_options_.replay_line = [this](const Violation& violation) {
    const std::string numbers = violation.schedule.text();
    const auto named = names_.find(numbers);
    return replay_line(line_, program_, named != names_.end() ? named->second.text() : numbers,
                       &violation);
  };
}

void CheckRun::save(const CheckResult& result, bool executes) {
  if (line_.has("save")) save_file(line_.value("save"), json_text(json_of(result)));
  if (has_outputs(line_)) write_outputs_of(result, executes);
  if (line_.has("save-schedule") && !result.violations.empty()) {
    save_schedule(line_.value("save-schedule"), program_, options_,
                  result.violations.front().schedule);
  }
  if (!unsaved_.empty()) throw UsageError(unsaved_);
  if (executions_) executions_->keep();
}

void CheckRun::write_outputs_of(const CheckResult& result, bool executes) {
  PageContent content{.result = json_of(result),
                      .violations = {},
                      .tree = tree_ ? &*tree_ : nullptr,
                      .executes = executes};
  for (std::size_t i = 0; i < result.violations.size(); ++i) {
    PageViolation& shown = content.violations.emplace_back();
    shown.violation = result.violations[i];
    if (i >= notes_.size() || !notes_[i]) continue;
    shown.certified = notes_[i]->shortest && notes_[i]->shortest->certified;
    shown.why = notes_[i]->why;
  }
  write_outputs(line_, {program_, options_, report_options_, std::move(content)});
}

Json CheckRun::json_of(const CheckResult& result) const {
  Json json = check_to_json(program_, options_, result);
  json["jobs"] = line_.has("jobs") ? jobs_of(line_, options_) : result.threads;
  if (certificate_) {
    const bool is_kept = !report_options_.certificate.empty();
    json["certificate"] = is_kept ? Json(line_.value("certificate")) : Json(nullptr);
  }
  for (std::size_t i = 0; i < result.violations.size(); ++i) {
    const std::string schedule = result.violations[i].schedule.text();
    const auto named = names_.find(schedule);
    if (named != names_.end()) json["violations"][i]["names"] = named->second.text();
    const auto steps = steps_.find(schedule);
    if (steps != steps_.end()) json["violations"][i]["steps"] = steps->second;
  }
  for (std::size_t i = 0; i < notes_.size(); ++i) {
    if (!notes_[i]) continue;
    Json& violation = json["violations"][i];
    if (notes_[i]->shortest) violation["shortest"] = notes_[i]->shortest->certified;
    if (notes_[i]->why) violation["why"] = why_to_json(*notes_[i]->why);
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

void CheckRun::publish(const CheckResult& result) { publish(result, tell(result)); }

void CheckRun::publish(const CheckResult& result, const std::string& text) {
  print(text);
  save(result, true);
}

}  // namespace harrier::tools
