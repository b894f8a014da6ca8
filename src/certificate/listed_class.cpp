// A listed execution as a class.
#include "certificate/listed_class.hpp"

namespace harrier::certificate {

ListedClass::ListedClass(Run& run) {
  events_.reserve(run.size());
  for (std::size_t i = 0; i < run.size(); ++i) {
    const MessageId message = run[i].message;
    const std::span<const Choice> choices = run.choices(i);
    const std::span<const std::uint32_t> before = run.before(i);
    const std::span<const std::uint32_t> causes = run.causes(i);
    Event event{.sent = run.sent(message),
                .name = run[i].name,
                .message = run.name(message),
                .choices = {choices.begin(), choices.end()},
                .touched = {},
                .past = closed({before.begin(), before.end()}),
                .before_sending = closed({causes.begin(), causes.end()})};
    for (const Touch& touch : run.touches(i)) {
      event.touched.push_back({touch.resource, touch.access});
    }
    events_.push_back(std::move(event));
  }
  for (const MessageId message : run.program().pending()) {
    std::vector<std::uint32_t> causes;
    run.append_causes(message, causes);
    left_.push_back({run.sent(message), run.name(message), closed(causes)});
  }
}

/// Returns the events and all that comes before them.
Bits ListedClass::closed(const std::vector<std::uint32_t>& events) const {
  Bits bits;
  for (const std::uint32_t event : events) {
    bits.add_all(events_[event].past);
    bits.add(event);
  }
  return bits;
}

Bits ListedClass::without(const Bits& part, std::size_t event) const {
  Bits left = part;
  left.remove(event);
  for (std::size_t i = event + 1; i < size(); ++i) {
    if (events_[i].past.contains(event)) left.remove(i);
  }
  return left;
}

Bits ListedClass::all() const {
  Bits bits;
  bits.fill(size());
  return bits;
}

Fingerprint ListedClass::fingerprint(const Bits& part) const {
  Fingerprint sum = Run::no_events;
  for (std::size_t i = 0; i < size(); ++i) {
    if (part.contains(i)) sum += events_[i].name;
  }
  return sum;
}

}  // namespace harrier::certificate
