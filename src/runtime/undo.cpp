// Takes steps back: previous values, local replay of one actor, and dropping what a step made.
#include <algorithm>
#include <cstring>
#include <utility>

#include "harrier/detail/runtime.hpp"
#include "harrier/registry.hpp"

namespace harrier::detail {

Capabilities Runtime::capabilities() const {
  return {.undo = options_.backtrack != Backtrack::replay && rebuildable_, .fingerprint = false};
}

void Runtime::take_snapshot(Event& event, const Actor& target) {
  const ActorType& type = *target.type;
  void* snapshot = arena_.allocate(type.size, type.align);
  if (type.trivially_copyable) {
    std::memcpy(snapshot, target.object, type.size);
  } else {
    try {
      type.copy(snapshot, target.object);
    } catch (const std::exception& error) {
      throw UsageError(actor_name(event.actor) +
                       " cannot be kept for undo: its copy constructor threw: " + error.what() +
                       "; use backtracking by local replay");
    }
  }
  event.snapshot = snapshot;
}

void Runtime::restore(Actor& target, Event& event) {
  const ActorType& type = *target.type;
  if (type.trivially_copyable) {
    std::memcpy(target.object, event.snapshot, type.size);
    return;
  }
  destroy_object(target);
  type.move(target.object, event.snapshot);
  target.built = true;
  drop_snapshot(event);
}

void Runtime::drop_snapshot(Event& event) {
  if (event.snapshot == nullptr) return;
  const ActorType& type = *actor(event.actor).type;
  if (type.destroy != nullptr) type.destroy(event.snapshot);
  event.snapshot = nullptr;
}

void Runtime::undo() {
  Event& event = events_.back();
  while (journal_.size() > event.journal_before) {
    const Change change = journal_.back();
    journal_.pop_back();
    revert(change);
  }
  drop_messages(event.messages_before);
  drop_actors(event.actors_before);

  Actor& target = actor(event.actor);
  if (!target.frames.empty()) destroy_frames(target);
  if (event.snapshot != nullptr) {
    restore(target, event);
    target.stale = false;
  } else {
    target.stale = true;
  }
  target.last_event = event.previous_of_actor;
  message(event.message).delivered_by = 0;
  if (!pasts_.empty()) {
    past_bits_.resize(pasts_.back().begin);
    pasts_.pop_back();
  }
  pending_.insert(pending_.begin() + event.pending_index, event.message);
  choices_.resize(event.choices_before);
  arena_.reset(event.mark);
  events_.pop_back();
  if (destructor_failure_) throw_destructor_failure();
}

void Runtime::change_control(Actor& changed, bool alive, MessageId blocked_on) {
  Change change{Change::Kind::control, static_cast<std::uint32_t>(&changed - actors_.data()),
                changed.alive, changed.blocked_on};
  journal_.push_back(change);
  changed.alive = alive;
  changed.blocked_on = blocked_on;
  changed.open = alive && !blocked_on;
}

void Runtime::revert(const Change& change) {
  switch (change.kind) {
    case Change::Kind::control: {
      Actor& changed = actors_[change.id];
      changed.alive = change.alive;
      changed.blocked_on = change.blocked_on;
      changed.open = change.alive && !change.blocked_on;
      break;
    }
    case Change::Kind::replied: {
      Message& request = messages_[change.id];
      if (request.reply_type->destroy != nullptr) {
        request.reply_type->destroy(const_cast<void*>(request.reply));
      }
      request.reply = nullptr;
      request.replied_by = 0;
      break;
    }
    case Change::Kind::waits:
      for (const MessageId request : requests_of(messages_[change.id])) {
        message(request).frame = MessageId();
      }
      break;
    case Change::Kind::pended:
      pending_.erase(std::find(pending_.rbegin(), pending_.rend(), MessageId(change.id)).base() -
                     1);
      break;
  }
}

void Runtime::drop_messages(std::size_t count) {
  while (!pending_.empty() && pending_.back().index() >= count) pending_.pop_back();
  while (messages_.size() > count) {
    Message& dropped = messages_.back();
    if (dropped.delivery != nullptr && dropped.delivery->type->destroy != nullptr) {
      dropped.delivery->type->destroy(dropped.payload);
    }
    messages_.pop_back();
  }
}

void Runtime::drop_actors(std::size_t count) {
  while (actor_count_ > count) {
    Actor& dropped = actors_[--actor_count_];
    if (!dropped.frames.empty()) destroy_frames(dropped);
    destroy_object(dropped);
    if (dropped.recipe != nullptr && dropped.recipe->destroy != nullptr) {
      dropped.recipe->destroy(dropped.arguments);
    }
  }
}

void Runtime::destroy_object(Actor& target) {
  if (!std::exchange(target.built, false) || target.type->destroy == nullptr) return;
  try {
    target.type->destroy(target.object);
  } catch (const std::exception& error) {
    destructor_failure_ =
        Failure{FailureKind::exception,
                "the destructor of " + std::string(target.type->name) + " threw: " + error.what()};
  } catch (...) {
    destructor_failure_ =
        Failure{FailureKind::exception,
                "the destructor of " + std::string(target.type->name) + " threw an exception"};
  }
}

void Runtime::destroy_frames(Actor& target) {
  for (const Frame& frame : target.frames) frame.root.destroy();
  target.frames.clear();
}

void Runtime::throw_destructor_failure() {
  if (!destructor_failure_) return;
  throw ProgramError(*std::exchange(destructor_failure_, std::nullopt));
}

void Runtime::clear() {
  // Replies and snapshots hold values of the user's types, as messages and actors do.
  while (!journal_.empty()) {
    const Change change = journal_.back();
    journal_.pop_back();
    if (change.kind == Change::Kind::replied) revert(change);
  }
  for (Event& event : events_) drop_snapshot(event);
  events_.clear();
  pending_.clear();
  drop_messages(0);
  drop_actors(0);
  choices_.clear();
  pasts_.clear();
  past_bits_.clear();
  end_checks_.clear();
  environment_ = nullptr;
  arena_.reset({});
  setup_events_ = 0;
}

std::size_t Runtime::own_events(ActorId id, std::vector<std::uint32_t>& out) const {
  out.clear();
  for (std::uint32_t at = actor(id).last_event; at != 0; at = events_[at - 1].previous_of_actor) {
    out.push_back(at - 1);
  }
  std::ranges::reverse(out);
  return out.size();
}

void Runtime::rebuild(ActorId id) {
  std::size_t from = own_events(id, chain_);
  const Event* base = nullptr;
  while (from > 0 && base == nullptr) {
    --from;
    if (events_[chain_[from]].snapshot != nullptr) base = &events_[chain_[from]];
  }
  restore_and_repeat(id, base, std::span(chain_).subspan(from));
}

void Runtime::restore_and_repeat(ActorId id, const Event* base,
                                 std::span<const std::uint32_t> events) {
  actor(id).stale = false;
  destroy_frames(actor(id));
  destroy_object(actor(id));
  muted_ = true;
  AccessLog* const log_before = std::exchange(access_log, nullptr);
  const auto restore_context = [&] {
    muted_ = false;
    running_ = ActorId();
    access_log = log_before;
  };
  try {
    if (base != nullptr) {
      actor(id).type->copy(actor(id).object, base->snapshot);
      actor(id).built = true;
    } else {
      Building building(*this, id);
      actor(id).recipe->construct(actor(id).object, actor(id).arguments);
      building.done();
    }
    running_ = id;
    for (const std::uint32_t at : events) repeat(events_[at], at);
  } catch (...) {
    restore_context();
    throw;
  }
  restore_context();
}

bool Runtime::affects_guard(EventId event, MessageId id) const {
  return message(id).guarded || options_.delivery != DeliveryModel::bag ||
         events_[event.index() + setup_events_].control_changed;
}

std::optional<bool> Runtime::probe(MessageId id, std::span<const EventId> history,
                                   ProbedStep* step) {
  const ActorId receiver = message(id).receiver;
  std::vector<std::uint32_t>& own = probed_own_;
  own_events(receiver, own);
  std::vector<std::uint32_t>& wanted = probed_wanted_;
  wanted.clear();
  for (const std::uint32_t at : own) {
    if (at < setup_events_) wanted.push_back(at);
  }
  for (const EventId event : history) wanted.push_back(event.value + setup_events_);
  if (!wanted.empty()) {
    const Event& last = events_[wanted.back()];
    if (!last.alive_after || (last.blocked_after && last.blocked_after != id)) return false;
  }
  const bool field_level = actor(receiver).field_level;
  const bool must_run =
      step != nullptr && (field_level || chooses_ || options_.delivery != DeliveryModel::bag);
  // Under an order, what comes first and is not delivered in that history must not be deliverable.
  std::vector<MessageId>& first = probed_first_;
  first.clear();
  if (options_.delivery != DeliveryModel::bag && message(id).kind != Kind::resume) {
    for (std::size_t i = 0; i < messages_.size(); ++i) {
      const MessageId other(i);
      if (message(other).kind == Kind::resume || !precedes(other, id)) continue;
      const std::uint32_t by = message(other).delivered_by;
      if (by != 0 && std::ranges::find(wanted, by - 1) != wanted.end()) continue;
      if (!message(other).guarded) return false;
      first.push_back(other);
    }
  }
  if (message(id).guarded || must_run || !first.empty()) {
    // Start from the latest value that was kept before the histories part.
    std::size_t from =
        static_cast<std::size_t>(std::ranges::mismatch(own, wanted).in1 - own.begin());
    while (from > 0 && (from == own.size() || events_[own[from]].snapshot == nullptr)) --from;
    const Event* base =
        from < own.size() && events_[own[from]].snapshot != nullptr ? &events_[own[from]] : nullptr;
    if (base == nullptr && actor(receiver).recipe == nullptr) return std::nullopt;
    restore_and_repeat(receiver, base, std::span(wanted).subspan(from));
    AccessLog passed_over;
    access_log = &passed_over;
    bool deliverable = true;
    for (std::size_t i = 0; i < first.size() && deliverable; ++i) {
      try {
        deliverable = !guard_holds(first[i]);
      } catch (...) {
        deliverable = false;  // it is taken as true and fails its step
      }
    }
    access_log = nullptr;
    deliverable = deliverable && probe_here(id, must_run ? step : nullptr);
    if (deliverable && must_run && field_level) append_fields(receiver, passed_over, step->touched);
    destroy_frames(actor(receiver));
    actor(receiver).stale = true;
    if (!deliverable) return false;
  }
  if (step != nullptr && !field_level) {
    step->touched.push_back({Resource::of(receiver, Resource::whole), Access::write});
  }
  return true;
}

bool Runtime::probe_here(MessageId id, ProbedStep* step) {
  const ActorId receiver = message(id).receiver;
  if (message(id).kind == Kind::resume &&
      std::ranges::none_of(actor(receiver).frames,
                           [id](const Frame& frame) { return frame.continuation == id; })) {
    return false;  // the handler has not come to wait
  }
  AccessLog log;
  access_log = &log;
  muted_ = probing_ = true;
  probed_choices_.clear();
  if (step != nullptr) script_ = step->choices;
  probed_control_ = probed_reply_ = false;
  receivers_.clear();
  const std::uint32_t messages_before = muted_next_message_;
  muted_next_actor_ = static_cast<std::uint32_t>(actor_count_);  // nobody there is
  current_message_ = id;
  bool deliverable = true;
  try {
    if (message(id).guarded) deliverable = guard_holds(id);
    if (deliverable && step != nullptr) {
      running_ = receiver;
      run_step(id);
    }
  } catch (...) {
    // A guard that throws is taken as true and fails its step; a step that fails ends its actor.
    probed_control_ = true;
  }
  access_log = nullptr;
  muted_ = probing_ = false;
  running_ = ActorId();
  suspended_.reset();
  if (deliverable && step != nullptr) {
    step->choices = probed_choices_;
    if (actor(receiver).field_level) {
      step->touched.push_back({Resource::of(receiver, Resource::control),
                               probed_control_ ? Access::write : Access::read});
      append_fields(receiver, log, step->touched);
    }
    if (options_.delivery != DeliveryModel::bag) {
      std::erase_if(receivers_, [this](ActorId to) { return to.index() >= actor_count_; });
      const bool tells = muted_next_message_ != messages_before || probed_reply_;
      append_order_resources(id, tells, receivers_, step->touched);
    }
  }
  return deliverable;
}

void Runtime::repeat(const Event& event, std::size_t index) {
  muted_next_message_ = event.messages_before;
  muted_next_actor_ = event.actors_before;
  muted_next_choice_ = event.choices_before;
  current_message_ = event.message;
  bool failed = false;
  try {
    run_step(event.message);
  } catch (...) {
    failed = true;
  }
  suspended_.reset();
  if (event.failed) return;  // the actor has ended; how far its last handler came does not matter
  if (failed || muted_next_message_ != event.messages_after ||
      muted_next_actor_ != event.actors_after || muted_next_choice_ != event.choices_after) {
    throw NondeterminismError(
        index - std::min<std::size_t>(index, setup_events_),
        actor_name(event.actor) + " did not repeat its step on " + message_text(event.message));
  }
}

Runtime::Building::Building(Runtime& runtime, ActorId actor)
    : runtime_(runtime), outer_(construction) {
  const Actor& target = runtime.actor(actor);
  context_.runtime = &runtime;
  context_.actor = actor;
  context_.object = static_cast<std::byte*>(target.object);
  context_.size = target.type->size;
  if (!runtime.knows_layout(*target.type)) {
    context_.ranges = &runtime.layouts_[target.type].ranges;
    std::memset(target.object, unwritten, target.type->size);
  }
  construction = &context_;
}

Runtime::Building::~Building() {
  construction = outer_;
  const Actor& target = runtime_.actor(context_.actor);
  if (target.built) return;
  if (context_.ranges != nullptr) {
    runtime_.layouts_.erase(target.type);
    runtime_.last_type_ = nullptr;
  }
  if (!runtime_.muted_) runtime_.drop_actors(context_.actor.index());
}

void Runtime::Building::done() {
  Actor& built = runtime_.actor(context_.actor);
  built.built = true;
  if (runtime_.options_.dependence != Dependence::field) return;
  Layout& layout = *runtime_.find_layout(*built.type);
  if (context_.ranges != nullptr)
    layout.covered = covers(layout.ranges, context_.object, *built.type);
  built.field_level = layout.covered;
}

/// Tells whether the members found leave only padding uncovered. A gap counts as padding when the
/// constructor wrote nothing there and it is smaller than what follows wants to be aligned to.
bool Runtime::Building::covers(std::vector<FieldRange> ranges, const std::byte* object,
                               const ActorType& type) {
  std::sort(ranges.begin(), ranges.end(),
            [](const FieldRange& a, const FieldRange& b) { return a.offset < b.offset; });
  ranges.push_back({type.size, 0, static_cast<std::uint32_t>(type.align), 0, {}});
  std::size_t end = 0;
  for (const FieldRange& range : ranges) {
    if (range.offset > end) {
      if (range.offset - end >= range.align) return false;
      for (std::size_t i = end; i < range.offset; ++i) {
        if (object[i] != std::byte{unwritten}) return false;
      }
    }
    end = std::max(end, range.offset + range.size);
  }
  return true;
}

}  // namespace harrier::detail
