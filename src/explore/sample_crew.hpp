// Executions drawn at random by several threads.
//
// The i-th execution is a function of the seed, of i, and of what the sampler knows by then.
// Threads draw some executions at a time, each with a sampler of its own that knows what was known
// when they were given out, and what becomes of them is added up in the order of their numbers.
// Where the sampler has learnt something in between that decides about what it draws, they are
// drawn again. So everything is what one thread comes to, whatever the timing; the first violation
// is that of the smallest number.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "explore/search.hpp"
#include "explore/totals.hpp"
#include "harrier/jobs.hpp"
#include "sampling/sampled.hpp"

namespace harrier {

class SampleCrew {
 public:
  /// Goes on with what a search has begun; `sampled` is its reduction.
  SampleCrew(const ProgramFactory& make, const CheckOptions& options, const Jobs& jobs,
             Sampled& sampled, AuditSample& sample, Search::Portion begun);

  /// Draws with so many threads; returns the result, its violations not shown again yet.
  CheckResult run(unsigned threads);

  /// So many executions are drawn by one thread before others join in.
  static constexpr std::uint64_t executions_alone = 64;

 private:
  using Clock = std::chrono::steady_clock;

  /// Some executions, one after the other, and their turn.
  struct Given {
    std::uint64_t turn = 0;
    std::uint64_t count = 0;
    std::unique_ptr<Sampled> sampled;
  };
  /// What became of them.
  struct Done {
    Search::Portion portion;
    Sampled::Drawn drawn;
    std::vector<Execution> executions;
    std::exception_ptr error;
  };

  void work();
  std::optional<Given> next_given();
  std::optional<std::uint64_t> next_turn();
  std::uint64_t count_of(std::uint64_t turn) const;
  Done draw(Given& given) const;
  void finish(std::uint64_t turn, Done done);
  void add(Done& done);
  void watch();
  void stop(Incomplete why);
  double seconds() const;

  const ProgramFactory& make_;
  const CheckOptions& options_;
  const Jobs& jobs_;
  const double seconds_before_;
  const Clock::time_point begin_ = Clock::now();
  const std::uint64_t first_;  ///< the number of the first execution
  std::uint64_t count_ = 0;    ///< at a time
  CheckOptions task_options_;

  std::mutex mutex_;  ///< of all that follows
  std::condition_variable given_;
  std::condition_variable over_;
  Sampled& sampled_;
  Totals totals_;
  AuditSample& sample_;
  std::uint64_t turns_given_ = 0;
  std::uint64_t turns_done_ = 0;
  bool again_ = false;                  ///< what has its turn is to be drawn again
  std::map<std::uint64_t, Done> done_;  ///< out of turn
  std::size_t running_ = 0;
  bool ended_ = false;  ///< nothing more is added
  Incomplete why_stopped_;
  std::exception_ptr error_;
  std::atomic<bool> stop_ = false;
};

}  // namespace harrier
