// Reductions that only tests know: broken ones, which must be caught, and a plain one that is
// right.
#pragma once

#include <algorithm>
#include <vector>

#include "reduction/reduction.hpp"

namespace harrier::testing {

/// Sleep sets over all enabled steps: every class. The broken form never wakes a sleeping step.
class ToySleep final : public Reduction {
 public:
  explicit ToySleep(bool wakes) : wakes_(wakes) {}

  Coverage covers() const override { return Coverage::every_class(); }
  void enter(const State& state) override {
    Frame frame;
    if (!frames_.empty()) {
      const Event& last = state.trace.back();
      for (const Sleeper& sleeper : frames_.back().asleep) {
        if (sleeper.message == last.message) continue;
        const bool woken = conflict(std::span<const ResourceAccess>(sleeper.resources),
                                    state.trace.resources(state.trace.size() - 1));
        if (!woken || !wakes_) frame.asleep.push_back(sleeper);
      }
    }
    frames_.push_back(std::move(frame));
  }
  std::optional<Step> next(const State& state) override {
    Frame& frame = frames_.back();
    while (frame.next < state.enabled.size()) {
      const MessageId candidate = state.enabled[frame.next++];
      if (std::ranges::find(frame.asleep, candidate, &Sleeper::message) == frame.asleep.end()) {
        return Step{candidate, {}};
      }
    }
    return std::nullopt;
  }
  void leave(const State& state) override {
    frames_.pop_back();
    if (frames_.empty()) return;
    const Event& last = state.trace.back();
    std::vector<Sleeper>& asleep = frames_.back().asleep;
    auto known = std::ranges::find(asleep, last.message, &Sleeper::message);
    if (known == asleep.end()) known = asleep.insert(asleep.end(), {last.message, {}});
    const std::span<const ResourceAccess> touched = state.trace.resources(state.trace.size() - 1);
    known->resources.insert(known->resources.end(), touched.begin(), touched.end());
  }

 private:
  struct Sleeper {
    MessageId message;
    std::vector<ResourceAccess> resources;  ///< with all choices together
  };
  struct Frame {
    std::vector<Sleeper> asleep;
    std::size_t next = 0;
  };
  bool wakes_;
  std::vector<Frame> frames_;
};

/// Only the steps of the first actor that has one: forgets what others may still send to it.
class ToyFirstActor final : public Reduction {
 public:
  Coverage covers() const override { return Coverage::every_class(); }
  void enter(const State&) override { next_.push_back(0); }
  std::optional<Step> next(const State& state) override {
    std::size_t& next = next_.back();
    while (next < state.enabled.size()) {
      const MessageId candidate = state.enabled[next++];
      if (state.trace.receiver(candidate) == state.trace.receiver(state.enabled.front())) {
        return Step{candidate, {}};
      }
    }
    return std::nullopt;
  }
  void leave(const State&) override { next_.pop_back(); }

 private:
  std::vector<std::size_t> next_;
};

}  // namespace harrier::testing
