// Boxes that tell how they are called and how they stand, for reports and properties.
#pragma once

#include <string>

#include "examples/extending/answering_boxes.hpp"

namespace harrier::extending {

class ToldBoxes final : public AnsweringBoxes, public Narrator, public Standing {
 public:
  using AnsweringBoxes::AnsweringBoxes;

  Narrator* narrator() override { return this; }
  Standing* standing() override { return this; }

  std::string actor_name(ActorId actor) const override { return script_[actor.index()].name; }
  std::string sender_name(MessageId message) const override {
    return script_[messages_[message.index()].process].name;
  }
  std::string message_text(MessageId message) const override {
    const Action& action = action_of(message);
    return std::string(to_string(action.verb)) + " " + action.box;
  }
  std::string actor_text(ActorId) override { return {}; }
  std::string resource_text(Resource resource) const override {
    for (const auto& [name, box] : boxes_) {
      if (box.is_open && resource.owner() == Owner(box.object)) return name;
    }
    return {};
  }
  bool has_mailboxes() const override { return false; }

  Hold hold(MessageId message) override {
    const Action& action = action_of(message);
    return is_possible(action.verb, boxes_[action.box]) ? Hold::none : Hold::guard;
  }
  Activity activity(ActorId actor) override {
    const MessageId next = next_of(actor);
    if (!next) return Activity::ended;
    return hold(next) == Hold::none ? Activity::idle : Activity::calling;
  }
  /// A process waits for the box to be opened or filled, and on the others who still may do that.
  ActorStatus status(ActorId actor) override {
    ActorStatus status;
    status.activity = activity(actor);
    if (status.activity != Activity::calling) return status;
    const std::string& box = action_of(next_of(actor)).box;
    status.waits_for = boxes_[box].is_open ? "a token in " + box : box + " to be opened";
    for (std::size_t i = 0; i < script_.size(); ++i) {
      if (i != actor.index() && may_serve(ActorId(i), box)) status.waits_on.emplace_back(i);
    }
    return status;
  }

 private:
  /// Returns what a process does next; none where it has done all.
  MessageId next_of(ActorId actor) const {
    const auto at = std::ranges::find(pending_, actor.index(), [this](MessageId message) {
      return messages_[message.index()].process;
    });
    return at != pending_.end() ? *at : MessageId();
  }
  /// Tells whether a process has still to open a box or to put a token into it.
  bool may_serve(ActorId actor, const std::string& box) const {
    const MessageId next = next_of(actor);
    if (!next) return false;
    const std::vector<Action>& actions = script_[actor.index()].actions;
    for (std::size_t i = messages_[next.index()].action; i < actions.size(); ++i) {
      if (actions[i].box == box && actions[i].verb != Verb::take) return true;
    }
    return false;
  }
};

}  // namespace harrier::extending
