// Rebuilds one actor by running it again on its own past messages, its effects discarded.
#include <algorithm>
#include <utility>

#include "harrier/detail/runtime.hpp"

namespace harrier::detail {

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

}  // namespace harrier::detail
