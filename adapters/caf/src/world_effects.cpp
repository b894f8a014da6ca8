// What the framework does in a step: actors, messages, timers and waits.
#include <algorithm>
#include <utility>

#include "backend.hpp"
#include "world.hpp"

namespace harrier::caf {

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

/// Compares the numbers of two actors of the set-up, or of two with the same spawner: themselves,
/// or those they come from.
bool World::spawned_before(const void* left, const void* right) const {
  const std::size_t first = std::min(ids_.find(left).index(), ids_.find(right).index());
  if (first < first_actors_) return ids_.find(left).index() == first && left != right;
  const auto line_of = [this](const void* handle) {
    std::vector<std::uint32_t> line;  // from main on
    for (ActorId id = ids_.find(handle); id; id = actor(id).creator) line.push_back(id.value);
    std::ranges::reverse(line);
    return line;
  };
  return line_of(left) < line_of(right);
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
  if (tearing_down_) return;
  for (std::size_t i = pending_.size(); i-- > 0;) {
    const MessageId id = pending_[i];
    Message& message = messages_[id.index()];
    if (!message.delayed || message.handle != handle || message.key == 0) continue;
    if (key != 0 && message.key != key) continue;
    message.cancelled = true;
    // Where a timer may fire at any moment, one that comes too late is a step as well, in which
    // nothing happens, so that the moment before it was taken back is explored.
    if (how_.timers == Timers::any) continue;
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
    if (!tearing_down_) {  // otherwise the account of the execution stays what it is
      remove_pending(MessageId(i));
      messages_[i].cancelled = true;
    }
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

}  // namespace harrier::caf
