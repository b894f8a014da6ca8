// What source, optimal and udpor share: the races of an execution, as steps to explore in the other
// order.
#pragma once

#include <algorithm>
#include <cstdint>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "core/happens_before.hpp"
#include "core/sleep_sets.hpp"
#include "reduction/latest_causes.hpp"
#include "reduction/reduction.hpp"
#include "reduction/sequence.hpp"
#include "reduction/wakeup_tree.hpp"

namespace harrier {

/// A step that is to come without an event of the trace, and without what depends on that event.
/// It holds on to nothing of the trace but its numbers.
struct Reversal {
  std::size_t first = 0;   ///< that event; the step is to be explored from the state before it
  std::size_t second = 0;  ///< the step's event; the trace's size where there is none, or not so
  MessageId message;
  std::vector<EventId> causes;       ///< of the message, whatever it touches
  std::vector<Choice> choices;       ///< what the step chooses then
  Footprint footprint;               ///< what it touches then
  bool touches_as_chosen = false;    ///< with other choices it may touch something else
  bool has_fewer = false;            ///< not all that stands beside it may come before it
  std::vector<std::uint32_t> fewer;  ///< what may
};

/// Keeps happens-before and sleep sets along the path, and at the end of each execution finds its
/// races and applies them, each as the sequence v = notdep(e, E).e' to be explored from the state
/// before e. A race is found again where notdep(e, E) has got other events.
///
/// A race is reversed as in the papers where e' can be delivered without e. Where a guard stands in
/// between (a constraint, an actor that waits in a call or has ended), more has to be missing: the
/// latest events that decide about the guard are left out too, each by itself, and so on until e'
/// can be delivered. What is left undelivered at the end is treated in the same way. What the step
/// would be is the program's to say; where only executing it can tell, that comes after all
/// questions.
///
/// What a step chooses makes it another step: the values exclude each other, and the next one of
/// each choice is raced with the event that took this one, as notdep(e, E) and the same message
/// with the other value.
class RaceReversal : public Reduction {
 public:
  void enter(const State& state) final;
  void finish(const State& state) final;
  void leave(const State& state) final;
  bool explores_choices() const final { return true; }
  bool notes_races() const final { return true; }
  StateWork take(const Taken& state) const final;
  void put(const State& state, const StateWork& work, const Step* onward) final;
  std::vector<HandedOver> take_handed_over() final { return std::exchange(handed_over_, {}); }

 protected:
  /// Says that every class is covered, unless too much decided about some guard.
  Coverage covers_classes() const;
  /// Adds what is planned from a state to its work, and takes it over from there.
  virtual void take_branches(const Taken&, StateWork&) const {}
  virtual void put_branches(const State&, const StateWork&, const Step*) {}
  /// The state was reached; its sleep set is the last of `sleep()`.
  virtual void entered(const State& state) = 0;
  /// A step was explored from what is now the last state; `state` is the one behind it.
  virtual void explored(const State& state) = 0;
  /// Tells whether a race is to be found again when what stands beside it has changed.
  virtual bool reverses_again() const { return true; }
  /// Tells whether the other values of what an event chose are to be found too.
  virtual bool reverses_choices(std::size_t event) const {
    static_cast<void>(event);
    return true;
  }
  /// Tells whether a step from a state must have been executed before it is asked for: only then is
  /// it known in how many ways it goes on, whatever else the program can tell.
  virtual bool rehearses_steps(std::size_t node) const {
    static_cast<void>(node);
    return false;
  }
  /// Asks for a reversal's sequence, some equivalent of it, to be explored.
  virtual Insertion apply(const State& state, Reversal& reversal) = 0;

  /// Returns what comes before the step of a reversal, besides what comes before `first`.
  std::span<const std::uint32_t> beside(const Reversal& reversal) {
    return reversal.has_fewer ? std::span<const std::uint32_t>(reversal.fewer)
                              : beside(reversal.first, reversal.second);
  }
  /// Returns notdep(first, E) without the step itself; found once for the same two.
  std::span<const std::uint32_t> beside(std::size_t first, std::size_t second);
  /// Returns v, valid until the next call.
  Sequence& sequence_of(const State& state, Reversal& reversal);
  /// Lists what sleeps in the `node`-th state, unless that makes exploring the sequence from there
  /// a repetition, sleep(E) and WI(v) having a common element: covered then, planned otherwise.
  /// What was planned from a shared state may not be explored yet, so there only what sleeps
  /// already where the state is reached counts.
  Insertion wake(std::size_t node, Sequence& sequence, std::vector<Sleeper>& asleep) const;

