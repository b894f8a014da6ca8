// The ends of actors that nobody can reach.
//
// An actor that nobody can send to any more ends, and whoever watches it is told. Which step gives
// up the last handle depends on the order of all that do, though nothing else about them may. So
// the end is a step of its own: named by what made the actor take part in links or monitors first,
// and deliverable when the sum of what all steps did to the number of handles is 0. Meanwhile what
// the actor itself watches can still tell it something. Where nobody watches, the actor is gone at
// once and nobody can tell when.
#include <algorithm>
#include <utility>

#include "backend.hpp"
#include "world.hpp"

namespace harrier::caf {

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
    known.change = 0;
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
      if (known.change != 0) touch(Resource::of(ActorId(i), handles_part), Access::update);
      if (known.handle_changes.empty() || known.handle_changes.back().event != event) continue;
      if (known.kind == Kind::event && !known.ended && backend::counts_as_running(known.handle)) {
        touch_shared(running_part, Access::update);
      }
    }
  }
  cascades_.clear();
}

bool World::can_end_after(ActorId id, std::span<const EventId> history) const {
  const auto happened = [&](std::uint32_t event) { return is_among(event, history); };
  const Actor& known = actor(id);
  if (known.ended_by && happened(*known.ended_by)) return false;
  if (!std::ranges::all_of(known.end_causes, happened)) return false;
  int handles = 0;
  for (const HandleChange& change : known.handle_changes) {
    if (happened(change.event)) handles += change.by;
  }
  return handles == 0;
}

}  // namespace harrier::caf
