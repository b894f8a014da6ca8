// A CAF program under control: runs it from one delivery to the next and reports what each did.
#include "world.hpp"

#include <sys/single_threaded.h>

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <utility>

#include "backend.hpp"
#include "environment.hpp"
#include "muted.hpp"
#include "symbols.hpp"

namespace harrier::caf {

namespace {

// A fixed moment, so that every execution sees the same time.
constexpr std::int64_t first_moment_ns = 1'600'000'000'000'000'000;
// A program that swallows every exception is left where it stands after so many.
constexpr unsigned unwinds_max = 100;
// An actor system that has not ended after so many steps never will.
constexpr std::size_t last_steps_max = 10'000;

std::string exception_text() {
  try {
    throw;
  } catch (const std::exception& error) {
    return error.what();
  } catch (...) {
    return "of a type that is not derived from std::exception";
  }
}

}  // namespace

thread_local World* World::current_ = nullptr;

World::World(Body body, Options how, ProgramOptions options)
    : body_(std::move(body)), how_(std::move(how)), options_(options) {}

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

// Starting and ending executions.

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
  watch_for_crashes();
  Entered entered(*this);
  started_ = true;
  narrating_ = options_.backtrack == Backtrack::replay;
  now_ns_ = first_moment_ns;
  random_ = 1;
  std::srand(1);
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
  if (!crashed_) note_handles();
  if (tracing_) finish_logging();
  if (failure_) throw ProgramError(*failure_);
}

void World::teardown() {
  if (!started_) return;
  started_ = false;
  Entered entered(*this);
  tearing_down_ = true;
  if (crashed_) {
    forget();
    return;
  }
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
  forget();
}

