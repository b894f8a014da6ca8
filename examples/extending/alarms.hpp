// A clock outside the actors: alarms come in the order of their due times, whoever waits for them.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "harrier/outside.hpp"

namespace harrier::extending {

/// What an actor sends itself to be woken.
struct Alarm {
  unsigned due = 0;
};

class Alarms final : public Outside, public Gate {
 public:
  void enter(const Inside& inside) override { inside_ = &inside; }
  std::string text() const override { return "the alarms"; }
  std::string reason() const override { return "an earlier alarm has not come yet"; }
  const Gate* gate() const override { return this; }

  /// To set an alarm may hold others back, and one that comes may let others through.
  void append_touched(const StepEffects& step, std::vector<ResourceAccess>& out) const override {
    const auto is_alarm = [](const SentMessage& sent) {
      return sent.type == &detail::value_type<Alarm>;
    };
    if (alarm(step.message) != nullptr) {
      out.push_back({resource(), Access::write});
    } else if (std::ranges::any_of(step.sent, is_alarm)) {
      out.push_back({resource(), Access::read});
    }
  }

  /// An alarm comes when none that is due earlier is set and has not come.
  bool opens(MessageId message, const Past& past, Accepts) const override {
    const Alarm* const asked = alarm(message);
    if (asked == nullptr) return true;
    for (std::uint32_t i = 0; i < inside_->ledger().made().messages; ++i) {
      const detail::Ledger::Message& other = inside_->ledger().message(MessageId(i));
      const bool is_set = other.sent_by == 0 || past.has(other.sent_by);
      if (!is_set || past.has(other.delivered_by)) continue;
      const Alarm* const earlier = alarm(MessageId(i));
      if (earlier != nullptr && earlier->due < asked->due) return false;
    }
    return true;
  }
  void append_reason(MessageId, std::vector<ResourceAccess>& out) const override {
    out.push_back({resource(), Access::write});
  }

 private:
  const Alarm* alarm(MessageId message) const { return inside_->message_as<Alarm>(message); }

  const Inside* inside_ = nullptr;
};

}  // namespace harrier::extending
