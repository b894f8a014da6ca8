// Steps that are to be explored from a state which other searches explore from, too.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/bits.hpp"
#include "core/trace.hpp"

namespace harrier {

/// A sequence of steps that is to be explored from such a state, and what happens before what in
/// it; or steps of which one is to be. Of each step all is known. They lie together in memory: a
/// sequence is as long as an execution, and is made by one thread and forgotten by another.
class HandedOver {
 public:
  struct Step {
    Name name;
    std::uint32_t event = 0;  ///< in the pasts of the steps after it; no two have the same
    bool possible = true;
    std::span<const Choice> choices = {};
    std::span<const NamedAccess> touched = {};
    BitSpan past = {};  ///< the events before it, those of other steps among them
  };

  /// Makes it one from the `state`-th state on a task's path.
  explicit HandedOver(std::size_t state) : state_(static_cast<std::uint32_t>(state)) {}

  std::size_t state() const { return state_; }
  std::size_t size() const { return kept_.size(); }
  bool empty() const { return kept_.empty(); }
  Step operator[](std::size_t index) const {
    const Kept& one = kept_[index];
    const Kept before = index == 0 ? Kept() : kept_[index - 1];
    return {one.name,
            one.event,
            one.possible,
            part(choices_, before.choices_end, one.choices_end),
            part(touched_, before.touched_end, one.touched_end),
            part(past_, before.past_end, one.past_end)};
  }

  void reserve(std::size_t steps, std::size_t accesses, std::size_t past_words) {
    kept_.reserve(steps);
    touched_.reserve(accesses);
    past_.reserve(past_words);
  }
  void add(const Step& step) {
    append(choices_, step.choices);
    append(touched_, step.touched);
    append(past_, step.past.words());
    kept_.push_back(
        {step.name, step.event, end_of(choices_), end_of(touched_), end_of(past_), step.possible});
  }

 private:
  struct Kept {
    Name name;
    std::uint32_t event = 0;
    std::uint32_t choices_end = 0;
    std::uint32_t touched_end = 0;
    std::uint32_t past_end = 0;
    bool possible = true;
  };

  template <class T>
  static std::span<const T> part(const std::vector<T>& all, std::uint32_t begin,
                                 std::uint32_t end) {
    return std::span(all).subspan(begin, end - begin);
  }
  template <class T>
  static void append(std::vector<T>& all, std::span<const T> more) {
    all.insert(all.end(), more.begin(), more.end());
  }
  template <class T>
  static std::uint32_t end_of(const std::vector<T>& all) {
    return static_cast<std::uint32_t>(all.size());
  }

  std::uint32_t state_ = 0;
  std::vector<Kept> kept_;
  std::vector<Choice> choices_;
  std::vector<NamedAccess> touched_;
  std::vector<std::uint64_t> past_;
};

}  // namespace harrier
