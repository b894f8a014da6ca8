// Exploring a program: the call a test makes, its options and its result.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harrier/coverage.hpp"
#include "harrier/options.hpp"
#include "harrier/program.hpp"
#include "harrier/registry.hpp"
#include "harrier/schedule.hpp"
#include "harrier/violation.hpp"

namespace harrier {

/// How many classes of executions a program is likely to have.
struct Estimate {
  double classes = 0;
  double low = 0;   ///< with this confidence there are at least so many
  double high = 0;  ///< and at most so many; infinite where the probes say too little
  double confidence = 0;
  std::uint64_t probes = 0;     ///< independent executions that it rests on
  std::uint64_t cut = 0;        ///< of them, those that were not followed to their end
  std::uint64_t depth_max = 0;  ///< beyond so many steps
  double seconds = 0;
};

/// The states that were met.
struct StatesSeen {
  std::uint64_t distinct = 0;
  std::uint64_t met_again = 0;
  std::uint64_t ends = 0;   ///< of them, those in which nothing can be delivered
  std::uint64_t bytes = 0;  ///< of the table
  double load = 0;          ///< the share of it that is taken

  /// Returns the chance, at most, that two different states were taken for one.
  double chance_of_omission() const;
};

/// How far an exploration has come.
struct Progress {
  std::uint64_t executions = 0;
  std::uint64_t blocked = 0;
  std::uint64_t steps = 0;
  std::size_t depth = 0;
  double seconds = 0;
  /// The share of the branches known so far that is explored, each taken for as large as those
  /// beside it; none where the reduction does not know its branches.
  std::optional<double> explored = std::nullopt;
  std::optional<Estimate> estimate = std::nullopt;
  std::optional<StatesSeen> states = std::nullopt;
};

/// An execution that was explored to its end.
struct Execution {
  /// Equal for executions that differ in the order of independent steps only.
  std::uint64_t class_name = 0;
  Schedule schedule;
};

/// Something that has not returned.
struct Hang : Unreturned {
  Schedule schedule;  ///< up to where it runs, a handler's own step among it
  Progress progress;
  std::vector<Violation> violations;  ///< found before, with keep_going, and not shown again yet
  /// The search was to end and cannot; then what hangs, and `schedule`, may be unknown.
  bool interrupted = false;
  bool is_overdue = false;       ///< likewise: it has had its time
  std::string computes_at = {};  ///< of a step that is known not to wait for anything: its place
};

/// How states are explored instead of executions.
enum class StateReduction : std::uint8_t {
  none,
  sleep,     ///< leave out steps that lead where others lead in another order
  stubborn,  ///< leave out states as well, but for those in which executions end
};
struct StateOptions {
  bool on = false;
  bool breadth_first = false;  ///< the first violation found has the fewest steps
  StateReduction reduction = StateReduction::sleep;
  StateComparison comparison = StateComparison::actors;
  bool must_end = false;        ///< executions that never end are violations, where they are fair
  bool fair = false;            ///< look for executions in which something never holds
  bool big_steps = false;       ///< pass through states in which one message is all there is
  std::uint64_t bytes_max = 0;  ///< for the table of states; 0: no bound
};

/// What to explore and how far.
struct CheckOptions {
  /// What to do where the space is too large: a sampler, a bounded search, or the portfolio of
  /// both; empty explores all that the reduction asks for.
  std::string search = {};
  std::vector<std::uint64_t> bounds = {};  ///< of a bounded search, one after the other
  std::uint64_t bug_depth = 3;             ///< how many orderings pct and tapct aim at
  std::string reduction = "optimal";
  StateOptions states = {};
  /// Which permitted step goes first; `calm` means something to `optimal` alone, and for others
  /// the order of sending.
  std::string order = "calm";
  Dependence dependence = Dependence::field;
  DeliveryModel delivery = DeliveryModel::bag;
  Backtrack backtrack = Backtrack::undo;
  Environment environment = Environment::total;
  Undelivered undelivered = Undelivered::warn;
  bool sleep = false;
  std::map<std::string, std::uint64_t> parameters = {};  ///< of the reduction, by name
  /// Lets samplers draw executions in between, where there is more than a little to explore and
  /// nothing is said about how: with the reduction, order and search that are there by themselves.
  bool draws = true;
  bool keep_going = false;   ///< collect violations instead of stopping at the first
  bool audit = false;        ///< execute everything again and compare
  bool audit_pairs = false;  ///< and in an order for each pair of steps; with audit
  bool stats = false;        ///< count races per field and pair of messages
  std::uint64_t seed = 0;
  std::uint64_t executions_max = 0;  ///< 0: no bound
  std::uint64_t depth_max = 0;       ///< 0: no bound
  double seconds_max = 0;            ///< 0: no bound
  double step_seconds_max = 10;      ///< 0: no watchdog

