// Traces written by hand: what each step does is said, not run.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/trace.hpp"

namespace harrier::testing {

/// A message that a step sends. Whatever a test makes it names, and speaks of by that name alone.
struct HandMessage {
  std::string text;
  std::string to;
};

/// An access of a step. The owner is an actor or object, or the whole program where none is named.
struct HandAccess {
  std::string owner;
  Access access = Access::write;
  std::uint32_t part = Resource::whole;
  std::string other_end = {};  ///< of a channel
};

inline HandAccess reads(std::string owner, std::uint32_t part = Resource::whole) {
  return {std::move(owner), Access::read, part};
}
inline HandAccess updates(std::string owner, std::uint32_t part = Resource::whole) {
  return {std::move(owner), Access::update, part};
}
inline HandAccess writes(std::string owner, std::uint32_t part = Resource::whole) {
  return {std::move(owner), Access::write, part};
}

/// What a step, or the set-up, does.
struct HandStep {
  std::vector<std::string> actors = {};   ///< made by it
  std::vector<std::string> objects = {};  ///< made by it
  std::vector<HandMessage> sends = {};
  std::vector<HandAccess> touches = {};
  std::vector<Choice> choices = {};
  std::vector<std::string> causes = {};  ///< deliveries without which it could not be, by message
};

class HandTrace {
 public:
  explicit HandTrace(const HandStep& setup);

  /// Adds the delivery of a message, which does this.
  void deliver(std::string_view message, const HandStep& step = {});
  /// Forgets the last step.
  void take_back();

  const Trace& trace() const { return trace_; }
  MessageId message(std::string_view text) const { return MessageId(find(messages_, text)); }
  ActorId actor(std::string_view name) const { return ActorId(find(actors_, name)); }
  ObjectId object(std::string_view name) const { return ObjectId(find(objects_, name)); }
  Resource resource(const HandAccess& access) const;
  Name name(std::string_view message_text) const { return trace_.name(message(message_text)); }
  NamedResource name(const HandAccess& access) const { return trace_.name(resource(access)); }
  /// Returns the events that a pending message needs: its sender and its receiver's creator.
  std::vector<EventId> causes_of(std::string_view message_text) const;

 private:
  static std::size_t find(const std::vector<std::string>& names, std::string_view name);
  EventId delivery_of(std::string_view message) const;
  void add_names(const HandStep& step);

  Trace trace_;
  std::vector<std::string> messages_;
  std::vector<std::string> actors_;
  std::vector<std::string> objects_;
};

/// A partial order written by hand: what the delivery of each message does, whenever it comes.
struct HandOrder {
  HandStep setup;
  std::map<std::string, HandStep, std::less<>> steps = {};

  /// Executes deliveries in this order.
  HandTrace run(const std::vector<std::string>& messages) const;
};

}  // namespace harrier::testing
