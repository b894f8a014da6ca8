// A sequence of steps with happens-before inside it.
#include "reduction/sequence.hpp"

#include <algorithm>
#include <utility>

namespace harrier {

void Sequence::clear() {
  steps_.clear();
  left_.clear();
  last_ = nullptr;
}

void Sequence::append(const SequenceStep& step) {
  steps_.push_back(step);
  left_.add(step.event);
}

void Sequence::append_last(SequenceStep step, Footprint& touched) {
  last_ = &touched;
  last_event_ = step.event;
  last_past_.assign(step.past);
  // What happens before it may do so through a step that is not in the sequence, or by what it
  // touched elsewhere: looks again.
  for (const SequenceStep& other : steps_) {
    if (last_past_.contains(other.event) || !conflict(other.touched, touched.known())) continue;
    last_past_.add_all(other.past);
    last_past_.add(other.event);
  }
  step.touched = touched.known();
  step.past = last_past_;
  append(step);
}

void Sequence::give_footprint(std::size_t index, Footprint& to) {
  if (is_last(index) && !last_->is_sure()) {
    to = std::move(*last_);
  } else {
    to.assign(steps_[index].touched);
  }
}

HandedOver::Step Sequence::value_of(std::size_t index) const {
  const SequenceStep& step = steps_[index];
  return {step.name,    step.event,   !is_last(index) || last_->possible(),
          step.choices, step.touched, step.past};
}

HandedOver Sequence::value(std::size_t state) const {
  HandedOver value(state);
  std::size_t accesses = 0;
  std::size_t past_words = 0;
  for (const SequenceStep& step : steps_) {
    accesses += step.touched.size();
    past_words += step.past.words().size();
  }
  value.reserve(steps_.size(), accesses, past_words);
  for (std::size_t i = 0; i < steps_.size(); ++i) value.add(value_of(i));
  return value;
}

void Sequence::remove(std::size_t index) {
  left_.remove(steps_[index].event);
  steps_.erase(steps_.begin() + static_cast<std::ptrdiff_t>(index));
}

Decision Sequence::is_initial(std::size_t index) const {
  if (steps_[index].past.intersects(left_)) return Decision::no;
  return steps_.size() > 1 && is_unknown(index) ? Decision::undecided : Decision::yes;
}

Decision Sequence::before(std::size_t first, std::size_t second) const {
  if (steps_[second].past.contains(steps_[first].event)) return Decision::yes;
  return is_unknown(second) ? Decision::undecided : Decision::no;
}

WeakInitial Sequence::weak_initial(const Name& name, std::span<const Choice> choices,
                                   std::span<const NamedAccess> touched) const {
  using Kind = WeakInitial::Kind;
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    if (steps_[i].name != name) continue;
    if (!same_variant(steps_[i].choices, choices)) return {};
    switch (is_initial(i)) {
      case Decision::no:
        return {};
      case Decision::yes:
        return {Kind::member, i};
      case Decision::undecided:
        return {Kind::undecided, i};
    }
  }
  for (const SequenceStep& step : steps_) {
    if (conflict(step.touched, touched)) return {};
  }
  if (!steps_.empty() && is_last(steps_.size() - 1) && !last_->is_sure()) {
    // An impossible step says nothing about others.
    return {last_->complete() ? Kind::none : Kind::undecided, steps_.size() - 1};
  }
  return {Kind::absent, 0};
}

/// Keeps a step and what happens before it.
void Sequence::need(std::size_t index) {
  needed_.add(steps_[index].event);
  needed_.add_all(steps_[index].past);
}

/// Tells whether a step does not let another come first: it is the same one, or they conflict.
bool Sequence::stops(const SequenceStep& step, const Sleeper& sleeping) {
  return step.name == sleeping.name || conflict(step.touched, sleeping.touched);
}

void Sequence::shorten(std::span<const Sleeper> asleep) {
  // Where not all is known of the last step, what happens before it is not known either.
  if (steps_.size() == 1 || last_ == nullptr || !last_->is_sure()) return;
  needed_.clear();
  need(steps_.size() - 1);
  for (const Sleeper& sleeping : asleep) {
    if (weak_initial(sleeping.name, sleeping.choices, sleeping.touched)) continue;
    std::size_t stop = steps_.size();
    bool is_stopped = false;
    for (std::size_t i = 0; i < steps_.size() && !is_stopped; ++i) {
      if (!stops(steps_[i], sleeping)) continue;
      is_stopped = needed_.contains(steps_[i].event);
      stop = std::min(stop, i);
    }
    if (!is_stopped && stop < steps_.size()) need(stop);
  }
  std::erase_if(steps_, [this](const SequenceStep& step) {
    if (needed_.contains(step.event)) return false;
    left_.remove(step.event);
    return true;
  });
}

}  // namespace harrier
