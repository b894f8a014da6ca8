// A history of calls and returns outside the actors, and a judge of it: whoever calls a counter
// when another call has returned is told more than that one was.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "harrier/outside.hpp"

namespace harrier::extending {

struct Call {};
struct Return {
  int value = 0;
};

class Calls final : public Outside {
 public:
  void enter(const Inside& inside) override { inside_ = &inside; }
  std::string text() const override { return "the history of calls"; }

  /// Only which calls come behind which returns counts: not the order of calls, nor of returns.
  void append_touched(const StepEffects& step, std::vector<ResourceAccess>& out) const override {
    if (inside_->message_as<Call>(step.message) != nullptr) {
      out.push_back({resource(), Access::read});
    } else if (inside_->message_as<Return>(step.message) != nullptr) {
      out.push_back({resource(), Access::update});
    }
  }

  /// An actor calls and is told one after the other, so its last call is what a return is of.
  std::optional<Failure> judge() const override {
    const detail::Ledger& ledger = inside_->ledger();
    std::vector<int> told_before(ledger.made().actors);  // per actor, when it called last
    int told_most = 0;
    for (detail::StepNumber number = 1; number <= ledger.step_count(); ++number) {
      const detail::Ledger::Step& step = ledger.step(number);
      if (inside_->message_as<Call>(step.message) != nullptr) {
        told_before[step.actor.index()] = told_most;
      } else if (const Return* const told = inside_->message_as<Return>(step.message)) {
        if (told->value <= told_before[step.actor.index()]) {
          return Failure{FailureKind::check, "a call is told " + std::to_string(told->value) +
                                                 " when another was told as much before it began"};
        }
        told_most = told->value > told_most ? told->value : told_most;
      }
    }
    return std::nullopt;
  }

 private:
  const Inside* inside_ = nullptr;
};

}  // namespace harrier::extending
