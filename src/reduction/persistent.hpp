// Dynamic partial-order reduction with persistent sets.
//
// Flanagan, Godefroid: Dynamic Partial-Order Reduction for Model Checking Software, POPL 2005, as
// adapted to actors by Lauterburg, Systematic Testing for Actor Programs, figure 2.4, and by
// Tasharofi et al., TransDPOR, FORTE 2012, figure 2 without its underlined parts.
//
// path_c[k].S_p, backtrack(pre(S, k)) -> Node::actors: the set always has all enabled messages of
// an actor or none of them, so it is kept as actors. send(b, v) -> sent(); canSynchronize ->
// races_of(); the actor a' that "causes" the send -> the receiver of event j.
//
// Where we differ: a' is the actor of the first event after k that happens before the send, as in
// Basset (public sources); it is always enabled in pre(S, k). A reply that lets a handler go on is
// a send to its actor.
//
// Every class, for any dependence: two steps of different actors are independent in all of them, so
// a set that is persistent when all steps of an actor depend on each other is persistent. A message
// whose guard is false needs no care: only its own actor can make it true, and of an actor in the
// set all enabled messages are. With sleep sets no class twice.
//
// Per event O(n / 64), and per message sent the receives it races with.
#pragma once

#include <utility>
#include <vector>

#include "reduction/backtracking.hpp"

namespace harrier {

class Persistent final : public Backtracking {
 public:
  explicit Persistent(bool sleep) : Backtracking(sleep) {}

  std::optional<Step> next(const State& state) override;
  /// What sleeps is kept for one walk.
  bool is_movable() const override { return !sleeps(); }
  StateWork take(const Taken& state) const override;
  void put(const State& state, const StateWork& work, const Step* onward) override;
  std::vector<HandedOver> take_handed_over() override { return std::exchange(handed_over_, {}); }

 protected:
  void sent(const State& state, MessageId message) override;
  void open(const State& state) override;
  void close() override { --size_; }

 private:
  struct Node {
    std::vector<ActorId> actors;  ///< S_p
    std::size_t actor_at = 0;     ///< the actor whose messages are being explored
    std::size_t at = 0;           ///< among the enabled messages
    bool begun = false;           ///< that message was handed out
    bool shared = false;          ///< others explore from it, too
  };

  void hand_over(const Trace& trace, std::size_t node, ActorId actor);

  std::vector<Node> nodes_;  ///< the first size_ are in use
  std::size_t size_ = 0;
  std::vector<HandedOver> handed_over_;
};

}  // namespace harrier
