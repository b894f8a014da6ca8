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
  Name of(ActorId actor) const { return actors_[actor.index()]; }
  /// Replaces the actors in a resource, its owner and the other end of a channel, by their names.
  Resource of(Resource resource) const {
    if (resource.owner() >= actors_.size()) return resource;
    const std::uint32_t part = resource.other_end()
                                   ? Resource::channel_bit | actors_[*resource.other_end()]
                                   : resource.part();
    return Resource::of(actors_[resource.owner()], part);
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
