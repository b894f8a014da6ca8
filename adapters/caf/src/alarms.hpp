// The time of a CAF program, and the messages that wait for theirs: delays and timeouts.
#pragma once

#include <algorithm>
#include <cstdint>

#include "account.hpp"
#include "effects.hpp"
#include "harrier/caf.hpp"

namespace harrier::caf {

class Alarms {
 public:
  Alarms(Account& account, Effects& effects, Timers when)
      : account_(account), effects_(effects), when_(when) {}

  void start() {
    now_ns_ = first_moment_ns;
    were_set_ = false;
  }
  /// Tells whether something waits, or has waited, for its time.
  bool were_set() const { return were_set_; }
  /// Returns the time, which stands still in a step.
  std::int64_t now_ns() const { return now_ns_; }

  /// Adds a message that is sent when the time comes.
  Message& add(ActorId receiver, std::int64_t due_ns) {
    const MessageId id(account_.messages.size());
    Message& message = account_.add_message(receiver);
    message.due_ns = due_ns;
    message.delayed = true;
    message.is_timer = due_ns > now_ns_;
    were_set_ |= message.is_timer;
    effects_.touch_shared(clock_part, Access::update);
    account_.ledger.add_pending(id);
    return message;
  }

  /// Takes a message back; false if it stays. Where a timer may fire at any moment, one that comes
  /// too late is a step as well, in which nothing happens, so that the moment before it was taken
  /// back is explored. Otherwise one whose time has come stays as well, held back for good, as it
  /// could have come before what took it back.
  bool take_back(MessageId id) {
    Message& message = account_.message(id);
    message.cancelled = true;
    if (when_ == Timers::any) return false;
    if (message.due_ns <= now_ns_ && account_.delivered_by(id) == 0) {
      message.held_by = account_.event();
    } else {
      account_.remove_pending(id);
    }
    return true;
  }

  /// Tells whether a message can be delivered only when nothing else can happen.
  bool is_last_resort(const Message& message) const {
    return message.quiet || (message.is_timer && when_ == Timers::quiescent);
  }

  /// Lets the time of a message come, if it waits for one.
  void reach(const Message& message) {
    if (!message.is_timer) return;
    effects_.touch_shared(clock_part, Access::write);
    now_ns_ = std::max(now_ns_, message.due_ns);
  }

 private:
  // A fixed moment, so that every execution sees the same time.
  static constexpr std::int64_t first_moment_ns = 1'600'000'000'000'000'000;

  Account& account_;
  Effects& effects_;
  Timers when_;
  std::int64_t now_ns_ = 0;
  bool were_set_ = false;
};

}  // namespace harrier::caf
