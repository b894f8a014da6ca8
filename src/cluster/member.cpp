// One process that takes part in an exploration which several share.
#include "cluster/member.hpp"

#include <algorithm>
#include <thread>
#include <utility>

#include "explore/audit.hpp"
#include "explore/registries.hpp"
#include "explore/shared_progress.hpp"
#include "explore/totals.hpp"
#include "harrier/usage_error.hpp"

namespace harrier {

namespace {

/// Of so many tasks one is asked for: few, so that asking is cheap; more than one, since others may
/// have the first ones.
constexpr std::size_t wanted_max = 64;
/// So many records are applied before somebody keeps a snapshot.
constexpr std::uint64_t records_per_snapshot = 2'000;
/// While there are fewer tasks for each that is being explored, rests are split early.
constexpr std::size_t tasks_per_worker = 2;
constexpr double hurry = 0.1;
/// The more take part, the longer a task is, so that the store is not asked too often.
constexpr double seconds_per_worker = 0.003;

constexpr std::chrono::milliseconds look_up_every{50};
constexpr std::chrono::milliseconds ask_again_after{20};
constexpr double progress_seconds = 0.1;

}  // namespace

Member::Member(Store& store, const ProgramFactory& make, const CheckOptions& options,
               Membership how)
    : store_(store),
      make_(make),
      options_(options),
      task_options_(options),
      how_(std::move(how)),
      replica_(planning_of(options)) {
  std::random_device seed;
  random_.seed((std::uint64_t{seed()} << 32U) ^ seed());
  task_options_.interrupt = &stop_;
  task_options_.seconds_max = 0;
  task_options_.on_progress = {};
  if (how_.threads > 1 && !Search(make, options).can_share()) {
    throw UsageError(
        "only one thread can explore this: its program cannot take steps back, and may want to be "
        "alone in its process; start more processes");
  }
  replica_.load(store_.load());
}

void Member::work() {
  {
    const std::jthread watching([this](const std::stop_token& enough) {
      while (!enough.stop_requested()) {
        std::this_thread::sleep_for(look_up_every);
        look_up();
      }
    });
    std::vector<std::jthread> others;
    for (unsigned i = 1; i < how_.threads; ++i) {
      others.emplace_back([this] {
        if (how_.on_worker) how_.on_worker();
        explore_tasks();
      });
    }
    explore_tasks();
  }
  if (error_) std::rethrow_exception(error_);
}

void Member::explore_tasks() {
  try {
    Watchdog watchdog;
    std::optional<Explored> explored;
    while (const std::optional<Given> given = next_given(std::move(explored))) {
      explored = explore(*given, watchdog);
    }
  } catch (...) {
    const std::lock_guard lock(mutex_);
    if (!error_) error_ = std::current_exception();
    stop_ = true;
  }
}

std::string Member::new_token() {
  return std::to_string(random_()) + '-' + std::to_string(random_());
}

/// Lists tasks to ask for: all but one where they are few, otherwise some at random, since others
/// ask too.
std::vector<Store::TaskId> Member::some_tasks(Store::TaskId but) {
  std::vector<Store::TaskId> tasks;
  for (const auto& [depth, task] : replica_.tree().ready()) {
    if (task != but) tasks.push_back(task);
  }
  const std::size_t count = std::min(tasks.size(), wanted_max);
  for (std::size_t i = 0; i < count; ++i) {
    std::swap(tasks[i], tasks[i + random_() % (tasks.size() - i)]);
  }
  tasks.resize(count);
  return tasks;
}

void Member::catch_up(std::span<const std::string> records) {
  for (const std::string& record : records) replica_.apply(record);
  records_since_snapshot_ += records.size();
  // One of all who take part does it, each as likely as the others.
  if (records_since_snapshot_ < records_per_snapshot) return;
  records_since_snapshot_ = 0;
  store_.keep(replica_.snapshot());
}

/// Commits what was explored, if anything, and asks for a task.
Store::Answer Member::ask(const std::string& token, const std::optional<Explored>& explored) {
  using Kind = Store::Answer::Kind;
  const Store::Finished* const finished = explored ? &explored->finished : nullptr;
  Store::Answer answer =
      store_.lease({.known = replica_.place(),
                    .wanted = some_tasks(finished != nullptr ? finished->task : 0),
                    .token = token,
                    .worker = {how_.name, about()},
                    .finished = finished});
  if (!answer.committed || !explored) return answer;
  ++committed_;
  executions_ += explored->executions;
  // Otherwise it is among the news, or what comes behind the snapshot.
  if (answer.kind == Kind::leased || answer.kind == Kind::nothing) {
    catch_up({&finished->record, 1});
  }
  return answer;
}

std::optional<Member::Given> Member::next_given(std::optional<Explored> explored) {
  using Kind = Store::Answer::Kind;
  std::unique_lock lock(mutex_);
  if (explored) given_.erase(explored->finished.token);
  while (!stop_ && !replica_.is_over()) {
    const std::string token = new_token();
    const Store::Answer answer = ask(token, std::exchange(explored, std::nullopt));
    switch (answer.kind) {
      case Kind::news:
        catch_up(answer.records);
        break;
      case Kind::stale:
        replica_.load(store_.load());
        break;
      case Kind::nothing:
        if (answer.committed) break;  // what was committed may have left some
        lock.unlock();
        std::this_thread::sleep_for(ask_again_after);
        lock.lock();
        break;
      case Kind::leased: {
        given_.emplace(token, answer.task);
        const auto workers = static_cast<double>(answer.leased_count);
        const bool few = replica_.tree().ready_count() < tasks_per_worker * answer.leased_count + 1;
        const double seconds = std::max(how_.task_seconds, seconds_per_worker * workers);
        return Given{replica_.tree().lease_of(answer.task), token, few ? hurry * seconds : seconds,
                     few};
      }
    }
  }
  if (explored && store_.commit(explored->finished)) {
    ++committed_;
    executions_ += explored->executions;
  }
  over_ = over_ || replica_.is_over();
  if (over_) stop_ = true;
  return std::nullopt;
}

Member::Explored Member::explore(const Given& given, Watchdog& watchdog) {
  std::optional<Search> search(std::in_place, make_, task_options_, make_reduction(task_options_),
                               &watchdog);
  search->keep_one_of_each_portion();
  Search::Portion portion;
  try {
    portion = search->run_portion(&given.lease.work, 0, {.seconds = given.seconds});
  } catch (const StartAgain&) {
    throw UsageError(
        "the program has changed what it says of its members, which the others do not know; "
        "explore it in one process");
  }
  end_part(search, "in one process");
  {
    const std::lock_guard lock(mutex_);
    steps_ += portion.result.steps;
    sample_.offer(std::move(portion.sample), steps_);
  }
  return {.finished = {.task = given.lease.task,
                       .token = given.token,
                       .record = record_of(given.lease.task, given.token, portion, given.split)},
          .executions = portion.result.executions};
}

void Member::stop(Incomplete why) {
  why_stopped_ = std::move(why);
  stop_ = true;
}

/// Stops the threads in time, says that they are alive, and how far the exploration is.
void Member::look_up() {
  using Why = Incomplete::Why;
  const std::lock_guard lock(mutex_);
  if (!stop_ && options_.interrupt != nullptr && *options_.interrupt)
    stop({.why = Why::interrupted});
  if (!stop_ && options_.seconds_max > 0 && seconds() >= options_.seconds_max) {
    stop({.why = Why::seconds_max});
  }
  const Clock::time_point now = Clock::now();
  const auto seconds_since = [now](Clock::time_point then) {
    return std::chrono::duration<double>(now - then).count();
  };
  if (seconds_since(renewed_) >= store_.lease_seconds() / 3) {
    renewed_ = now;
    renew();
  }
  if (options_.on_progress && seconds_since(shown_) >= progress_seconds) {
    shown_ = now;
    options_.on_progress(progress());
  }
}

void Member::renew() {
  try {
    for (const auto& [token, task] : given_) store_.renew(task, token);
  } catch (...) {
    if (!error_) error_ = std::current_exception();
    stop_ = true;
  }
}

void Member::end(Store& store, Incomplete why) {
  const std::unique_lock lock(mutex_, std::try_to_lock);
  Search::Portion portion;
  portion.result.coverage = Coverage::every_class();
  portion.result.incomplete = std::move(why);
  for (const auto& [token, task] : given_) {
    if (store.commit({task, token, record_of(task, token, portion, false)})) return;
  }
}

double Member::seconds() const {
  const std::chrono::duration<double> elapsed = Clock::now() - begin_;
  return elapsed.count();
}

/// Says what others see of this process.
std::string Member::about() const {
  return std::to_string(executions_) + " executions, " + std::to_string(committed_) + " tasks, " +
         std::to_string(static_cast<std::uint64_t>(seconds())) + " s, " +
         std::to_string(how_.threads) + (how_.threads == 1 ? " thread" : " threads");
}

Progress Member::progress() const {
  return shared_progress(replica_.tally(), replica_.tree(), seconds());
}

CheckResult Member::result() const {
  WorkWriter writer;
  replica_.tally().write(writer);
  const std::string text = writer.take();
  WorkReader reader(text);
  Totals totals = Totals::read(reader, make_, options_);
  const Tally& tally = replica_.tally();
  if (tally.is_over()) {
    Search::Portion end;
    end.result.coverage = tally.coverage;
    end.result.incomplete = tally.over;
    if (tally.differs) end.result.verdict = Verdict::nondeterminism;
    totals.add(std::move(end));
  }
  CheckResult result = totals.take(replica_.tree().is_explored(), why_stopped_, options_.depth_max);
  if (!result.complete) result.estimate = progress().estimate;
  result.seconds = seconds();
  if (result.verdict == Verdict::ok || result.verdict == Verdict::incomplete) {
    audit_some(make_, options_, sample_.traces(), result);
  }
  return result;
}

}  // namespace harrier
