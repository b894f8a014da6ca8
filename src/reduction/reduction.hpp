// The contract of an algorithm that decides which of the enabled steps must be explored.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "core/state.hpp"
#include "harrier/check.hpp"
#include "harrier/coverage.hpp"
#include "reduction/handed_over.hpp"
#include "reduction/work.hpp"

namespace harrier {

/// A step to explore: a message and the choices its handler is to take first.
struct Step {
  MessageId message;
  std::span<const Choice> choices;
};

/// A step by what it delivers and chooses, which fits every execution that comes to its state.
struct GraphStep {
  std::uint64_t content = 0;
  std::vector<std::uint32_t> choices = {};
};

/// An execution in which something never holds: some steps, and then others again and again; where
/// there are none of these, it ends.
struct EndlessPath {
  std::optional<std::size_t> property = std::nullopt;  ///< none: it was only to end
  std::vector<GraphStep> stem = {};
  std::vector<GraphStep> cycle = {};
};

/// What an algorithm says about what it has done.
struct ReductionStatistics {
  std::uint64_t events = 0;             ///< stored in all
  std::uint64_t events_stored_max = 0;  ///< at a time
  std::optional<SeenClasses> seen = std::nullopt;
  std::optional<Estimate> estimate = std::nullopt;
  std::string guarantee = {};  ///< what is known of its chances, in words
  std::optional<StatesSeen> states = std::nullopt;
};

/// Decides, state by state, which steps are explored.
///
/// The walk is depth first: `enter` at every state it reaches, then `next` until there is none,
/// each answer being followed by the whole exploration behind that step, then `leave`. A step whose
/// handler chooses is explored once per choice, each with its own enter and leave.
class Reduction {
 public:
  Reduction() = default;
  Reduction(const Reduction&) = delete;
  Reduction& operator=(const Reduction&) = delete;
  virtual ~Reduction() = default;

  /// Says what the executions stand for that it asks for, once all of them were explored.
  virtual Coverage covers() const = 0;

  /// Takes note of a state the execution has reached; looks at the program as it likes.
  virtual void enter(const State& state) = 0;
  /// Returns the next step to explore from the state entered last and not left, or none. Must not
  /// look at the program itself: it may be elsewhere.
  virtual std::optional<Step> next(const State& state) = 0;
  /// Takes note that the execution ends in the state entered last: nothing is enabled, or a bound
  /// is reached. May rehearse, once it has asked the program all it wants to know.
  virtual void finish(const State&) {}
  /// Tells whether `next` itself asks for the other choices of a step; otherwise the walk runs
  /// through them.
  virtual bool explores_choices() const { return false; }
  /// Tells whether it draws the values of choices, one after the other.
  virtual bool draws_choices() const { return false; }
  /// Draws one of `count` values.
  virtual std::uint32_t draw_choice(std::uint32_t count) {
    static_cast<void>(count);
    return 0;
  }
  /// Tells whether it has always another execution: then executions that are longer than
  /// `length_max` are cut, and something else must end the search.
  virtual bool is_endless() const { return false; }
  /// Tells whether it notes the races it meets (State::races).
  virtual bool notes_races() const { return false; }
  /// Forgets the state entered last and not left.
  virtual void leave(const State& state) = 0;
  /// Returns an execution that never ends and should, or in which something never holds, once all
  /// was explored.
  virtual std::optional<EndlessPath> endless() const { return std::nullopt; }
  virtual ReductionStatistics statistics() const { return {}; }
  /// Returns how many steps of an execution it can keep account of. Most keep what happens before
  /// what, which takes 0.9 GB for so many.
  virtual std::uint64_t length_max() const { return 120'000; }

  /// Tells whether what is left to explore can be taken out and put into another of its kind.
  virtual bool is_movable() const { return false; }
  /// Returns how many steps are planned, all of which are to be taken out.
  virtual std::size_t planned_count() const { return 0; }
  /// A state on the path, for `take`.
  struct Taken {
    const Trace& trace;
    std::size_t node = 0;
    std::span<const MessageId> enabled;
    bool goes_on = false;  ///< the path goes on from it with a step that was executed
  };
  /// Returns what is left to explore from a state, besides what lies behind the step that the path
  /// goes on with.
  virtual StateWork take(const Taken& state) const {
    static_cast<void>(state);
    return {};
  }
  /// Puts that back, right after the state was entered; `onward` is the step that the path goes on
  /// with, null at its end. A state that is shared may be put again, once all that was entered
  /// behind it is left, and goes on with another step then.
  virtual void put(const State& state, const StateWork& work, const Step* onward) {
    static_cast<void>(state);
    static_cast<void>(work);
    static_cast<void>(onward);
  }
  /// Takes note of the work that it goes on with, before the first of its states is put; some of
  /// them may have been left standing by the work before, if that was shared with the same ones.
  virtual void go_on_with(const Work& work) { static_cast<void>(work); }
  /// Returns what was found to be explored from states that it shares with others since it was
  /// asked last.
  virtual std::vector<HandedOver> take_handed_over() { return {}; }
  /// Returns how many more steps are known to be explored from the `node`-th state on the path, in
  /// which so many are enabled; none where it cannot tell.
  virtual std::optional<std::size_t> left(std::size_t node, std::size_t enabled) const {
    static_cast<void>(node);
    static_cast<void>(enabled);
    return std::nullopt;
  }
};

}  // namespace harrier
