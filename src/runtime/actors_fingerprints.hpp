// Fingerprints of the states of native actors, kept up to date step by step.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "runtime/actors_symmetry.hpp"
#include "runtime/actors_values.hpp"
#include "runtime/outsides.hpp"

namespace harrier::detail {

/// Hashes what a step changes: its actor, and what it sends, takes and replies.
///
/// Actors have names that do not depend on the path: which child of which actor they are. Messages
/// go by content. What waits in the middle of a handler goes by how it came there: by the state of
/// its actor when nothing waited last, and all that the actor has taken since.
class ActorFingerprints final : public Fingerprints,
                                private Hasher::Names,
                                private StateNames,
                                private Terms {
 public:
  ActorFingerprints(const Execution& execution, Layouts& layouts, LocalReplay& replay,
                    const Outsides& outsides)
      : execution_(execution),
        replay_(replay),
        outsides_(outsides),
        values_(execution, layouts, *this) {}

  /// Says who is interchangeable, and whom checks have looked at; these outlive this.
  void compare_symmetric(const Declarations& declared, const ActorStanding& standing) {
    symmetry_.emplace(*this, static_cast<const Terms&>(*this), execution_, declared, standing);
  }

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
  Arrangements* arrangements() override;

 private:
  friend class ActorSymmetry;
  class Renamed;

  struct ActorPart {
    Fingerprint name;
    Fingerprint local = {};
    std::uint32_t children = 0;
    ActorId parent = {};         ///< whose child it is
    std::uint32_t ordinal = 0;   ///< among its parent's children
    std::uint64_t member = 0;    ///< the bit of the interchangeable actor that it is or comes from
    std::uint64_t mentions = 0;  ///< bits of those whose names are in its state
    Fingerprint sum() const;
  };
  struct MessagePart {
    Fingerprint content;
    Fingerprint name;  ///< of requests, and of handlers that go on
    std::uint64_t mentions = 0;
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
  Fingerprint content(MessageId id) const override { return content_of(id); }
  std::vector<Reply> replies() const override;

  void synchronise();
  bool somebody_waits() const;
  bool is_exact() const { return execution_.options.states == StateComparison::exact; }
  Fingerprint hash_local(ActorId id) const;
  void hash_members(ActorId id);
  Fingerprint history(const ActorPart& before, MessageId taken) const;
  void add_actor_of_setup(ActorId id);
  void add_child(ActorId parent, std::uint32_t ordinal);
  void add_message(MessageId id, Fingerprint name);
  Fingerprint hash_content(MessageId id, const Fingerprint& name) const;
  /// Returns the content of a message under the names that are given.
  Fingerprint content_of(MessageId id) const;
  Fingerprint content_under(MessageId id, std::span<const Fingerprint> names) const;
  Fingerprint plain_state() const;
  Fingerprint hash_reply(MessageId request) const;
  Fingerprint hash_outside() const;
  Fingerprint hash_sequence() const;

  // For ActorSymmetry a state is its actors and, behind them, each message that is pending, and
  // all that is outside.
  std::size_t term_count() const override;
  std::uint64_t mentions(std::size_t term) const override;
  Fingerprint hash(std::size_t term, std::span<const Fingerprint> names) const override;

  const Execution& execution_;
  LocalReplay& replay_;
  const Outsides& outsides_;
  const ValueHashes values_;
  std::optional<ActorSymmetry> symmetry_;

  std::vector<ActorPart> actors_;
  std::vector<MessagePart> messages_;
  Fingerprint sum_;      ///< of actors, and of replies that nobody has taken
  Fingerprint pending_;  ///< of pending messages, in whatever order
  std::vector<Record> records_;
  StepNumber first_step_ = 0;  ///< behind the set-up

  /// Names of interchangeable actors while something is hashed under others than their own.
  mutable std::span<const Fingerprint> names_given_;
  mutable std::uint64_t mentioned_ = 0;  ///< bits of those who were named
};

}  // namespace harrier::detail
