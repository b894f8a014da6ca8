// A sequence of steps with happens-before inside it.
#include "reduction/sequence.hpp"

#include <algorithm>

#include "core/trace.hpp"

namespace harrier {

void Sequence::clear() {
  steps_.clear();
  left_.clear();
}

void Sequence::append(const SequenceStep& step) {
  steps_.push_back(step);
  const std::size_t word = step.event / 64;
  if (word >= left_.size()) left_.resize(word + 1, 0);
  left_[word] |= std::uint64_t{1} << (step.event % 64);
}

void Sequence::remove(std::size_t index) {
  const std::uint32_t event = steps_[index].event;
  left_[event / 64] &= ~(std::uint64_t{1} << (event % 64));
  steps_.erase(steps_.begin() + static_cast<std::ptrdiff_t>(index));
}

bool Sequence::is_initial(std::size_t index) const {
  const std::span<const std::uint64_t> past = steps_[index].past;
  for (std::size_t word = 0; word < std::min(past.size(), left_.size()); ++word) {
    if ((past[word] & left_[word]) != 0) return false;
  }
  return true;
}

bool Sequence::before(std::size_t first, std::size_t second) const {
  const std::span<const std::uint64_t> past = steps_[second].past;
  const std::uint32_t event = steps_[first].event;
  return event / 64 < past.size() && (past[event / 64] >> (event % 64) & 1U) != 0;
}

std::optional<std::size_t> Sequence::weak_initial(Name name, std::span<const Choice> choices,
                                                  std::span<const ResourceAccess> touched) const {
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    if (steps_[i].name != name) continue;
    return same_variant(steps_[i].choices, choices) && is_initial(i) ? std::optional(i)
                                                                     : std::nullopt;
  }
  const bool commutes = std::ranges::none_of(
      steps_, [&](const SequenceStep& step) { return conflict(step.touched, touched); });
  return commutes ? std::optional(absent) : std::nullopt;
}

}  // namespace harrier
