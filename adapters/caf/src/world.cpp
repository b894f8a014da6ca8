// A CAF program under control: runs it from one delivery to the next and reports what each did.
#include "world.hpp"

#include <sys/single_threaded.h>

#include <utility>

#include "backend.hpp"
#include "host/environment.hpp"
#include "host/instrumented.hpp"
#include "host/waits.hpp"

namespace harrier::caf {

namespace {

// An actor system that has not ended after so many steps never will.
constexpr std::size_t last_steps_max = 10'000;

}  // namespace

World::World(Body body, Options how, ProgramOptions options)
    : body_(std::move(body)), how_(std::move(how)), options_(options) {
  host::watch_for_crashes();
}

World::~World() {
  teardown();
  // The body may own an actor system, which sends and waits when it ends.
  Entered entered(*this);
  started_ = true;
  effects_.begin();
  add_actor(nullptr, Kind::main, "main");
  run_on_fiber(ActorId(0), [this] {
    body_ = nullptr;
    actor(ActorId(0)).ended = true;
  });
  settle();
  account_.ledger.end_setup();
  std::vector<MessageId> next;
  for (std::size_t i = 0; i < last_steps_max && !actor(ActorId(0)).ended; ++i) {
    next.clear();
    enabled(next);
    if (next.empty()) break;
    execute(next.front(), {});
  }
  teardown();
}

const StepReport& World::start() {
  if (host::is_instrumented() && !warm_) warm_up();
  return start_execution();
}

/// Runs one execution to have behind us what a program does only once in a process, such as the
/// initialisation of its static variables.
void World::warm_up() {
  constexpr std::size_t steps_max = 10'000;
  warm_ = true;
  __libc_single_threaded = 0;  // reference counts are atomic from here on, and atomics do not race
  try {
    start_execution();
    std::vector<MessageId> next;
    for (std::size_t i = 0; i < steps_max; ++i) {
      next.clear();
      enabled(next);
      if (next.empty() || execute(next.front(), {}).failure != nullptr) return;
    }
  } catch (const ProgramError&) {
    // It will fail again.
  }
}

const StepReport& World::start_execution() {
  teardown();
  Entered entered(*this);
  started_ = true;
  texts_.keep(options_.backtrack == Backtrack::replay);
  alarms_.start();
  random_ = 1 + how_.random;
  draws_ = false;
  host::restart_rand();
  effects_.begin();
  log_.start();
  add_actor(nullptr, Kind::main, "main");
  account_.context = ActorId(0);
  run_on_fiber(ActorId(0), [this] {
    const int status = body_(*this);
    actor(ActorId(0)).ended = true;
    if (status != 0 && !tearing_down()) {
      fail(FailureKind::check, "main returned " + std::to_string(status));
    }
  });
  settle();
  host::let_threads_go_on();
  stop_if_refused();
  account_.first_actors = account_.actor_count();
  if (!crashed()) {
    ends_.note_changes(effects_);
    note_turns();
  }
  finish_logging();
  if (effects_.failure() != nullptr) throw ProgramError(*effects_.failure());
  return account_.ledger.end_setup();
}

void World::execute_again() {
  const detail::Ledger done = account_.ledger;
  // Texts are kept, as in a replay. Whoever asks may be looking at the report of the last step,
  // which stays what it is.
  const Backtrack wanted = std::exchange(options_.backtrack, Backtrack::replay);
  try {
    start();
    std::vector<Choice> choices;
    for (detail::StepNumber number = 1; number <= done.step_count(); ++number) {
      const detail::Ledger::Step& step = done.step(number);
      choices.clear();
      for (std::uint32_t i = step.before.choices; i < step.after.choices; ++i) {
        choices.push_back(done.choice(i));
      }
      execute(step.message, choices);
    }
  } catch (const ProgramError&) {
    // It failed at its start, and no message was delivered.
  }
  options_.backtrack = wanted;
}

void World::teardown() {
  take_down();
  Entered entered(*this);
  forget();
}

/// Ends what an execution has left; the account of it stays.
void World::take_down() {
  if (!started_) return;
  started_ = false;
  Entered entered(*this);
  tasks_.begin_taking_down();
  if (std::exchange(left_, false)) tasks_.give_up();
  if (crashed()) return;
  later_.clear();
  // Main goes last: it may own the actor system that all the others live in.
  tasks_.take_down(ActorId(0));
  for (std::size_t i = 0; i < account_.actor_count(); ++i) {
    Actor& left = account_.actors[i];
    for (void* element : left.stash) backend::destroy(element);
    left.stash.clear();
    if (left.handle == nullptr || left.ended || left.kind == Kind::scoped) continue;
    run_on_fiber(ActorId(i),
                 [handle = left.handle, kind = left.kind] { backend::kill(handle, kind); });
  }
  for (Message& message : account_.messages) {
    if (message.element != nullptr) backend::destroy(message.element);
    if (message.handle != nullptr) backend::release(message.handle);
    message.element = message.handle = nullptr;
  }
  tasks_.take_down();
  if (!crashed()) {
    for (std::size_t i = 0; i < account_.actor_count(); ++i) {
      if (account_.actors[i].handle != nullptr) backend::release_weakly(account_.actors[i].handle);
    }
  }
}

/// Drops the account of an execution; what it refers to is gone, or lost in a crash.
void World::forget() {
  account_.clear();
  lanes_.clear();
  ends_.clear();
  later_.clear();
  systems_ = 0;
  groups_ = 0;
  lost_ = crashed();
  host::forget_waits(this);
  tasks_.clear();
}

}  // namespace harrier::caf
