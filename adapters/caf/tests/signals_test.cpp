// Waits for what is no message: mutexes, condition variables, semaphores and futures. `optimal`
// meets each class of random programs that use them, and every outcome.
#include <gtest/gtest.h>
#include <semaphore.h>

#include <array>
#include <caf/all.hpp>
#include <chrono>
#include <condition_variable>
#include <future>
#include <memory>
#include <mutex>
#include <new>
#include <random>
#include <string>
#include <vector>

#include "exactness.hpp"
#include "random_comparison.hpp"

namespace {

using caf::actor_system;
using caf::behavior;
using caf::event_based_actor;
using harrier::caf::Timers;
using harrier::caf_tests::compare;
using harrier::caf_tests::compare_seeds;
using harrier::caf_tests::expect_outcomes;
using harrier::caf_tests::explore;
using harrier::caf_tests::Explored;
using harrier::caf_tests::with;

/// What actors meet at.
struct Shared {
  Shared() {
    for (sem_t& semaphore : semaphores) sem_init(&semaphore, 0, 0);
  }
  std::array<std::mutex, 2> mutexes;
  std::array<std::condition_variable, 2> conditions;
  std::array<int, 2> values = {0, 0};  ///< each under its mutex
  std::array<sem_t, 2> semaphores;
  std::promise<int> promise;
  bool kept = false;  ///< the promise, under the first mutex
  std::shared_future<int> future = promise.get_future().share();
};

/// One deed of a handler, of those below, on the first or the second of what there is.
struct Deed {
  enum Kind { add, wait, wait_once, wait_for_time, notify_one, notify_all, post, take, keep, get };
  Kind kind = add;
  std::size_t which = 0;
};
using Script = std::vector<std::vector<std::vector<Deed>>>;  // by actor, by message

constexpr unsigned all_kinds = Deed::get + 1;
constexpr unsigned without_futures = Deed::keep;

Script random_script(unsigned seed, unsigned kinds) {
  std::mt19937 draw(seed);
  const auto below = [&draw](unsigned end) { return draw() % end; };
  Script script(2 + below(2));
  for (auto& messages : script) {
    messages.resize(1 + below(2));
    for (auto& deeds : messages) {
      deeds.resize(1 + below(3));
      for (Deed& deed : deeds) deed = {static_cast<Deed::Kind>(below(kinds)), below(2)};
    }
  }
  return script;
}

void act(const Deed& deed, Shared& shared, std::string& seen) {
  std::unique_lock<std::mutex> lock(shared.mutexes[deed.which], std::defer_lock);
  int& value = shared.values[deed.which];
  std::condition_variable& condition = shared.conditions[deed.which];
  switch (deed.kind) {
    case Deed::add:
      lock.lock();
      seen += std::to_string(++value);
      break;
    case Deed::wait:
      lock.lock();
      while (value == 0) condition.wait(lock);
      seen += std::to_string(--value);
      break;
    case Deed::wait_once:
      lock.lock();
      condition.wait(lock);
      seen += std::to_string(value);
      break;
    case Deed::wait_for_time:
      lock.lock();
      seen += condition.wait_for(lock, std::chrono::milliseconds(5 + deed.which)) ==
                      std::cv_status::timeout
                  ? 't'
                  : 's';
      break;
    case Deed::notify_one:
      condition.notify_one();
      break;
    case Deed::notify_all:
      condition.notify_all();
      break;
    case Deed::post:
      sem_post(&shared.semaphores[deed.which]);
      break;
    case Deed::take:
      sem_wait(&shared.semaphores[deed.which]);
      break;
    case Deed::keep: {
      const std::lock_guard<std::mutex> first(shared.mutexes[0]);
      if (!std::exchange(shared.kept, true)) shared.promise.set_value(1);
      break;
    }
    case Deed::get:
      seen += std::to_string(shared.future.get());
      break;
  }
  seen += '.';
}

/// Runs a script whose actors send themselves their messages.
void run(actor_system& system, const Script& script, const std::shared_ptr<Shared>& shared,
         std::vector<std::string>& seen) {
  seen.assign(script.size(), "");
  for (std::size_t i = 0; i < script.size(); ++i) {
    system.spawn([=, &script, &seen](event_based_actor* self) -> behavior {
      for (std::size_t j = 0; j < script[i].size(); ++j) self->send(self, static_cast<int>(j));
      return {[=, &script, &seen](int j) {
        for (const Deed& deed : script[i][static_cast<std::size_t>(j)]) act(deed, *shared, seen[i]);
      }};
    });
  }
}

std::string joined(const std::vector<std::string>& seen) {
  std::string text;
  for (const std::string& line : seen) text += line + "\n";
  return text;
}

/// Returns objects that have places in the file, and so are told apart.
std::shared_ptr<Shared> with_names() {
  alignas(Shared) static std::array<std::byte, sizeof(Shared)> place;
  return {new (place.data()) Shared, [](Shared* shared) { shared->future = {}; }};
}

void compare_all(std::shared_ptr<Shared> (*make)(), Timers timers) {
  compare_seeds([&](unsigned seed) {
    const Script script = random_script(seed, without_futures);
    std::vector<std::string> seen;
    const auto test = [&](actor_system& system) { run(system, script, make(), seen); };
    return compare(harrier::caf::program(test, {.timers = timers, .lost_responses = false}),
                   [&] { return joined(seen); });
  });
}

TEST(CafSignals, OptimalIsExactWhereObjectsAreMadeByTheProgram) {
  compare_all([] { return std::make_shared<Shared>(); }, Timers::quiescent);
}

TEST(CafSignals, OptimalIsExactWhereObjectsAreGlobal) {
  compare_all(with_names, Timers::quiescent);
}

TEST(CafSignals, OptimalIsExactWhereTimersFireAnyTime) { compare_all(with_names, Timers::any); }

// A future that is ready is taken without a call that could be seen, so that it is not known
// whether it was ready: what comes of it is the same.
TEST(CafSignals, OptimalMeetsEveryOutcomeOfFutures) {
  compare_seeds([](unsigned seed) {
    const Script script = random_script(seed, all_kinds);
    std::vector<std::string> seen;
    const auto test = [&](actor_system& system) { run(system, script, with_names(), seen); };
    const harrier::ProgramFactory program = harrier::caf::program(test, {.lost_responses = false});
    harrier::CheckOptions bounded = with("exhaustive");
    bounded.executions_max = 1'000;
    const auto outcome = [&] { return joined(seen); };
    const Explored all = explore(program, bounded, outcome);
    if (!all.result.complete) return false;
    const Explored once = explore(program, with("optimal"), outcome);
    EXPECT_TRUE(once.result.complete) << once.result.incomplete_reason();
    EXPECT_EQ(once.result.executions, once.classes.size()) << "some class was met twice";
    EXPECT_EQ(once.all_outcomes, all.all_outcomes);
    return true;
  });
}

/// Makes an actor that does something in a step of its own.
template <class Action>
void doing(actor_system& system, Action action) {
  system.spawn([=](event_based_actor* self) -> behavior {
    self->send(self, 1);
    return {[=](int) { action(); }};
  });
}

TEST(CafSignals, WakeOneOfSeveral) {
  const auto test = [](actor_system& system, std::string& seen) {
    const auto shared = std::make_shared<Shared>();
    for (const char* name : {"a", "b"}) {
      doing(system, [=, &seen] {
        std::unique_lock<std::mutex> lock(shared->mutexes[0]);
        while (shared->values[0] == 0) shared->conditions[0].wait(lock);
        --shared->values[0];
        seen += name;
      });
    }
    doing(system, [=] {
      const std::lock_guard<std::mutex> lock(shared->mutexes[0]);
      shared->values[0] = 1;
      shared->conditions[0].notify_one();
    });
  };
  // The notifier first: 2. Between them: 2, where the woken one or the other comes next: 4. After
  // both, who came in either order and of whom either is woken: 4.
  expect_outcomes(test, 10, {"a", "b"});
}

}  // namespace
