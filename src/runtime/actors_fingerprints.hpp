// Fingerprints of the states of native actors, kept up to date step by step.
#pragma once

#include <unordered_map>
#include <vector>

#include "harrier/hash.hpp"
#include "runtime/actors_execution.hpp"
#include "runtime/actors_layouts.hpp"
#include "runtime/delivery.hpp"

namespace harrier::detail {

/// Hashes what a step changes: its actor, and what it sends, takes and replies.
///
/// Actors have names that do not depend on the path: which child of which actor they are. Messages
/// go by content. What waits in the middle of a handler goes by how it came there: by the state of
/// its actor when nothing waited last, and all that the actor has taken since.
class ActorFingerprints final : public Fingerprints, private Hasher::Names {
 public:
  /// `order` is null where messages may arrive in any order.
  ActorFingerprints(const Execution& execution, Layouts& layouts, const DeliveryOrder* order)
      : execution_(execution), layouts_(layouts), order_(order) {}

  /// Begins anew with what a set-up made.
  void start();
  /// Takes note of a step that is about to begin, and of its end. Where steps are taken back
  /// nothing needs to be said.
  void before_step(MessageId message);
  void after_step();

  /// Tells whether the steps of the actor that has just run cannot be taken in another order with
  /// this one without a difference: somebody waits in it or for what it asked, and goes by what
  /// happened before, or it has made others, who go by their number.
  bool orders_steps() const;

  Fingerprint state() override;
  std::uint64_t content(MessageId message) override;
  std::uint64_t name(ActorId actor) override;

 private:
  struct ActorPart {
    Fingerprint name;
    Fingerprint local;
    std::uint32_t children = 0;
    Fingerprint sum() const;
  };
  struct MessagePart {
    Fingerprint content;
    Fingerprint name;  ///< of requests, and of handlers that go on
  };
  struct Record {  ///< what a step changed
    ActorId actor;
    ActorPart before;
    Fingerprint sum_before;
    Fingerprint pending_before;
    std::uint32_t actors_before = 0;
    std::uint32_t messages_before = 0;
    bool waited_before = false;
  };

  Fingerprint actor(ActorId actor) const override;
  Fingerprint request(MessageId request) const override;

  void synchronise();
  bool somebody_waits() const;
  bool is_exact() const { return execution_.options.states == StateComparison::exact; }
  Fingerprint hash_actor(ActorId id) const;
  Fingerprint history(const ActorPart& before, MessageId taken) const;
  void hash_untracked(Hasher& hasher, const Execution::Actor& target, const Layout& layout) const;
  Fingerprint hash_value(const ValueType& type, const void* value) const;
  void add_actor(Fingerprint name);
  void add_message(MessageId id, Fingerprint name);
  Fingerprint hash_reply(MessageId request) const;
  Fingerprint hash_ordered_pending() const;
  Fingerprint hash_causal_pending() const;

  const Execution& execution_;
  Layouts& layouts_;
  const DeliveryOrder* const order_;

  std::vector<ActorPart> actors_;
  std::vector<MessagePart> messages_;
  Fingerprint sum_;      ///< of actors, and of replies that nobody has taken
  Fingerprint pending_;  ///< of pending messages, in whatever order
  std::vector<Record> records_;
  StepNumber first_step_ = 0;  ///< behind the set-up
};

}  // namespace harrier::detail
