// Which explorations several threads share, and when they begin to.
#include "explore/jobs.hpp"

#include <algorithm>
#include <thread>
#include <utility>

#include "explore/confirm.hpp"
#include "explore/crew.hpp"
#include "explore/registries.hpp"
#include "explore/sample_crew.hpp"
#include "explore/searches.hpp"
#include "harrier/usage_error.hpp"

namespace harrier {

namespace {

/// How many steps an exploration takes before other threads join in: about a second, or few where
/// the number of threads is given. Not a time: what is explored by whom must repeat.
constexpr std::uint64_t steps_alone = 1'500'000;
constexpr std::uint64_t steps_before_given = 2'000;

constexpr std::uint64_t threads_max = 1'024;

const std::string why_apart =
    "its program cannot take steps back, and may want to be alone in its process";

[[noreturn]] void refuse(const std::string& why) {
  throw UsageError("only one thread can explore this: " + why);
}

[[noreturn]] void refuse_checkpoint(const std::string& why) {
  throw UsageError("no checkpoint can be kept of this: " + why);
}

/// Throws UsageError where an exploration cannot be written down.
void require_kept(const CheckOptions& options, const Search& search) {
  std::string why;
  if (!search.is_movable()) {
    why = options.reduction + " with order " + options.order + " cannot be taken out of its walk";
  } else if (options.stats) {
    why = "--stats counts the races of one run";
  } else if (options.on_execution) {
    why = "executions that are saved one by one are those of one run";
  }
  if (!why.empty()) refuse_checkpoint(why);
}

void require_several(const CheckOptions& options) {
  if (const std::string why = why_alone(options); !why.empty()) refuse(why);
}

}  // namespace

namespace {

std::string why_alone_with_states(const CheckOptions& options) {
  const StateOptions& states = options.states;
  if (states.breadth_first) return "--breadth-first goes from level to level in one walk";
  if (states.must_end || states.fair) {
    return "executions that never end are looked for in the steps of one walk";
  }
  if (states.reduction == StateReduction::stubborn) {
    return "stubborn plans by what it has learned from all steps before; sleep and exhaustive can "
           "be explored by several threads";
  }
  if (options.executions_max != 0) return "--executions-max counts the executions of one walk";
  if (options.on_execution) return "executions that are saved one by one are those of one walk";
  return {};
}

}  // namespace

std::string why_alone(const CheckOptions& options) {
  if (options.states.on) return why_alone_with_states(options);
  if (!options.search.empty()) {
    if (search_kind(options.search) == SearchKind::bounded) {
      return "--search " + options.search + " is one walk";
    }
    return options.stats ? "--stats counts the races of one walk" : "";
  }
  if (const std::string_view why = why_one_walk(options); !why.empty()) return std::string(why);
  if (make_order(options)->learns()) {
    return "the order " + options.order + " learns from all executions before";
  }
  if (options.stats) return "--stats counts the races of one walk";
  if (options.executions_max != 0) return "--executions-max counts the executions of one walk";
  return {};
}

bool agrees_with_one(const CheckOptions& options) {
  if (options.states.on) return false;
  return why_alone(options).empty() && (!options.search.empty() || keeps_counts(options));
}

void require_drawn(const Jobs& jobs, const CheckOptions& options) {
  if (jobs.together) refuse("--search " + options.search + " is for one process");
  if (jobs.count > 1) require_several(options);
  if (jobs.on_checkpoint || !jobs.resume.empty()) {
    refuse_checkpoint("--search " + options.search + " is one walk");
  }
}

namespace {

void require_few(const Jobs& jobs) {
  if (jobs.count <= threads_max) return;
  throw UsageError("there are at most " + std::to_string(threads_max) + " threads");
}

unsigned threads_of(const Jobs& jobs) {
  return jobs.count != 0 ? static_cast<unsigned>(jobs.count) : std::thread::hardware_concurrency();
}

/// Throws UsageError unless so many threads can explore together.
void require_threads(const Jobs& jobs, const CheckOptions& options, const Search& search) {
  require_few(jobs);
  if (jobs.count <= 1) return;
  require_several(options);
  if (!search.can_share() && !jobs.apart) refuse(why_apart);
}

}  // namespace

bool takes_steps_back(const ProgramFactory& make, const CheckOptions& options) {
  return make(program_options(options, options.backtrack))->undo() != nullptr;
}

CheckResult confirmed(const ProgramFactory& make, const CheckOptions& options, CheckResult result) {
  using Why = Incomplete::Why;
  const Why why = result.incomplete.why;
  if (result.verdict == Verdict::nondeterminism || why == Why::crash || why == Why::hang) {
    return result;
  }
  confirm_violations(make, options, result, [&] {
    return Progress{.executions = result.executions,
                    .blocked = result.blocked,
                    .steps = result.steps,
                    .seconds = result.seconds};
  });
  return result;
}

std::size_t threads_for_states(const Jobs& jobs, const ProgramFactory& make,
                               const CheckOptions& options) {
  require_few(jobs);
  if (jobs.together) refuse("--states is for the threads of one process");
  if (jobs.count == 1) return 1;
  std::string why = why_alone(options);
  if (why.empty() && !takes_steps_back(make, options)) why = why_apart;
  if (jobs.on_checkpoint || !jobs.resume.empty()) {
    refuse_checkpoint("--states keeps its states in memory");
  }
  if (jobs.count > 1 && !why.empty()) refuse(why);
  return why.empty() ? threads_of(jobs) : 1;
}

CheckResult run_with(const Jobs& jobs, const ProgramFactory& make, const CheckOptions& options,
                     Search& search) {
  require_threads(jobs, options, search);
  if (jobs.together) {
    require_several(options);
    return confirmed(make, options, jobs.together(make, options));
  }
  const bool resumes = !jobs.resume.empty();
  const bool keeps = jobs.on_checkpoint || resumes;
  if (keeps) require_kept(options, search);
  if (jobs.count > 1 && !search.can_share()) {
    if (keeps) refuse_checkpoint("its program wants a process for itself in each of the jobs");
    if (options.on_execution)
      refuse("executions that are saved one by one are those of one process");
    return confirmed(make, options, jobs.apart(make, options));
  }
  const unsigned threads = threads_of(jobs);
  const bool alone = threads <= 1 || !why_alone(options).empty() || !search.can_share();
  if (alone && !keeps) return search.run();

  CheckResult result;
  if (resumes) {
    Crew crew(make, options, jobs, search.audit_sample());
    result = alone ? crew.run_alone() : crew.run(threads);
  } else {
    const std::uint64_t steps_max = alone             ? jobs.checkpoint_steps
                                    : jobs.count != 0 ? steps_before_given
                                                      : steps_alone;
    Search::Portion begun = search.run_portion(
        nullptr, steps_max,
        keeps ? Crew::pause_for_checkpoint(jobs, jobs.first_checkpoint_seconds()) : Pause());
    if (begun.rest && (keeps || begun.result.incomplete.why == Incomplete::Why::none)) {
      Crew crew(make, options, jobs, search.audit_sample(), std::move(begun));
      result = alone ? crew.run_alone() : crew.run(threads);
    } else {
      result = std::move(begun.result);
    }
  }
  return confirmed(make, options, std::move(result));
}

Jobs jobs_for_drawing(const Jobs& jobs, const ProgramFactory& make, const CheckOptions& options,
                      const Sampled& sampled) {
  Jobs drawing = jobs;
  if (jobs.count != 0) return drawing;
  const bool several =
      why_alone(options).empty() && sampled.can_fork() && takes_steps_back(make, options);
  drawing.count = several ? threads_of(jobs) : 1;
  return drawing;
}

std::uint64_t executions_before_others(const CheckOptions& options) {
  // What has no bound is refused by the search.
  if (options.executions_max == 0 && options.seconds_max <= 0) return 0;
  return options.executions_max == 0
             ? SampleCrew::executions_alone
             : std::min(options.executions_max, SampleCrew::executions_alone);
}

CheckResult draw_with(const Jobs& jobs, const ProgramFactory& make, const CheckOptions& options,
                      Search& search, Sampled& sampled) {
  require_threads(jobs, options, search);
  if (jobs.count <= 1) return search.run();
  if (!search.can_share()) refuse(why_apart);
  if (!sampled.can_fork()) {
    refuse(options.search +
           " learns from every execution what the next one draws; random, actors, pos, pct and "
           "tapct draw with several threads");
  }
  Search::Portion begun = search.run_portion(nullptr, 0);
  const bool goes_on = begun.result.incomplete.why == Incomplete::Why::executions_max &&
                       begun.result.executions + begun.cut != options.executions_max;
  CheckResult result =
      goes_on ? SampleCrew(make, options, jobs, sampled, search.audit_sample(), std::move(begun))
                    .run(static_cast<unsigned>(jobs.count))
              : std::move(begun.result);
  return confirmed(make, options, std::move(result));
}

}  // namespace harrier