  /// For a replay: what comes after so many steps leads back to where they ended.
  std::optional<std::size_t> cycle_from = std::nullopt;

  /// Ends the exploration, with its summary so far, once it is true.
  const std::atomic<bool>* interrupt = nullptr;
  /// Called every now and then.
  std::function<void(const Progress&)> on_progress = {};
  /// Called at the end of every execution.
  std::function<void(const Execution&)> on_execution = {};
  /// Called where the search starts again, because the program has found out that what it said of
  /// its steps was wrong: the executions seen until then are void.
  std::function<void()> on_start_again = {};
  /// Called from another thread when the program runs for longer than step_seconds_max without
  /// returning, or when an interrupted search does not end. It must not return if that never will.
  std::function<void(const Hang&)> on_hang = {};

  /// Returns a parameter of the reduction; 0 where it is not given.
  std::uint64_t parameter(const std::string& name) const {
    const auto given = parameters.find(name);
    return given != parameters.end() ? given->second : 0;
  }
};

enum class Verdict : std::uint8_t { ok, violation, incomplete, nondeterminism };
std::string_view to_string(Verdict verdict);

/// How often two kinds of messages raced on a field.
struct RaceCount {
  std::string field;  ///< `server.value`, or the actor alone where it is not tracked
  std::string first;
  std::string second;
  std::uint64_t found = 0;
  std::uint64_t reversed = 0;     ///< how many of them asked for another execution
  bool both_ways = false;         ///< two of their messages were seen in both orders
  std::string always_first = {};  ///< which of the two came first wherever that was seen
};

/// What a search knows that may execute one class several times.
struct SeenClasses {
  std::uint64_t distinct = 0;  ///< classes
  std::uint64_t once = 0;      ///< of them, those that were seen once
  std::uint64_t drawn = 0;     ///< executions among which they were seen
  bool full = false;           ///< there was no room for more, so there may be more

