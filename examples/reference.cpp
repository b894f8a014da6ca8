// Every public name at work: docs/reference.md shows lines of this file.
//
//   example_reference check cells      actors; explores all orders, and finds nothing wrong
//   example_reference check pair       processes
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harrier/certificate.hpp"
#include "harrier/estimate.hpp"
#include "harrier/explain.hpp"
#include "harrier/harrier.hpp"
#include "harrier/jobs.hpp"
#include "harrier/process.hpp"
#include "harrier/report.hpp"

namespace {

enum class Level { low, high };

struct Start {};
struct Tick {};
struct Read {};
struct Write {
  int value;
  Level level = Level::low;
};
struct Later {
  using reply_type = int;  // what a handler on(Later, Reply<int>) replies some time
};
struct Close {};
struct Name {
  std::string text;
  void describe(harrier::Text& out) const {
    out.add("name=");
    out.add(text);
  }
  void hash_append(harrier::Hasher& out) const { out.add(text); }
};

class Cell : public harrier::Actor<Cell> {
 public:
  int on(Read) { return value_; }
  const std::string& on(const Name& m) {
    name_ = m.text;
    return *name_;
  }
  void on(Write m) {
    value_ = m.value;
    if (pending_->request) reply(pending_.get(), value_.get());
    pending_ = harrier::Reply<int>{};
  }
  void on(Later, harrier::Reply<int> to) { pending_ = to; }
  void on(Close) { stop(); }
  bool accepts(const Later&) const { return !pending_->request; }

 private:
  HARRIER_FIELD(value_, harrier::Tracked<int>) = 0;
  HARRIER_FIELD(name_, harrier::Tracked<std::string>);
  harrier::Tracked<harrier::Reply<int>> pending_{"pending", {}};
};

class User : public harrier::Actor<User> {
 public:
  explicit User(harrier::Ref<Cell> cell) : cell_(cell) {}

  harrier::Task<> on(Start) {
    send(cell_, Write{1});
    const int now = co_await call(cell_, Read{});
    const harrier::Future<int> future = request(cell_, Read{});
    const int soon = co_await get(future);
    const auto [one, two] = co_await until(request(cell_, Read{}), request(cell_, Read{}));
    co_await until([this] { return ticks_ > 0; });
    co_await release();
    check(now <= soon && soon <= one + two, "values only grow");
    const Name name{"cell"};  // g++ 12 wants a message with a destructor to have a name
    const std::string named = co_await call(cell_, name);
    check(named == "cell", "the reply is the name");
    log_.set(now, soon);
    history_.push_back(soon);
    list_.edit().push_back(now);
    for (const int value : list_) total_ += value;
    co_await part();
  }
  void on(Tick) { ++ticks_; }

  harrier::Constant<harrier::Ref<User>> friend_;  // set once, by the set-up

 private:
  harrier::Task<> part() {
    const harrier::Ref<Cell> own = spawn<Cell>();
    const harrier::Ref<Cell> other = spawn_as<Cell>("spare");
    const std::uint32_t which = choose(2);
    assume(which < 2);
    send(which == 0 ? own : other, Close{});
    const std::optional<int> maybe = co_await call_or_gone(own, Read{});
    if (maybe) total_ += *maybe;
    const auto last = co_await get(request_or_gone(other, Read{}));
    check(!last || *last == 0, "nobody wrote it");
    if (friend_.get() != self()) send(friend_, Tick{});
  }