/// Drops the account of an execution; what it refers to is gone, or lost in a crash.
void World::forget() {
  for (std::size_t i = 0; i < actor_count_; ++i) {
    Actor& old = actors_[i];
    old.stash.clear();
    old.handle = nullptr;
    old.ended = old.unreachable = old.busy = old.initialised = false;
    old.end = MessageId();
    old.ended_by = 0;
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
  touched_.clear();
  choices_.clear();
  texts_.clear();
  later_.clear();
  for (std::unique_ptr<Task>& task : tasks_) {
    // A stack that was left in its middle may still be referred to from elsewhere.
    if (task->fiber && task->fiber->active()) static_cast<void>(task->fiber.release());
  }
  tasks_.clear();
  task_ = nullptr;
  systems_ = 0;
  tearing_down_ = false;
  lost_ = std::exchange(crashed_, false);
}

void World::unwind(Task& task) {
  while (task.fiber && task.fiber->active() && task.unwound < unwinds_max) {
    task.unwind = true;
    run(task);
  }
}

// Running on fibers.

World::Task& World::new_task(ActorId context, std::function<void()> body) {
  tasks_.push_back(std::make_unique<Task>());
  Task& task = *tasks_.back();
  task.fiber = pool_.take();
  task.context = context;
  task.fiber->begin([this, body = std::move(body)] {
    try {
      body();
    } catch (const Unwind&) {
      // The stack is empty now, as intended.
    } catch (...) {
      if (!tearing_down_) fail(FailureKind::exception, exception_text());
      actor(task_->context).ended |= actor(task_->context).kind == Kind::main;
    }
  });
  return task;
}

void World::run(Task& task) {
  Task* const outer = std::exchange(task_, &task);
  const ActorId outer_context = std::exchange(context_, task.context);
  if (tracing_ && !tearing_down_) {
    const Unlogged unlogged(*this);
    stretch_ = accesses_.begin_stretch();
    accesses_.add_cause(stretch_cause_);
    accesses_.add_cause(std::exchange(actor(context_).stretch, stretch_));
    if (task.ready != nullptr) {  // it may go on because of what any other did
      for (std::size_t i = 0; i < actor_count_; ++i) accesses_.add_cause(actors_[i].stretch);
    }
  }
  {
    const Muted muted(mute_);
    task.fiber->resume();
  }
  task_ = outer;
  context_ = outer_context;
  if (task.fiber->active()) return;
  if (crashed_) {
    static_cast<void>(task.fiber.release());  // others may refer to what lies on its stack
  } else {
    pool_.give_back(std::move(task.fiber));
  }
  const auto found = std::ranges::find_if(
      tasks_, [&](const std::unique_ptr<Task>& known) { return known.get() == &task; });
  if (!tearing_down_ && found != tasks_.end()) {
    std::swap(*found, tasks_.back());
    tasks_.pop_back();
  } else {
    task.fiber.reset();
  }
}

void World::run_on_fiber(ActorId context, std::function<void()> body) {
  run(new_task(context, std::move(body)));
}

void World::suspend_current() {
  Task& task = *task_;
  task.fiber->suspend();
  if (task.unwind) {
    ++task.unwound;
    throw Unwind();
  }
}

void World::run_later(ActorId context, std::function<void()> job) {
  const Unlogged unlogged(*this);
  later_.push_back({context, stretch_, std::move(job)});
}

/// Runs what the step has started elsewhere: it only adds messages, so its moment does not matter.
void World::settle() {
  for (std::size_t i = 0; i < later_.size(); ++i) {
    const ActorId context = later_[i].context;
    touch(Resource::of(context, Resource::whole), Access::write);
    stretch_cause_ = later_[i].stretch;
    run_on_fiber(context, std::move(later_[i].job));
  }
  later_.clear();
}

void World::crash(std::string text) {
  fail(FailureKind::exception, std::move(text));
  crashed_ = true;
  Task& task = *task_;
  actor(task.context).ended = true;
  task.fiber->abandon();
}

void World::require_system() {
  if (systems_ != 0) return;
  fail(FailureKind::misuse,
       "main has ended and made no actor system that Harrier controls; is CAF linked statically?");
}

void World::leave(int status) {
  if (status != 0) fail(FailureKind::check, "exit(" + std::to_string(status) + ") was called");
  crashed_ = true;
  task_->fiber->abandon();
}

// What the framework does in a step.

ActorId World::add_actor(void* handle, Kind kind, std::string_view role) {
  const Unlogged unlogged(*this);
  const ActorId id(actor_count_);
  if (actor_count_ == actors_.size()) actors_.emplace_back();
  ++actor_count_;
  Actor& added = actor(id);
  added.handle = handle;
  added.kind = kind;
  added.role = role;
  added.reason.clear();
  added.creator = id.index() == 0 ? ActorId() : context_;
  added.created_by = static_cast<std::uint32_t>(past_.size());
  added.stretch = stretch_;
  if (handle != nullptr) {
    backend::retain_weakly(handle);
    ids_.insert(handle, id);
  }
  return id;
}

ActorId World::find_or_add(void* handle, Kind kind) {
  const ActorId known = ids_.find(handle);
  return known ? known : add_actor(handle, kind, "actor");
}

void World::initialise_later(ActorId id) {
  actor(id).initialised = true;
  backend::retain(actor(id).handle);
  run_later(id, [this, id] {
    void* const handle = actor(id).handle;
    backend::initialise(handle, actor(id).kind);
    backend::release(handle);
  });
}

World::Message& World::new_message(ActorId receiver) {
  Message& message = messages_.emplace_back();
  message.receiver = receiver;
  message.sender = context_;
  message.sent_by = static_cast<std::uint32_t>(past_.size());
  message.stretch = stretch_;
  message.position = static_cast<std::uint32_t>(messages_.size() - 1 - report_.first_sent.index());
  message.path = mixed(executing_ ? messages_[executing_.index()].path : 1, message.position + 1);
  return message;
}

MessageId& World::lane_tail(ActorId context, ActorId receiver, bool urgent) {
  if (how_.order == Order::mailbox) return actor(context).lane[urgent ? 1 : 0];
  const std::uint64_t pair = (std::uint64_t{context.value} << 33) |
                             (std::uint64_t{receiver.value} << 1) | (urgent ? 1 : 0);
  return pair_lanes_[pair];
}

void World::notify(void* handle, void* element, bool urgent) {
  if (tearing_down_) {
    backend::destroy(element);
    return;
  }
  put_on_lane(ids_.find(handle), nullptr, element, urgent);
}

void World::send(void* handle, Kind kind, void* element, bool urgent) {
  if (tearing_down_) {
    backend::destroy(element);
    return;
  }
  const Unlogged unlogged(*this);
  backend::retain(handle);
  put_on_lane(find_or_add(handle, kind), handle, element, urgent);
}

void World::put_on_lane(ActorId receiver, void* handle, void* element, bool urgent) {
  const Unlogged unlogged(*this);
  const backend::Correlation correlation = backend::correlation(element);
  const MessageId id(messages_.size());
  Message& message = new_message(receiver);
  message.handle = handle;
  message.element = element;
  message.asker = correlation.asker;
  message.request_id = correlation.request_id;
  message.response_id = correlation.response_id;
  if (how_.order == Order::bag) {
    add_pending(id);
    return;
  }
  if (by_field()) {
    // Whatever else they touch, steps of one actor that send are in an order.
    const std::uint32_t lane =
        how_.order == Order::mailbox ? Resource::tail : Resource::channel_bit | receiver.value;
    touch(Resource::of(context_, lane), Access::write);
  }
  MessageId& tail = lane_tail(context_, receiver, urgent);
  message.previous = tail;
  if (tail && messages_[tail.index()].delivered_by == 0) {
    messages_[tail.index()].next = id;
  } else {
    add_pending(id);
  }
  tail = id;
}

void World::send_delayed(std::int64_t due_ns, void* handle, void* element, std::uint64_t key) {
  if (tearing_down_) {
    backend::destroy(element);
    return;
  }
  const Unlogged unlogged(*this);
  const ActorId receiver = find_or_add(handle, Kind::event);
  const backend::Correlation correlation = backend::correlation(element);
  backend::retain(handle);
  const MessageId id(messages_.size());
  Message& message = new_message(receiver);
  message.handle = handle;
  message.element = element;
  message.response_id = correlation.response_id;
  message.due_ns = due_ns;
  message.key = key;
  message.delayed = true;
  message.is_timer = due_ns > now_ns_;
  touch_shared(clock_part, Access::update);
  add_pending(id);
}

void World::cancel(const void* handle, std::uint64_t key) {
  // Where a timer may fire at any moment, one that comes too late is a step as well: the framework
  // ignores it, and the moment before it was taken back is explored.
  if (tearing_down_ || how_.timers == Timers::any) return;
  for (std::size_t i = pending_.size(); i-- > 0;) {
    const MessageId id = pending_[i];
    Message& message = messages_[id.index()];
    if (!message.delayed || message.handle != handle || message.key == 0) continue;
    if (key != 0 && message.key != key) continue;
    message.cancelled = true;
    remove_pending(id);
    // Its element and its reference go with the step, outside whatever the framework is doing.
    run_later(context_, [this, id] {
      Message& gone = messages_[id.index()];
      backend::destroy(std::exchange(gone.element, nullptr));
      backend::release(std::exchange(gone.handle, nullptr));
    });
  }
}

void World::actor_ended(void* handle, std::string reason, bool unreachable) {
  const ActorId id = ids_.find(handle);
  if (!id || actor(id).ended) return;
  Actor& ended = actor(id);
  ended.ended = true;
  if (tearing_down_) return;
  ended.reason = std::move(reason);
  ended.unreachable = unreachable;
  ended.ended_by = static_cast<std::uint32_t>(past_.size());
  if (ended.end && messages_[ended.end.index()].handle != nullptr) {
    run_later(context_, [this, end = ended.end] {
      backend::release(std::exchange(messages_[end.index()].handle, nullptr));
    });
  }
  if (!unreachable) {
    touch(Resource::of(id, Resource::whole), Access::write);
    touch(Resource::of(id, Resource::control), Access::write);
  }
  std::vector<void*> refused;
  refused.swap(ended.stash);
  for (void* element : refused) backend::bounce(handle, element);
  refused.clear();
  if (actor(id).stash.empty()) actor(id).stash.swap(refused);  // keeps its memory
}

// An actor that nobody can send to any more ends, and whoever watches it is told. Which step gives
// up the last handle depends on the order of all that do, though nothing else about them may. So
// the end is a step of its own: named by what made the actor take part in links or monitors first,
// and deliverable when the sum of what all steps did to the number of handles is 0. Meanwhile what
// the actor itself watches can still tell it something. Where nobody watches, the actor is gone at
// once and nobody can tell when.

void World::name_end(ActorId id) {
  if (!id || actor(id).kind != Kind::event || actor(id).end) return;
  const Unlogged unlogged(*this);
  actor(id).end = MessageId(messages_.size());
  new_message(id).delivery = Delivery::unreachable;
  add_pending(actor(id).end);
}

void World::observe(void* handle, void* observer) {
  if (tearing_down_) return;
  touch_control(handle, Access::write);
  name_end(ids_.find(handle));
  name_end(observer != nullptr ? ids_.find(observer) : context_);
}

bool World::keep_unreachable(void* handle) {
  if (tearing_down_ || task_ == nullptr) return false;
  const ActorId id = ids_.find(handle);
  if (!id || !actor(id).end || actor(id).ended) return false;
  Message& end = messages_[actor(id).end.index()];
  if (end.handle != nullptr || end.delivered_by != 0) return false;
  end.handle = handle;
  return true;
}

bool World::is_unreachable(const void* handle) {
  const ActorId id = ids_.find(handle);
  if (id && !tearing_down_) touch(Resource::of(id, handles_part), Access::read);
  return id && actor(id).end && can_wake(messages_[actor(id).end.index()]);
}

void World::note_release_of(const void* handle) {
  if (!destroying_ || tearing_down_) return;
  const ActorId id = ids_.find(handle);
  if (id && id != destroying_) cascades_.push_back({id, destroying_});
}

/// Says how many handles to an actor there are, besides the one that keeps it.
std::size_t World::handles_of(const Actor& known) const {
  const bool kept = known.end && messages_[known.end.index()].handle != nullptr;
  return backend::references(known.handle) - (kept ? 1 : 0);
}

/// Finds out whose number of handles the running step has changed. What waits for actors to end
/// depends on all of that. What a destroyed actor gave up was given up by all that led to that.
void World::note_handles() {
  const auto event = static_cast<std::uint32_t>(past_.size());
  for (std::size_t i = 1; i < actor_count_; ++i) {
    Actor& known = actors_[i];
    if (known.handles == 0 && known.created_by != event) continue;
    const std::size_t handles = handles_of(known);
    known.change =
        static_cast<int>(handles) - static_cast<int>(std::exchange(known.handles, handles));
    if (known.change != 0) known.handle_changes.push_back({event, known.change});
  }
  if (event != 0) {
    for (const Cascade& cascade : cascades_) {
      Actor& known = actor(cascade.of);
      ++known.change;
      known.end_causes.push_back(event);
      for (const HandleChange& change : actor(cascade.by).handle_changes) {
        known.end_causes.push_back(change.event);
      }
    }
    for (std::size_t i = 1; i < actor_count_; ++i) {
      Actor& known = actors_[i];
      if (known.handle_changes.empty() || known.handle_changes.back().event != event) continue;
      if (known.change != 0) touch(Resource::of(ActorId(i), handles_part), Access::update);
      if (known.kind == Kind::event && !known.ended && backend::counts_as_running(known.handle)) {
        touch_shared(running_part, Access::update);
      }
    }
  }
  cascades_.clear();
}

bool World::can_end_after(ActorId id, std::span<const EventId> history) const {
  const auto happened = [&](std::uint32_t event) {
    return event == 0 || std::ranges::binary_search(history, event_id(event));
  };
  const Actor& known = actor(id);
  if (known.ended_by != 0 && happened(known.ended_by)) return false;
  if (!std::ranges::all_of(known.end_causes, happened)) return false;
  int handles = 0;
  for (const HandleChange& change : known.handle_changes) {
    if (happened(change.event)) handles += change.by;
  }
  return handles == 0;
}

bool World::wait_for_message(void* handle, std::optional<std::int64_t> timeout_ns) {
  if (task_ == nullptr) return false;
  if (tearing_down_) {
    ++task_->unwound;
    throw Unwind();
  }
  const ActorId id = find_or_add(handle, Kind::scoped);
  touch(Resource::of(id, Resource::whole), Access::write);
  if (backend::has_mail(handle)) return true;
  Task& task = *task_;
  MessageId alarm;
  task.timed_out = false;
  if (timeout_ns) {
    alarm = MessageId(messages_.size());
    Message& message = new_message(id);
    message.delivery = Delivery::wake;
    message.task = &task;
    message.due_ns = now_ns_ + *timeout_ns;
    message.is_timer = *timeout_ns > 0;
    message.delayed = true;
    touch_shared(clock_part, Access::update);
    add_pending(alarm);
  }
  actor(id).waiting = &task;
  while (!backend::has_mail(handle) && !task.timed_out) suspend_current();
  actor(id).waiting = nullptr;
  if (alarm && !task.timed_out) {
    messages_[alarm.index()].cancelled = true;
    messages_[alarm.index()].task = nullptr;
    if (how_.timers == Timers::quiescent) remove_pending(alarm);
  }
  return !task.timed_out;
}

void World::drop_messages(const std::function<bool(void*)>& belongs) {
  for (std::size_t i = 0; i < messages_.size(); ++i) {
    void* const receiver = actor(messages_[i].receiver).handle;
    const bool on_its_way = messages_[i].element != nullptr || messages_[i].handle != nullptr ||
                            messages_[i].delivery == Delivery::unreachable;
    if (!on_its_way || !belongs(receiver)) continue;
    remove_pending(MessageId(i));
    messages_[i].cancelled = true;
    if (messages_[i].element != nullptr) {
      backend::destroy(std::exchange(messages_[i].element, nullptr));
    }
    if (messages_[i].handle != nullptr) {
      backend::release(std::exchange(messages_[i].handle, nullptr));
    }
  }
}

void World::wait_until(std::function<bool()> ready, std::uint32_t part, std::string what,
                       bool quiet) {
  if (task_ == nullptr || tearing_down_) return;
  touch_shared(part, Access::read);
  if (ready() && (!quiet || (nothing_pending() && later_.empty()))) return;
  Task& task = *task_;
  task.ready = std::move(ready);
  task.what = std::move(what);
  const MessageId id(messages_.size());
  Message& message = new_message(task.context);
  message.delivery = Delivery::until;
  message.task = &task;
  message.key = part;
  message.quiet = quiet;
  add_pending(id);
  do {
    task.fiber->suspend();
    // The caller may be a destructor, through which nothing can be thrown.
  } while (!task.ready() && !task.unwind);
  task.ready = nullptr;
}

void World::touch(Resource resource, Access access) {
  const Unlogged unlogged(*this);
  for (ResourceAccess& known : resources_) {
    if (known.resource != resource) continue;
    if (known.access != access) known.access = Access::write;
    return;
  }
  resources_.push_back({resource, access});
}

void World::touch_control(const void* handle, Access access) {
  if (tearing_down_) return;
  if (const ActorId id = ids_.find(handle)) touch(Resource::of(id, Resource::control), access);
}

void World::fail(FailureKind kind, std::string text) {
  const Unlogged unlogged(*this);
  if (!failure_) failure_ = Failure{kind, std::move(text)};
}

std::uint32_t World::choose(std::uint32_t count) {
  if (count <= 1 || tearing_down_) return 0;
  Choice choice{0, count};
  if (script_next_ < script_.size()) {
    choice.value = std::min(script_[script_next_].value, count - 1);
    ++script_next_;
  }
  choices_.push_back(choice);
  return choice.value;
}

// The messages on their way.

void World::add_pending(MessageId id) { pending_.push_back(id); }

void World::remove_pending(MessageId id) {
  const auto found = std::ranges::find(pending_, id);
  if (found != pending_.end()) pending_.erase(found);
}

bool World::nothing_pending() const {
  return std::ranges::all_of(pending_, [this](MessageId id) {
    const Message& message = messages_[id.index()];
    return message.delivery == Delivery::unreachable && !can_wake(message);
  });
}

/// Takes note of the waits that can go on since the running step.
void World::note_openings() {
  for (const MessageId id : pending_) {
    Message& message = messages_[id.index()];
    if (message.delivery != Delivery::until || message.quiet) continue;
    if (!can_wake(message)) {
      message.open_since = 0;
    } else if (message.open_since == 0) {
      message.open_since = static_cast<std::uint32_t>(past_.size()) + 1;
    }
  }
}

bool World::is_guarded(const Message& message) const {
  return message.delivery == Delivery::until || message.delivery == Delivery::unreachable;
}

bool World::can_wake(const Message& message) const {
  if (message.delivery == Delivery::unreachable) {
    const Actor& receiver = actor(message.receiver);
    return message.handle != nullptr && !receiver.ended && handles_of(receiver) == 0;
  }
  return message.task == nullptr || message.task->ready();
}

void World::enabled(std::vector<MessageId>& out) {
  Entered entered(*this);
  const std::size_t before = out.size();
  std::optional<std::int64_t> earliest;
  MessageId last;
  for (const MessageId id : pending_) {
    const Message& message = messages_[id.index()];
    if (message.is_timer) {
      earliest = std::min(earliest.value_or(message.due_ns), message.due_ns);
    } else if (message.quiet) {
      if (can_wake(message)) last = id;
    } else if (!is_guarded(message) || can_wake(message)) {
      out.push_back(id);
    }
  }
  const bool quiet = out.size() == before;
  if (quiet && last) {
    out.push_back(last);
  } else if (earliest && (quiet || how_.timers == Timers::any)) {
    const std::vector<MessageId> others(out.begin() + static_cast<std::ptrdiff_t>(before),
                                        out.end());
    out.resize(before);
    auto next = others.begin();
    for (const MessageId id : pending_) {
      const Message& message = messages_[id.index()];
      const bool other = next != others.end() && *next == id;
      if (other) ++next;
      if (other || (message.is_timer && message.due_ns == *earliest)) out.push_back(id);
    }
  }
}

Hold World::hold(MessageId id) {
  Entered entered(*this);
  const Message& message = messages_[id.index()];
  if (std::ranges::find(pending_, id) == pending_.end()) return Hold::order;
  if (is_guarded(message) && !can_wake(message)) return Hold::guard;
  if (!message.is_timer && !message.quiet) return Hold::none;
  std::vector<MessageId> now;
  enabled(now);
  return std::ranges::find(now, id) != now.end() ? Hold::none : Hold::order;
}

void World::guard_resources(MessageId id, std::vector<ResourceAccess>& out) {
  const Message& message = messages_[id.index()];
  if (message.delivery == Delivery::until) {
    out.push_back(
        {Resource::of(ActorId(0), static_cast<std::uint32_t>(message.key)), Access::read});
    if (message.quiet) out.push_back({Resource::of(ActorId(0), quiet_part), Access::read});
  } else if (message.delivery == Delivery::unreachable) {
    out.push_back({Resource::of(message.receiver, Resource::control), Access::read});
    out.push_back({Resource::of(message.receiver, handles_part), Access::read});
  } else if (message.is_timer) {
    out.push_back({Resource::of(ActorId(0), clock_part), Access::read});
  }
}

bool World::affects_guard(EventId event, MessageId id) const {
  const Message& message = messages_[id.index()];
  const Past& past = past_[event.index()];
  if (message.quiet) return true;
  if (message.delivery == Delivery::unreachable) {
    const Actor& receiver = actor(message.receiver);
    const auto by = static_cast<std::uint32_t>(event.index() + 1);
    // A message to the actor holds a handle, so its delivery decides, whatever it sends.
    return messages_[past.message.index()].receiver == message.receiver ||
           std::ranges::find(receiver.handle_changes, by, &HandleChange::event) !=
               receiver.handle_changes.end();
  }
  if (message.delivery == Delivery::until) return (past.shared >> message.key & 1U) != 0;
  if (!message.is_timer) return false;
  // Timers of one moment have no order; before any other step a timer cannot fire.
  const Message& earlier = messages_[past.message.index()];
  if (earlier.is_timer) return earlier.due_ns != message.due_ns;
  return how_.timers == Timers::quiescent;
}

/// Without one of the events that decided about it, a timer or a wait cannot go on. A step is taken
/// to touch what it touched in the execution, or what the end of an actor touches.
std::optional<bool> World::probe(MessageId id, std::span<const EventId> history, ProbedStep* step) {
  const Message& message = messages_[id.index()];
  const std::uint32_t event = message.delivered_by;
  if (message.delivery == Delivery::unreachable) {
    if (!can_end_after(message.receiver, history)) return false;
  } else if (message.is_timer || message.delivery == Delivery::until) {
    const std::uint32_t since = message.open_since != 0 ? message.open_since : event;
    if (since == 0) return false;
    for (std::size_t i = 0; i + 1 < since; ++i) {
      if (affects_guard(EventId(i), id) && !std::ranges::binary_search(history, EventId(i))) {
        return false;
      }
    }
  }
  if (step == nullptr) return true;
  if (event != 0) {
    const Past& past = past_[event - 1];
    step->touched.assign(touched_.begin() + past.touched_begin,
                         touched_.begin() + past.touched_end);
    return true;
  }
  for (const std::uint32_t part : {Resource::whole, Resource::control}) {
    step->touched.push_back({Resource::of(message.receiver, part), Access::write});
  }
  step->touched.push_back({Resource::of(message.receiver, handles_part), Access::read});
  for (const std::uint32_t part : {running_part, quiet_part}) {
    step->touched.push_back({Resource::of(ActorId(0), part), Access::update});
  }
  return true;
}

MessageOrigin World::origin(MessageId id) const {
  const Message& message = messages_[id.index()];
  return {message.receiver, event_id(message.sent_by), message.position};
}

void World::further_causes(MessageId id, std::vector<EventId>& out) const {
  const Message& message = messages_[id.index()];
  if (message.delivery == Delivery::unreachable) {
    for (const std::uint32_t by : actor(message.receiver).end_causes) {
      if (by != 0) out.push_back(event_id(by));
    }
  }
  if (!message.previous) return;
  const std::uint32_t by = messages_[message.previous.index()].delivered_by;
  if (by != 0) out.push_back(event_id(by));
}

EventId World::created_by(ActorId id) const { return event_id(actor(id).created_by); }

// Steps.

void World::begin_step() {
  failure_.reset();
  resources_.clear();
  report_ = {};
  report_.first_sent = MessageId(messages_.size());
  report_.first_created = ActorId(actor_count_);
  choices_before_ = choices_.size();
}

const StepReport& World::execute(MessageId id, std::span<const Choice> choices) {
  Entered entered(*this);
  const ActorId receiver = messages_[id.index()].receiver;
  const bool ended_before = actor(receiver).ended;
  if (narrating_) texts_[id.value] = message_text(id);
  begin_step();
  report_.message = id;
  report_.actor = receiver;
  // The choices may lie in what a re-execution of this program overwrites.
  const std::vector<Choice> script(choices.begin(), choices.end());
  script_ = script;
  script_next_ = 0;

  past_.emplace_back().message = id;
  Message& message = messages_[id.index()];
  message.delivered_by = static_cast<std::uint32_t>(past_.size());
  remove_pending(id);
  if (message.next) add_pending(message.next);
  executing_ = id;
  if (tracing_) begin_logging(message);
  const bool last_resort = message.quiet || (message.is_timer && how_.timers == Timers::quiescent);
  touch_shared(quiet_part, last_resort ? Access::write : Access::update);
  if (message.is_timer) touch_shared(clock_part, Access::write);
  if (message.is_timer) now_ns_ = std::max(now_ns_, message.due_ns);
  context_ = receiver;
  deliver(id);
  settle();
  if (!crashed_) note_handles();
  if (tracing_) finish_logging();
  executing_ = MessageId();
  script_ = {};
  if (take_foreign_thread()) {
    fail(FailureKind::misuse, "a thread that Harrier does not control sent a message to an actor");
  }
  if (crashed_) pending_.clear();  // a process that crashed does nothing any more

  past_.back().choices_begin = static_cast<std::uint32_t>(choices_before_);
  past_.back().choices_end = static_cast<std::uint32_t>(choices_.size());
  for (const ResourceAccess& touched : resources_) {
    if (touched.resource.owner() == 0 && touched.resource.part() < 32) {
      past_.back().shared |= 1U << touched.resource.part();
    }
  }
  past_.back().touched_begin = static_cast<std::uint32_t>(touched_.size());
  touched_.insert(touched_.end(), resources_.begin(), resources_.end());
  past_.back().touched_end = static_cast<std::uint32_t>(touched_.size());
  note_openings();
  report_.sent_count = static_cast<std::uint32_t>(messages_.size() - report_.first_sent.index());
  report_.created_count = static_cast<std::uint32_t>(actor_count_ - report_.first_created.index());
  report_.ended = !ended_before && actor(receiver).ended;
  report_.resources = resources_;
  report_.choices = std::span(choices_).subspan(choices_before_);
  report_.failure = failure_ ? &*failure_ : nullptr;
  return report_;
}

void World::deliver(MessageId id) {
  Message message = messages_[id.index()];
  messages_[id.index()].element = nullptr;
  messages_[id.index()].handle = nullptr;
  const Resource whole = Resource::of(message.receiver, Resource::whole);
  if (message.delivery == Delivery::unreachable) {
    touch(whole, Access::write);
    touch(Resource::of(message.receiver, Resource::control), Access::write);
    touch(Resource::of(message.receiver, handles_part), Access::read);
    run_on_fiber(message.receiver, [&message] { backend::release(message.handle); });
    return;
  }
  if (message.delivery != Delivery::message) {
    touch(whole, Access::write);
    if (message.delivery == Delivery::until) {
      touch_shared(static_cast<std::uint32_t>(message.key), Access::read);
    }
    if (message.task == nullptr) return;  // an alarm that comes too late
    message.task->timed_out = message.delivery == Delivery::wake;
    touch(Resource::of(message.task->context, Resource::whole), Access::write);
    run(*message.task);
    return;
  }
  const Kind kind = actor(message.receiver).kind;
  if (actor(message.receiver).ended) {
    touch(whole, Access::read);
    touch(Resource::of(message.receiver, Resource::control), Access::read);
    run_on_fiber(message.receiver, [&message] {
      if (message.handle == nullptr) return backend::destroy(message.element);
      backend::reject(message.handle, message.element);
      backend::release(message.handle);
    });
    return;
  }
  if (message.handle == nullptr) {
    message.handle = actor(message.receiver).handle;
    backend::retain(message.handle);
  }
  if (!by_field() || kind != Kind::event) touch(whole, Access::write);
  switch (kind) {
    case Kind::event:
      if (by_field()) {
        deliver_by_field(message.receiver, message.handle, message.element);
        return;
      }
      if (actor(message.receiver).busy) {
        actor(message.receiver).stash.push_back(message.element);
        backend::release(message.handle);
        return;
      }
      run_on_fiber(message.receiver,
                   [this, receiver = message.receiver, handle = message.handle,
                    element = message.element] { handle_event(receiver, handle, element); });
      return;
    case Kind::blocking:
    case Kind::scoped: {
      backend::push(message.handle, message.element);
      if (Task* waiting = actor(message.receiver).waiting) {
        touch(Resource::of(waiting->context, Resource::whole), Access::write);
        run(*waiting);
      }
      run_on_fiber(message.receiver, [&message] { backend::release(message.handle); });
      return;
    }
    case Kind::main:
    case Kind::other:
      run_on_fiber(message.receiver, [&message] {
        backend::forward(message.handle, message.element);
        backend::release(message.handle);
      });
      return;
  }
}

/// Delivers, and counts the actor as a whole as changed only if the framework's part of it changed
/// or cannot be known: what the program's own part did is in the account of its accesses.
void World::deliver_by_field(ActorId receiver, void* handle, void* element) {
  const Resource whole = Resource::of(receiver, Resource::whole);
  if (actor(receiver).busy) {
    touch(whole, Access::write);
    actor(receiver).stash.push_back(element);
    backend::release(handle);
    return;
  }
  backend::retain(handle);
  const std::vector<void*> stash = actor(receiver).stash;
  const std::uint64_t before = backend::internals(handle);
  run_on_fiber(receiver,
               [this, receiver, handle, element] { handle_event(receiver, handle, element); });
  const Actor& after = actor(receiver);
  const bool changed = crashed_ || (after.ended && !after.unreachable) || after.busy ||
                       after.stash != stash ||
                       (!after.ended && backend::internals(handle) != before);
  touch(whole, changed ? Access::write : Access::read);
  if (!crashed_) run_on_fiber(receiver, [handle] { backend::release(handle); });
}

void World::handle_event(ActorId receiver, void* handle, void* element) {
  actor(receiver).busy = true;
  actor(receiver).initialised = true;
  if (backend::deliver(handle, element) == backend::Outcome::skipped) {
    actor(receiver).stash.push_back(element);
  } else {
    retry_stash(receiver, handle);
  }
  actor(receiver).busy = false;
  backend::release(handle);
}

/// Offers what was refused once more, the oldest first, as long as something is taken.
void World::retry_stash(ActorId receiver, void* handle) {
  for (std::size_t i = 0; !actor(receiver).ended && i < actor(receiver).stash.size();) {
    void* const element = actor(receiver).stash[i];
    actor(receiver).stash.erase(actor(receiver).stash.begin() + static_cast<std::ptrdiff_t>(i));
    if (backend::deliver(handle, element) == backend::Outcome::skipped) {
      std::vector<void*>& stash = actor(receiver).stash;
      stash.insert(stash.begin() + static_cast<std::ptrdiff_t>(std::min(i, stash.size())), element);
      ++i;
    } else {
      i = 0;
    }
  }
}

// What an instrumented program tells.

void World::begin_logging(const Message& message) {
  const Unlogged unlogged(*this);
  accesses_.begin_event(message.path);
  stretch_cause_ = message.stretch;
}

void World::finish_logging() {
  if (by_field()) accesses_.append(resources_);
  const std::optional<SharedState> shared = accesses_.take_shared_state();
  if (!shared) return;
  fail(FailureKind::misuse,
       actor_name(shared->second) + (shared->second_wrote ? " writes " : " reads ") + shared->what +
           " that " + actor_name(shared->first) + (shared->first_wrote ? " wrote" : " read") +
           ", and no message orders the two");
}

void World::note_access(const void* address, std::uint32_t size, bool write) {
  if (!logging()) return;
  const Unlogged unlogged(*this);
  const Fiber& fiber = *task_->fiber;
  accesses_.record(reinterpret_cast<std::uintptr_t>(address), size, write, context_,
                   fiber.stack_begin(), fiber.stack_end());
}

void World::note_allocation(void* address, std::size_t size) {
  if (!logging()) return;
  const Unlogged unlogged(*this);
  accesses_.allocated(reinterpret_cast<std::uintptr_t>(address), size);
}

void World::note_release(void* address) {
  if (!logging()) return;
  const Unlogged unlogged(*this);
  accesses_.freed(reinterpret_cast<std::uintptr_t>(address));
}

}  // namespace harrier::caf
