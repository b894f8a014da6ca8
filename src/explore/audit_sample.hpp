// Which executions of a search are executed once more, to see that nothing changes unrecorded.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/trace.hpp"

namespace harrier {

/// Keeps the first executions, and later ones on a stride that grows with the search: whatever an
/// early choice decides is looked at, too. Counted in steps, so that it repeats.
class AuditSample {
 public:
  /// How often a step is executed for each time that it is looked at.
  static constexpr std::uint64_t times_executed = 5;

  /// Tells whether an execution of so many steps is to be kept that ends after so many steps of the
  /// search.
  bool wants(std::uint64_t steps, std::size_t length) const {
    if (steps < sooner_than_) return false;
    const std::uint64_t cost = length + 1;
    if (kept_ + cost <= first_steps) return true;
    if (traces_.empty()) return cost <= first_length_max || is_affordable(steps, cost);
    return steps >= next_ && is_affordable(steps, cost);
  }

  /// Keeps an execution that is wanted.
  void keep(Trace trace, std::uint64_t steps) {
    kept_ += trace.size() + 1;
    held_ += trace.size() + 1;
    next_ = steps + steps / 16;
    // What the shortest execution costs, if the first ones are kept.
    sooner_than_ = kept_ < first_steps ? 0 : std::max(next_, cost_in_steps(1));
    if (kept_ <= first_steps) first_ = traces_.size() + 1;
    traces_.push_back(std::move(trace));
    if (held_ > held_max && traces_.size() > 2) thin_out();
  }

  /// Takes one that another search has kept, if it is wanted.
  void offer(AuditSample other, std::uint64_t steps) {
    for (Trace& trace : other.traces_) {
      if (wants(steps, trace.size())) keep(std::move(trace), steps);
    }
  }
  /// Takes all that another search has kept by itself.
  void join(AuditSample other) {
    kept_ += other.kept_;
    held_ += other.held_;
    next_ += other.next_;
    sooner_than_ = 0;
    for (Trace& trace : other.traces_) traces_.push_back(std::move(trace));
  }

  std::span<const Trace> traces() const { return traces_; }
  void clear() { *this = AuditSample(); }

 private:
  static constexpr std::uint64_t first_steps = 1'000;
  static constexpr std::uint64_t first_length_max = 10'000;
  static constexpr std::uint64_t held_max = 100'000;  ///< steps, of all that are kept
  static constexpr std::uint64_t share = 50;          ///< one step in so many may be for this

  bool is_affordable(std::uint64_t steps, std::uint64_t cost) const {
    return cost_in_steps(cost) <= steps;
  }
  /// Returns how many steps a search takes that may spend so many more on this.
  std::uint64_t cost_in_steps(std::uint64_t cost) const {
    return (kept_ + cost - std::min(kept_, first_steps)) * times_executed * share;
  }

  /// Drops every second one of those that came after the first.
  void thin_out() {
    std::size_t place = 0;
    std::erase_if(traces_, [&](const Trace&) {
      const std::size_t at = place++;
      return at >= first_ && (at - first_) % 2 == 0;
    });
    held_ = 0;
    for (const Trace& trace : traces_) held_ += trace.size() + 1;
  }

  std::vector<Trace> traces_;
  std::size_t first_ = 0;          ///< how many are of the first
  std::uint64_t kept_ = 0;         ///< steps of all that were ever kept
  std::uint64_t held_ = 0;         ///< steps of those that are kept now
  std::uint64_t next_ = 0;         ///< not before so many steps of the search
  std::uint64_t sooner_than_ = 0;  ///< the search's steps, nothing is wanted whatever it costs
};

}  // namespace harrier
