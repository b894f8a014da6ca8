// A listed execution as a class: its events, with what comes before what.
#pragma once

#include <span>
#include <vector>

#include "base/bits.hpp"
#include "certificate/run.hpp"

namespace harrier::certificate {

/// Copied from a run at its end. Sets of its events are called parts.
class ListedClass {
 public:
  struct Event {
    Sent sent;
    Fingerprint name;
    Fingerprint message;  ///< the name of its message
    std::vector<Choice> choices;
    std::vector<ResourceAccess> touched;
    Bits past;            ///< what comes before it
    Bits before_sending;  ///< without which its message could not be delivered
  };
  /// A message that was never delivered.
  struct Left {
    Sent sent;
    Fingerprint message;
    Bits before_sending;
  };

  explicit ListedClass(Run& run);

  std::size_t size() const { return events_.size(); }
  const Event& operator[](std::size_t event) const { return events_[event]; }
  std::span<const Left> left() const { return left_; }
  /// Returns what is left of a part without an event and what comes after it.
  Bits without(const Bits& part, std::size_t event) const;
  Bits all() const;
  Fingerprint fingerprint(const Bits& part) const;

 private:
  Bits closed(const std::vector<std::uint32_t>& events) const;

  std::vector<Event> events_;
  std::vector<Left> left_;
};

}  // namespace harrier::certificate
