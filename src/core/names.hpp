// Names for messages and actors that are equal in equivalent executions of one search.
#pragma once

#include <cstdint>
#include <vector>

#include "core/trace.hpp"

namespace harrier {

/// A message or actor by what sent or created it, as a dense number. Two executions of one search
/// give the same name to what the same delivery sent, or created, at the same position.
using Name = std::uint32_t;

/// The names along the current execution. Grows with the number of different names a search meets,
/// not with its executions.
class Names {
 public:
  /// Names what the set-up sent and created.
  void start(const Program& program);
  /// Names what the trace's last event sent and created.
  void push(const Trace& trace);
  /// Forgets what an event, which is being taken back, sent and created.
  void pop(const Event& event);

  Name of(MessageId message) const { return messages_[message.index()]; }
  /// Replaces the actors in a resource, its owner and the other end of a channel, by their names.
  Resource of(Resource resource) const {
    const std::uint32_t owner = resource.owner();
    if (owner >= actors_.size()) return resource;
    std::uint32_t part = resource.part();
    if ((part & (Resource::channel_bit | Resource::element_bit)) == Resource::channel_bit) {
      part = Resource::channel_bit | actors_[part & ~Resource::channel_bit];
    }
    return Resource::of(actors_[owner], part);
  }

 private:
  /// What one delivery can lead to, as far as it was met.
  struct Node {
    std::vector<Name> sent;
    std::vector<Name> created;
  };

  Name child(std::vector<Name> Node::*kind, Name parent, std::size_t position);

  std::vector<Node> nodes_;
  std::vector<Name> messages_;
  std::vector<Name> actors_;
};

}  // namespace harrier
