// Processes and boxes as a program that can be explored: the smallest there is.
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "examples/extending/box_script.hpp"
#include "harrier/options.hpp"
#include "harrier/program.hpp"

namespace harrier::extending {

/// A process is an actor, and what it does next is its one pending message. A box is an object that
/// the step makes which opens it.
class Boxes : public Program {
 public:
  Boxes(BoxScript script, const ProgramOptions& options) : script_(std::move(script)) {
    if (options.delivery != DeliveryModel::bag) {
      throw UsageError("tokens in boxes have no order of delivery");
    }
  }

  const StepReport& start() override {
    boxes_.clear();
    messages_.clear();
    pending_.clear();
    events_.clear();
    objects_ = 0;
    receivers_.clear();
    for (std::size_t i = 0; i < script_.size(); ++i) post({i, 0});
    report_ = {};
    report_.receivers = receivers_;
    report_.created_count = static_cast<std::uint32_t>(script_.size());
    return report_;
  }

  std::span<const MessageId> pending() const override { return pending_; }

  void enabled(std::vector<MessageId>& out) override {
    for (const MessageId message : pending_) {
      const Action& action = action_of(message);
      if (is_possible(action.verb, boxes_[action.box])) out.push_back(message);
    }
  }

  const StepReport& execute(MessageId message, std::span<const Choice>) override {
    const Place at = messages_[message.index()];
    const Action& action = action_of(message);
    report_ = {};
    report_.message = message;
    report_.actor = ActorId(at.process);
    report_.first_sent = MessageId(messages_.size());
    report_.first_created = ActorId(script_.size());
    report_.first_object = ObjectId(objects_);
    std::erase(pending_, message);
    events_.push_back(message);

    Box& box = boxes_[action.box];
    if (action.verb == Verb::open) {
      box.object = ObjectId(objects_++);
      box.opened_by = EventId(events_.size() - 1);
      report_.object_count = 1;
    }
    apply(action.verb, box);
    touched_.clear();
    append_touched(action, touched_);
    report_.resources = touched_;

    receivers_.clear();
    post({at.process, at.action + 1});
    report_.receivers = receivers_;
    report_.ended = receivers_.empty();
    return report_;
  }

  /// Without the step that opened its box nothing could be put or taken.
  void further_causes(MessageId message, std::vector<EventId>& out) const override {
    const Action& action = action_of(message);
    const auto box = boxes_.find(action.box);
    if (action.verb == Verb::open || box == boxes_.end() || !box->second.is_open) return;
    out.push_back(box->second.opened_by);
  }

 protected:
  /// Says which action of which process a message is.
  struct Place {
    std::size_t process = 0;
    std::size_t action = 0;
  };
  struct Box {
    bool is_open = false;
    std::uint32_t tokens = 0;
    ObjectId object;
    EventId opened_by;
  };

  static bool is_possible(Verb verb, const Box& box) {
    if (verb == Verb::open) return true;
    return box.is_open && (verb == Verb::put || box.tokens > 0);
  }
  static void apply(Verb verb, Box& box) {
    if (verb == Verb::open) box.is_open = true;
    if (verb == Verb::put) ++box.tokens;
    if (verb == Verb::take) --box.tokens;
  }

  const Action& action_of(MessageId message) const {
    const Place& at = messages_[message.index()];
    return script_[at.process].actions[at.action];
  }
  /// Puts commute with puts; a take depends on all that is done with the box.
  void append_touched(const Action& action, std::vector<ResourceAccess>& out) const {
    if (action.verb == Verb::open) return;
    out.push_back({Resource::of(boxes_.at(action.box).object, Resource::whole),
                   action.verb == Verb::put ? Access::update : Access::write});
  }

  const BoxScript script_;
  std::map<std::string, Box> boxes_;
  std::vector<Place> messages_;  ///< by number
  std::vector<MessageId> pending_;
  std::vector<MessageId> events_;  ///< what was delivered

 private:
  /// Makes an action pending, if the process has it.
  void post(const Place& at) {
    if (at.action == script_[at.process].actions.size()) return;
    pending_.emplace_back(messages_.size());
    messages_.push_back(at);
    receivers_.emplace_back(at.process);
  }

  std::size_t objects_ = 0;
  StepReport report_;
  std::vector<ActorId> receivers_;
  std::vector<ResourceAccess> touched_;
};

}  // namespace harrier::extending
