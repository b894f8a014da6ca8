// D of udpor: the events to avoid, each with what of its spike still fits.
#include "reduction/avoided_events.hpp"

#include <algorithm>
#include <utility>

namespace harrier {

namespace {

template <typename T>
std::uint32_t count(const std::vector<T>& of) {
  return static_cast<std::uint32_t>(of.size());
}

}  // namespace

std::span<const UnfoldingEvent> AvoidedEvents::spike(const Avoided& avoided) const {
  if (avoided.own) return unfolding_.conflicts(avoided.event);
  return std::span(candidates_)
      .subspan(avoided.candidates_begin, avoided.candidates_end - avoided.candidates_begin);
}

bool AvoidedEvents::push(UnfoldingEvent last) {
  const std::size_t begin = states_.back().avoided_begin;
  const std::size_t end = avoided_.size();
  PathState state{count(avoided_), 0, count(candidates_), count(missing_)};
  bool excluded = false;
  for (std::size_t i = begin; i < end; ++i) {
    const Avoided from = avoided_[i];
    if (!configuration_.fits(from.event)) {
      excluded = true;
      continue;
    }
    Avoided kept{from.event, false, count(candidates_), 0};
    for (std::size_t k = 0; k < spike(from).size(); ++k) {
      const UnfoldingEvent candidate = spike(from)[k];
      const Missing missing =
          from.own ? missing_before(last, candidate) : missing_of_[from.candidates_begin + k];
      if (!keep(candidate, missing, last)) excluded = true;
    }
    kept.candidates_end = count(candidates_);
    avoided_.push_back(kept);
  }
  state.own_begin = count(avoided_);
  states_.push_back(state);
  return excluded;
}

void AvoidedEvents::pop() {
  const PathState left = states_.back();
  states_.pop_back();
  for (std::size_t i = left.own_begin; i < avoided_.size(); ++i) {
    unfolding_.drop_conflicts(avoided_[i].event);
    unfolding_.release(avoided_[i].event);
  }
  avoided_.resize(left.avoided_begin);
  candidates_.resize(left.candidates_begin);
  missing_of_.resize(left.candidates_begin);
  missing_.resize(left.missing_begin);
}

/// Lists what a candidate missed before the last event.
AvoidedEvents::Missing AvoidedEvents::missing_before(UnfoldingEvent last,
                                                     UnfoldingEvent candidate) {
  const std::uint32_t begin = count(missing_);
  const auto add = [this](UnfoldingEvent event) {
    if (event >= visited_.size()) visited_.resize(event + 1, 0);
    if (std::exchange(visited_[event], visit_) != visit_) missing_.push_back(event);
  };
  ++visit_;
  add(candidate);
  for (std::size_t at = begin; at < missing_.size(); ++at) {
    for (const UnfoldingEvent cause : unfolding_.causes(missing_[at])) {
      if (cause == last || !configuration_.contains(cause)) add(cause);
    }
  }
  return {begin, count(missing_)};
}

/// Keeps a candidate, unless the last event is none of those it missed and excludes one of them.
/// What it no longer misses goes to the end of the list, which is one longer where it still did.
bool AvoidedEvents::keep(UnfoldingEvent candidate, Missing missing, UnfoldingEvent last) {
  const auto begin = missing_.begin() + missing.begin;
  const auto end = missing_.begin() + missing.end;
  if (const auto at = std::find(begin, end, last); at != end) {
    std::iter_swap(at, end - 1);
    --missing.end;
  } else {
    const auto excluded = [&](UnfoldingEvent event) { return unfolding_.conflicting(event, last); };
    if (std::any_of(begin, end, excluded)) return false;
  }
  candidates_.push_back(candidate);
  missing_of_.push_back(missing);
  return true;
}

}  // namespace harrier
