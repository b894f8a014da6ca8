// An exploration of states by several threads.
#include "explore/state_crew.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "explore/limits.hpp"

namespace harrier {

namespace {

constexpr std::chrono::milliseconds look_at_states_every{50};

}  // namespace

StateCrew::StateCrew(const ProgramFactory& make, const CheckOptions& options, const Jobs& jobs,
                     std::size_t threads)
    : make_(make),
      options_(options),
      jobs_(jobs),
      threads_(threads),
      search_options_(options),
      shared_(std::make_shared<SharedStates>(options.states, threads)) {
  search_options_.interrupt = &stop_;
  search_options_.seconds_max = 0;
  search_options_.on_progress = {};
}

CheckResult StateCrew::run(Search& first, const DepthFirst& first_reduction) {
  running_ = threads_;
  {
    std::vector<std::jthread> threads;
    threads.reserve(threads_);
    threads.emplace_back([&] {
      if (jobs_.on_worker) jobs_.on_worker();
      explore(first, first_reduction, true);
    });
    for (std::size_t i = 1; i < threads_; ++i) threads.emplace_back([this] { work(); });
    watch();
  }
  if (error_) std::rethrow_exception(error_);
  first.audit_sample().join(std::move(sample_));
  CheckResult result = conclude();
  result.threads = threads_;
  return result;
}

void StateCrew::work() {
  if (jobs_.on_worker) jobs_.on_worker();
  std::optional<Search> search;
  try {
    std::unique_ptr<DepthFirst> reduction = make_reduction();
    const DepthFirst& exploring = *reduction;
    search.emplace(make_, search_options_, std::move(reduction));
    explore(*search, exploring, false);
    {
      const std::lock_guard lock(mutex_);
      sample_.join(std::move(search->audit_sample()));
    }
    end_part(search, "with --jobs 1");
  } catch (...) {
    fail(std::current_exception());
  }
}

/// Explores with one of the searches until there is nothing left for any of them. Only one of them
/// finds out how many classes there are.
void StateCrew::explore(Search& search, const DepthFirst& reduction, bool estimates) {
  try {
    const std::uint64_t steps_max = estimates ? 0 : std::numeric_limits<std::uint64_t>::max();
    Search::Portion portion = search.run_portion(nullptr, steps_max);
    const std::lock_guard lock(mutex_);
    add(std::move(portion), reduction);
  } catch (...) {
    fail(std::current_exception());
  }
  {
    const std::lock_guard lock(mutex_);
    --running_;
  }
  ended_.notify_all();
}

void StateCrew::fail(std::exception_ptr error) {
  const std::lock_guard lock(mutex_);
  if (!error_) error_ = std::move(error);
  stop();
}

void StateCrew::add(Search::Portion portion, const DepthFirst& reduction) {
  const StatesSeen& seen = *portion.result.states;
  seen_.met_again += seen.met_again;
  seen_.ends += seen.ends;
  portion.result.steps -= reduction.steps_to_given();
  portion.result.steps_replayed += reduction.steps_to_given();
  // Somebody else has found something in the same moment.
  if (totals_.is_over() && !options_.keep_going) portion.result.violations.clear();
  totals_.add(std::move(portion));
  if (totals_.is_over()) stop();
}

void StateCrew::stop() {
  stop_ = true;
  shared_->market.stop();
}

double StateCrew::seconds() const {
  return std::chrono::duration<double>(Clock::now() - begin_).count();
}

/// Stays until no thread explores; tells how far they are, and stops them in time.
void StateCrew::watch() {
  std::unique_lock lock(mutex_);
  Clock::time_point last_progress = Clock::now();
  while (!ended_.wait_for(lock, look_at_states_every, [this] { return running_ == 0; })) {
    using Why = Incomplete::Why;
    const bool interrupted = options_.interrupt != nullptr && *options_.interrupt;
    const bool is_late = options_.seconds_max > 0 && seconds() >= options_.seconds_max;
    if (!stop_ && (interrupted || is_late)) {
      why_stopped_ = {.why = interrupted ? Why::interrupted : Why::seconds_max};
      stop();
    }
    const std::chrono::duration<double> quiet = Clock::now() - last_progress;
    if (!options_.on_progress || quiet.count() < progress_seconds) continue;
    last_progress = Clock::now();
    options_.on_progress({.seconds = seconds(), .states = seen()});
  }
}

/// Returns what is known of the states by now.
StatesSeen StateCrew::seen() const {
  StatesSeen seen = seen_;
  seen.distinct = shared_->met.size();
  seen.bytes = shared_->met.bytes();
  seen.load = shared_->met.load();
  return seen;
}

CheckResult StateCrew::conclude() {
  const bool explored = !stop_;
  CheckResult result = totals_.take(explored, why_stopped_, options_.depth_max);
  result.states = seen();
  result.seconds = seconds();
  return result;
}

}  // namespace harrier
