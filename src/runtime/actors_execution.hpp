// The current execution of native actors: its messages, actors and steps, and how these are undone.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harrier/detail/arena.hpp"
#include "harrier/detail/ledger.hpp"
#include "harrier/detail/runtime.hpp"
#include "harrier/detail/types.hpp"
#include "harrier/options.hpp"

namespace harrier::detail {

struct Layout;

class Execution final : public Undo {
 public:
  /// What a message is beyond what the ledger says. A continuation makes a waiting handler go on.
  struct Message {
    enum class Kind : std::uint8_t { send, request, resume };

    const Delivery* delivery = nullptr;  ///< null for continuations
    void* payload = nullptr;             ///< for continuations the awaited requests
    std::uint32_t request_count = 0;     ///< awaited requests of a continuation
    MessageId frame;                     ///< continuation: the frame's origin; request: its waiter
    Kind kind = Kind::send;
    bool blocking = false;      ///< the receiver takes nothing else until this continuation
    bool conditional = false;   ///< the continuation waits for a condition
    bool or_gone = false;       ///< request: an actor that has ended replies that it is gone
    StepNumber replied_by = 0;  ///< 0 while it is not
    const void* reply = nullptr;
    const ValueType* reply_type = nullptr;

    /// Returns what a continuation waits for.
    std::span<const MessageId> requests() const {
      return {static_cast<const MessageId*>(payload), request_count};
    }
  };

  struct Actor {
    const ActorType* type = nullptr;
    void* object = nullptr;
    void* arguments = nullptr;
    const Recipe* recipe = nullptr;  ///< null where it cannot be built again
    bool copied = false;             ///< it is kept by copy: for undo
    bool built = false;
    bool alive = true;
    bool open = true;                ///< alive and not blocked
    bool bytewise = false;           ///< copying its bytes copies it
    bool stale = false;              ///< to be rebuilt by local replay before it is looked at
    bool field_level = false;        ///< all its changing state is tracked
    const Layout* padded = nullptr;  ///< it is field-level, and some bytes are taken for padding
    MessageId blocked_on;
    ActorId creator;
    std::string_view role;
    // Found when somebody asks for its name first.
    mutable std::uint32_t number = 0;  ///< among those of its role and creator; 0 before
    mutable std::uint32_t depth = 0;   ///< how many created it, one the other
    mutable std::uint64_t path = 0;    ///< a hash of the names of these and of its own
    std::vector<Frame> frames;
  };

  /// What it takes to take a step back, and what the step did to its actor.
  struct Step {
    Arena::Mark mark;
    std::uint32_t journal_before = 0;
    MessageId blocked_after;
    bool alive_after = true;
    bool failed = false;
    bool control_changed = false;
    bool replied = false;
    bool came_too_late = false;  ///< the actor had ended: it only replied that it is gone
    void* snapshot = nullptr;    ///< the actor before the step; null where it was not kept
  };

  explicit Execution(ProgramOptions how) : options(how) {}

  Actor& actor(ActorId id) { return actors[id.index()]; }
  const Actor& actor(ActorId id) const { return actors[id.index()]; }
  Message& message(MessageId id) { return messages[id.index()]; }
  const Message& message(MessageId id) const { return messages[id.index()]; }
  /// Returns a step by its number.
  const Step& step(StepNumber number) const { return steps[number - 1]; }

  bool can_copy(const ActorType& type) const {
    return options.backtrack == Backtrack::undo && type.copy != nullptr;
  }
  bool replies_are_in(const Message& continuation) const;
  /// Tells whether who sent a message wants to know that its handler will not reply any more.
  bool is_told_of_end(MessageId id) const {
    return message(id).or_gone && message(id).reply == nullptr &&
           message(id).delivery->replies_by_returning;
  }
  /// Keeps the text of a role for as long as the program exists.
  std::string_view kept_role(std::string_view role) {
    const auto known = roles_.find(role);
    return known != roles_.end() ? *known : *roles_.emplace(role).first;
  }

  /// Begins the step on a pending message, and keeps a copy of its actor where that is possible.
  [[gnu::always_inline]] void begin(MessageId message, std::span<const Choice> given,
                                    const Actor& receiver) {
    ledger.begin(message, given);
    replied.clear();
    Step& step = steps.emplace_back();
    step.mark = arena.mark();
    step.journal_before = static_cast<std::uint32_t>(journal_.size());
    if (receiver.frames.empty() && receiver.copied) {
      step.snapshot = copy_of(receiver);
    }
  }
  void take_back() override;
  /// Ends or blocks an actor, or lets it go on.
  void change_control(Actor& changed, bool alive, MessageId blocked_on);
  /// Takes note of the reply to a request.
  void note_reply(MessageId request) {
    note(Change::Kind::replied, request);
    replied.push_back(request);
  }
  /// Takes note that a continuation waits for requests.
  void note_wait(MessageId continuation) { note(Change::Kind::waits, continuation); }

  void destroy_object(Actor& target);
  static void destroy_frames(Actor& target);
  void drop_actors(std::size_t count) {
    if (ledger.made().actors > count) destroy_actors(count);
  }
  void clear();
  /// Throws what a destructor threw.
  void throw_destructor_failure();

  const ProgramOptions options;
  Ledger ledger;
  Arena arena;
  std::vector<Message> messages;
  std::vector<Actor> actors;  ///< never shrinks, so that nothing is allocated again
  std::vector<Step> steps;
  std::vector<MessageId> replied;  ///< requests, by the step that runs or ran last
  bool rebuildable = true;         ///< every actor that there was can be put back

 private:
  /// A rare change that a step made outside its actor's value.
  struct Change {
    enum class Kind : std::uint8_t { control, replied, waits } kind;
    std::uint32_t id = 0;  ///< the actor, or the message
    bool alive = true;
    MessageId blocked_on;
  };

  void note(Change::Kind kind, MessageId message);
  void* copy_of(const Actor& target);
  void restore(Actor& target, Step& step);
  static void drop_snapshot(const Actor& target, Step& step);
  void revert(const Change& change);
  void destroy_messages(std::size_t count);
  void destroy_actors(std::size_t count);

  std::vector<Change> journal_;
  std::set<std::string, std::less<>> roles_;
  std::optional<Failure> destructor_failure_;
};

}  // namespace harrier::detail
