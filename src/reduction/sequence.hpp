// A sequence of steps, v in the papers, with happens-before inside it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/names.hpp"
#include "harrier/program.hpp"
#include "reduction/footprint.hpp"

namespace harrier {

/// One step of a sequence that is to be explored from some state. What it points to is kept by
/// whoever made the sequence.
struct SequenceStep {
  Name name = 0;
  MessageId message;        ///< as numbered in the execution it was taken from
  std::uint32_t event = 0;  ///< its place in that execution; no two steps have the same
  std::span<const Choice> choices = {};          ///< beyond these it chooses zeros
  std::span<const ResourceAccess> touched = {};  ///< owners by name
  std::span<const std::uint64_t> past = {};      ///< the events before it, a bit each
};

class Sequence {
 public:
  std::size_t size() const { return steps_.size(); }
  const SequenceStep& operator[](std::size_t index) const { return steps_[index]; }

  void clear();
  void append(const SequenceStep& step);
  /// Appends the last step. Its past is what it has and what is before the steps that it conflicts
  /// with; what it touches is found out when it must be known.
  void append_last(SequenceStep step, Footprint& touched);
  /// Puts what a step touches into `to`; the sequence need not know it any more.
  void give_footprint(std::size_t index, Footprint& to);
  /// Takes a step out.
  void remove(std::size_t index);

  /// Tells whether no other step that is left happens before step `index`.
  bool is_initial(std::size_t index);
  /// Tells whether step `first` happens before step `second`.
  bool before(std::size_t first, std::size_t second);

  /// Tells how a step could come first: `absent` if it is none of the sequence's and commutes with
  /// all of them, an index if it is that initial of the sequence, none if it cannot.
  static constexpr std::size_t absent = ~std::size_t{0};
  std::optional<std::size_t> weak_initial(Name name, std::span<const Choice> choices,
                                          std::span<const ResourceAccess> touched);
  std::optional<std::size_t> weak_initial(Name name, std::span<const Choice> choices,
                                          Footprint& touched);

 private:
  /// Tells whether a step is the one that was appended last, and whether not all it touches is
  /// known.
  bool is_last(std::size_t index) const;
  bool is_unknown(std::size_t index) const;
  bool conflicts_with_unknown(std::span<const ResourceAccess> touched);
  void find_past_of_last();
  void find_out_last();

  std::vector<SequenceStep> steps_;
  std::vector<std::uint64_t> left_;       ///< the events of the steps, a bit each
  std::vector<std::uint64_t> last_past_;  ///< of the last step
  Footprint* last_ = nullptr;             ///< what that one touches
  std::uint32_t last_event_ = 0;
};

}  // namespace harrier
