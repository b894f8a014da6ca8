// Finds out what a step would do had its actor another past.
#include <algorithm>

#include "harrier/detail/runtime.hpp"

namespace harrier::detail {

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

}  // namespace harrier::detail
