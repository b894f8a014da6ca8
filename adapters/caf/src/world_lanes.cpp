// The lanes in which messages wait for those that their sender sent before.
#include <algorithm>

#include "backend.hpp"
#include "world.hpp"

namespace harrier::caf {

MessageId& World::lane_tail(ActorId context, ActorId receiver, bool urgent) {
  if (how_.order == Order::mailbox) return actor(context).lane[urgent ? 1 : 0];
  const std::uint64_t pair = (std::uint64_t{context.value} << 33) |
                             (std::uint64_t{receiver.value} << 1) | (urgent ? 1 : 0);
  return pair_lanes_[pair];
}

void World::put_on_lane(ActorId receiver, void* handle, void* element, bool urgent) {
  const Unlogged unlogged(*this);
  const backend::Correlation correlation = backend::correlation(element);
  if (multicast_) keep_places_before(receiver);
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
  if (how_.order == Order::mailbox) message.multicast = multicast_;
  const bool beside = message.multicast && message.multicast != id;
  message.previous = beside ? messages_[message.multicast.index()].previous : tail;
  if (!message.previous || is_passed(message.previous)) {
    add_pending(id);
  } else if (!beside) {
    messages_[message.previous.index()].next = id;
  }
  tail = id;
}

/// Takes the number of the next message for one that is not sent. The copies of a message to actors
/// of the set-up so have the same numbers whoever is a member, and what one of them does in an
/// order tells what it does in another.
World::Message& World::keep_place() {
  Message& kept = new_message(ActorId(messages_.size() - multicast_.index()));
  kept.delivery = Delivery::none;
  return kept;
}

void World::keep_places_before(ActorId receiver) {
  const std::size_t end = multicast_.index() + std::min(receiver.index(), first_actors_);
  while (messages_.size() < end) {
    const MessageId id(messages_.size());
    Message& kept = keep_place();
    if (how_.order != Order::mailbox) continue;
    const MessageId before = lane_tail(context_, receiver, false);
    kept.multicast = multicast_;
    kept.previous = id == multicast_ ? before : messages_[multicast_.index()].previous;
    if (id == multicast_ && before && !is_passed(before)) messages_[before.index()].next = id;
  }
}

void World::end_multicast() {
  const Unlogged unlogged(*this);
  const std::size_t end = multicast_.index() + first_actors_;
  while (!tearing_down_ && messages_.size() < end) keep_place();
  multicast_ = MessageId();
}

/// Returns what stands at the same place of a lane: one message, or all of a multicast.
std::span<const World::Message> World::place_of(MessageId id) const {
  const MessageId first = messages_[id.index()].multicast;
  if (!first) return {&messages_[id.index()], 1};
  const auto begin = messages_.begin() + static_cast<std::ptrdiff_t>(first.index());
  return {begin, std::ranges::find_if(begin, messages_.end(), [first](const Message& message) {
            return message.multicast != first;
          })};
}

bool World::is_passed(MessageId id) const {
  return std::ranges::all_of(place_of(id), [](const Message& message) {
    return message.delivered_by != 0 || message.delivery == Delivery::none;
  });
}

/// Lets what waits for the delivered message arrive, unless it waits for others as well.
void World::open_lane_behind(MessageId id) {
  const MessageId next = place_of(id).back().next;
  if (!next || !is_passed(id)) return;
  for (std::size_t i = 0; i < place_of(next).size(); ++i) {
    const MessageId waiting(next.index() + i);
    if (messages_[waiting.index()].delivery != Delivery::none) add_pending(waiting);
  }
}

}  // namespace harrier::caf
