// The lanes in which messages wait for those that their sender sent before.
#include "lanes.hpp"

#include <algorithm>

namespace harrier::caf {

/// Returns the last message of the lane of the running actor.
MessageId& Lanes::tail(ActorId receiver, bool urgent) {
  const ActorId sender = account_.context;
  if (order_ == Order::mailbox) return account_.actor(sender).lane[urgent ? 1 : 0];
  const std::uint64_t pair =
      (std::uint64_t{sender.value} << 33) | (std::uint64_t{receiver.value} << 1) | (urgent ? 1 : 0);
  return pair_lanes_[pair];
}

void Lanes::put(MessageId id, bool urgent) {
  if (order_ == Order::bag) {
    account_.ledger.add_pending(id);
    return;
  }
  Message& message = account_.message(id);
  MessageId& last = tail(account_.receiver(id), urgent);
  if (order_ == Order::mailbox) message.multicast = multicast_;
  const bool beside = message.multicast && message.multicast != id;
  message.previous = beside ? account_.message(message.multicast).previous : last;
  if (!message.previous || is_passed(message.previous)) {
    account_.ledger.add_pending(id);
  } else if (!beside) {
    account_.message(message.previous).next = id;
  }
  last = id;
}

/// Takes the number of the next message for one that is not sent.
Message& Lanes::keep_place() {
  Message& kept = account_.add_message(ActorId(account_.messages.size() - multicast_.index()));
  kept.delivery = Delivery::none;
  return kept;
}

void Lanes::keep_places_before(ActorId receiver) {
  if (!multicast_) return;
  const std::size_t end = multicast_.index() + std::min(receiver.index(), account_.first_actors);
  while (account_.messages.size() < end) {
    const MessageId id(account_.messages.size());
    Message& kept = keep_place();
    if (order_ != Order::mailbox) continue;
    const MessageId before = tail(receiver, false);
    kept.multicast = multicast_;
    kept.previous = id == multicast_ ? before : account_.message(multicast_).previous;
    if (id == multicast_ && before && !is_passed(before)) account_.message(before).next = id;
  }
}

void Lanes::end_multicast() {
  const std::size_t end = multicast_.index() + account_.first_actors;
  while (account_.messages.size() < end) keep_place();
  multicast_ = MessageId();
}

Lanes::Place Lanes::place_of(MessageId id) const {
  const MessageId first = account_.message(id).multicast;
  if (!first) return {id.index(), id.index() + 1};
  std::size_t end = first.index();
  while (end < account_.messages.size() && account_.messages[end].multicast == first) ++end;
  return {first.index(), end};
}

bool Lanes::is_passed(MessageId id) const {
  const Place place = place_of(id);
  for (std::size_t i = place.begin; i < place.end; ++i) {
    const bool sent = account_.messages[i].delivery != Delivery::none;
    if (sent && account_.delivered_by(MessageId(i)) == 0) return false;
  }
  return true;
}

void Lanes::open_behind(MessageId id) {
  const MessageId next = account_.messages[place_of(id).end - 1].next;
  if (!next || !is_passed(id)) return;
  const Place place = place_of(next);
  for (std::size_t i = place.begin; i < place.end; ++i) {
    if (account_.messages[i].delivery != Delivery::none) account_.ledger.add_pending(MessageId(i));
  }
}

}  // namespace harrier::caf
