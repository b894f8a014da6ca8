// Prefers messages to actors whose sends can reach others that cannot reach them (Lauterburg's
// thesis, section 4.2).
#pragma once

#include <utility>
#include <vector>

#include "base/bits.hpp"
#include "order/order.hpp"

namespace harrier {

/// Remembers who has sent to whom in the whole exploration so far. Among actors that reach each
/// other, or do not, the earliest created comes first. This is no order in the strict sense (it
/// need not be transitive), so messages are inserted one by one, from the end, each before the
/// first that it is preferred to.
class Sgr final : public Order {
 public:
  void sort(const Trace& trace, std::span<MessageId> enabled) override {
    while (reaches_.size() < trace.actor_count()) reaches_.emplace_back();
    if (!trace.empty()) {
      const Event& event = trace.back();
      for (std::uint32_t i = 0; i < event.sent_count; ++i) {
        const MessageId sent(event.first_sent.index() + i);
        add_edge(event.actor, trace.receiver(sent));
      }
    }
    for (std::size_t i = 1; i < enabled.size(); ++i) {
      for (std::size_t at = i;
           at > 0 && prefers(trace.receiver(enabled[at]), trace.receiver(enabled[at - 1])); --at) {
        std::swap(enabled[at], enabled[at - 1]);
      }
    }
  }

  bool learns() const override { return true; }

 private:
  bool reaches(ActorId from, ActorId to) const {
    return from == to || reaches_[from.index()].contains(to.index());
  }

  bool prefers(ActorId first, ActorId second) const {
    const bool there = reaches(first, second);
    return there == reaches(second, first) ? first < second : there;
  }

  /// Keeps the relation closed: whoever reaches `from` now reaches all that `to` reaches.
  void add_edge(ActorId from, ActorId to) {
    if (reaches(from, to)) return;
    for (std::size_t actor = 0; actor < reaches_.size(); ++actor) {
      if (!reaches(ActorId(actor), from)) continue;
      reaches_[actor].add(to.index());
      reaches_[actor].add_all(reaches_[to.index()]);
    }
  }

  std::vector<Bits> reaches_;  ///< per actor, which others
};

}  // namespace harrier
