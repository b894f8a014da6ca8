// An exploration: walks until its end or a bound, and collects what it finds.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <utility>

#include "explore/arranged.hpp"
#include "explore/audit_sample.hpp"
#include "explore/findings.hpp"
#include "explore/race_counts.hpp"
#include "explore/walk.hpp"
#include "harrier/check.hpp"
#include "property/end_state.hpp"

namespace harrier {

/// When a walk pauses, so that what is left can be taken out.
struct Pause {
  double seconds = 0;           ///< 0: never
  double seconds_per_step = 0;  ///< not before so many for each step that is planned

  /// Returns after how many seconds, while so many steps are planned; a few are taken out at once.
  double after(std::size_t planned) const {
    constexpr std::size_t few = 10'000;
    return planned <= few ? seconds
                          : std::max(seconds, seconds_per_step * static_cast<double>(planned));
  }
};

class Turns;

class Search {
 public:
  Search(const ProgramFactory& make, const CheckOptions& options);
  /// Explores with a reduction that no registry knows; watched over by one that outlives it, if
  /// there is.
  Search(const ProgramFactory& make, const CheckOptions& options,
         std::unique_ptr<Reduction> reduction, Watchdog* watchdog = nullptr);

  /// Looks at every maximal execution, at its end.
  using Observer = std::function<void(const State&)>;
  void observe(Observer observer) { observer_ = std::move(observer); }

  /// Lets samplers draw in between, unless the program wants its process for itself; they outlive
  /// the search.
  void take_turns(Turns& turns) { draws_ = program_->wants_its_process() ? nullptr : &turns; }

  CheckResult run();
  /// Goes on from what another search of the same program and options has left.
  CheckResult run(const Work& work);
  /// Takes out what a search that was stopped has left; none where its reduction cannot say.
  std::optional<Work> take_work();

  /// What a search did for somebody who shares an exploration out.
  struct Portion {
    CheckResult result;                 ///< its violations were not shown again
    std::vector<std::uint64_t> counts;  ///< per violation, the executions that show it to their end
    std::uint64_t cut = 0;              ///< executions not followed beyond depth_max
    std::optional<Work> rest;           ///< what is left of the work
    std::vector<HandedOver> handed_over;
    AuditSample sample;
  };
  /// Tells whether what is left can be taken out.
  bool is_movable() const { return reduction_->is_movable() && !order_->learns(); }
  /// Tells whether several searches, each with a program of its own, can share the exploration.
  bool can_share() const { return program_->undo() != nullptr; }
  /// Goes on with some work, or with all where it is null, for about so many steps (0: no bound) or
  /// until a pause. May be called again, with other work, where nothing was left of the one before:
  /// the walk goes there from where it stands.
  Portion run_portion(const Work* work, std::uint64_t steps_max, Pause pause = {});

  /// Returns the executions that are to be looked at once more; none where the program wants its
  /// process for itself.
  AuditSample& audit_sample() { return sample_; }
  /// Keeps only the first execution of each portion for that.
  void keep_one_of_each_portion() { keeps_one_ = true; }

  /// Returns the schedule so far, with the step that is running.
  Schedule schedule() const { return walk_.schedule(); }
  /// Returns the violations so far.
  const std::vector<Violation>& violations() const { return violations_.kept(); }

 private:
  using Clock = std::chrono::steady_clock;

  void run_from(const Work* work);
  void begin_portion();
  CheckResult run_confirmed(const Work* work);
  void explore(const Work* work);
  void execute(const Step& step);
  void arrive();
  void add_failure(const StepReport& report);
  void note_cut(const std::string& what);
  void end_here();
  void finish_execution();
  void examine_end_state();
  EndOptions end_options(bool warns) const;
  /// Returns what interchangeable actors could do; null where states are compared otherwise.
  Arrangements* arrangements();
  /// Runs the execution so far once more, with interchangeable actors in other places.
  const Trace& run_arranged(const Arrangement& arrangement);
  void examine_arranged_ends();
  void audit_arrangements();
  bool backtrack();
  void take_turn_of_samplers();
  bool is_symmetric() const { return options_.states.comparison == StateComparison::symmetric; }
  bool is_interrupted() const {
    return options_.interrupt != nullptr && options_.interrupt->load(std::memory_order_relaxed);
  }
  /// Looks at the clock now and then: is it time to stop, or to say how far the search is?
  void look_up();
  void estimate_classes();
  void stop(Incomplete why);
  void stop_after_violation();
  std::size_t add_violation(Finding finding);
  std::size_t add_to(Findings& findings, Finding finding) {
    return add_to(findings, std::move(finding), *program_, walk_.trace());
  }
  std::size_t add_to(Findings& findings, Finding finding, Program& program, const Trace& trace);
  /// Tells whether some step on the path may have failed, on the way to what this goes on with,
  /// too.
  bool may_have_failed() const { return !violations_.empty(); }
  /// Tells whether nothing is to be said of the end that the walk has come to.
  bool is_infeasible() const;
  void audit_execution();
  void keep_for_audit();
  void look_for_endless();
  void note_exit(const std::string& call);
  void conclude();
  Coverage covered() const;
  Progress counts() const;
  Progress progress() const;
  void watch();
  Hang describe(const Watchdog::Stuck& stuck);

  const ProgramFactory make_;
  const CheckOptions options_;
  std::unique_ptr<Program> program_;
  const std::unique_ptr<Reduction> reduction_;
  const std::unique_ptr<Order> order_;
  std::unique_ptr<Program> shadow_;  ///< a second instance, for the audit
  std::optional<ArrangedRuns> arranged_;
  RaceCounts races_;
  std::optional<Watchdog> own_watchdog_;
  Watchdog& watchdog_;
  Walk walk_;

  bool stopped_ = false;
  std::uint64_t steps_replayed_before_ = 0;  ///< for the work before
  std::uint64_t steps_max_ = 0;              ///< 0: no bound
  Pause pause_;
  bool paused_ = false;     ///< stopped by one of them
  std::size_t shared_ = 0;  ///< states on the path from which others explore too
  /// The steps on the path that failed, and not because of others, with the place of the finding.
  struct Failed {
    std::size_t event = 0;
    std::size_t place = 0;
  };
  std::vector<Failed> failed_;
  std::uint32_t turns_ = 0;         ///< steps forward and back
  bool cut_here_ = false;           ///< the last step came to what the program cannot do
  std::string beyond_;              ///< what that was, where there was any
  std::string unsupported_;         ///< what the program asked for that its model does not have
  const bool endless_;              ///< there is always another execution
  const std::uint64_t length_max_;  ///< no execution is followed beyond it
  bool assumes_ = false;            ///< some step came upon an assumption that does not hold
  std::uint64_t cut_ = 0;           ///< executions not followed beyond depth_max
  std::mutex findings_mutex_;       ///< the watchdog may ask for them
  Findings violations_;
  Findings warnings_;
  std::optional<Violation> endless_run_;
  CheckResult result_;
  Clock::time_point begin_;
  Clock::time_point last_progress_;
  Observer observer_;
  Turns* draws_ = nullptr;
  AuditSample sample_;
  bool keeps_one_ = false;  ///< of each portion
  bool advanced_ = false;   ///< since the last step back
  std::optional<Estimate> estimate_;
};

/// Ends a search that explored a part for others; destructors of the program run here. Throws
/// UsageError where one of them ends the process; `instead` is how to explore such a program.
void end_part(std::optional<Search>& search, std::string_view instead);

}  // namespace harrier
