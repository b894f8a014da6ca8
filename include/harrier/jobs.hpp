// Exploring a program with several threads, and going on where an exploration has ended.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "harrier/check.hpp"

namespace harrier {

/// Who explores, and what is kept of it.
struct Jobs {
  /// How many threads explore; 0: all cores, where several can, once the exploration has taken
  /// about a second, or some executions were drawn.
  std::uint64_t count = 1;
  /// Called by every further thread that explores, before it does.
  std::function<void()> on_worker = {};
  /// Called with all it takes to go on from here: every so many seconds, for the first time after a
  /// fifth of that, and where the exploration is stopped.
  std::function<void(const std::string& checkpoint)> on_checkpoint = {};
  double checkpoint_seconds = 10;
  std::uint64_t checkpoint_steps = 0;  ///< every so many steps instead: the same ones each time
  std::string resume = {};             ///< what that was called with, to go on from there
  /// Explores instead of this process's threads, with others in other processes; its violations are
  /// shown again afterwards, unless a crash has ended it.
  std::function<CheckResult(const ProgramFactory& make, const CheckOptions& options)> together = {};
  /// The same instead of threads, for a program that cannot take steps back and may want its
  /// process for itself; where it is not given, such a program is refused.
  std::function<CheckResult(const ProgramFactory& make, const CheckOptions& options)> apart = {};

  double first_checkpoint_seconds() const { return checkpoint_seconds / 5; }
};

/// Explores a program as `check` does, with several threads. They explore the same: the totals are
/// those of one thread, except the numbers of steps, of executions that source abandons, and of
/// executions that persistent explores by field without sleep sets; and these, and the violation
/// that is found first, are the same each time. Executions that are drawn at random are those of
/// one thread in everything. Where states are compared, which execution shows a violation depends
/// on the timing, and with sleep sets so do the numbers of steps. Each thread makes the program
/// anew, so its handlers must not share anything. Throws UsageError where the options are for a
/// single thread.
CheckResult check(const ProgramFactory& make, const CheckOptions& options, const Jobs& jobs);

/// Says why an exploration with these options is one for a single thread; empty where it is not.
std::string why_alone(const CheckOptions& options);
/// Tells whether several threads come to the same as one in everything but the numbers of steps and
/// which execution shows a violation, and to the same each time.
bool agrees_with_one(const CheckOptions& options);

}  // namespace harrier
