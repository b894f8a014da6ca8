// Sequences of steps written by hand, and what stands in for a program that executes steps anew.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <utility>
#include <vector>

#include "reduction/sequence.hpp"

namespace harrier::testing {

constexpr Name named(std::uint64_t number) { return {0, number}; }

/// A step that writes one resource.
struct Writes {
  std::uint64_t name;
  std::uint64_t resource;
};

inline std::vector<NamedAccess> written(std::uint64_t resource) {
  return {{NamedResource{resource}, Access::write}};
}
inline std::vector<NamedAccess> touched_by(const Writes& step) { return written(step.resource); }

inline Sleeper sleeper(const Writes& step, const std::vector<NamedAccess>& touched) {
  return {named(step.name), MessageId(), {}, touched};
}

/// A sequence in which steps on one resource happen before each other, with what it points to.
class HandSequence : public Sequence {
 public:
  explicit HandSequence(const std::vector<Writes>& steps) {
    for (std::uint32_t i = 0; i < steps.size(); ++i) {
      touched_.push_back(touched_by(steps[i]));
      std::uint64_t past = 0;
      for (std::size_t k = 0; k < i; ++k) {
        if (steps[k].resource == steps[i].resource) past |= std::uint64_t{1} << k;
      }
      pasts_.push_back({past});
      append({named(steps[i].name),
              MessageId(steps[i].name),
              i,
              {},
              touched_.back(),
              BitSpan(pasts_.back())});
    }
  }
  /// The same with a last step of which that is known.
  HandSequence(const std::vector<Writes>& steps, std::uint64_t last, Footprint& touched)
      : HandSequence(steps) {
    append_last({named(last), MessageId(last), static_cast<std::uint32_t>(steps.size())}, touched);
  }

  std::vector<std::uint64_t> names() const {
    std::vector<std::uint64_t> names;
    for (std::size_t i = 0; i < size(); ++i) names.push_back((*this)[i].name.low);
    return names;
  }

 private:
  std::deque<std::vector<NamedAccess>> touched_;
  std::deque<std::vector<std::uint64_t>> pasts_;
};

/// A footprint of which only a part is known.
inline Footprint known_in_part(const std::vector<NamedAccess>& touched, History history = {{}}) {
  Footprint footprint;
  footprint.assign_part(touched, std::move(history));
  return footprint;
}
inline Footprint known(const std::vector<NamedAccess>& touched) {
  Footprint footprint;
  footprint.assign(touched);
  return footprint;
}

/// Tells of every history the same.
class FakeRehearsal final : public Rehearsal {
 public:
  explicit FakeRehearsal(Rehearsed outcome) : outcome_(std::move(outcome)) {}

  void ask(const StepQuestion&, StepAnswer& answer) override {
    answer.kind = StepAnswer::Kind::unknown;
  }
  Rehearsed rehearse(std::span<const PastStep> history) override {
    rehearsed.emplace_back(history.begin(), history.end());
    return outcome_;
  }
  void come_back() override {}

  std::vector<History> rehearsed;

 private:
  Rehearsed outcome_;
};

}  // namespace harrier::testing
