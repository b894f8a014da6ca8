// What source, optimal and udpor share: from the races of an execution, the sequences that reverse
// them.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/happens_before.hpp"
#include "core/names.hpp"
#include "core/sleep_sets.hpp"
#include "reduction/reduction.hpp"
#include "reduction/sequence.hpp"

namespace harrier {

/// Keeps happens-before, names and sleep sets along the path, and at the end of each execution
/// hands its races to `reverse`, each as the sequence v = notdep(e, E).e' to be explored from the
/// state before e. A race is handed over again where notdep(e, E) has got other events.
///
/// A race is reversed as in the papers where e' can be delivered without e. Where a guard stands in
/// between (a constraint, an actor that waits in a call or has ended), it is tried with the next
/// earlier event that conflicts with e' or led to e; and what is left undelivered at the end is
/// raced with the latest event before which it could have been delivered.
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

 protected:
  /// The state was reached; its sleep set is the last of `sleep()`.
  virtual void entered(const State& state) = 0;
  /// A step was explored from what is now the last state; `state` is the one behind it.
  virtual void explored(const State& state) = 0;
  /// Tells whether what sleeps in the `node`-th state makes exploring the sequence from there a
  /// repetition: sleep(E) and WI(v) have a common element.
  bool sleeps(std::size_t node, Sequence& sequence);
  /// Tells whether a race is to be handed over again when what stands beside it has changed.
  virtual bool reverses_again(const State&) const { return true; }
  /// Tells whether the other values of a choice are to be handed over too.
  virtual bool reverses_choices() const { return true; }
  /// A step that is to come without an event of the trace.
  struct Reversal {
    std::size_t first;   ///< that event; the step is to be explored from the state before it
    std::size_t second;  ///< the step's event; the trace's size where there is none, or not so
    MessageId message;
    std::span<const std::uint32_t> beside;  ///< what comes with it: notdep(first, E)
    std::span<const Choice> choices;        ///< what the step chooses then
    Footprint& footprint;                   ///< what it touches
  };
  /// Asks for a reversal's sequence, some equivalent of it, to be explored; false where that is
  /// done or planned already.
  virtual bool reverse(const State& state, const Reversal& reversal) = 0;
  /// Returns v, valid until the next call.
  Sequence& sequence_of(const State& state, const Reversal& reversal);

  const HappensBefore& happens_before() const { return happens_before_; }
  const SleepSets& sleep() const { return sleep_; }
  const Names& names() const { return names_; }
  /// Returns what an event of the trace touched, owners by name.
  std::span<const ResourceAccess> touched(std::size_t event) const {
    return std::span(touched_).subspan(touched_begin_[event],
                                       touched_begin_[event + 1] - touched_begin_[event]);
  }

 private:
  void reverse_race(const State& state, std::size_t first, std::size_t second);
  bool has_new_beside(std::size_t event) const;
  void reverse_choices(const State& state, std::size_t event);
  void reverse_undelivered(const State& state, MessageId message);
  enum class Outcome : std::uint8_t { impossible, known, planned };
  Outcome try_reverse(const State& state, std::size_t first, std::size_t second, MessageId message,
                      std::span<const Choice> choices);
  bool find_last_step(const State& state, std::size_t first, std::size_t second, MessageId message);
  std::shared_ptr<const History> history_of(const State& state, MessageId message) const;

  HappensBefore happens_before_;
  Names names_;
  SleepSets sleep_;
  std::size_t events_done_ = 0;  ///< events of the trace whose races were handed over
  Sequence sequence_;
  std::vector<std::uint32_t> beside_;
  std::vector<EventId> history_;
  ProbedStep probed_;
  std::vector<Choice> variant_;
  std::vector<ResourceAccess> touched_;          ///< by the events of the trace, owners by name
  std::vector<std::uint32_t> touched_begin_{0};  ///< per event, and the end
  std::vector<ResourceAccess> probed_touched_;   ///< by name
  Footprint last_;                               ///< of the last step of the sequence
  std::vector<std::uint64_t> last_past_;         ///< of that step, by its causes
  bool chooses_ = false;                         ///< some step has chosen
};

}  // namespace harrier
