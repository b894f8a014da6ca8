// An exploration by several threads.
#include "explore/crew.hpp"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "explore/estimate.hpp"
#include "explore/limits.hpp"
#include "explore/registries.hpp"
#include "explore/shared_progress.hpp"

namespace harrier {

namespace {

/// So many tasks may be given out that were not put back: one that takes long does not keep the
/// others from working.
constexpr std::size_t outstanding_max = 256;
/// Below so many, rests are split, so that there is something to do for everybody.
constexpr std::size_t outstanding_enough = 32;
constexpr std::size_t outstanding_few = 8;
/// So many tasks at most are given to a thread at once.
constexpr std::size_t together_max = 16;
/// How many steps a task takes before its rest is put back, while there are few, some, enough.
constexpr std::uint64_t steps_few = 2'000;
constexpr std::uint64_t steps_some = 8'000;
constexpr std::uint64_t steps_enough = 32'000;

/// What a walk stands still for a checkpoint may be one part of so many of the time: of a large
/// tree they are kept less often. To go on afterwards takes less than to stop.
constexpr int checkpoint_share = 100;
/// About so long it takes, per step that is planned, to stop, to write it and to go on.
constexpr double checkpoint_step_seconds = 1.5e-6;

/// A walk that pauses then, usually for the first time, estimates what is left.
constexpr double estimate_seconds = 2;

constexpr std::chrono::milliseconds look_up_every{50};
constexpr double least_seconds = 0.001;

std::chrono::steady_clock::duration ticks(double seconds) {
  return std::chrono::duration_cast<std::chrono::steady_clock::duration>(
      std::chrono::duration<double>(seconds));
}

}  // namespace

Crew::Crew(const ProgramFactory& make, const CheckOptions& options, const Jobs& jobs,
           AuditSample& sample)
    : make_(make),
      jobs_(jobs),
      options_(options),
      task_options_(options),
      checkpoint_due_(begin_ + ticks(jobs.first_checkpoint_seconds())),
      tree_(planning_of(options)),
      sample_(sample) {
  task_options_.interrupt = &stop_;
  task_options_.seconds_max = 0;
  task_options_.on_progress = {};
  task_options_.on_execution = {};
  if (!jobs.resume.empty()) {
    WorkReader reader(jobs.resume);
    totals_ = Totals::read(reader, make, options);
    tree_ = SharedTree::parse(reader.rest());
  }
  checkpoint_due_steps_ = totals_.so_far().steps + jobs.checkpoint_steps;
}

Crew::Crew(const ProgramFactory& make, const CheckOptions& options, const Jobs& jobs,
           AuditSample& sample, Search::Portion begun)
    : Crew(make, options, jobs, sample) {
  seconds_before_ = begun.result.seconds;
  checkpoint_due_ -= ticks(seconds_before_);
  why_stopped_ = begun.result.incomplete;
  stop_ = why_stopped_.why != Incomplete::Why::none;
  const SharedTree::Lease all = tree_.lease(SharedTree::Pick::deepest).value();
  tree_.commit(all.task, {.handed_over = {},
                          .rest = std::move(begun.rest),
                          .split = false,
                          .executions = begun.result.executions});
  totals_.add(std::move(begun));
}

CheckResult Crew::run(unsigned threads) {
  {
    const std::lock_guard lock(mutex_);
    give_out();
  }
  {
    std::vector<std::jthread> workers;
    workers.reserve(threads);
    for (unsigned i = 0; i < threads; ++i) workers.emplace_back([this] { work(); });
    watch();
  }
  if (error_) std::rethrow_exception(error_);
  CheckResult result = conclude();
  result.threads = threads;
  return result;
}

CheckResult Crew::run_alone() {
  using Why = Incomplete::Why;
  std::unique_lock lock(mutex_);
  Clock::time_point stopped = begin_;
  while (!tree_.is_explored() && !totals_.is_over() && why_stopped_.why == Why::none) {
    if (options_.executions_max != 0 && totals_.so_far().executions >= options_.executions_max) {
      why_stopped_ = {.why = Why::executions_max, .bound = options_.executions_max};
      break;
    }
    if (is_checkpoint_due()) keep_checkpoint(lock, stopped);
    const SharedTree::Lease lease = tree_.lease(SharedTree::Pick::deepest).value();
    const double until_due = std::chrono::duration<double>(checkpoint_due_ - Clock::now()).count();
    Search search(make_, options_here());
    if (!estimate_ && seconds() >= estimate_seconds && search.can_share()) {
      estimate_ = estimate_meanwhile(make_, options_);
    }
    const Clock::time_point begin = Clock::now();
    Search::Portion portion =
        search.run_portion(&lease.work, jobs_.checkpoint_steps,
                           pause_for_checkpoint(jobs_, std::max(until_due, least_seconds)));
    stopped = begin + ticks(portion.result.seconds);
    sample_.join(std::move(search.audit_sample()));
    if (portion.rest) why_stopped_ = portion.result.incomplete;
    if (why_stopped_.why == Why::executions_max) why_stopped_.bound = options_.executions_max;
    tree_.commit(lease.task, {.handed_over = std::move(portion.handed_over),
                              .rest = std::move(portion.rest),
                              .split = false,
                              .executions = portion.result.executions});
    totals_.add(std::move(portion));
  }
  return conclude();
}

/// Returns how one search goes on with what others did before.
CheckOptions Crew::options_here() const {
  CheckOptions options = options_;
  const double seconds_now = seconds();
  if (options.executions_max != 0) options.executions_max -= totals_.so_far().executions;
  if (options.seconds_max > 0) {
    options.seconds_max = std::max(options.seconds_max - seconds_now, least_seconds);
  }
  if (options_.on_progress) {
    options.on_progress = [this, seconds_now](Progress now) {
      const CheckResult& so_far = totals_.so_far();
      now.executions += so_far.executions;
      now.blocked += so_far.blocked;
      now.steps += so_far.steps;
      now.seconds += seconds_now;
      now.estimate = estimate_;
      options_.on_progress(now);
    };
  }
  return options;
}

Pause Crew::pause_for_checkpoint(const Jobs& jobs, double seconds) {
  if (jobs.checkpoint_steps != 0) return {};
  return {.seconds = seconds, .seconds_per_step = checkpoint_step_seconds * checkpoint_share};
}

double Crew::seconds() const {
  const std::chrono::duration<double> elapsed = Clock::now() - begin_;
  return seconds_before_ + elapsed.count();
}

CheckResult Crew::conclude() {
  if (jobs_.on_checkpoint && !totals_.is_over()) jobs_.on_checkpoint(checkpoint());
  const std::optional<Estimate> estimate = estimate_ ? estimate_ : progress().estimate;
  CheckResult result = totals_.take(tree_.is_explored(), why_stopped_, options_.depth_max);
  if (!result.complete && !result.estimate) result.estimate = estimate;
  result.seconds = seconds();
  return result;
}

std::string Crew::checkpoint() const {
  WorkWriter writer;
  totals_.write(writer);
  return writer.take() + tree_.text();
}

bool Crew::is_checkpoint_due() const {
  if (jobs_.checkpoint_steps != 0) return totals_.so_far().steps >= checkpoint_due_steps_;
  return Clock::now() >= checkpoint_due_;
}

/// Keeps a checkpoint, for which some stand still since then; the lock is given back while it is
/// written.
void Crew::keep_checkpoint(std::unique_lock<std::mutex>& lock, Clock::time_point since) {
  if (jobs_.on_checkpoint) {
    const std::string text = checkpoint();
    lock.unlock();
    jobs_.on_checkpoint(text);
    lock.lock();
  }
  const Clock::time_point now = Clock::now();
  checkpoint_due_ =
      now + std::max(ticks(jobs_.checkpoint_seconds), (now - since) * checkpoint_share);
  checkpoint_due_steps_ = totals_.so_far().steps + jobs_.checkpoint_steps;
}

/// Keeps one between two turns, so that it is the same each time: nobody puts anything back while
/// it is written.
void Crew::keep_checkpoint_after_steps() {
  if (jobs_.checkpoint_steps == 0 || !jobs_.on_checkpoint || !is_checkpoint_due()) return;
  jobs_.on_checkpoint(checkpoint());
  checkpoint_due_steps_ = totals_.so_far().steps + jobs_.checkpoint_steps;
}

void Crew::work() {
  if (jobs_.on_worker) jobs_.on_worker();
  Watchdog watchdog;
  while (const std::optional<Given> given = next_given()) {
    finish(given->turn, explore(*given, watchdog));
  }
}

std::optional<Crew::Given> Crew::next_given() {
  std::unique_lock lock(mutex_);
  given_.wait(lock, [this] { return !queue_.empty() || stop_ || turns_done_ == turns_given_; });
  if (stop_ || queue_.empty()) return std::nullopt;
  Given given = std::move(queue_.front());
  queue_.pop_front();
  ++running_;
  return given;
}

Crew::Done Crew::explore(const Given& given, Watchdog& watchdog) const {
  Done done;
  for (const SharedTree::Lease& lease : given.leases) done.tasks.push_back(lease.task);
  CheckOptions options = task_options_;
  if (options_.on_execution) {
    options.on_execution = [&](const Execution& one) { done.executions.push_back(one); };
  }
  try {
    std::optional<Search> search(std::in_place, make_, options, make_reduction(options), &watchdog);
    search->keep_one_of_each_portion();
    std::uint64_t steps_left = given.steps_max;
    for (const SharedTree::Lease& lease : given.leases) {
      const Search::Portion& portion =
          done.portions.emplace_back(search->run_portion(&lease.work, steps_left));
      const std::uint64_t steps = portion.result.steps + portion.result.steps_replayed;
      if (portion.rest || ends_exploration(portion.result) || steps >= steps_left) break;
      steps_left -= steps;
    }
    end_part(search, "with --jobs 1");
  } catch (...) {
    done.error = std::current_exception();
  }
  return done;
}

void Crew::finish(std::uint64_t turn, Done done) {
  bool ended = false;
  {
    const std::lock_guard lock(mutex_);
    --running_;
    done_.emplace(turn, std::move(done));
    while (!done_.empty() && done_.begin()->first == turns_done_ && !error_ && !totals_.is_over()) {
      put_back(done_.begin()->second);
      done_.erase(done_.begin());
      ++turns_done_;
      give_out();
      keep_checkpoint_after_steps();
    }
    if (error_ || totals_.is_over()) stop_ = true;
    ended = is_over();
  }
  given_.notify_all();
  if (ended) over_.notify_all();
}

void Crew::put_back(Done& done) {
  if (done.error) {
    error_ = done.error;
    return;
  }
  for (std::size_t i = 0; i < done.tasks.size(); ++i) {
    const std::lock_guard tree_lock(tree_mutex_);
    if (i >= done.portions.size()) {
      tree_.give_back(done.tasks[i]);
      continue;
    }
    Search::Portion& portion = done.portions[i];
    const bool split = turns_given_ - turns_done_ + tree_.ready_count() < outstanding_enough;
    tree_.commit(done.tasks[i], {.handed_over = std::move(portion.handed_over),
                                 .rest = std::move(portion.rest),
                                 .split = split,
                                 .executions = portion.result.executions});
    AuditSample kept = std::move(portion.sample);
    totals_.add(std::move(portion));
    sample_.offer(std::move(kept), totals_.so_far().steps);
  }
  for (const Execution& one : done.executions) options_.on_execution(one);
}

void Crew::give_out() {
  while (turns_given_ - turns_done_ < outstanding_max && !stop_) {
    const std::size_t outstanding = turns_given_ - turns_done_;
    const auto pick =
        outstanding < outstanding_enough ? SharedTree::Pick::shallowest : SharedTree::Pick::deepest;
    // Where there are many they are small: some of them together, so that each takes less to begin.
    // What a thread does not come to within its steps is given back.
    const std::size_t together = std::clamp<std::size_t>(tree_.ready_count() / 2, 1, together_max);
    std::vector<SharedTree::Lease> leases = tree_.lease_some(pick, together, tree_mutex_);
    if (leases.empty()) return;
    const std::uint64_t steps_max = outstanding < outstanding_few      ? steps_few
                                    : outstanding < outstanding_enough ? steps_some
                                                                       : steps_enough;
    queue_.push_back({turns_given_++, std::move(leases), steps_max});
  }
}

Progress Crew::progress() const { return shared_progress(totals_.so_far(), tree_, seconds()); }

/// Stays until the threads have nothing more to do; tells how far they are, and stops them in time.
void Crew::watch() {
  std::unique_lock lock(mutex_);
  Clock::time_point last_progress = Clock::now();
  while (!over_.wait_for(lock, look_up_every, [this] { return is_over(); })) {
    if (!stop_ && options_.interrupt != nullptr && *options_.interrupt) {
      why_stopped_ = {.why = Incomplete::Why::interrupted};
      stop_ = true;
    }
    if (!stop_ && options_.seconds_max > 0 && seconds() >= options_.seconds_max) {
      why_stopped_ = {.why = Incomplete::Why::seconds_max};
      stop_ = true;
    }
    if (stop_) given_.notify_all();
    if (!stop_ && jobs_.checkpoint_steps == 0 && is_checkpoint_due()) {
      keep_checkpoint(lock, Clock::now());
    }
    const std::chrono::duration<double> quiet = Clock::now() - last_progress;
    if (options_.on_progress && quiet.count() >= progress_seconds) {
      last_progress = Clock::now();
      options_.on_progress(progress());
    }
  }
  if (!stop_ || totals_.is_over() || error_) return;
  // What was done out of turn is done, too.
  for (auto& [turn, done] : done_) put_back(done);
}

}  // namespace harrier
