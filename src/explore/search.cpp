// An exploration: walks until its end or a bound, and collects what it finds.
#include "explore/search.hpp"

#include <algorithm>
#include <bit>
#include <new>
#include <string>
#include <utility>

#include "core/classes.hpp"
#include "core/parts.hpp"
#include "explore/audit.hpp"
#include "explore/confirm.hpp"
#include "explore/endless.hpp"
#include "explore/estimate.hpp"
#include "explore/in_progress.hpp"
#include "explore/limits.hpp"
#include "explore/narrate.hpp"
#include "explore/registries.hpp"
#include "explore/turns.hpp"
#include "explore/unfinished.hpp"
#include "harrier/attempts.hpp"
#include "harrier/detail/exits.hpp"
#include "harrier/unsupported.hpp"
#include "property/consequences.hpp"
#include "states/state_table.hpp"

namespace harrier {

namespace {

constexpr std::uint64_t warnings_met_max = 10'000;

thread_local const Search* searching = nullptr;

/// Says for a while that this thread is exploring.
class Searching {
 public:
  explicit Searching(const Search* search) : outer_(std::exchange(searching, search)) {}
  ~Searching() { searching = outer_; }
  Searching(const Searching&) = delete;
  Searching& operator=(const Searching&) = delete;

 private:
  const Search* outer_;
};

}  // namespace

std::optional<Schedule> schedule_in_progress() {
  return searching != nullptr ? std::optional(searching->schedule()) : std::nullopt;
}

std::vector<Violation> violations_in_progress() {
  return searching != nullptr ? searching->violations() : std::vector<Violation>();
}

Search::Search(const ProgramFactory& make, const CheckOptions& options)
    : Search(make, options, make_reduction(options)) {}

Search::Search(const ProgramFactory& make, const CheckOptions& options,
               std::unique_ptr<Reduction> reduction, Watchdog* watchdog)
    : make_(make),
      options_(options),
      program_(make(program_options(options, options.backtrack))),
      reduction_(std::move(reduction)),
      order_(make_order(options)),
      watchdog_(watchdog != nullptr ? *watchdog : own_watchdog_.emplace()),
      walk_(*program_, *reduction_, *order_, options.stats ? &races_ : nullptr, watchdog_),
      endless_(reduction_->is_endless()),
      length_max_(options.depth_max != 0 ? options.depth_max : reduction_->length_max()),
      warnings_(warnings_kept_max) {
  order_->attach(*program_);
  if (options.states.on && program_->fingerprints() == nullptr) {
    throw UsageError(
        "states of this program cannot be compared: only those of native actors, processes and ABS "
        "models can; without --states its executions are explored");
  }
  if (options.states.on && options.states.reduction == StateReduction::stubborn &&
      !program_->fingerprints()->is_let_go_by_its_receiver()) {
    throw UsageError(
        "--reduction stubborn is for actors, whose messages are held back by what their receiver "
        "does; what processes wait for is done by others: take sleep or exhaustive");
  }
  if (options.depth_max > Schedule::steps_max) {
    throw UsageError("a depth of " + std::to_string(options.depth_max) +
                     " is too much: a schedule has at most " + std::to_string(Schedule::steps_max) +
                     " steps");
  }
  if (endless_ && options.executions_max == 0 && options.seconds_max <= 0) {
    throw UsageError(options.search +
                     " draws executions for as long as it may: give it --executions-max or "
                     "--seconds-max");
  }
  if (options.stats && !reduction_->notes_races() && options.search.empty()) {
    throw UsageError(options.reduction +
                     " does not reverse races one by one, so there are none to count; source, "
                     "optimal, udpor and, with --dependence field, persistent do");
  }
}

/// What can be said of the progress whatever state the walk is in.
Progress Search::counts() const {
  const std::chrono::duration<double> elapsed = Clock::now() - begin_;
  return {.executions = result_.executions,
          .blocked = result_.blocked,
          .steps = result_.steps,
          .seconds = elapsed.count()};
}

Progress Search::progress() const {
  Progress now = counts();
  now.depth = walk_.trace().size();
  now.explored = walk_.explored_share();
  now.states = reduction_->statistics().states;
  now.estimate = estimate_ ? estimate_ : reduction_->statistics().estimate;
  return now;
}

CheckResult Search::run() { return run_confirmed(nullptr); }

CheckResult Search::run(const Work& work) {
  if (!reduction_->is_movable() || order_->learns()) {
    throw UsageError(options_.reduction + " with order " + options_.order +
                     " cannot go on with the rest of another search");
  }
  return run_confirmed(&work);
}

std::optional<Work> Search::take_work() {
  if (!reduction_->is_movable() || order_->learns()) return std::nullopt;
  return walk_.take();
}

void Search::run_from(const Work* work) {
  begin_ = last_progress_ = Clock::now();
  const Searching here(this);
  watch();
  const std::optional<std::string> exited = detail::run_until_exit([&] {
    try {
      explore(work);
      if (!stopped_) look_for_endless();
    } catch (const ProgramError& error) {
      violations_.add(FailedProgram{error.failure()}, walk_.trace());
      stop_after_violation();
    } catch (const NondeterminismError& error) {
      result_.verdict = Verdict::nondeterminism;
      result_.incomplete = {
          .why = Incomplete::Why::differs, .step = error.step() + 1, .what = error.what()};
    } catch (const UnsupportedError& error) {
      unsupported_ = error.what();
      stop({.why = Incomplete::Why::covers_part});
    } catch (const TableFull&) {
      stop({.why = Incomplete::Why::states_full});
    } catch (const std::bad_alloc&) {
      stop({.why = Incomplete::Why::memory});
    }
  });
  watchdog_.idle();
  watchdog_.pause();
  if (own_watchdog_) own_watchdog_->stop();
  if (exited) note_exit(*exited);
  conclude();
}

CheckResult Search::run_confirmed(const Work* work) {
  run_from(work);
  if (result_.verdict != Verdict::nondeterminism) {
    confirm_violations(make_, options_, result_, [this] { return counts(); });
  }
  result_.seconds = counts().seconds;
  return std::move(result_);
}

/// Forgets what was established about the work before.
void Search::begin_portion() {
  // What failed on the path to it fails on the path to the next one, too, and is counted again.
  while (!failed_.empty()) {
    walk_.leave();
    if (failed_.back().event >= walk_.trace().size()) failed_.pop_back();
  }
  result_ = {};
  if (keeps_one_) sample_.clear();
  violations_ = Findings();
  warnings_ = Findings(warnings_kept_max);
  steps_replayed_before_ = walk_.steps_replayed();
  stopped_ = false;
  cut_ = 0;
  cut_here_ = false;
}

Search::Portion Search::run_portion(const Work* work, std::uint64_t steps_max, Pause pause) {
  begin_portion();
  steps_max_ = steps_max;
  pause_ = pause;
  shared_ = work != nullptr ? work->shared_count() : 0;
  run_from(work);
  Portion portion;
  portion.cut = cut_;
  portion.counts = violations_.counts();
  portion.handed_over = reduction_->take_handed_over();
  if (keeps_one_) std::swap(portion.sample, sample_);
  const Incomplete::Why why = result_.incomplete.why;
  const bool stopped = paused_ || why == Incomplete::Why::interrupted ||
                       why == Incomplete::Why::seconds_max ||
                       why == Incomplete::Why::executions_max;
  if (stopped && is_movable()) {
    portion.rest = walk_.take();
    // Others cannot find out what this program would do.
    for (StateWork& state : portion.rest->states) {
      for (WorkStep& step : state.branches) {
        if (!step.touched.complete()) step.choices = step.touched.find_out(walk_);
      }
    }
  }
  portion.result = std::move(result_);
  return portion;
}

/// Looks for executions that never end, once all states are known.
void Search::look_for_endless() {
  const std::optional<EndlessPath> path = reduction_->endless();
  if (!path) return;
  walk_.come_back();
  Violation& added = endless_run_.emplace(endless_violation(*program_, *path));
  added.finding =
      EndlessRun{.property = path->property ? standing_of(*program_).eventual_text(*path->property)
                                            : std::string(),
                 .cycle_from = path->stem.size(),
                 .cycle_steps = path->cycle.size()};
}

void Search::note_exit(const std::string& call) {
  Violation* const added = violations_.add(exited_by(call), walk_.trace()).shown;
  if (added != nullptr) added->schedule = walk_.schedule();
  stop({.why = Incomplete::Why::crash});
  abandon(std::move(program_));
  if (shadow_) abandon(std::move(shadow_));
}

void Search::watch() {
  if (!options_.on_hang) return;
  const double seconds_left =
      options_.seconds_max > 0 ? std::max(options_.seconds_max - counts().seconds, 1e-3) : 0;
  const Watchdog::Patience patience{.seconds_max = options_.step_seconds_max,
                                    .interrupt = options_.interrupt,
                                    .search_seconds_max = seconds_left};
  if (patience.seconds_max <= 0 && patience.interrupt == nullptr &&
      patience.search_seconds_max <= 0) {
    return;
  }
  watchdog_.start(patience,
                  [this](const Watchdog::Stuck& stuck) { options_.on_hang(describe(stuck)); });
}

/// Runs in the watchdog's thread. While the program runs, the exploring thread stands still inside
/// it, and what it wrote before is visible; otherwise only counts can be looked at.
Hang Search::describe(const Watchdog::Stuck& stuck) {
  Hang hang;
  if (stuck.what == Watchdog::What::handler || stuck.what == Watchdog::What::setup) {
    hang.computes_at = program_->computes_at();
  }
  if (stuck.what && hang.computes_at.empty()) {
    hang = describe_hang(*program_, walk_.running_trace(), walk_.schedule(), *stuck.what);
  }
  hang.progress = counts();
  if (stuck.what) hang.progress.depth = walk_.trace().size();
  hang.seconds = options_.step_seconds_max;
  hang.interrupted = stuck.interrupted;
  hang.is_overdue = stuck.is_overdue;
  const std::lock_guard lock(findings_mutex_);
  hang.violations = violations_.kept();
  return hang;
}

/// Says what was covered, less what the program has left out.
Coverage Search::covered() const {
  const Coverage all = reduction_->covers();
  const auto* const attempts = dynamic_cast<const Attempts*>(program_.get());
  if (!all.is_all() || attempts == nullptr) return all;
  const std::string left_out = attempts->left_out();
  return left_out.empty() ? all : Coverage::part("the classes with " + left_out);
}

void Search::conclude() {
  result_.violations = violations_.take();
  if (endless_run_) result_.violations.push_back(*std::exchange(endless_run_, std::nullopt));
  result_.warnings = warnings_.take();
  result_.coverage = !unsupported_.empty() ? Coverage::part("the executions before " + unsupported_)
                     : !beyond_.empty()    ? Coverage::part("the executions up to " + beyond_)
                                           : covered();
  if (result_.coverage.kind == Coverage::Kind::every_state &&
      options_.states.comparison == StateComparison::symmetric) {
    result_.coverage.which = "who is who of interchangeable actors";
  }
  result_.complete =
      !stopped_ && result_.verdict != Verdict::nondeterminism && result_.coverage.is_all();
  if (!stopped_ && !result_.coverage.is_all() && result_.incomplete.why == Incomplete::Why::none) {
    result_.incomplete.why = Incomplete::Why::covers_part;
  }
  if (result_.verdict != Verdict::nondeterminism) {
    result_.verdict = !result_.violations.empty() ? Verdict::violation
                      : result_.complete          ? Verdict::ok
                                                  : Verdict::incomplete;
  }
  result_.steps_replayed = walk_.steps_replayed() - steps_replayed_before_;
  result_.seconds = counts().seconds;
  result_.races = races_.counts();
  const ReductionStatistics statistics = reduction_->statistics();
  result_.events = statistics.events;
  result_.events_stored_max = statistics.events_stored_max;
  result_.seen = statistics.seen;
  result_.states = statistics.states;
  result_.estimate = estimate_ ? estimate_ : statistics.estimate;
  if (endless_) result_.incomplete.cut = cut_;
  if (!options_.search.empty()) {
    SearchPart& part = result_.parts.emplace_back();
    part.search = options_.search;
    part.guarantee = statistics.guarantee;
  }
}

void Search::explore(const Work* work) {
  std::optional<Step> first;
  if (work != nullptr) {
    first = walk_.put(*work, [this](const StepReport& report) {
      assumes_ |= report.infeasible;
      if (report.failure != nullptr) add_failure(report);
      if (report.cut != nullptr) note_cut(*report.cut);
    });
  } else {
    walk_.start();
  }
  if (walk_.trace().actor_count() == 0) {
    throw UsageError("the program creates no actors: its set-up must spawn at least one");
  }
  if (!options_.states.fair && standing_of(*program_).eventual_count() > 0) {
    throw UsageError(
        "the program says what is to hold eventually, which only explorations of states look at: "
        "give --states");
  }
  if (work == nullptr) {
    arrive();
  } else {
    result_.depth_max = walk_.trace().size();
    if (first) {
      execute(*first);
    } else if (cut_here_ || walk_.state().enabled.empty()) {
      end_here();
    }
  }
  while (!stopped_) {
    const Step* next = nullptr;
    if (!cut_here_ && walk_.trace().size() < length_max_) {
      if (const std::optional<Step>& asked = walk_.next()) next = &*asked;
    } else if (!cut_here_ && !walk_.state().enabled.empty()) {
      if (options_.depth_max == 0 && !endless_) {
        stop({.why = Incomplete::Why::too_long, .bound = length_max_});
        break;
      }
      ++cut_;
      walk_.finish();
    }
    if (next != nullptr) {
      execute(*next);
    } else if (walk_.trace().size() + 1 == shared_ || !backtrack()) {
      break;  // what is left from a shared state is for others
    } else if (draws_ != nullptr && !stopped_) {
      take_turn_of_samplers();
    }
    const bool looks_up = (++turns_ & 63U) == 0 || is_interrupted();
    if (looks_up && !stopped_) look_up();
  }
  if (cut_ != 0 && !stopped_) {
    stop({.why = Incomplete::Why::depth_max, .bound = length_max_, .cut = cut_});
  }
}

/// Lets samplers draw where it is their turn, while the walk stands still.
void Search::take_turn_of_samplers() {
  Turns::Place place{.executions = result_.executions,
                     .steps = result_.steps,
                     .steps_replayed = walk_.steps_replayed(),
                     .depth_max = result_.depth_max,
                     .seconds = 0};
  if (!draws_->is_due(place)) return;
  place.seconds = counts().seconds;
  watchdog_.pause();
  bool goes_on = true;
  walk_.stand_by([&] { goes_on = draws_->take(place); });
  watch();
  if (!goes_on) stop({.why = Incomplete::Why::first_violation});
}

void Search::execute(const Step& step) {
  if (options_.executions_max != 0) {
    const std::uint64_t followed = result_.executions + result_.infeasible + (endless_ ? cut_ : 0) +
                                   (draws_ != nullptr ? draws_->executions() : 0);
    if (followed >= options_.executions_max) {
      stop({.why = Incomplete::Why::executions_max, .bound = options_.executions_max});
      return;
    }
  }
  const StepReport& report = walk_.execute(step);
  advanced_ = true;
  ++result_.steps;
  if (report.infeasible) assumes_ = true;
  if (report.cut != nullptr) note_cut(*report.cut);
  if (report.failure != nullptr) {
    add_failure(report);
    if (stopped_) return;
  }
  // Now and then, and rarely where there are many.
  if (is_symmetric() && std::has_single_bit(result_.steps)) audit_arrangements();
  arrive();
}

void Search::arrive() {
  if (const std::size_t depth = walk_.trace().size(); depth > result_.depth_max) {
    result_.depth_max = depth;
  }
  if (!walk_.arrive() || cut_here_) end_here();
}

/// Takes note of what a step came to that the program cannot do.
void Search::note_cut(const std::string& what) {
  cut_here_ = true;
  beyond_ = what;
}

void Search::end_here() {
  if (!cut_here_) return finish_execution();
  // Of what goes on nothing is known, but who waits for ever does so whatever follows.
  EndFindings found = examine_end(*program_, walk_.trace(), {.undelivered = Undelivered::ignore});
  for (Finding& finding : found.violations) {
    violations_.count(add_violation(std::move(finding)), result_.executions);
  }
  if (!stopped_) walk_.finish();
}

bool Search::is_infeasible() const { return assumes_ && harrier::is_infeasible(walk_.trace()); }

void Search::finish_execution() {
  const Trace& trace = walk_.trace();
  if (is_infeasible()) {
    ++result_.infeasible;
    if (!stopped_) walk_.finish();
    return;
  }
  ++result_.executions;
  if (observer_) observer_(walk_.state());
  if (options_.stats) races_.note_orders(walk_.state(), !reduction_->notes_races());
  if (options_.on_execution) options_.on_execution({class_of(trace).value, schedule_of(trace)});

  for (const Failed& step : failed_) violations_.count(step.place, result_.executions);
  // What fails after a failure is its consequence.
  if (!may_have_failed() || !has_failed(trace)) examine_end_state();
  if (options_.audit || options_.audit_pairs) audit_execution();
  if (!options_.states.on) keep_for_audit();
  if (!stopped_) walk_.finish();
}

void Search::add_failure(const StepReport& report) {
  if ((may_have_failed() || assumes_) && last_follows_failure(walk_.trace())) return;
  const Watchdog::Busy busy(watchdog_, Watchdog::What::text);
  const std::size_t place = add_violation(describe_failure(*program_, walk_.trace(), report));
  failed_.push_back({walk_.trace().size() - 1, place});
}

void Search::examine_end_state() {
  const Watchdog::Busy busy(watchdog_, Watchdog::What::end_check);
  const bool warns = warnings_.met() < warnings_met_max;
  EndFindings end = examine_end(*program_, walk_.trace(), end_options(warns));
  for (Finding& finding : end.violations) {
    violations_.count(add_violation(std::move(finding)), result_.executions);
  }
  for (Finding& finding : end.warnings) {
    warnings_.count(add_to(warnings_, std::move(finding)), result_.executions);
  }
  if (!warns) warnings_.stop_counting();
  if (is_symmetric() && !stopped_) examine_arranged_ends();
}

EndOptions Search::end_options(bool warns) const {
  return {.environment = options_.environment, .undelivered = options_.undelivered, .warns = warns};
}

bool Search::backtrack() {
  cut_here_ = false;
  // Where states are compared, paths end in states that were met before.
  if (options_.states.on && std::exchange(advanced_, false)) keep_for_audit();
  Walk::Left left = walk_.leave();
  // What is drawn begins at the start.
  while (endless_ && !walk_.trace().empty()) left = walk_.leave();
  if (left.abandoned) ++result_.blocked;
  while (!failed_.empty() && failed_.back().event >= walk_.trace().size()) failed_.pop_back();
  if (left.variant != nullptr) execute(*left.variant);
  return !left.at_start;
}

void Search::look_up() {
  if (is_interrupted()) return stop({.why = Incomplete::Why::interrupted});
  if (steps_max_ != 0 && result_.steps >= steps_max_) {
    stopped_ = paused_ = true;
    return;
  }
  const Clock::time_point now = Clock::now();
  const auto seconds_since = [now](Clock::time_point then) {
    return std::chrono::duration<double>(now - then).count();
  };
  if (options_.seconds_max > 0 && seconds_since(begin_) >= options_.seconds_max) {
    return stop({.why = Incomplete::Why::seconds_max});
  }
  if (pause_.seconds > 0 && seconds_since(begin_) >= pause_.after(reduction_->planned_count())) {
    stopped_ = paused_ = true;
    return;
  }
  if (!estimate_ && steps_max_ == 0 && pause_.seconds <= 0 &&
      seconds_since(begin_) >= estimate_after_seconds) {
    estimate_classes();
  }
  if (options_.on_progress && seconds_since(last_progress_) >= progress_seconds) {
    last_progress_ = now;
    options_.on_progress(progress());
  }
}

/// Finds out how large the rest is likely to be, once the search has proved to be a long one.
void Search::estimate_classes() {
  // Outside frameworks may want to be alone in a process.
  if (!options_.search.empty() || program_->undo() == nullptr) return;
  estimate_ = estimate_meanwhile(make_, options_);
}

void Search::stop(Incomplete why) {
  stopped_ = true;
  result_.incomplete = std::move(why);
}

void Search::stop_after_violation() {
  if (!options_.keep_going) stop({.why = Incomplete::Why::first_violation});
}

std::size_t Search::add_violation(Finding finding) {
  const std::size_t place = add_to(violations_, std::move(finding));
  stop_after_violation();
  return place;
}

std::size_t Search::add_to(Findings& findings, Finding finding, Program& program,
                           const Trace& trace) {
  Findings::Added added;
  {
    const std::lock_guard lock(findings_mutex_);
    added = findings.add(std::move(finding), trace);
  }
  if (added.shown == nullptr) return added.place;
  watchdog_.beat(Watchdog::What::text);
  std::vector<ActorView> actors = view_actors(program, trace);
  const std::lock_guard lock(findings_mutex_);
  added.shown->actors = std::move(actors);
  return added.place;
}

void Search::keep_for_audit() {
  const std::size_t length = walk_.trace().size();
  const bool wanted = keeps_one_ ? sample_.traces().empty() : sample_.wants(result_.steps, length);
  if (wanted && !program_->wants_its_process()) sample_.keep(walk_.trace(), result_.steps);
}

void Search::audit_execution() {
  const Watchdog::Busy busy(watchdog_, Watchdog::What::some_step);
  if (!shadow_) shadow_ = make_(program_options(options_, Backtrack::replay));
  audit(*program_, walk_.trace(), *shadow_, options_.audit_pairs,
        [this] { watchdog_.beat(Watchdog::What::some_step); });
}

void end_part(std::optional<Search>& search, std::string_view instead) {
  const auto exited = detail::run_until_exit([&] { search.reset(); });
  if (!exited) return;
  throw UsageError("the program calls " + *exited + " when it is destroyed; explore it " +
                   std::string(instead));
}

}  // namespace harrier
