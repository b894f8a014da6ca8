// The public calls: explore a program, replay one schedule.
#include "harrier/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/text.hpp"
#include "core/parts.hpp"
#include "explore/audit.hpp"
#include "explore/endless.hpp"
#include "explore/jobs.hpp"
#include "explore/narrate.hpp"
#include "explore/portfolio.hpp"
#include "explore/registries.hpp"
#include "explore/search.hpp"
#include "explore/searches.hpp"
#include "explore/settled.hpp"
#include "explore/state_crew.hpp"
#include "explore/state_searches.hpp"
#include "explore/turns.hpp"
#include "explore/unfinished.hpp"
#include "harrier/detail/exits.hpp"
#include "property/consequences.hpp"
#include "property/end_state.hpp"

namespace harrier {

namespace {

std::string pending_text(Program& program, const Trace& trace) {
  const Narrator& narrator = narrator_of(program);
  std::string text;
  for (const MessageId message : program.pending()) {
    text +=
        fmt::format("{}{} ({} to {})", text.empty() ? "" : ", ", message.value,
                    narrator.message_text(message), narrator.actor_name(trace.receiver(message)));
  }
  return text.empty() ? "nothing is pending" : "pending are " + text;
}

/// Executes one scheduled step, or says why the schedule does not fit.
const StepReport& execute_scheduled(Program& program, Replay& execution,
                                    const ScheduledStep& step) {
  const std::string where =
      fmt::format("the schedule does not fit the program at its step {}: message {}",
                  execution.trace().size() + 1, step.message.value);
  if (!execution.is_pending(step.message)) {
    throw UsageError(
        fmt::format("{} is not pending; {}", where, pending_text(program, execution.trace())));
  }
  if (!execution.is_enabled(step.message)) {
    throw UsageError(fmt::format("{} cannot be delivered: {}", where,
                                 to_string(standing_of(program).hold(step.message))));
  }
  const StepReport* report = nullptr;
  try {
    report = &execution.execute(step.message, as_choices(step.choices));
  } catch (const NondeterminismError& error) {
    throw UsageError(fmt::format("{}: {}", where, error.what()));
  }
  if (report->choices.size() != step.choices.size() && !step.choices.empty()) {
    throw UsageError(fmt::format("{} chooses {} times, not {}", where, report->choices.size(),
                                 step.choices.size()));
  }
  return *report;
}

/// Shows the steps of an execution to those who look at them.
class Onlookers {
 public:
  Onlookers(Program& program, const Replay& execution, const StepCalls& calls, Watchdog& watchdog)
      : program_(program), execution_(execution), calls_(calls), watchdog_(watchdog) {
    show();
  }

  void before(MessageId message) {
    const std::size_t number = execution_.trace().size() + 1;
    if (calls_.before) calls_.before(number);
    if (!calls_.after || !execution_.is_pending(message)) return;
    actor_ = execution_.trace().receiver(message);
    seen_ = {.number = number, .before = state(), .after = {}, .printed = {}};
  }

  void after() {
    if (calls_.after) seen_.after = state();
    show();
  }

 private:
  std::string state() const {
    watchdog_.beat(Watchdog::What::text);
    return narrator_of(program_).actor_text(actor_);
  }

  void show() {
    if (!calls_.after) return;
    seen_.printed = narrator_of(program_).printed();
    calls_.after(seen_);
  }

