// What handlers do to the execution: sending, spawning, stopping, choosing, failing.
#include <algorithm>
#include <string>
#include <utility>

#include "harrier/detail/runtime.hpp"
#include "runtime/actors_copies.hpp"
#include "runtime/actors_execution.hpp"
#include "runtime/actors_layouts.hpp"
#include "runtime/actors_names.hpp"
#include "runtime/failure.hpp"

namespace harrier::detail {

Runtime::Runtime(Execution& execution, Layouts& layouts)
    : execution_(execution),
      layouts_(layouts),
      ledger_(execution.ledger),
      arena_(execution.arena) {}

void Runtime::fail(Failure failure) {
  if (!muted_ && !failure_) failure_ = std::move(failure);
  throw StepFailed{};
}

void Runtime::fail_assumption() {
  if (!muted_ && ledger_.in_setup()) refuse("the set-up must not assume: it is not explored");
  if (!muted_) infeasible_ = true;
  throw StepFailed{};
}

void Runtime::refuse_outside(ActorId id, const char* what) {
  const std::string who =
      id.index() < ledger_.made().actors ? actor_name(execution_, id) : std::string("an actor");
  refuse(std::string(what) + " by " + who +
         (construction != nullptr ? " in a constructor; do it in a handler"
                                  : " outside its own step; only the running handler may do that"));
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

MessageId Runtime::send_muted(ActorId to, const Delivery& delivery) {
  if (rehearsed_ != nullptr) {
    rehearsed_->sent.push_back({to, delivery.type});
    rehearsed_->sends = true;
  }
  return MessageId(repeated_.messages++);
}

MessageId Runtime::post(ActorId to, const Delivery& delivery, void* payload, Wants wants) {
  const bool or_gone = wants == Wants::reply_or_gone;
  const MessageId id =
      ledger_.add_message(to, running_, true, delivery.accepts != nullptr || or_gone);
  Execution::Message& created = execution_.messages.emplace_back();
  created.delivery = &delivery;
  created.payload = payload;
  created.or_gone = or_gone;
  if (wants != Wants::nothing) created.kind = Execution::Message::Kind::request;
  ledger_.add_pending(id);
  return id;
}

bool Runtime::keeps_copies_of(const ActorType& type) const {
  return execution_.can_copy(type) && !is_dear_to_copy(type);
}

ActorId Runtime::add_actor(const ActorType& type, std::string_view role, const Recipe* recipe,
                           void* arguments) {
  const ActorId id = ledger_.add_actor();
  if (id.index() == execution_.actors.size()) execution_.actors.emplace_back();
  Execution::Actor& created = execution_.actor(id);
  created.type = &type;
  created.object = arena_.allocate(type.size, type.align);
  created.arguments = arguments;
  created.recipe = recipe;
  created.copied = recipe == nullptr && execution_.can_copy(type);
  created.built = false;
  created.alive = true;
  created.open = true;
  created.stale = false;
  created.blocked_on = MessageId();
  created.creator = running_;
  created.role = role.data() == type.name.data() ? role : execution_.kept_role(role);
  created.number = 0;
  if (recipe == nullptr && !created.copied) execution_.rebuildable = false;
  return id;
}

void Runtime::build_for_layout(ActorId id, void (*construct)(void* object)) {
  if (layouts_.knows(*execution_.actor(id).type)) return;
  build(id, &construct,
        [](void* closure, void* object) { (*static_cast<void (**)(void*)>(closure))(object); });
  execution_.destroy_object(execution_.actor(id));
}

void Runtime::build(ActorId id, void* closure, void (*construct)(void* closure, void* object)) {
  Building building(*this, execution_, layouts_, id, false);
  try {
    construct(closure, building.object());
  } catch (const StepFailed&) {
    throw;
  } catch (...) {
    const Failure failure = current_exception_as_failure();
    fail({failure.kind, "the constructor of " + std::string(execution_.actor(id).type->name) +
                            " threw: " + failure.text});
  }
  building.done();
}

void Runtime::stop() {
  Execution::Actor& self = execution_.actor(running_);
  if (rehearsed_ != nullptr) {
    rehearsed_->changes_control = true;
    rehearsed_->replies |= std::ranges::any_of(self.frames, [this](const Frame& frame) {
      return execution_.is_told_of_end(frame.origin);
    });
  }
  if (muted_) return;
  execution_.change_control(self, false, self.blocked_on);
  if (!self.frames.empty()) reply_gone();
}

std::uint32_t Runtime::choose(std::uint32_t count) {
  if (count == 0) refuse("choose(0): there is nothing to choose from");
  if (rehearsed_ != nullptr) {
    Choice& choice = rehearsed_->chosen < rehearsed_->choices.size()
                         ? rehearsed_->choices[rehearsed_->chosen]
                         : rehearsed_->choices.emplace_back();
    ++rehearsed_->chosen;
    choice = as_far_as_it_fits(choice, count);
    return choice.value;
  }
  if (muted_) return ledger_.choice(repeated_.choices++).value;
  if (ledger_.in_setup()) refuse("the set-up must not choose: it is not explored");
  chooses_ = true;
  return ledger_.take_choice(count);
}

void Runtime::rehearse(Rehearsed& into) {
  muted_ = true;
  rehearsed_ = &into;
  into.sent.clear();
  into.chosen = 0;
  into.sends = into.replies = into.changes_control = false;
  repeated_.actors = ledger_.made().actors;  // nobody there is
}

}  // namespace harrier::detail
