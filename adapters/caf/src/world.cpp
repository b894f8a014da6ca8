// A CAF program under control: runs it from one delivery to the next and reports what each did.
#include "world.hpp"

#include <sys/single_threaded.h>

#include <utility>

#include "backend.hpp"
#include "host/environment.hpp"

namespace harrier::caf {

namespace {

// A fixed moment, so that every execution sees the same time.
constexpr std::int64_t first_moment_ns = 1'600'000'000'000'000'000;
// A program that swallows every exception is left where it stands after so many.
constexpr unsigned unwinds_max = 100;
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
  begin_step();
  add_actor(nullptr, Kind::main, "main");
  run_on_fiber(ActorId(0), [this] {
    body_ = nullptr;
    actor(ActorId(0)).ended = true;
  });
  settle();
  std::vector<MessageId> next;
  for (std::size_t i = 0; i < last_steps_max && !actor(ActorId(0)).ended; ++i) {
    next.clear();
    enabled(next);
    if (next.empty()) break;
    execute(next.front(), {});
  }
  teardown();
}

void World::start() {
  if (Accesses::available() && !warm_) warm_up();
  start_execution();
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

void World::start_execution() {
  teardown();
  Entered entered(*this);
  started_ = true;
  narrating_ = options_.backtrack == Backtrack::replay;
  now_ns_ = first_moment_ns;
  random_ = 1;
  host::restart_rand();
  tracing_ = Accesses::available();
  begin_step();
  if (tracing_) accesses_.start();
  stretch_ = stretch_cause_ = 0;
  add_actor(nullptr, Kind::main, "main");
  context_ = ActorId(0);
  run_on_fiber(ActorId(0), [this] {
    const int status = body_(*this);
    actor(ActorId(0)).ended = true;
    if (status != 0 && !tearing_down_) {
      fail(FailureKind::check, "main returned " + std::to_string(status));
    }
  });
  settle();
  first_actors_ = actor_count_;
  if (!crashed_) note_handles();
  if (tracing_) finish_logging();
  if (failure_) throw ProgramError(*failure_);
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
  tearing_down_ = true;
  crashed_ |= std::exchange(left_, false);
  if (crashed_) return;
  later_.clear();
  // Main goes last: it may own the actor system that all the others live in.
  for (std::size_t i = 0; i < tasks_.size(); ++i) {
    if (tasks_[i]->context != ActorId(0)) unwind(*tasks_[i]);
  }
  for (std::size_t i = 0; i < actor_count_; ++i) {
    Actor& left = actors_[i];
    for (void* element : left.stash) backend::destroy(element);
    left.stash.clear();
    if (left.handle == nullptr || left.ended || left.kind == Kind::scoped) continue;
    run_on_fiber(ActorId(i),
                 [handle = left.handle, kind = left.kind] { backend::kill(handle, kind); });
  }
  for (Message& message : messages_) {
    if (message.element != nullptr) backend::destroy(message.element);
    if (message.handle != nullptr) backend::release(message.handle);
    message.element = message.handle = nullptr;
  }
  for (std::size_t i = 0; i < tasks_.size(); ++i) unwind(*tasks_[i]);
  if (!crashed_) {
    for (std::size_t i = 0; i < actor_count_; ++i) {
      if (actors_[i].handle != nullptr) backend::release_weakly(actors_[i].handle);
    }
  }
}

/// Drops the account of an execution; what it refers to is gone, or lost in a crash.
void World::forget() {
  for (std::size_t i = 0; i < actor_count_; ++i) {
    Actor& old = actors_[i];
    old.stash.clear();
    old.handle = nullptr;
    old.ended = old.unreachable = old.busy = old.initialised = false;
    old.end = MessageId();
    old.ended_by.reset();
    old.handles = 0;
    old.handle_changes.clear();
    old.end_causes.clear();
    old.stretch = 0;
    old.waiting = nullptr;
    old.lane[0] = old.lane[1] = MessageId();
  }
  actor_count_ = 0;
  ids_.clear();
  messages_.clear();
  pending_.clear();
  pair_lanes_.clear();
  past_.clear();
  choices_.clear();
  texts_.clear();
  later_.clear();
  for (std::unique_ptr<Task>& task : tasks_) {
    // A stack that was left in its middle may still be referred to from elsewhere.
    if (task->fiber && task->fiber->active()) static_cast<void>(task->fiber.release());
  }
  tasks_.clear();
  task_ = nullptr;
  first_actors_ = 0;
  systems_ = 0;
  groups_ = 0;
  tearing_down_ = false;
  lost_ = std::exchange(crashed_, false);
}

void World::unwind(Task& task) {
  while (task.fiber && task.fiber->active() && task.unwound < unwinds_max) {
    task.unwind = true;
    run(task);
  }
}

}  // namespace harrier::caf
