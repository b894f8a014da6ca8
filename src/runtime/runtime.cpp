// Runs native actors step by step: the Program contract, sending, spawning.
#include "harrier/detail/runtime.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>

#include "harrier/system.hpp"

namespace harrier {

std::unique_ptr<Program> make_program(std::function<void(System&)> setup, ProgramOptions options) {
  return std::make_unique<detail::Runtime>(std::move(setup), options);
}

namespace detail {

namespace {

constexpr std::size_t settle_steps_max = 1'000'000;

Failure current_exception_as_failure() {
  try {
    throw;
  } catch (const std::exception& error) {
    return {FailureKind::exception, error.what()};
  } catch (...) {
    return {FailureKind::exception, "an exception that is not a std::exception"};
  }
}

}  // namespace

Runtime::Runtime(std::function<void(System&)> setup, ProgramOptions options)
    : setup_(std::move(setup)), options_(options) {}

Runtime::~Runtime() { clear(); }

const StepReport& Runtime::start() {
  clear();
  throw_destructor_failure();
  in_setup_ = true;
  failure_.reset();
  try {
    System system(*this);
    setup_(system);
  } catch (const StepFailed&) {
  } catch (const NondeterminismError&) {
    throw;
  } catch (const ProgramError&) {
    throw;
  } catch (...) {
    failure_ = current_exception_as_failure();
  }
  in_setup_ = false;
  if (failure_) throw ProgramError({failure_->kind, "the set-up failed: " + failure_->text});
  setup_events_ = static_cast<std::uint32_t>(events_.size());
  report_ = {};
  report_.receivers = sent_to_;
  report_.created_count = static_cast<std::uint32_t>(actor_count_);
  return report_;
}

void Runtime::settle() {
  std::vector<MessageId> deliverable;
  for (std::size_t steps = 0; steps < settle_steps_max; ++steps) {
    deliverable.clear();
    enabled(deliverable);
    if (deliverable.empty()) return;
    const StepReport& report = execute(deliverable.front(), {});
    if (report.failure != nullptr) {
      throw ProgramError({report.failure->kind,
                          "the set-up failed in the step of " + actor_name(report.actor) + " on " +
                              message_text(report.message) + ": " + report.failure->text});
    }
  }
  throw ProgramError(
      {FailureKind::misuse, "the set-up does not settle: " + std::to_string(settle_steps_max) +
                                " steps and messages are still deliverable"});
}

void Runtime::enabled(std::vector<MessageId>& out) {
  const bool ordered = options_.delivery != DeliveryModel::bag;
  for (const MessageId id : pending_) {
    const Message& candidate = message(id);
    if (candidate.guarded || ordered ? hold(id) == Hold::none : actor(candidate.receiver).open) {
      out.push_back(id);
    }
  }
}

Hold Runtime::hold(MessageId id) {
  const Hold unordered = hold_unordered(id);
  if (unordered != Hold::none || options_.delivery == DeliveryModel::bag) return unordered;
  return is_next(id) ? Hold::none : Hold::order;
}

Hold Runtime::hold_unordered(MessageId id) {
  const Actor& receiver = actor(message(id).receiver);
  if (!receiver.alive) return Hold::ended;
  if (receiver.blocked_on && receiver.blocked_on != id) return Hold::blocked;
  if (!message(id).guarded) return Hold::none;
  try {
    return guard_holds(id) ? Hold::none : Hold::guard;
  } catch (const NondeterminismError&) {
    throw;
  } catch (...) {
    return Hold::none;  // the step itself evaluates its guard again and reports the exception
  }
}

bool Runtime::guard_holds(MessageId id) {
  const ActorId receiver = message(id).receiver;
  if (actor(receiver).stale) rebuild(receiver);
  const Message& candidate = message(id);
  const Actor& target = actor(receiver);
  if (candidate.kind != Kind::resume) {
    return candidate.delivery->accepts(target.object, candidate.payload);
  }
  if (!candidate.conditional) return true;
  for (const Frame& frame : target.frames) {
    if (frame.continuation == id) return frame.condition.holds(frame.condition.object);
  }
  return false;
}

const StepReport& Runtime::execute(MessageId id, std::span<const Choice> choices) {
  const ActorId receiver = message(id).receiver;
  if (actor(receiver).stale) rebuild(receiver);

  Event& event = events_.emplace_back();
  {
    Actor& target = actor(receiver);
    event.message = id;
    event.actor = receiver;
    event.messages_before = static_cast<std::uint32_t>(messages_.size());
    event.actors_before = static_cast<std::uint32_t>(actor_count_);
    event.journal_before = static_cast<std::uint32_t>(journal_.size());
    event.choices_before = static_cast<std::uint32_t>(choices_.size());
    event.previous_of_actor = target.last_event;
    target.last_event = static_cast<std::uint32_t>(events_.size());
    event.mark = arena_.mark();
    if (options_.delivery == DeliveryModel::causal) note_causal_past(event);
    const auto at = std::find(pending_.begin(), pending_.end(), id);
    event.pending_index = static_cast<std::uint32_t>(at - pending_.begin());
    pending_.erase(at);
    if (target.frames.empty() && can_copy(*target.type)) take_snapshot(event, target);
  }

  message(id).delivered_by = static_cast<std::uint32_t>(events_.size());
  if (actor(receiver).field_level) {
    log_.clear();
    access_log = &log_;
    if (options_.audit) {
      const auto* bytes = static_cast<const std::byte*>(actor(receiver).object);
      bytes_before_.assign(bytes, bytes + actor(receiver).type->size);
    }
  }
  failure_.reset();
  script_ = choices;
  script_next_ = 0;
  current_message_ = id;
  bool failed = false;
  try {
    look_at_passed_over(id);
    if (message(id).guarded) guard_holds(id);
    running_ = receiver;
    run_step(id);
  } catch (const StepFailed&) {
  } catch (const NondeterminismError&) {
    access_log = nullptr;
    running_ = ActorId();
    throw;
  } catch (...) {
    if (!failure_) failure_ = current_exception_as_failure();
  }
  access_log = nullptr;
  running_ = ActorId();
  suspended_.reset();
  if (options_.audit && actor(receiver).field_level && !failure_) audit_changes(receiver);
  if (failure_) {
    failed = true;
    change_control(actor(receiver), false, actor(receiver).blocked_on);
  }

  Event& done = events_.back();
  done.failed = failed;
  done.choices_after = static_cast<std::uint32_t>(choices_.size());
  done.messages_after = static_cast<std::uint32_t>(messages_.size());
  done.actors_after = static_cast<std::uint32_t>(actor_count_);

  for (std::size_t i = done.journal_before; i < journal_.size(); ++i) {
    done.control_changed |= journal_[i].kind == Change::Kind::control;
  }
  done.alive_after = actor(receiver).alive;
  done.blocked_after = actor(receiver).blocked_on;
  collect_resources(receiver, done.control_changed);
  if (options_.delivery != DeliveryModel::bag) append_order_resources(done);
  report_.message = id;
  report_.actor = receiver;
  report_.first_sent = MessageId(done.messages_before);
  report_.receivers = std::span(sent_to_).subspan(done.messages_before);
  report_.first_created = ActorId(done.actors_before);
  report_.created_count = done.actors_after - done.actors_before;
  report_.ended = !actor(receiver).alive;
  report_.resources = resources_;
  report_.choices = std::span(choices_).subspan(done.choices_before);
  report_.failure = failure_ ? &*failure_ : nullptr;
  return report_;
}

void Runtime::run_step(MessageId id) {
  const Message& delivered = message(id);
  if (delivered.kind == Kind::resume) {
    resume(id);
  } else {
    delivered.delivery->invoke(*this, actor(delivered.receiver).object, delivered.payload);
  }
}

void Runtime::fail(FailureKind kind, std::string text) {
  if (!muted_ && !failure_) failure_ = Failure{kind, std::move(text)};
  throw StepFailed{};
}

void Runtime::refuse_outside(ActorId id, const char* what) {
  const std::string who = id.index() < actor_count_ ? actor_name(id) : std::string("an actor");
  refuse(std::string(what) + " by " + who +
         (construction != nullptr ? " in a constructor; do it in a handler"
                                  : " outside its own step; only the running handler may do that"));
}

void Runtime::fail_construction(const ActorType& type) {
  const Failure failure = current_exception_as_failure();
  fail(failure.kind, "the constructor of " + std::string(type.name) + " threw: " + failure.text);
}

void Runtime::refuse_send(ActorId to, const Delivery& delivery) {
  if (construction != nullptr) {
    refuse("a constructor must not send messages; do it in a handler");
  }
  refuse(to ? "send of " + std::string(delivery.type->name) +
                  " to an actor of another execution; keep references in actors and messages only"
            : "send of " + std::string(delivery.type->name) +
                  " to nobody: the reference was never set");
}

Runtime::Message& Runtime::new_message(ActorId to, Kind kind) {
  Message& created = messages_.emplace_back();
  sent_to_.push_back(to);
  created.receiver = to;
  created.kind = kind;
  created.sender = running_;
  if (!in_setup_) created.sent_by = static_cast<std::uint32_t>(events_.size());
  return created;
}

MessageId Runtime::post(ActorId to, const Delivery& delivery, void* payload, bool wants_reply) {
  const MessageId id(messages_.size());
  Message& created = new_message(to, wants_reply ? Kind::request : Kind::send);
  created.delivery = &delivery;
  created.payload = payload;
  created.guarded = delivery.accepts != nullptr;
  pending_.push_back(id);
  return id;
}

ActorId Runtime::begin_spawn(const ActorType& type, std::string_view role, const Recipe* recipe,
                             void* arguments) {
  if (actor_count_ == actors_.size()) actors_.emplace_back();
  const ActorId id(actor_count_++);
  Actor& created = actor(id);
  created.type = &type;
  created.object = arena_.allocate(type.size, type.align);
  created.arguments = arguments;
  created.recipe = recipe;
  created.built = false;
  created.alive = true;
  created.open = true;
  created.stale = false;
  created.blocked_on = MessageId();
  created.last_event = 0;
  created.created_by = in_setup_ ? 0 : static_cast<std::uint32_t>(events_.size());
  created.creator = running_;
  created.role = role;
  if (recipe == nullptr && !can_copy(type)) rebuildable_ = false;
  return id;
}

void Runtime::stop() {
  probed_control_ = true;
  if (!muted_) change_control(actor(running_), false, actor(running_).blocked_on);
}

std::uint32_t Runtime::choose(std::uint32_t count) {
  if (count == 0) refuse("choose(0): there is nothing to choose from");
  if (probing_) {
    const std::size_t taken = probed_choices_.size();
    const std::uint32_t wanted = taken < script_.size() ? script_[taken].value : 0;
    probed_choices_.push_back({wanted < count ? wanted : 0, count});
    return probed_choices_.back().value;
  }
  if (muted_) return choices_[muted_next_choice_++].value;
  if (in_setup_) refuse("the set-up must not choose: it is not explored");
  std::uint32_t value = 0;
  if (script_next_ < script_.size()) {
    value = script_[script_next_++].value;
    if (value >= count) {
      throw NondeterminismError(events_.size() - setup_events_ - 1,
                                "value " + std::to_string(value) +
                                    " is to be chosen, but there are " + std::to_string(count) +
                                    " values");
    }
  }
  chooses_ = true;
  choices_.push_back({value, count});
  return value;
}

void Runtime::further_causes(MessageId id, std::vector<EventId>& out) const {
  const Message& sent = message(id);
  if (sent.kind != Kind::resume) {
    if (options_.delivery == DeliveryModel::bag) return;
    // What had to be delivered before it, whatever the receiver's state.
    for (std::uint32_t at = actor(sent.receiver).last_event; at != 0;
         at = events_[at - 1].previous_of_actor) {
      const MessageId earlier = events_[at - 1].message;
      const EventId event = event_id(at);
      if (event && !message(earlier).guarded && precedes(earlier, id)) out.push_back(event);
    }
    return;
  }
  for (const MessageId request : requests_of(sent)) {
    const EventId cause = event_id(message(request).replied_by);
    if (cause) out.push_back(cause);
  }
}

const void* Runtime::object(ActorId id) {
  if (id.index() >= actor_count_) refuse("the end check looks at an actor that does not exist");
  if (actor(id).stale) rebuild(id);
  return actor(id).object;
}

std::optional<Failure> Runtime::check_end() {
  failure_.reset();
  try {
    for (const auto& end_check : end_checks_) end_check(End(*this));
  } catch (const StepFailed&) {
  } catch (const NondeterminismError&) {
    throw;
  } catch (...) {
    failure_ = current_exception_as_failure();
  }
  return std::exchange(failure_, std::nullopt);
}

bool Runtime::may_be_left(ActorId id) { return !environment_ || environment_(End(*this), id); }

}  // namespace detail
}  // namespace harrier
