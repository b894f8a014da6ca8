// Where events can stand that do not depend on a given one, so that nobody looks further.
//
// Such an event has all its causes before the given one or among such events. So what is kept of
// each event is its latest cause, and of each cause the last event that has it as its latest.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "harrier/ids.hpp"

namespace harrier {

/// The latest causes of the events of a trace, kept as the trace grows and shrinks.
class LatestCauses {
 public:
  /// How many events there are.
  std::size_t size() const { return latest_.size(); }
  /// Adds the next event of the trace, with its causes.
  void push(std::span<const EventId> causes) {
    const auto event = static_cast<std::uint32_t>(latest_.size());
    std::uint32_t latest = 0;
    for (const EventId cause : causes) {
      latest = std::max(latest, static_cast<std::uint32_t>(cause.index() + 1));
    }
    latest_.push_back(latest);
    last_effect_.push_back(event);
    effect_before_.push_back(latest == 0 ? event : std::exchange(last_effect_[latest - 1], event));
    const std::size_t place = place_of(latest);
    if (place == last_of_.size()) last_of_.push_back(event);
    replaced_.push_back({place, last_of_size_, std::exchange(last_of_[place], event)});
    last_of_size_ = place + 1;
  }
  /// Forgets the last event.
  void pop() {
    last_of_[replaced_.back().place] = replaced_.back().event;
    last_of_size_ = replaced_.back().size;
    replaced_.pop_back();
    if (const std::uint32_t latest = latest_.back(); latest != 0) {
      last_effect_[latest - 1] = effect_before_.back();
    }
    latest_.pop_back();
    last_effect_.pop_back();
    effect_before_.pop_back();
  }

  /// Calls `visit` with every event after `first` that may not depend on it, as long as `visit`
  /// returns whether it does not.
  template <class Visit>
  void for_each_near(std::size_t first, const Visit& visit) const {
    const std::size_t place = place_of(static_cast<std::uint32_t>(first + 1));
    std::size_t end = place == 0 ? 0 : last_of_[place - 1] + std::size_t{1};
    for (std::size_t event = first + 1; event < end; ++event) {
      if (visit(event)) end = std::max(end, last_effect_[event] + std::size_t{1});
    }
  }

 private:
  /// Returns the first of `last_of_` whose latest cause is not less than one.
  std::size_t place_of(std::uint32_t latest) const {
    const auto begin = last_of_.begin();
    const auto end = begin + static_cast<std::ptrdiff_t>(last_of_size_);
    const auto is_less = [&](std::uint32_t event) { return latest_[event] < latest; };
    return static_cast<std::size_t>(std::partition_point(begin, end, is_less) - begin);
  }

  struct Replaced {
    std::size_t place = 0;
    std::size_t size = 0;
    std::uint32_t event = 0;
  };

  std::vector<std::uint32_t> latest_;       ///< per event, the number of its latest cause + 1; or 0
  std::vector<std::uint32_t> last_effect_;  ///< per event, the last one whose latest cause it is
  std::vector<std::uint32_t> effect_before_;  ///< per event, what that was before, of its cause
  /// The events behind which all have later latest causes; what lies behind the size was replaced.
  std::vector<std::uint32_t> last_of_;
  std::size_t last_of_size_ = 0;
  std::vector<Replaced> replaced_;  ///< per event, what it took the place of
};

}  // namespace harrier
