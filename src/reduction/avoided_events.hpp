// D of udpor: the events to avoid, each with what of its spike still fits.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/unfolding.hpp"

namespace harrier {

/// The events to avoid in each state of the path. One state's are those of the state before it that
/// its step does not exclude, and what was explored from it.
///
/// What of a spike does not fit a configuration does not fit a larger one, so spikes are narrowed
/// on the way down: only what the last event excludes has to go. For each candidate its missing
/// events are listed, itself and the causes that have not happened, so that is found out without
/// walking through its history again.
class AvoidedEvents {
 public:
  struct Avoided {
    UnfoldingEvent event = Unfolding::none;
    bool own = false;                    ///< explored from here: all of its spike fits
    std::uint32_t candidates_begin = 0;  ///< otherwise what does, in candidates_
    std::uint32_t candidates_end = 0;
  };

  AvoidedEvents(Unfolding& unfolding, const Configuration& configuration)
      : unfolding_(unfolding), configuration_(configuration) {}

  /// Goes to the state before all events.
  void start() { states_.emplace_back(); }
  /// Goes to the state behind an event, the configuration's last; tells whether that excludes one
  /// of D or something in a spike.
  bool push(UnfoldingEvent last);
  /// Goes back, and forgets what was explored from there.
  void pop();
  /// Adds an event explored from the last state. Takes over the caller's hold on it.
  void add(UnfoldingEvent event) { avoided_.push_back({event, true, 0, 0}); }

  /// Returns D in the last state, the oldest first.
  std::span<const Avoided> all() const {
    return std::span(avoided_).subspan(states_.back().avoided_begin);
  }
  /// Returns what excludes an event of D and fits the configuration.
  std::span<const UnfoldingEvent> spike(const Avoided& avoided) const;

 private:
  struct PathState {
    std::uint32_t avoided_begin = 0;
    std::uint32_t own_begin = 0;  ///< what was explored from here comes last
    std::uint32_t candidates_begin = 0;
    std::uint32_t missing_begin = 0;
  };
  /// In missing_.
  struct Missing {
    std::uint32_t begin;
    std::uint32_t end;
  };

  Missing missing_before(UnfoldingEvent last, UnfoldingEvent candidate);
  bool keep(UnfoldingEvent candidate, Missing missing, UnfoldingEvent last);

  Unfolding& unfolding_;
  const Configuration& configuration_;
  std::vector<PathState> states_;
  std::vector<Avoided> avoided_;
  std::vector<UnfoldingEvent> candidates_;
  std::vector<Missing> missing_of_;  ///< per candidate
  std::vector<UnfoldingEvent> missing_;
  std::vector<std::uint64_t> visited_;  ///< per event, the visit that came to it last
  std::uint64_t visit_ = 0;
};

}  // namespace harrier
