// An exploration of states by several threads.
//
// Each thread has a search and a program of its own, and they share the table of states. Which
// thread meets a state first, and on which way, depends on the timing; which states there are does
// not. So numbers of states, of ends and, where no step is left out, of steps are those of one
// thread, and with keep_going so is what is wrong; which execution shows it may differ.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>

#include "explore/search.hpp"
#include "explore/totals.hpp"
#include "harrier/jobs.hpp"
#include "states/depth_first.hpp"

namespace harrier {

class StateCrew {
 public:
  StateCrew(const ProgramFactory& make, const CheckOptions& options, const Jobs& jobs,
            std::size_t threads);

  /// Returns what the searches are made with.
  const CheckOptions& search_options() const { return search_options_; }
  std::unique_ptr<DepthFirst> make_reduction() const {
    return std::make_unique<DepthFirst>(search_options_.states, shared_);
  }

  /// Explores, the first thread with a search that was made for it; returns the result, its
  /// violations not shown again yet.
  CheckResult run(Search& first, const DepthFirst& first_reduction);

 private:
  using Clock = std::chrono::steady_clock;

  void work();
  void explore(Search& search, const DepthFirst& reduction, bool estimates);
  void add(Search::Portion portion, const DepthFirst& reduction);
  void fail(std::exception_ptr error);
  void stop();
  void watch();
  double seconds() const;
  StatesSeen seen() const;
  CheckResult conclude();

  const ProgramFactory& make_;
  const CheckOptions& options_;
  const Jobs& jobs_;
  const std::size_t threads_;
  const Clock::time_point begin_ = Clock::now();
  std::atomic<bool> stop_ = false;
  CheckOptions search_options_;
  const std::shared_ptr<SharedStates> shared_;

  std::mutex mutex_;  ///< of all that follows
  std::condition_variable ended_;
  Totals totals_;
  AuditSample sample_;  ///< of the further threads
  StatesSeen seen_;
  std::size_t running_ = 0;
  Incomplete why_stopped_;
  std::exception_ptr error_;
};

}  // namespace harrier