  Program& program_;
  const Replay& execution_;
  const StepCalls& calls_;
  Watchdog& watchdog_;
  ActorId actor_;
  SeenStep seen_;
};

/// Replays a schedule and looks at the state it leads to.
void replay_steps(Program& program, const Schedule& schedule, const CheckOptions& options,
                  ReplayResult& result, Watchdog& watchdog, const StepCalls& calls) {
  Replay execution(program);
  const Trace& trace = execution.trace();
  CycleWatch cycle(options.cycle_from);
  cycle.look(program, 0);
  Onlookers onlookers(program, execution, calls, watchdog);
  for (const ScheduledStep& step : schedule.steps) {
    onlookers.before(step.message);
    watchdog.beat(Watchdog::What::some_step);
    const StepReport& report = execute_scheduled(program, execution, step);
    result.steps.push_back(describe_step(program, trace, report));
    onlookers.after();
    if (report.failure != nullptr && !last_follows_failure(trace)) {
      result.violations.push_back({.finding = describe_failure(program, trace, report),
                                   .actors = view_actors(program, trace),
                                   .schedule = schedule});
    }
    cycle.look(program, trace.size());
  }
  watchdog.beat(Watchdog::What::guard);
  std::vector<MessageId> enabled;
  program.enabled(enabled);
  result.maximal = enabled.empty();
  const Narrator& narrator = narrator_of(program);
  for (const MessageId message : program.pending()) {
    result.pending.push_back({.text = narrator.message_text(message),
                              .to = narrator.actor_name(trace.receiver(message)),
                              .hold = standing_of(program).hold(message)});
  }
  if (const std::optional<EndlessRun> endless = cycle.found(result.maximal)) {
    result.violations.push_back(
        {.finding = *endless, .actors = view_actors(program, trace), .schedule = schedule});
  }
  if (!result.maximal || has_failed(trace) || is_infeasible(trace)) return;
  watchdog.beat(Watchdog::What::end_check);
  const EndFindings end = examine_end(
      program, trace,
      {.environment = options.environment, .undelivered = options.undelivered, .warns = false});
  for (const Finding& finding : end.violations) {
    result.violations.push_back(
        {.finding = finding, .actors = view_actors(program, trace), .schedule = schedule});
  }
}

}  // namespace

ProgramOptions program_options(const CheckOptions& options, Backtrack backtrack) {
  return {.backtrack = backtrack,
          .dependence = options.dependence,
          .delivery = options.delivery,
          .audit = options.audit || options.audit_pairs,
          .states = options.states.on || options.cycle_from ? options.states.comparison
                                                            : StateComparison::none};
}

namespace {

/// Runs a search and looks once more at some of its executions.
CheckResult search_once(const ProgramFactory& make, const CheckOptions& options,
                        std::unique_ptr<Reduction> reduction,
                        const std::function<CheckResult(Search&)>& run) {
  std::optional<Search> search(std::in_place, make, options, std::move(reduction));
  CheckResult result = run(*search);
  if (result.verdict == Verdict::ok || result.verdict == Verdict::incomplete) {
    audit_some(make, options, search->audit_sample().traces(), result);
  }
  // Destructors of the program run here.
  if (const auto exited = detail::run_until_exit([&] { search.reset(); })) {
    result.violations.push_back({.finding = exited_by(*exited)});
    result.verdict = Verdict::violation;
    result.complete = false;
    result.incomplete.why = Incomplete::Why::crash;
  }
  return result;
}

/// Draws executions, with other threads where there is enough to do for them.
CheckResult draw_once(const Jobs& jobs, const ProgramFactory& make, const CheckOptions& options,
                      std::unique_ptr<Sampled> sampled) {
  CheckOptions first = options;
  if (jobs.count > 1) first.executions_max = executions_before_others(options);
  Sampled& drawing = *sampled;
  return search_once(make, first, std::move(sampled), [&](Search& search) {
    return draw_with(jobs, make, options, search, drawing);
  });
}

/// Explores states, with other threads where they are asked for.
CheckResult explore_states_once(const Jobs& jobs, const ProgramFactory& make,
                                const CheckOptions& options) {
  const std::size_t threads = threads_for_states(jobs, make, options);
  if (threads <= 1) {
    return search_once(make, options, make_reduction(options),
                       [&](Search& search) { return run_with(jobs, make, options, search); });
  }
  StateCrew crew(make, options, jobs, threads);
  std::unique_ptr<DepthFirst> reduction = crew.make_reduction();
  const DepthFirst& first = *reduction;
  return search_once(make, crew.search_options(), std::move(reduction), [&](Search& search) {
    return confirmed(make, options, crew.run(search, first));
  });
}

/// Tells whether a program says what is to hold at some time.
bool has_eventual_properties(const ProgramFactory& make, const CheckOptions& options) {
  const std::unique_ptr<Program> program = make(program_options(options, Backtrack::replay));
  try {
    program->start();
  } catch (const ProgramError&) {
    return false;  // which the search reports
  }
  return standing_of(*program).eventual_count() > 0;
}

/// Throws UsageError where nothing that was explored is meant: an `ok` would say nothing.
CheckResult feasible(CheckResult result) {
  if (result.complete && result.executions == 0 && result.infeasible != 0 &&
      result.violations.empty()) {
    throw UsageError("no execution satisfies what is assumed");
  }
  return result;
}

/// Tells whether samplers draw in between: nobody has said how to explore, and one walk does.
bool draws_beside(const CheckOptions& options, const Jobs& jobs) {
  const CheckOptions defaults;
  const bool alone =
      jobs.count <= 1 && !jobs.together && !jobs.on_checkpoint && jobs.resume.empty();
  return options.draws && alone && !options.states.on && options.reduction == defaults.reduction &&
         options.order == defaults.order && !options.sleep && options.parameters.empty();
}

CheckResult check_once(const ProgramFactory& make, const CheckOptions& given, const Jobs& jobs) {
  CheckOptions options = given;
  require_fitting(options);
  if (options.states.on) {
    options.states.fair = has_eventual_properties(make, options);
    require_fitting(options);
    return explore_states_once(jobs, make, options);
  }
  if (options.search.empty()) {
    std::optional<Turns> turns;
    if (draws_beside(options, jobs)) turns.emplace(make, options);
    return search_once(make, options, make_reduction(options), [&](Search& search) {
      if (turns) search.take_turns(*turns);
      CheckResult result = run_with(jobs, make, options, search);
      if (turns) turns->finish(result);
      return result;
    });
  }
  require_drawn(jobs, options);
  const auto explore = [&](const CheckOptions& how, std::unique_ptr<Reduction> reduction,
                           const Search::Observer& observer) {
    return search_once(make, how, std::move(reduction), [&](Search& search) {
      search.observe(observer);
      return search.run();
    });
  };
  // Of a portfolio only some parts are for several threads anyway.
  Jobs drawing = jobs;
  if (search_kind(options.search) == SearchKind::portfolio && !takes_steps_back(make, options)) {
    drawing.count = 1;
  }
  const auto draw = [&](const CheckOptions& how, std::unique_ptr<Sampled> sampled) {
    const Jobs together = jobs_for_drawing(drawing, make, how, *sampled);
    return draw_once(together, make, how, std::move(sampled));
  };
  return run_searches(options, {explore, draw});
}

ReplayResult replay_once(const ProgramFactory& make, const Schedule& schedule,
                         const CheckOptions& options, Watchdog& watchdog, const StepCalls& calls) {
  const Watchdog::Busy busy(watchdog, Watchdog::What::setup);
  std::unique_ptr<Program> program = make(program_options(options, Backtrack::replay));
  ReplayResult result;
  const std::optional<std::string> exited = detail::run_until_exit([&] {
    try {
      replay_steps(*program, schedule, options, result, watchdog, calls);
      watchdog.beat(Watchdog::What::copy);
      program->start();  // takes everything down, as an exploration would
    } catch (const ProgramError& error) {
      result.violations.push_back(
          {.finding = FailedProgram{error.failure()}, .schedule = schedule});
    }
  });
  if (exited) {
    abandon(std::move(program));
    if (result.steps.size() < schedule.steps.size()) {
      result.steps = steps_until_unfinished(make, schedule, options, ViolationKind::crash);
    }
    result.violations.push_back({.finding = exited_by(*exited), .schedule = schedule});
  }
  return result;
}

}  // namespace

CheckResult check(const ProgramFactory& make, const CheckOptions& options) {
  return check(make, options, Jobs{});
}

CheckResult check(const ProgramFactory& make, const CheckOptions& options, const Jobs& jobs) {
  Jobs how = jobs;
  return until_settled([&] { return feasible(check_once(make, options, how)); },
                       [&] {
                         // What was kept is void, and whoever went on from what is kept now would
                         // not know what the program has found out.
                         how.resume.clear();
                         how.on_checkpoint = {};
                         if (options.on_start_again) options.on_start_again();
                       });
}

CheckResult check(const std::function<void(System&)>& setup, const CheckOptions& options) {
  return check([&](const ProgramOptions& how) { return make_program(setup, how); }, options);
}

ReplayResult replay(const ProgramFactory& make, const Schedule& schedule,
                    const CheckOptions& options) {
  Watchdog nobody_looks;
  return replay(make, schedule, options, nobody_looks);
}

ReplayResult replay(const ProgramFactory& make, const Schedule& schedule,
                    const CheckOptions& options, Watchdog& watchdog, const StepCalls& calls) {
  return until_settled([&] { return replay_once(make, schedule, options, watchdog, calls); });
}

}  // namespace harrier
