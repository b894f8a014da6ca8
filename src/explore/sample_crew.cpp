// Executions drawn at random by several threads.
#include "explore/sample_crew.hpp"

#include <algorithm>
#include <limits>
#include <thread>
#include <utility>

#include "explore/limits.hpp"

namespace harrier {

namespace {

/// About so many steps are drawn at a time.
constexpr std::uint64_t steps_at_a_time = 20'000;
/// So many turns may be given out that were not added up.
constexpr std::uint64_t turns_ahead_max = 64;
constexpr std::chrono::milliseconds look_at_samples_every{50};

}  // namespace

SampleCrew::SampleCrew(const ProgramFactory& make, const CheckOptions& options, const Jobs& jobs,
                       Sampled& sampled, AuditSample& sample, Search::Portion begun)
    : make_(make),
      options_(options),
      jobs_(jobs),
      seconds_before_(begun.result.seconds),
      first_(begun.result.executions + begun.cut),
      task_options_(options),
      sampled_(sampled),
      sample_(sample) {
  const std::uint64_t steps = std::max<std::uint64_t>(begun.result.steps, 1);
  count_ = std::clamp<std::uint64_t>(steps_at_a_time * first_ / steps, 1, steps_at_a_time);
  task_options_.interrupt = &stop_;
  task_options_.seconds_max = 0;
  task_options_.on_progress = {};
  task_options_.on_execution = {};
  totals_.add(std::move(begun));
}

CheckResult SampleCrew::run(unsigned threads) {
  {
    std::vector<std::jthread> workers;
    workers.reserve(threads);
    for (unsigned i = 0; i < threads; ++i) workers.emplace_back([this] { work(); });
    watch();
  }
  if (error_) std::rethrow_exception(error_);
  const std::uint64_t cut = totals_.cut();
  CheckResult result = totals_.take(false, why_stopped_, options_.depth_max);
  result.incomplete.cut = cut;
  const ReductionStatistics statistics = sampled_.statistics();
  result.seen = statistics.seen;
  result.estimate = statistics.estimate;
  SearchPart& part = result.parts.emplace_back();
  part.search = options_.search;
  part.guarantee = statistics.guarantee;
  result.seconds = seconds();
  result.threads = threads;
  return result;
}

double SampleCrew::seconds() const {
  const std::chrono::duration<double> elapsed = Clock::now() - begin_;
  return seconds_before_ + elapsed.count();
}

void SampleCrew::work() {
  if (jobs_.on_worker) jobs_.on_worker();
  while (std::optional<Given> given = next_given()) {
    Done done = draw(*given);
    finish(given->turn, std::move(done));
  }
}

/// Returns how many executions have a turn; 0 behind the last one.
std::uint64_t SampleCrew::count_of(std::uint64_t turn) const {
  if (options_.executions_max == 0) return count_;
  const std::uint64_t before = first_ + turn * count_;
  return before < options_.executions_max ? std::min(count_, options_.executions_max - before) : 0;
}

/// Returns what is to be drawn now, if anything.
std::optional<std::uint64_t> SampleCrew::next_turn() {
  if (std::exchange(again_, false)) return turns_done_;
  if (turns_given_ - turns_done_ >= turns_ahead_max || count_of(turns_given_) == 0) {
    return std::nullopt;
  }
  return turns_given_++;
}

std::optional<SampleCrew::Given> SampleCrew::next_given() {
  std::unique_lock lock(mutex_);
  std::optional<std::uint64_t> turn;
  given_.wait(lock, [&] {
    if (stop_ || count_of(turns_done_) == 0) return true;
    turn = next_turn();
    return turn.has_value();
  });
  if (stop_ || !turn) return std::nullopt;
  ++running_;
  return Given{*turn, count_of(*turn), sampled_.fork(first_ + *turn * count_)};
}

SampleCrew::Done SampleCrew::draw(Given& given) const {
  Done done;
  CheckOptions options = task_options_;
  options.executions_max = given.count;
  if (options_.on_execution) {
    options.on_execution = [&](const Execution& one) { done.executions.push_back(one); };
  }
  try {
    Sampled& sampled = *given.sampled;
    std::optional<Search> search(std::in_place, make_, options, std::move(given.sampled));
    search->keep_one_of_each_portion();
    done.portion = search->run_portion(nullptr, 0);
    done.drawn = sampled.take_drawn();
    end_part(search, "with --jobs 1");
  } catch (...) {
    done.error = std::current_exception();
  }
  return done;
}

void SampleCrew::finish(std::uint64_t turn, Done done) {
  {
    const std::lock_guard lock(mutex_);
    --running_;
    done_.emplace(turn, std::move(done));
    while (!ended_ && !done_.empty() && done_.begin()->first == turns_done_) {
      Done& next = done_.begin()->second;
      again_ = !next.error && !sampled_.knows_what(next.drawn);
      if (!again_) add(next);
      done_.erase(done_.begin());
      if (again_) break;
    }
    if (ended_) stop_ = true;
  }
  given_.notify_all();
  over_.notify_all();
}

void SampleCrew::add(Done& done) {
  if (done.error) {
    error_ = done.error;
    ended_ = true;
    return;
  }
  ++turns_done_;
  sampled_.join(std::move(done.drawn));
  // Where somebody has stopped it, what comes behind is not what comes next.
  ended_ = done.portion.result.incomplete.why != Incomplete::Why::executions_max;
  AuditSample kept = std::move(done.portion.sample);
  totals_.add(std::move(done.portion));
  sample_.offer(std::move(kept), totals_.so_far().steps);
  for (const Execution& one : done.executions) options_.on_execution(one);
  if (!ended_ && count_of(turns_done_) == 0) {
    why_stopped_ = {.why = Incomplete::Why::executions_max, .bound = options_.executions_max};
    ended_ = true;
  }
}

void SampleCrew::stop(Incomplete why) {
  why_stopped_ = std::move(why);
  stop_ = true;
}

/// Stays until the threads have nothing more to do; tells how far they are, and stops them in time.
void SampleCrew::watch() {
  std::unique_lock lock(mutex_);
  Clock::time_point last_progress = Clock::now();
  const auto is_over = [this] { return stop_ && running_ == 0; };
  while (!over_.wait_for(lock, look_at_samples_every, is_over)) {
    if (!stop_ && options_.interrupt != nullptr && *options_.interrupt) {
      stop({.why = Incomplete::Why::interrupted});
    }
    if (!stop_ && options_.seconds_max > 0 && seconds() >= options_.seconds_max) {
      stop({.why = Incomplete::Why::seconds_max});
    }
    if (stop_) given_.notify_all();
    const std::chrono::duration<double> quiet = Clock::now() - last_progress;
    if (!options_.on_progress || quiet.count() < progress_seconds) continue;
    last_progress = Clock::now();
    const CheckResult& so_far = totals_.so_far();
    options_.on_progress({.executions = so_far.executions,
                          .blocked = so_far.blocked,
                          .steps = so_far.steps,
                          .depth = so_far.depth_max,
                          .seconds = seconds(),
                          .estimate = sampled_.statistics().estimate});
  }
}

}  // namespace harrier
