// What lies outside the actors: state that their steps change, and that may hold messages back or
// judge an end.
//
// A step changes one actor, and a guard reads only its receiver: native actors rely on that. What
// several actors share (an order of delivery, a clock, a budget) is an Outside. It is kept step by
// step, and where steps are taken back nothing is said: what belongs to a step is found by its
// number.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harrier/detail/ledger.hpp"
#include "harrier/detail/types.hpp"
#include "harrier/fingerprint.hpp"
#include "harrier/resource.hpp"

namespace harrier {

namespace detail {
class Outsides;
}  // namespace detail

/// Which steps have happened where something is asked: all of them, which is now, or the first ones
/// and some beside.
class Past {
 public:
  /// Now.
  explicit Past(const detail::Ledger& ledger) : ledger_(ledger) {}
  /// Where a question is about. It lists what has happened beside when somebody needs that first.
  Past(const detail::Ledger& ledger, const StepQuestion& question)
      : ledger_(ledger), question_(&question), prefix_end_(ledger.number(question.prefix)) {}

  bool is_now() const { return question_ == nullptr; }
  /// Tells whether a step has happened; 0 is none, as of a message that was never delivered.
  bool has(detail::StepNumber step) const {
    if (step == 0) return false;
    if (question_ == nullptr || step < prefix_end_) return true;
    return std::ranges::binary_search(question_->beside(), ledger_.event(step).value);
  }

 private:
  const detail::Ledger& ledger_;
  const StepQuestion* question_ = nullptr;
  detail::StepNumber prefix_end_ = 0;
};

/// A message that a step sends.
struct SentMessage {
  ActorId to;
  const detail::ValueType* type = nullptr;
};

/// What a step did, or would do, beyond its own actor: executed or rehearsed, it is the same.
struct StepEffects {
  MessageId message;
  std::span<const SentMessage> sent;  ///< on channels; to actors that there are
  bool tells = false;                 ///< it sends, replies or waits
};

/// What an Outside sees of the execution.
class Inside {
 public:
  virtual const detail::Ledger& ledger() const = 0;
  /// Returns a message, if it is of that type.
  template <class M>
  const M* message_as(MessageId message) const {
    return type_of(message) == &detail::value_type<M> ? static_cast<const M*>(payload_of(message))
                                                      : nullptr;
  }

 protected:
  ~Inside() = default;
  virtual const detail::ValueType* type_of(MessageId message) const = 0;
  virtual const void* payload_of(MessageId message) const = 0;
};

/// Names for what is in a state, the same in all equal states.
class StateNames {
 public:
  virtual Fingerprint actor(ActorId actor) const = 0;
  virtual Fingerprint content(MessageId message) const = 0;
  /// A reply that nobody has taken yet, and the step that made it.
  struct Reply {
    Fingerprint name;
    detail::StepNumber by = 0;
  };
  virtual std::vector<Reply> replies() const = 0;

 protected:
  ~StateNames() = default;
};

/// Asks whether the receiver of a message would take it where something is asked; what that reads
/// counts as read by whoever is asked about.
class Accepts {
 public:
  template <class Ask>
  Accepts(const Ask& ask)
      : ask_(&ask),
        call_([](const void* asked, MessageId m) { return (*static_cast<const Ask*>(asked))(m); }) {
  }
  bool operator()(MessageId message) const { return call_(ask_, message); }

 private:
  const void* ask_;
  bool (*call_)(const void* ask, MessageId message);
};

/// The part of an Outside that holds messages back.
class Gate {
 public:
  virtual ~Gate() = default;
  /// Tells whether it lets a message through that its receiver would take.
  virtual bool opens(MessageId message, const Past& past, Accepts accepts) const = 0;
  /// Appends the pending messages that are accepted and let through now, in their order. A gate
  /// that can do that in one go should.
  virtual void append_open(std::span<const MessageId> pending, const Past& now, Accepts accepts,
                           std::vector<MessageId>& out) const {
    for (const MessageId message : pending) {
      if (accepts(message) && opens(message, now, accepts)) out.push_back(message);
    }
  }
  /// Appends the events without which it would never let a message through, whatever the state of
  /// the actors.
  virtual void append_causes(MessageId, std::vector<EventId>&) const {}
  /// Appends what a held message would wait for: it is let through only where an event is missing
  /// that conflicts with that.
  virtual void append_reason(MessageId, std::vector<ResourceAccess>&) const {}
  /// Says why it holds messages back.
  virtual std::string reason() const = 0;
};

/// Something outside the actors that steps change.
class Outside {
 public:
  virtual ~Outside() = default;
  /// Tells what it can look at, which lives longer than it does.
  virtual void enter(const Inside&) {}
  /// Takes note of the step that has just begun, and of steps that it learns from beyond those of
  /// its actor and of its message's sender.
  virtual void begin(std::span<const detail::StepNumber> learns_from) {
    static_cast<void>(learns_from);
  }
  /// Appends what a step touches of it.
  virtual void append_touched(const StepEffects&, std::vector<ResourceAccess>&) const {}
  /// Adds, where states are compared, what of it makes two messages differ that are alike, and what
  /// makes two states differ.
  virtual void hash_message(MessageId, const StateNames&, Fingerprint&) const {}
  virtual void hash(const StateNames&, Fingerprint&) const {}
  /// Names it in reports.
  virtual std::string text() const = 0;
  /// Judges an end state; returns what is wrong.
  virtual std::optional<Failure> judge() const { return std::nullopt; }
  /// Returns what holds messages back; null where nothing does.
  virtual const Gate* gate() const { return nullptr; }

 protected:
  /// Returns a resource of its own; no other has it.
  Resource resource(std::uint32_t part = 0) const {
    return Resource::of(Owner::program(), number_ * parts_max + part);
  }

 private:
  friend class detail::Outsides;
  static constexpr std::uint32_t parts_max = 1'024;
  std::uint32_t number_ = 0;  ///< of those of the program
};

}  // namespace harrier