  /// Returns the chance that the next execution is of a new class, by Good and Turing.
  double chance_of_new() const {
    return drawn == 0 ? 1 : static_cast<double>(once) / static_cast<double>(drawn);
  }
};

/// One of several searches that make up an exploration.
struct SearchPart {
  std::string search;                  ///< its name
  std::optional<std::uint64_t> bound;  ///< of a bounded search
  bool ended = false;                  ///< it did all that it asked for
  std::uint64_t executions = 0;
  std::uint64_t distinct = 0;  ///< classes that no part before it had seen
  double seconds = 0;
  std::string guarantee = {};  ///< what is known of its chances, in words
};

/// Executions that samplers drew while classes were explored; they are counted nowhere else.
struct DrawnBeside {
  std::uint64_t executions = 0;
  std::uint64_t steps = 0;              ///< those that were executed again among them
  std::vector<SearchPart> parts;        ///< per sampler
  std::optional<std::string> found_by;  ///< the sampler whose violation ended the exploration
};

/// Why an exploration does not stand for every execution.
struct Incomplete {
  enum class Why : std::uint8_t {
    none,  ///< it does
    interrupted,
    seconds_max,
    executions_max,
    depth_max,
    first_violation,
    too_long,       ///< an execution goes on beyond what can be explored without depth_max
    memory,         ///< there was no more
    states_full,    ///< there was no more room for states
    covers_part,    ///< of the executions, whatever the bounds
    differs,        ///< a step did not do again what it did before
    not_confirmed,  ///< a violation does not show again
    hang,
    computes,  ///< a step goes on and on
    crash,
  };
  Why why = Why::none;
  std::uint64_t bound = 0;    ///< the one that was reached
  std::uint64_t cut = 0;      ///< executions that were not followed beyond it
  std::size_t step = 0;       ///< that differs, counted from 1
  std::string what = {};      ///< is different
  std::size_t violation = 0;  ///< that does not show again, counted from 0
  friend bool operator==(const Incomplete&, const Incomplete&) = default;
};

/// What an exploration established.
struct CheckResult {
  Verdict verdict = Verdict::ok;
  Coverage coverage;      ///< what the search stands for, had it come to its end
  bool complete = false;  ///< it did, and that is every execution or class
  Incomplete incomplete;  ///< why not, where it is not
  std::uint64_t executions = 0;
  std::uint64_t blocked = 0;
  std::uint64_t infeasible = 0;  ///< executions in which something does not hold that is assumed
  std::uint64_t steps = 0;
  std::uint64_t steps_replayed = 0;
  std::uint64_t depth_max = 0;
  std::optional<StatesSeen> states;     ///< with CheckOptions::states
  std::uint64_t events = 0;             ///< of the unfolding, where the reduction stores them
  std::uint64_t events_stored_max = 0;  ///< how many of them at a time
  double seconds = 0;
  std::uint64_t threads = 1;  ///< that explored together
  std::vector<Violation> violations;
  std::vector<Violation> warnings;   ///< the same, where the options ask only for a warning
  std::vector<RaceCount> races;      ///< with CheckOptions::stats, the most reversed first
  std::vector<SearchPart> parts;     ///< with CheckOptions::search
  std::optional<DrawnBeside> drawn;  ///< with CheckOptions::draws, where it came to that
  std::uint64_t audited = 0;         ///< executions that were executed again, and did the same
  std::optional<SeenClasses> seen;   ///< with CheckOptions::search
  std::optional<Estimate> estimate;

  /// Says why the exploration is not complete; empty where it is.
  std::string incomplete_reason() const;
};

/// Makes the program once or more and explores it.
using ProgramFactory = std::function<std::unique_ptr<Program>(const ProgramOptions&)>;

/// Explores a program. Throws UsageError for options that fit nothing.
CheckResult check(const ProgramFactory& make, const CheckOptions& options);
/// Explores a program of native actors given by its set-up.
CheckResult check(const std::function<void(System&)>& setup, const CheckOptions& options = {});

/// What exploring under one delivery model established.
struct DeliveryResult {
  DeliveryModel delivery = DeliveryModel::bag;
  CheckResult result;
  std::string refusal;  ///< why the program cannot be explored so, where it cannot
};

/// Explores under every delivery model, the weakest first. Throws UsageError where none is
/// possible.
std::vector<DeliveryResult> check_deliveries(
    const std::function<CheckResult(DeliveryModel)>& explore);
/// Returns what they establish together: `ok` only where every model that is possible is.
Verdict verdict_of(std::span<const DeliveryResult> results);
/// Returns the weakest model under which, and under all after it, no execution violates anything.
std::optional<DeliveryModel> weakest_correct(std::span<const DeliveryResult> results);
/// Returns the last result with a violation, null where there is none: what it shows happens under
/// all weaker models too.
const DeliveryResult* strongest_violated(std::span<const DeliveryResult> results);

/// A message that is left at the end of an execution.
struct PendingMessage {
  std::string text;
  std::string to;
  Hold hold = Hold::none;
  friend bool operator==(const PendingMessage&, const PendingMessage&) = default;
};
/// Says what is left and why: "Get{} to server: the receiver has ended".
std::string to_string(const PendingMessage& pending);

/// One execution, run again.
struct ReplayResult {
  std::vector<StepText> steps;
  std::vector<Violation> violations;
  std::vector<PendingMessage> pending;  ///< what is left, and why it cannot be delivered
  bool maximal = false;                 ///< nothing was deliverable at its end
};

/// Runs exactly one schedule. Throws UsageError where it does not fit the program.
ReplayResult replay(const ProgramFactory& make, const Schedule& schedule,
                    const CheckOptions& options = {});

}  // namespace harrier
