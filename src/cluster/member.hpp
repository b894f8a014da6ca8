// One process that takes part in an exploration which several share.
//
// It knows the log to its end, asks for one of the tasks that are left, explores it for a while,
// and commits what became of it. Whatever happens to it or to the store, the worst is that
// something is explored again: what was not committed has not happened.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "cluster/replica.hpp"
#include "cluster/store.hpp"
#include "explore/audit_sample.hpp"
#include "harrier/check.hpp"

namespace harrier {

/// How a process takes part.
struct Membership {
  unsigned threads = 1;
  std::string name;  ///< which others see
  /// Called by every further thread that explores, before it does.
  std::function<void()> on_worker = {};
  double task_seconds = 0.1;  ///< how long a task is explored at least before its rest is put back
};

class Member {
 public:
  Member(Store& store, const ProgramFactory& make, const CheckOptions& options, Membership how);

  /// Explores until nothing is left, whoever does it, or until it is stopped.
  void work();
  /// Tells all who take part that the program has ended this process, or will never let it go on,
  /// over another connection: this one may be in use.
  void end(Store& store, Incomplete why);
  /// Returns what the exploration has come to, its violations not shown again yet.
  CheckResult result() const;

 private:
  using Clock = std::chrono::steady_clock;

  struct Given {
    SharedTree::Lease lease;
    std::string token;
    double seconds = 0;
    bool split = false;
  };
  /// What a task has come to, to be committed when the next one is asked for.
  struct Explored {
    Store::Finished finished;
    std::uint64_t executions = 0;
  };

  void explore_tasks();
  std::optional<Given> next_given(std::optional<Explored> explored);
  Store::Answer ask(const std::string& token, const std::optional<Explored>& explored);
  std::vector<Store::TaskId> some_tasks(Store::TaskId but);
  void catch_up(std::span<const std::string> records);
  Explored explore(const Given& given, Watchdog& watchdog);
  void look_up();
  void renew();
  void stop(Incomplete why);
  Progress progress() const;
  std::string about() const;
  std::string new_token();
  double seconds() const;

  Store& store_;
  const ProgramFactory& make_;
  const CheckOptions& options_;
  CheckOptions task_options_;
  const Membership how_;
  const Clock::time_point begin_ = Clock::now();
  Clock::time_point renewed_ = begin_;
  Clock::time_point shown_ = begin_;

  mutable std::mutex mutex_;  ///< of all that follows, and of the store
  Replica replica_;
  std::map<std::string, Store::TaskId> given_;  ///< by their tokens
  std::mt19937_64 random_;
  std::uint64_t records_since_snapshot_ = 0;
  std::uint64_t committed_ = 0;
  std::uint64_t executions_ = 0;
  std::uint64_t steps_ = 0;
  AuditSample sample_;  ///< of what was explored here
  Incomplete why_stopped_;
  std::exception_ptr error_;
  std::atomic<bool> stop_ = false;
  std::atomic<bool> over_ = false;
};

}  // namespace harrier
