// Names for messages and actors that are equal in equivalent executions of one search.
#include "core/names.hpp"

namespace harrier {

Name Names::child(std::vector<Name> Node::*kind, Name parent, std::size_t position) {
  while ((nodes_[parent].*kind).size() <= position) {
    const auto name = static_cast<Name>(nodes_.size());
    nodes_.emplace_back();
    (nodes_[parent].*kind).push_back(name);
  }
  return (nodes_[parent].*kind)[position];
}

void Names::start(const Program& program) {
  if (nodes_.empty()) nodes_.emplace_back();
  messages_.clear();
  actors_.clear();
  for (std::size_t i = 0; i < program.message_count(); ++i) {
    messages_.push_back(child(&Node::sent, 0, i));
  }
  for (std::size_t i = 0; i < program.actor_count(); ++i) {
    actors_.push_back(child(&Node::created, 0, i));
  }
}

void Names::push(const Trace& trace) {
  const Event& event = trace.back();
  const Name parent = of(event.message);
  for (std::uint32_t i = 0; i < event.sent_count; ++i) {
    messages_.push_back(child(&Node::sent, parent, i));
  }
  for (std::uint32_t i = 0; i < event.created_count; ++i) {
    actors_.push_back(child(&Node::created, parent, i));
  }
}

void Names::pop(const Event& event) {
  messages_.resize(messages_.size() - event.sent_count);
  actors_.resize(actors_.size() - event.created_count);
}

}  // namespace harrier
