// An exploration by several threads.
//
// Tasks are given out in an order, and what becomes of them is put back into the tree in the same
// order, however long each of them takes. How long a task may be, and whether its rest is split, is
// decided by what was put back before. So an exploration by several threads repeats like one by a
// single thread does: totals, steps and the violation that is found first are the same each time.
//
// A thread takes the lock when it begins and ends a task. In between it asks the tree whether what
// it finds is covered there, beside others who ask; since what is covered stays covered, it makes
// no difference when.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <map>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <vector>

#include "explore/search.hpp"
#include "explore/totals.hpp"
#include "harrier/jobs.hpp"
#include "reduction/shared_tree.hpp"

namespace harrier {

class Crew {
 public:
  /// Explores everything, or goes on from where `jobs.resume` says.
  Crew(const ProgramFactory& make, const CheckOptions& options, const Jobs& jobs,
       AuditSample& sample);
  /// Goes on with what a search did and has left.
  Crew(const ProgramFactory& make, const CheckOptions& options, const Jobs& jobs,
       AuditSample& sample, Search::Portion begun);

  /// Explores with so many threads; returns the result, its violations not shown again yet.
  CheckResult run(unsigned threads);
  /// Explores in this thread, as one search does.
  CheckResult run_alone();

  /// Returns when a walk pauses for a checkpoint, where steps are not counted: after so many
  /// seconds, or later, where much is planned and to write it down would take too long.
  static Pause pause_for_checkpoint(const Jobs& jobs, double seconds);

 private:
  using Clock = std::chrono::steady_clock;

  /// Tasks that were given to one thread, to be explored one after the other, and their turn.
  struct Given {
    std::uint64_t turn = 0;
    std::vector<SharedTree::Lease> leases;
    std::uint64_t steps_max = 0;
  };
  /// What became of them.
  struct Done {
    std::vector<SharedTree::TaskId> tasks;
    std::vector<Search::Portion> portions;  ///< of the first ones; the others were not begun
    std::vector<Execution> executions;
    std::exception_ptr error;
  };

  void work();
  std::optional<Given> next_given();
  Done explore(const Given& given, Watchdog& watchdog) const;
  void finish(std::uint64_t turn, Done done);
  void put_back(Done& done);
  void give_out();
  bool is_over() const { return running_ == 0 && (stop_ || turns_done_ == turns_given_); }
  void watch();
  CheckResult conclude();
  double seconds() const;
  std::string checkpoint() const;
  bool is_checkpoint_due() const;
  void keep_checkpoint(std::unique_lock<std::mutex>& lock, Clock::time_point since);
  void keep_checkpoint_after_steps();
  CheckOptions options_here() const;
  Progress progress() const;

  const ProgramFactory& make_;
  const Jobs& jobs_;
  const CheckOptions& options_;
  CheckOptions task_options_;
  double seconds_before_ = 0;
  const Clock::time_point begin_ = Clock::now();
  Clock::time_point checkpoint_due_;

  std::mutex mutex_;  ///< of all that follows
  std::condition_variable given_;
  std::condition_variable over_;
  std::shared_mutex tree_mutex_;  ///< of the tree, which threads ask while they explore
  SharedTree tree_;
  Totals totals_;
  std::uint64_t checkpoint_due_steps_ = 0;
  AuditSample& sample_;
  std::deque<Given> queue_;
  std::map<std::uint64_t, Done> done_;  ///< out of turn
  std::uint64_t turns_given_ = 0;
  std::uint64_t turns_done_ = 0;
  std::size_t running_ = 0;
  Incomplete why_stopped_;
  std::optional<Estimate> estimate_;  ///< by one thread, from executions drawn at random
  std::exception_ptr error_;
  std::atomic<bool> stop_ = false;
};

}  // namespace harrier
