// Delay-bounded search: the executions that deviate little from what the order prefers.
//
// Emmi, Qadeer, Rakamarić: Delay-Bounded Scheduling, POPL 2011. The deterministic scheduler -> the
// order; delay() -> passing over the step that is first in line; the bound K -> delays_max.
//
// Where we differ: what has been passed over lines up behind all the rest for as long as it is
// pending. The values of a choice cost no delay.
//
// Every execution with at most so many delays exactly once, for any dependence and any order that
// does not learn. Costs time proportional to what is enabled and what was delayed, per step.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "harrier/schedule.hpp"
#include "reduction/reduction.hpp"

namespace harrier {

class DelayBounded final : public Reduction {
 public:
  explicit DelayBounded(std::uint64_t delays_max) : delays_max_(delays_max) {}

  Coverage covers() const override {
    if (!left_out_) return Coverage::every_execution();
    return Coverage::part("the executions with at most " + std::to_string(delays_max_) +
                          (delays_max_ == 1 ? " delay" : " delays"));
  }
  std::uint64_t length_max() const override { return Schedule::steps_max; }

  void enter(const State&) override { nodes_.push_back({.delayed = delayed_.size()}); }

  std::optional<Step> next(const State& state) override {
    Node& node = nodes_.back();
    delayed_.resize(node.delayed);
    if (node.next == state.enabled.size()) return std::nullopt;
    // To take the next one is to pass over all before it, with what was passed over further up.
    if (node.delayed + node.next > delays_max_) {
      left_out_ = true;
      return std::nullopt;
    }
    const std::vector<MessageId> line = line_up(state.enabled);
    const auto taken = line.begin() + static_cast<std::ptrdiff_t>(node.next++);
    delayed_.insert(delayed_.end(), line.begin(), taken);
    return Step{*taken, {}};
  }

  void leave(const State&) override { nodes_.pop_back(); }

  std::optional<std::size_t> left(std::size_t node, std::size_t enabled) const override {
    const std::uint64_t affordable = delays_max_ - nodes_[node].delayed + 1;
    return std::min<std::uint64_t>(enabled, affordable) - nodes_[node].next;
  }

 private:
  /// A state on the path.
  struct Node {
    std::size_t delayed = 0;  ///< how many delays it took to get there
    std::size_t next = 0;     ///< the place in the line of what is explored next
  };

  /// Returns the enabled steps as the order prefers them, but what was delayed last of all.
  std::vector<MessageId> line_up(std::span<const MessageId> enabled) const {
    std::vector<MessageId> line(enabled.begin(), enabled.end());
    if (delayed_.empty()) return line;
    std::ranges::stable_sort(line, {}, [this](MessageId message) {
      const auto last = std::find(delayed_.rbegin(), delayed_.rend(), message);
      return delayed_.rend() - last;  // 0 where it was not delayed, else by when that was
    });
    return line;
  }

  const std::uint64_t delays_max_;
  std::vector<MessageId> delayed_;  ///< one per delay on the path, the last one last
  std::vector<Node> nodes_;
  bool left_out_ = false;  ///< some step, for the bound
};

}  // namespace harrier