  /// Returns how to execute the step that a question is about.
  static History history_of(const Trace& trace, const StepQuestion& question);
  /// Returns how to execute a step from the `node`-th state of the trace.
  static History history_to(const Trace& trace, std::size_t node, const Step& step);

  /// Says that the races among so many first events of the trace were found before.
  void find_races_from(std::size_t event) { events_done_ = std::max(events_done_, event); }

  /// Tells whether others explore from a state on the path too.
  bool is_shared(std::size_t node) const { return node < shared_; }
  std::size_t shared_count() const { return shared_; }
  void hand_over(HandedOver sequence) { handed_over_.push_back(std::move(sequence)); }

  const HappensBefore& happens_before() const { return happens_before_; }
  const SleepSets& sleep() const { return sleep_; }
  /// Tells whether some answer did not depend on the causes of the step alone.
  bool depends_on_more_than_causes() const { return depends_on_more_; }
  /// Returns what an event of the trace touched, owners by name.
  std::span<const NamedAccess> touched(std::size_t event) const {
    return std::span(touched_).subspan(touched_begin_[event],
                                       touched_begin_[event + 1] - touched_begin_[event]);
  }

 private:
  /// How many ways to leave something out are tried for one step, at least.
  static constexpr std::size_t tried_max = 4096;

  void reverse_race(const State& state, std::size_t first, std::size_t second);
  bool has_new_beside(std::size_t event) const;
  void reverse_choices(const State& state, std::size_t event);
  void reverse_undelivered(const State& state, MessageId message);
  bool find(const State& state, std::span<const std::uint32_t> missing, std::size_t second,
            MessageId message, std::span<const Choice> choices);
  bool find_further(const State& state, std::span<const std::uint32_t> missing, std::size_t second,
                    MessageId message, std::span<const Choice> choices);
  bool happens_without(std::size_t event, std::span<const std::uint32_t> missing,
                       std::size_t second) const;
  void leave_out_more(const Trace& trace, std::span<const std::uint32_t> missing,
                      std::size_t second);
  bool is_part_of_possible(std::span<const std::uint32_t> missing) const;
  bool plan(const State& state);
  void apply_put_off(const State& state);

  HappensBefore happens_before_;
  LatestCauses latest_causes_;
  SleepSets sleep_;
  std::size_t events_done_ = 0;  ///< events of the trace whose races were found
  std::vector<MessageId> pending_;
  Sequence sequence_;
  std::vector<std::uint32_t> beside_;
  std::pair<std::size_t, std::size_t> beside_of_;     ///< for which events that was found
  std::vector<std::uint32_t> fewer_;                  ///< the same, where several are missing
  std::vector<std::vector<std::uint32_t>> tried_;     ///< what may be missing
  std::set<std::vector<std::uint32_t>> seen_;         ///< the same
  std::vector<std::vector<std::uint32_t>> possible_;  ///< of those
  Bits left_;  ///< of what has happened, what may be left out too
  std::vector<EventId> causes_;
  StepAnswer answer_;
  std::vector<Choice> variant_;
  std::vector<NamedAccess> touched_;             ///< by the events of the trace
  std::vector<std::uint32_t> touched_begin_{0};  ///< per event, and the end
  std::vector<NamedAccess> named_;
  Reversal found_;                 ///< the last one
  std::vector<Reversal> put_off_;  ///< until nothing more is asked
  Bits last_past_;                 ///< of the last step of the sequence, by its causes
  bool chooses_ = false;           ///< some step has chosen
  std::size_t shared_ = 0;         ///< so many states are explored by others too
  std::vector<HandedOver> handed_over_;
  bool depends_on_more_ = false;
  bool gave_up_ = false;  ///< too much decides about a guard
};

}  // namespace harrier
