// A sequence of steps, v in the papers, with happens-before inside it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/bits.hpp"
#include "core/sleep_sets.hpp"
#include "reduction/footprint.hpp"
#include "reduction/handed_over.hpp"

namespace harrier {

/// One step of a sequence that is to be explored from some state. What it points to is kept by
/// whoever made the sequence.
struct SequenceStep {
  Name name;
  MessageId message;        ///< as numbered in the execution it was taken from
  std::uint32_t event = 0;  ///< its place in that execution; no two steps have the same
  std::span<const Choice> choices = {};       ///< beyond these it chooses zeros
  std::span<const NamedAccess> touched = {};  ///< as far as it is known
  BitSpan past = {};                          ///< the events before it
};

/// An answer that may need more to be known of what the last step of a sequence touches.
enum class Decision : std::uint8_t { no, yes, undecided };

/// How a step could come first in a sequence.
struct WeakInitial {
  enum class Kind : std::uint8_t {
    none,       ///< it could not
    absent,     ///< it is none of the sequence's and commutes with all of them
    member,     ///< it is that initial of the sequence
    undecided,  ///< that depends on what is not known of the last step
  };
  Kind kind = Kind::none;
  std::size_t index = 0;

  explicit operator bool() const { return kind == Kind::absent || kind == Kind::member; }
};

class Sequence {
 public:
  std::size_t size() const { return steps_.size(); }
  const SequenceStep& operator[](std::size_t index) const { return steps_[index]; }

  void clear();
  void append(const SequenceStep& step);
  /// Appends the last step. Its past is what it has and what is before the steps that it conflicts
  /// with, as far as that is known.
  void append_last(SequenceStep step, Footprint& touched);
  /// Returns what the last step touches.
  Footprint& last_footprint() { return *last_; }
  /// Puts what a step touches into `to`; the sequence need not know it any more.
  void give_footprint(std::size_t index, Footprint& to);
  /// Returns it as a value, to be explored from the `state`-th state on the path. All must be known
  /// of its last step.
  HandedOver value(std::size_t state) const;
  /// Returns a step as a part of such a value.
  HandedOver::Step value_of(std::size_t index) const;
  /// Takes a step out.
  void remove(std::size_t index);

  /// Tells whether no other step that is left happens before step `index`.
  Decision is_initial(std::size_t index) const;
  /// Tells whether step `first` happens before step `second`.
  Decision before(std::size_t first, std::size_t second) const;
  /// Tells how a step could come first.
  WeakInitial weak_initial(const Name& name, std::span<const Choice> choices,
                           std::span<const NamedAccess> touched) const;

  /// Keeps the last step, what happens before it, and as little more as it takes that none of these
  /// steps, which cannot come first now, could come first then. Those that could are left aside.
  void shorten(std::span<const Sleeper> asleep);

 private:
  /// Tells whether a step is the one that was appended last, and whether not all it touches is
  /// known.
  bool is_last(std::size_t index) const {
    return last_ != nullptr && steps_[index].event == last_event_;
  }
  bool is_unknown(std::size_t index) const { return is_last(index) && !last_->complete(); }
  void need(std::size_t index);
  static bool stops(const SequenceStep& step, const Sleeper& sleeping);

  std::vector<SequenceStep> steps_;
  Bits left_;                  ///< the events of the steps
  Bits last_past_;             ///< of the last step
  Footprint* last_ = nullptr;  ///< what that one touches
  std::uint32_t last_event_ = 0;
  Bits needed_;  ///< the events that shorten() keeps
};

}  // namespace harrier
