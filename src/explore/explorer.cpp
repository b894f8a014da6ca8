// The loop that joins program, reduction, order and properties.
#include "explore/explorer.hpp"

#include <algorithm>
#include <utility>

#include "core/classes.hpp"
#include "explore/in_progress.hpp"
#include "explore/narrate.hpp"
#include "explore/registries.hpp"

namespace harrier {

namespace {

constexpr std::uint64_t warnings_seen_max = 10'000;
constexpr std::size_t warnings_kept_max = 16;
constexpr double progress_seconds = 0.1;

/// Adds a finding unless one like it is known; returns whether it is new.
bool add_once(std::vector<Violation>& known, const Finding& finding) {
  for (Violation& violation : known) {
    if (violation.kind == finding.kind && violation.message == finding.message) {
      ++violation.count;
      return false;
    }
  }
  Violation violation;
  violation.kind = finding.kind;
  violation.message = finding.message;
  violation.details = finding.details;
  known.push_back(std::move(violation));
  return true;
}

}  // namespace

Schedule schedule_of(const Trace& trace) {
  Schedule schedule;
  schedule.steps.reserve(trace.size());
  for (const Event& event : trace.events()) {
    ScheduledStep& step = schedule.steps.emplace_back();
    step.message = event.message;
    for (const Choice& choice : trace.choices(event)) step.choices.push_back(choice.value);
  }
  return schedule;
}

namespace {

thread_local const Explorer* exploring = nullptr;

/// Says for a while that this thread is exploring.
class Exploring {
 public:
  explicit Exploring(const Explorer* explorer) : outer_(std::exchange(exploring, explorer)) {}
  ~Exploring() { exploring = outer_; }
  Exploring(const Exploring&) = delete;
  Exploring& operator=(const Exploring&) = delete;