  harrier::Constant<harrier::Ref<Cell>> cell_;
  harrier::Tracked<int> ticks_{"ticks", 0};
  harrier::TrackedMap<int, int> log_{"log"};
  harrier::TrackedVector<int> history_;
  harrier::Tracked<std::vector<int>> list_;
  harrier::Counter<> total_ = 0;
};

const harrier::Register cells(
    "cells", "every operation of actors",
    {harrier::number("users", 1, 1, 2, "number of users"),
     harrier::word("ticks", {"early", "late"}, "whether the set-up delivers the ticks")},
    [](harrier::System& system, const harrier::Arguments& arguments) {
      const auto cell = system.spawn<Cell>();
      const harrier::To<Write> writable = cell;
      std::vector<harrier::Ref<User>> users;
      for (int i = 0; i < arguments.number("users"); ++i) {
        users.push_back(system.spawn_as<User>("user", cell));
        system.set(users.back(), &User::friend_, users.front());
        system.send(users.back(), Tick{});
      }
      if (arguments.word("ticks") == "early") system.settle();
      for (const harrier::Ref<User>& user : users) system.send(user, Start{});
      system.send(writable, Write{1, Level::high});
      system.may_be_undelivered<Tick>();
      system.may_be_left([cell](const harrier::End& end, harrier::ActorId actor) {
        return actor == cell.id() || !end.ended(actor);
      });
      system.at_end([cell](const harrier::End& end) {
        end.check(!end.ended(cell.id()), "nobody closes the cell");
        (void)end.actor(cell);
      });
    });

harrier::Task<> producer(harrier::Mailbox<int> box, harrier::Mutex mutex,
                         harrier::Shared<int> sum) {
  co_await send(box, 5);
  const harrier::Sent sent = co_await async_send(box, 6);
  co_await wait_all(sent);
  const harrier::LockGuard guard = co_await lock_guard(mutex);
  sum.set(sum.get() + 1);
}

harrier::Task<> consumer(harrier::Mailbox<int> box, harrier::Mutex mutex,
                         harrier::Shared<int> sum) {
  const int first = co_await receive(box);
  const harrier::Received<int> incoming = co_await async_receive(box);
  const std::optional<std::size_t> here = co_await test_any(incoming);
  if (!here) co_await wait_any(incoming);
  harrier::assume(first != 0);
  harrier::require(first == 5 && incoming.value() == 6, "the numbers arrive in order");
  co_await async_lock(mutex);
  const std::optional<std::size_t> owned = co_await test(mutex);
  if (!owned) co_await wait(mutex);
  sum.set(sum.get() + 1);
  co_await unlock(mutex);
  co_await harrier::local_step();
  co_await lock(mutex);
  if (harrier::choose(2) == 1) sum.set(sum.get() + 1);
  co_await unlock(mutex);
}

const harrier::Register pair(
    harrier::process_program("pair", "every operation of processes", {},
                             [](harrier::ProcessSystem& system, const harrier::Arguments&) {
                               const auto box = system.mailbox<int>("box");
                               const harrier::Mutex mutex = system.mutex("mutex");
                               const auto sum = system.shared(mutex, 0);
                               system.spawn("producer", producer, box, mutex, sum);
                               system.spawn("consumer", consumer, box, mutex, sum);
                               system.at_end([sum](const harrier::ProcessEnd& end) {
                                 end.check(end.value(sum) >= 2, "both have added");
                               });
                             }));

/// What a test framework of one's own does.
[[maybe_unused]] std::string explored(const std::function<void(harrier::System&)>& setup) {
  harrier::CheckOptions options;
  options.reduction = "optimal";
  options.order = "fifo";
  options.dependence = harrier::Dependence::field;
  options.delivery = harrier::DeliveryModel::bag;
  options.backtrack = harrier::Backtrack::undo;
  options.environment = harrier::Environment::total;
  options.undelivered = harrier::Undelivered::error;
  options.parameters["k"] = 0;
  options.executions_max = 100'000;
  options.depth_max = 1'000;
  options.seconds_max = 60;
  options.step_seconds_max = 10;
  options.keep_going = true;
  options.audit = true;
  options.stats = true;
  options.on_progress = [](const harrier::Progress& progress) { (void)progress.executions; };
  options.on_execution = [](const harrier::Execution& execution) { (void)execution.class_name; };
  options.on_hang = [](const harrier::Hang& hang) { (void)hang.actor; };
  const harrier::CheckResult result = harrier::check(setup, options);
  if (result.verdict == harrier::Verdict::incomplete) return result.incomplete_reason();
  if (result.drawn) (void)result.drawn->executions;
  for (const harrier::SearchPart& part : result.parts) (void)part.guarantee;
  if (result.seen) (void)result.seen->chance_of_new();
  for (const harrier::RaceCount& race : result.races) (void)race.field;
  for (const harrier::Violation& violation : result.violations) {
    const harrier::ProgramFactory make = [&](const harrier::ProgramOptions& how) {
      return harrier::make_program(setup, how);
    };
    const harrier::ReplayResult again = harrier::replay(make, violation.schedule, options);
    const harrier::Minimised shortest = harrier::minimise(make, violation, options, {1});
    const harrier::Explanation why = harrier::explain(make, shortest.violation, options, {1});
    if (!why.sentence.empty()) return why.sentence;
    harrier::CheckResult made_short = result;
    const auto all = harrier::explain_violations(make, made_short, options, {.why = false});
    if (all.front()) return harrier::report(*all.front()->shortest);
    return violation.message() + "\n" + harrier::diagram(again.steps);
  }
  return harrier::report(result, options, {.width = 80, .unicode = false});
}

/// How all delivery models are compared.
[[maybe_unused]] std::string weakest(const std::function<void(harrier::System&)>& setup) {
  const std::vector<harrier::DeliveryResult> results =
      harrier::check_deliveries([&](harrier::DeliveryModel delivery) {
        return harrier::check(setup, {.delivery = delivery});
      });
  const std::optional<harrier::DeliveryModel> model = harrier::weakest_correct(results);
  return model ? std::string(harrier::to_string(*model)) : harrier::report(results);
}

/// Whether the executions of an exploration miss no class.
[[maybe_unused]] bool verified(const harrier::ProgramFactory& make) {
  harrier::Listings listings;
  harrier::CheckOptions options;
  options.on_execution = [&](const harrier::Execution& one) { listings.add(one.schedule); };
  harrier::check(make, options);
  const harrier::VerifyResult checked = harrier::verify(make, listings, {.lean = false});
  return checked.kind == harrier::VerifyResult::Kind::verified;
}

/// How large a program is likely to be, and a look at some of it.
[[maybe_unused]] double sampled(const harrier::ProgramFactory& make) {
  const harrier::Estimate estimate = harrier::estimate(make, {}, {.seconds_max = 2});
  harrier::check(make, {.search = "pct", .executions_max = 1'000});
  harrier::check(make, {.search = "delay", .bounds = {0, 1, 2}});
  harrier::check(make, {.states = {.on = true}});
  harrier::check(make, {}, harrier::Jobs{.count = 2});
  (void)harrier::why_alone({.reduction = "udpor"});
  return estimate.classes;
}

/// A schedule as a text and back.
[[maybe_unused]] bool same(const std::string& text) {
  return harrier::Schedule::parse(text).text() == text;
}

}  // namespace
