// Prefers messages to the actor with the fewest, or the most, of them (Lauterburg's thesis, section
// 4.2: LDM and HDM).
#pragma once

#include "order/by_receiver.hpp"

namespace harrier {

/// Counts the deliverable messages of each actor.
class Deliverable : public Order {
 protected:
  enum class First : std::uint8_t { fewest, most };
  explicit Deliverable(First first) : first_(first) {}

 public:
  void sort(Program& program, const Trace&, std::span<MessageId> enabled) final {
    counts_.assign(program.actor_count(), 0);
    for (const MessageId message : enabled) ++counts_[program.origin(message).receiver.index()];
    by_receiver_.sort(program, enabled, [&](ActorId receiver) {
      const std::uint32_t count = counts_[receiver.index()];
      return first_ == First::fewest ? count : ~count;
    });
  }

 private:
  First first_;
  std::vector<std::uint32_t> counts_;
  ByReceiver by_receiver_;
};

class Ldm final : public Deliverable {
 public:
  Ldm() : Deliverable(First::fewest) {}
};

class Hdm final : public Deliverable {
 public:
  Hdm() : Deliverable(First::most) {}
};

}  // namespace harrier