 private:
  const Explorer* outer_;
};

}  // namespace

std::optional<Schedule> schedule_in_progress() {
  return exploring != nullptr ? std::optional(exploring->schedule()) : std::nullopt;
}

Schedule Explorer::schedule() const {
  Schedule schedule = schedule_of(trace_);
  if (const MessageId message = program_->executing()) {
    schedule.steps.push_back({message, {}});
    for (const Choice& choice : running_choices_) {
      schedule.steps.back().choices.push_back(choice.value);
    }
  }
  return schedule;
}

Explorer::Explorer(const ProgramFactory& make, const CheckOptions& options)
    : Explorer(make, options, make_reduction(options)) {
  const bool by_actor =
      reduction_traits(options.reduction).actors_only ||
      (options.reduction == "persistent" && options.dependence == Dependence::actor);
  if (options.reduction == "udpor" && program_->capabilities().shared_guards) {
    throw UsageError(
        "udpor does not explore programs in which an actor's end, wait or timer decides about "
        "steps "
        "of others, as CAF programs are; optimal and source do");
  }
  if (by_actor && program_->capabilities().shared_objects) {
    throw UsageError(
        options.reduction +
        " takes steps of different actors to be independent, which those of processes "
        "that share mailboxes and of CAF actors are not; persistent with --dependence field, "
        "source, optimal and udpor take them");
  }
  if (options.stats && !reduction_->notes_races()) {
    throw UsageError(options.reduction +
                     " does not reverse races one by one, so there are none to count; source, "
                     "optimal, udpor and, with --dependence field, persistent do");
  }
}

Explorer::Explorer(const ProgramFactory& make, const CheckOptions& options,
                   std::unique_ptr<Reduction> reduction)
    : make_(make),
      options_(options),
      program_(make(program_options(options, options.backtrack))),
      reduction_(std::move(reduction)),
      order_(make_order(options)) {}

State Explorer::state() {
  return {*program_, trace_, std::span(enabled_).subspan(nodes_.back().enabled_begin),
          options_.stats ? &races_ : nullptr};
}

Progress Explorer::progress() const {
  const std::chrono::duration<double> elapsed = Clock::now() - begin_;
  return {result_.executions, result_.blocked, result_.steps,
          trace_.size(),      elapsed.count(), explored_share()};
}

std::optional<double> Explorer::explored_share() const {
  double share = 0;
  for (std::size_t i = nodes_.size(); i-- > 0;) {
    const std::size_t end = i + 1 < nodes_.size() ? nodes_[i + 1].enabled_begin : enabled_.size();
    const auto left = reduction_->left(i, end - nodes_[i].enabled_begin);
    if (!left) return std::nullopt;
    const double done = nodes_[i].done;
    share = (done + share) / (done + 1 + static_cast<double>(*left));
  }
  return share;
}

CheckResult Explorer::run() {
  begin_ = last_progress_ = Clock::now();
  const Exploring here(this);
  if (options_.on_hang && options_.step_seconds_max > 0) {
    watchdog_.start(options_.step_seconds_max, [this](double seconds) {
      // The exploring thread stands still inside the step, and what it wrote before is visible.
      options_.on_hang(describe_hang(*program_, schedule_of(trace_), progress(), seconds));
    });
  }
  try {
    explore();
  } catch (const ProgramError& error) {
    add_violation(program_error_finding(error));
  } catch (const NondeterminismError& error) {
    result_.verdict = Verdict::nondeterminism;
    result_.incomplete_reason = "step " + std::to_string(error.step() + 1) + ": " + error.what();
  }
  watchdog_.idle();
  watchdog_.stop();
  result_.complete = !stopped_ && result_.verdict != Verdict::nondeterminism;
  if (result_.verdict != Verdict::nondeterminism) {
    result_.verdict = !result_.violations.empty() ? Verdict::violation
                      : result_.complete          ? Verdict::ok
                                                  : Verdict::incomplete;
    confirm_violations();
  }
  result_.seconds = progress().seconds;
  result_.races = races_.counts();
  result_.events = reduction_->statistics().events;
  result_.events_stored_max = reduction_->statistics().events_stored_max;
  return std::move(result_);
}

void Explorer::explore() {
  watchdog_.beat();
  program_->start();
  watchdog_.idle();
  if (program_->actor_count() == 0) {
    throw UsageError("the program creates no actors: its set-up must spawn at least one");
  }
  arrive();
  while (!stopped_) {
    const bool too_deep = options_.depth_max != 0 && trace_.size() >= options_.depth_max;
    const State here = state();
    if (too_deep && !here.enabled.empty()) {
      ++cut_;
      nodes_.back().explored = true;
      reduction_->finish(here);
    }
    const std::optional<Step> next = too_deep ? std::nullopt : reduction_->next(here);
    if (next) {
      step(next->message, next->choices);
    } else if (!backtrack()) {
      break;
    }
    if (should_stop()) break;
  }
  if (cut_ != 0 && !stopped_) {
    stop_incomplete(std::to_string(cut_) + " executions were cut at depth " +
                    std::to_string(options_.depth_max));
  }
}

void Explorer::step(MessageId message, std::span<const Choice> choices) {
  if (options_.executions_max != 0 && result_.executions >= options_.executions_max) {
    stop_incomplete("the bound of " + std::to_string(options_.executions_max) +
                    " executions was reached");
    return;
  }
  bring_program_to_trace();
  nodes_.back().explored = true;
  running_choices_ = choices;
  watchdog_.beat();
  const StepReport& report = program_->execute(message, choices);
  watchdog_.idle();
  running_choices_ = {};
  ++result_.steps;
  trace_.push(report);
  if (report.failure != nullptr) {
    add_violation(describe_failure(*program_, report, trace_.size()));
    if (stopped_) return;
  }
  arrive();
}

void Explorer::arrive() {
  nodes_.push_back({.enabled_begin = enabled_.size()});
  program_->enabled(enabled_);
  const auto begin = enabled_.begin() + static_cast<std::ptrdiff_t>(nodes_.back().enabled_begin);
  order_->sort(*program_, trace_, {begin, enabled_.end()});
  result_.depth_max = std::max<std::uint64_t>(result_.depth_max, trace_.size());
  reduction_->enter(state());
  if (begin == enabled_.end()) finish_execution();
}

void Explorer::finish_execution() {
  ++result_.executions;
  nodes_.back().explored = true;
  if (observer_) observer_(state());
  if (options_.on_execution) {
    options_.on_execution({class_of(*program_, trace_).value, schedule_of(trace_)});
  }
  if (const std::optional<Failure> failure = program_->check_end()) {
    add_violation(end_check_finding(*program_, *failure));
  }
  if (suspicious_end(*program_, options_.environment, options_.undelivered)) {
    const std::vector<Finding> findings = blocked_actors(*program_, options_.environment);
    const bool deadlocked = !findings.empty() && findings.front().kind == "deadlock";
    for (const Finding& finding : findings) add_violation(finding);
    if (!deadlocked && options_.undelivered != Undelivered::ignore &&
        (options_.undelivered == Undelivered::error || warnings_seen_ < warnings_seen_max)) {
      for (const Finding& finding : undelivered_messages(*program_)) {
        if (options_.undelivered == Undelivered::error) {
          add_violation(finding);
        } else {
          add_warning(finding);
        }
      }
    }
  }
  if (options_.audit) audit_execution();
  if (!stopped_) reduction_->finish(state());
}

bool Explorer::backtrack() {
  if (!nodes_.back().explored) ++result_.blocked;
  reduction_->leave(state());
  enabled_.resize(nodes_.back().enabled_begin);
  nodes_.pop_back();
  if (trace_.empty()) return false;
  ++nodes_.back().done;

  const MessageId message = trace_.back().message;
  const std::span<const Choice> taken = trace_.choices(trace_.back());
  variant_.assign(taken.begin(), taken.end());
  if (!program_beyond_trace_ && program_->capabilities().undo) {
    program_->undo();
  } else {
    program_beyond_trace_ = true;
  }
  trace_.pop();
  if (!reduction_->explores_choices() && next_variant(variant_)) step(message, variant_);
  return true;
}

void Explorer::bring_program_to_trace() {
  if (!program_beyond_trace_) return;
  watchdog_.beat();
  program_->start();
  std::size_t done = 0;
  for (const Event& event : trace_.events()) {
    watchdog_.beat();
    const StepReport& report = program_->execute(event.message, trace_.choices(event));
    if (!same_effects(trace_, event, report)) {
      throw NondeterminismError(done, program_->actor_name(report.actor) +
                                          " did something else than before on " +
                                          program_->message_text(report.message));
    }
    ++done;
    ++result_.steps_replayed;
  }
  watchdog_.idle();
  program_beyond_trace_ = false;
}

bool Explorer::should_stop() {
  if (stopped_) return true;
  if (options_.interrupt != nullptr && options_.interrupt->load(std::memory_order_relaxed)) {
    stop_incomplete("interrupted");
    return true;
  }
  if ((result_.steps & 63U) != 0) return false;
  const Clock::time_point now = Clock::now();
  const auto seconds_since = [now](Clock::time_point then) {
    return std::chrono::duration<double>(now - then).count();
  };
  if (options_.seconds_max > 0 && seconds_since(begin_) >= options_.seconds_max) {
    stop_incomplete("the time bound was reached");
    return true;
  }
  if (options_.on_progress && seconds_since(last_progress_) >= progress_seconds) {
    last_progress_ = now;
    options_.on_progress(progress());
  }
  return false;
}

void Explorer::stop_incomplete(std::string reason) {
  stopped_ = true;
  result_.incomplete_reason = std::move(reason);
}

void Explorer::add_violation(const Finding& finding) {
  if (add_once(result_.violations, finding)) {
    result_.violations.back().schedule = schedule_of(trace_);
  }
  if (!options_.keep_going) stop_incomplete("stopped at the first violation");
}

void Explorer::add_warning(const Finding& finding) {
  ++warnings_seen_;
  if (result_.warnings.size() >= warnings_kept_max) return;
  if (add_once(result_.warnings, finding)) result_.warnings.back().schedule = schedule_of(trace_);
}

void Explorer::confirm_violations() {
  for (Violation& violation : result_.violations) {
    const ReplayResult again = replay(make_, violation.schedule, options_);
    violation.steps = again.steps;
    const bool seen = std::ranges::any_of(again.violations, [&](const Violation& other) {
      return other.kind == violation.kind && other.message == violation.message;
    });
    if (seen) continue;
    result_.verdict = Verdict::nondeterminism;
    result_.complete = false;
    result_.incomplete_reason =
        "the violation does not show again when its schedule is replayed: " + violation.message;
  }
}

void Explorer::audit_execution() {
  if (!shadow_) {
    shadow_ = make_(program_options(options_, Backtrack::replay));
  }
  compare_with_fresh_run(*program_, trace_, *shadow_);
}

}  // namespace harrier
