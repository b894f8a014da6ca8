// A sequence of steps with happens-before inside it.
#include "reduction/sequence.hpp"

#include <algorithm>
#include <utility>

#include "core/trace.hpp"

namespace harrier {

namespace {

bool has(std::span<const std::uint64_t> events, std::uint32_t event) {
  return event / 64 < events.size() && (events[event / 64] >> (event % 64) & 1U) != 0;
}

}  // namespace

void Sequence::clear() {
  steps_.clear();
  left_.clear();
  last_ = nullptr;
}

void Sequence::append(const SequenceStep& step) {
  steps_.push_back(step);
  const std::size_t word = step.event / 64;
  if (word >= left_.size()) left_.resize(word + 1, 0);
  left_[word] |= std::uint64_t{1} << (step.event % 64);
}

void Sequence::append_last(SequenceStep step, Footprint& touched) {
  last_ = &touched;
  last_event_ = step.event;
  last_past_.assign(step.past.begin(), step.past.end());
  step.touched = touched.known();
  step.past = last_past_;
  append(step);
  find_past_of_last();
}

/// What happens before the last step may do so through a step that is not in the sequence, or by
/// what it touched elsewhere: looks again.
void Sequence::find_past_of_last() {
  for (const SequenceStep& step : std::span(steps_).first(steps_.size() - 1)) {
    if (has(last_past_, step.event) || !conflict(step.touched, last_->known())) continue;
    for (std::size_t word = 0; word < step.past.size(); ++word) last_past_[word] |= step.past[word];
    last_past_[step.event / 64] |= std::uint64_t{1} << (step.event % 64);
  }
}

void Sequence::find_out_last() {
  last_->find_out();
  steps_.back().touched = last_->known();
  find_past_of_last();
}

bool Sequence::is_last(std::size_t index) const {
  return last_ != nullptr && steps_[index].event == last_event_;
}

bool Sequence::is_unknown(std::size_t index) const { return is_last(index) && !last_->complete(); }

void Sequence::give_footprint(std::size_t index, Footprint& to) {
  if (is_last(index) && !last_->is_sure()) {
    to = std::move(*last_);
  } else {
    to.assign(steps_[index].touched);
  }
}

void Sequence::remove(std::size_t index) {
  const std::uint32_t event = steps_[index].event;
  left_[event / 64] &= ~(std::uint64_t{1} << (event % 64));
  steps_.erase(steps_.begin() + static_cast<std::ptrdiff_t>(index));
}

bool Sequence::is_initial(std::size_t index) {
  const std::span<const std::uint64_t> past = steps_[index].past;
  for (std::size_t word = 0; word < std::min(past.size(), left_.size()); ++word) {
    if ((past[word] & left_[word]) != 0) return false;
  }
  if (steps_.size() == 1 || !is_unknown(index)) return true;
  find_out_last();
  return is_initial(index);
}

bool Sequence::before(std::size_t first, std::size_t second) {
  if (has(steps_[second].past, steps_[first].event)) return true;
  if (!is_unknown(second)) return false;
  find_out_last();
  return before(first, second);
}

/// Tells whether a step conflicts with the last one, of which not all was known.
bool Sequence::conflicts_with_unknown(std::span<const ResourceAccess> touched) {
  if (steps_.empty() || !is_last(steps_.size() - 1)) return false;
  if (!last_->complete()) find_out_last();
  return !last_->possible() || conflict(steps_.back().touched, touched);
}

std::optional<std::size_t> Sequence::weak_initial(Name name, std::span<const Choice> choices,
                                                  std::span<const ResourceAccess> touched) {
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    if (steps_[i].name != name) continue;
    return same_variant(steps_[i].choices, choices) && is_initial(i) ? std::optional(i)
                                                                     : std::nullopt;
  }
  for (const SequenceStep& step : steps_) {
    if (conflict(step.touched, touched)) return std::nullopt;
  }
  if (last_ != nullptr && !last_->is_sure() && conflicts_with_unknown(touched)) return std::nullopt;
  return absent;
}

std::optional<std::size_t> Sequence::weak_initial(Name name, std::span<const Choice> choices,
                                                  Footprint& touched) {
  if (touched.is_sure()) return weak_initial(name, choices, touched.known());
  std::optional<std::size_t> initial = weak_initial(name, choices, touched.known());
  if (initial != absent) return initial;
  if (!touched.complete()) {
    touched.find_out();
    initial = weak_initial(name, choices, touched.known());
  }
  return touched.possible() ? initial : std::nullopt;
}

}  // namespace harrier
