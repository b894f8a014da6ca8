// Finds out what a step would do had its actor another past.
#include <algorithm>

#include "harrier/detail/runtime.hpp"

namespace harrier::detail {

/// Lists the events of the receiver that have happened where a question is about, the set-up's
/// among them.
void Runtime::find_wanted(const StepQuestion& question, std::span<const std::uint32_t> own) {
  probed_wanted_.clear();
  const std::uint32_t prefix_end = setup_events_ + question.prefix;
  auto at = own.begin();
  for (; at != own.end() && *at < prefix_end; ++at) probed_wanted_.push_back(*at);
  if (at == own.end()) return;
  const std::span<const std::uint32_t> beside = question.beside();
  for (; at != own.end(); ++at) {
    if (std::ranges::binary_search(beside, *at - setup_events_)) probed_wanted_.push_back(*at);
  }
}

/// Under an order, what comes first and has not been delivered must not be deliverable. Tells
/// whether something is for sure; lists what may be.
bool Runtime::has_to_wait(MessageId id) {
  probed_first_.clear();
  if (options_.delivery == DeliveryModel::bag || message(id).kind == Kind::resume) return false;
  for (std::size_t i = 0; i < messages_.size(); ++i) {
    const MessageId other(i);
    if (message(other).kind == Kind::resume || !precedes(other, id)) continue;
    const std::uint32_t by = message(other).delivered_by;
    if (by != 0 && std::ranges::binary_search(probed_wanted_, by - 1)) continue;
    if (!message(other).guarded) return true;
    probed_first_.push_back(other);
  }
  return false;
}

void Runtime::answer(const StepQuestion& question, StepAnswer& out) {
  const MessageId id = question.message;
  const ActorId receiver = message(id).receiver;
  const bool ordered = options_.delivery != DeliveryModel::bag;
  const bool field_level = actor(receiver).field_level;
  out.decided_by = StepAnswer::Decider::receiver;
  out.depends_on_causes_only = false;
  // It may do something else than it did, unless all it touches is its actor as a whole.
  const bool must_run = field_level || chooses_ || ordered;
  if (question.without) {
    const Event& missing = events_[question.without.index() + setup_events_];
    const bool may_decide = message(id).guarded || ordered || missing.control_changed;
    const bool undelivered = message(id).delivered_by == 0;
    if (undelivered ? missing.actor != receiver || !may_decide
                    : question.executed && !may_decide && !must_run) {
      out.kind = StepAnswer::Kind::as_executed;
      out.touches_as_chosen = false;
      return;
    }
  }

  own_events(receiver, probed_own_);
  find_wanted(question, probed_own_);
  const std::vector<std::uint32_t>& wanted = probed_wanted_;
  out.kind = StepAnswer::Kind::impossible;
  if (!wanted.empty()) {
    const Event& last = events_[wanted.back()];
    if (!last.alive_after || (last.blocked_after && last.blocked_after != id)) return;
  }
  if (has_to_wait(id)) return;
  if (message(id).guarded || must_run || !probed_first_.empty()) {
    // Start from the latest value that was kept before the histories part.
    const std::vector<std::uint32_t>& own = probed_own_;
    std::size_t from =
        static_cast<std::size_t>(std::ranges::mismatch(own, wanted).in1 - own.begin());
    while (from > 0 && (from == own.size() || events_[own[from]].snapshot == nullptr)) --from;
    const Event* base =
        from < own.size() && events_[own[from]].snapshot != nullptr ? &events_[own[from]] : nullptr;
    if (base == nullptr && actor(receiver).recipe == nullptr) {
      out.kind = StepAnswer::Kind::unknown;
      return;
    }
    restore_and_repeat(receiver, base, std::span(wanted).subspan(from));
    AccessLog passed_over;
    access_log = &passed_over;
    bool deliverable = true;
    for (std::size_t i = 0; i < probed_first_.size() && deliverable; ++i) {
      try {
        deliverable = !guard_holds(probed_first_[i]);
      } catch (...) {
        deliverable = false;  // it is taken as true and fails its step
      }
    }
    access_log = nullptr;
    deliverable = deliverable && probe_here(id, must_run, out);
    if (deliverable && field_level) append_fields(receiver, passed_over, out.touched);
    destroy_frames(actor(receiver));
    actor(receiver).stale = true;
    if (!deliverable) return;
  }
  if (!field_level) {
    out.touched.push_back({Resource::of(receiver, Resource::whole), Access::write});
  }
  out.kind = StepAnswer::Kind::certain;
  out.touches_as_chosen = must_run && (field_level || ordered);
}

/// Evaluates the guard of a message where its receiver stands, and runs its step, muted.
bool Runtime::probe_here(MessageId id, bool run, StepAnswer& out) {
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
  script_ = out.choices;
  probed_control_ = probed_reply_ = false;
  receivers_.clear();
  const std::uint32_t messages_before = muted_next_message_;
  muted_next_actor_ = static_cast<std::uint32_t>(actor_count_);  // nobody there is
  current_message_ = id;
  bool deliverable = true;
  try {
    if (message(id).guarded) deliverable = guard_holds(id);
    if (deliverable && run) {
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
  if (!deliverable || !run) return deliverable;
  out.choices = probed_choices_;
  if (actor(receiver).field_level) {
    out.touched.push_back({Resource::of(receiver, Resource::control),
                           probed_control_ ? Access::write : Access::read});
    append_fields(receiver, log, out.touched);
  }
  if (options_.delivery != DeliveryModel::bag) {
    std::erase_if(receivers_, [this](ActorId to) { return to.index() >= actor_count_; });
    const bool tells = muted_next_message_ != messages_before || probed_reply_;
    append_order_resources(id, tells, receivers_, out.touched);
  }
  return true;
}

}  // namespace harrier::detail
