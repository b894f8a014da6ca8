// The lanes in which messages wait for those that their sender sent before.
//
// A send in one process puts the message into the receiver's mailbox at once, so the possible
// executions are those in which one order of all sends exists that agrees with what each actor did
// in sequence and with the order in which each mailbox was emptied. The same orders per receiver
// come out, and nothing else, if every *sender* keeps its messages in a lane, only the first
// message of a lane can arrive, and an actor handles a message when it arrives: a handler that runs
// late can as well run early with its messages waiting in its lane. So an order of mailboxes, which
// is a global condition, becomes one of lanes, which is local: a message waits for its predecessor
// and then never again. What is sent to a group is several messages with one predecessor, as the
// members of a group have no order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>

#include "account.hpp"
#include "harrier/caf.hpp"

namespace harrier::caf {

class Lanes {
 public:
  Lanes(Account& account, Order order) : account_(account), order_(order) {}

  /// Puts the newest message, which the running actor sends, behind what it sent before.
  void put(MessageId id, bool urgent);
  /// Lets what waits for the delivered message arrive, unless it waits for others as well.
  void open_behind(MessageId id);
  /// The numbers of messages from one on, up to another.
  struct Place {
    std::size_t begin = 0;
    std::size_t end = 0;
  };
  /// Returns what stands at the same place of a lane: one message, or all of a multicast.
  Place place_of(MessageId id) const;

  /// Takes the messages from now on for sent at once.
  void begin_multicast() { multicast_ = MessageId(account_.messages.size()); }
  /// Keeps the places of the actors before the receiver of the next message, if it is part of a
  /// multicast. The copies of a message to actors of the set-up so have the same numbers whoever is
  /// a member, and what one of them does in an order tells what it does in another.
  void keep_places_before(ActorId receiver);
  /// Keeps the places of the other actors.
  void end_multicast();
  /// Ends the multicast where no account is kept any more.
  void drop_multicast() { multicast_ = MessageId(); }

  void clear() {
    pair_lanes_.clear();
    multicast_ = MessageId();
  }

 private:
  MessageId& tail(ActorId receiver, bool urgent);
  bool is_passed(MessageId id) const;
  Message& keep_place();

  Account& account_;
  Order order_;
  std::unordered_map<std::uint64_t, MessageId> pair_lanes_;  ///< for fifo
  MessageId multicast_;  ///< the first message of the one that is being sent
};

}  // namespace harrier::caf
