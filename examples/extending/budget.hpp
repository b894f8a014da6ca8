// A budget outside the actors: of the messages of one type, faults say, only so many come.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harrier/outside.hpp"

namespace harrier::extending {

template <class Fault>
class Budget final : public Outside, public Gate {
 public:
  explicit Budget(std::uint32_t faults_max) : faults_max_(faults_max) {}

  void enter(const Inside& inside) override { inside_ = &inside; }
  std::string text() const override { return "the budget"; }
  std::string reason() const override { return "the budget is used up"; }
  const Gate* gate() const override { return this; }

  /// Two faults may exclude a third one in either order, so they are not independent.
  void append_touched(const StepEffects& step, std::vector<ResourceAccess>& out) const override {
    if (is_fault(step.message)) out.push_back({resource(), Access::write});
  }

  bool opens(MessageId message, const Past& past, Accepts) const override {
    return !is_fault(message) || count(past) < faults_max_;
  }
  void append_reason(MessageId, std::vector<ResourceAccess>& out) const override {
    out.push_back({resource(), Access::write});
  }

 private:
  bool is_fault(MessageId message) const { return inside_->message_as<Fault>(message) != nullptr; }
  /// Counts the faults of a past. Nothing is kept, so nothing is to be taken back.
  std::uint32_t count(const Past& past) const {
    const detail::Ledger& ledger = inside_->ledger();
    std::uint32_t count = 0;
    for (detail::StepNumber step = 1; step <= ledger.step_count(); ++step) {
      if (past.has(step) && is_fault(ledger.step(step).message)) ++count;
    }
    return count;
  }

  const std::uint32_t faults_max_;
  const Inside* inside_ = nullptr;
};

}  // namespace harrier::extending
