// Prefers actors to which nobody else can send any more, then those to which others may send least.
//
// Albert, Arenas, Gómez-Zamalloa: Actor- and Task-Selection Strategies for Pruning Redundant
// State-Exploration in Testing, FORTE 2014, sections 4.2 and 4.3: temporarily stable actors first,
// then the stability level of definition 3, the smallest first (st(a, S) there counts what speaks
// against the actor).
//
// Where we differ: what is taken to be stable is (Outlook::is_stable); the published test forgets
// tasks that have begun and replies that let a task go on. So with `persistent`, an actor that goes
// first as a stable one is a persistent set by itself. Programs that cannot tell what their
// messages lead to are explored in order of sending.
#pragma once

#include <utility>
#include <vector>

#include "harrier/outlook.hpp"
#include "order/by_receiver.hpp"

namespace harrier {

class Stable final : public Order {
 public:
  void attach(Program& program) override { outlook_ = program.outlook(); }

  void sort(const Trace& trace, std::span<MessageId> enabled) override {
    if (outlook_ == nullptr) return;
    outlook_->look();
    keys_.clear();
    for (const MessageId message : enabled) {
      const ActorId receiver = trace.receiver(message);
      if (find(receiver) != keys_.end()) continue;
      const bool stable = outlook_->is_stable(receiver);
      keys_.push_back(
          {receiver, {!stable, stable ? Stability() : outlook_->published_stability(receiver)}});
    }
    by_receiver_.sort(trace, enabled, [this](ActorId receiver) { return find(receiver)->second; });
  }

 private:
  using Key = std::pair<bool, Stability>;

  std::vector<std::pair<ActorId, Key>>::const_iterator find(ActorId receiver) const {
    return std::ranges::find(keys_, receiver, &std::pair<ActorId, Key>::first);
  }

  Outlook* outlook_ = nullptr;
  std::vector<std::pair<ActorId, Key>> keys_;  ///< per receiver
  ByReceiver by_receiver_;
};

}  // namespace harrier
