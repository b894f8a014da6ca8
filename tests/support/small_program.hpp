// A program that implements the contract itself, with nothing but what the contract demands.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "harrier/check.hpp"
#include "harrier/program.hpp"

namespace harrier::testing {

/// Numbers in resources of any owner, and messages whose steps read and write them. It cannot take
/// a step back, name what it has, or say what a step would do in another order: it says nothing of
/// that, or that the step is possible and maybe touches more than nothing.
class SmallProgram final : public Program {
 public:
  struct Message {
    ActorId to;
    std::uint32_t kind = 0;
    std::uint32_t argument = 0;
  };
  struct Behaviour {
    std::function<void(SmallProgram&)> set_up;
    std::function<void(SmallProgram&, const Message&)> step;
    /// Where there is one, a message is enabled only where this is true; what it reads is read by
    /// the step.
    std::function<bool(SmallProgram&, const Message&)> accepts = {};
    StepAnswer::Kind answers = StepAnswer::Kind::unknown;
  };
  explicit SmallProgram(Behaviour behaviour) : behaviour_(std::move(behaviour)) {}

  /// Returns what makes the program, for Search and check().
  static ProgramFactory factory(Behaviour behaviour) {
    return [behaviour = std::move(behaviour)](const ProgramOptions&) {
      return std::make_unique<SmallProgram>(behaviour);
    };
  }

  // What set-up and steps do.
  ActorId make_actor() { return ActorId(actors_++); }
  ObjectId make_object() { return ObjectId(objects_++); }
  void send(ActorId to, std::uint32_t kind, std::uint32_t argument = 0) {
    pending_.emplace_back(messages_.size());
    messages_.push_back({to, kind, argument});
    receivers_.push_back(to);
  }
  std::uint32_t read(Resource resource) {
    touched_.push_back({resource, Access::read});
    return values_[resource];
  }
  void write(Resource resource, std::uint32_t value) {
    touched_.push_back({resource, Access::write});
    values_[resource] = value;
  }
  void add(Resource resource, std::uint32_t value) {
    touched_.push_back({resource, Access::update});
    values_[resource] += value;
  }

  const StepReport& start() override {
    actors_ = objects_ = 0;
    messages_.clear();
    receivers_.clear();
    pending_.clear();
    values_.clear();
    touched_.clear();
    behaviour_.set_up(*this);
    return report(MessageId(), ActorId(), 0, 0, 0);
  }
  std::span<const MessageId> pending() const override { return pending_; }
  void enabled(std::vector<MessageId>& out) override {
    for (const MessageId message : pending_) {
      if (accepts(message)) out.push_back(message);
    }
  }
  const StepReport& execute(MessageId message, std::span<const Choice>) override {
    std::erase(pending_, message);
    const std::size_t sent = messages_.size();
    const std::size_t actors = actors_;
    const std::size_t objects = objects_;
    touched_.clear();
    const Message delivered = messages_[message.index()];
    if (behaviour_.accepts) behaviour_.accepts(*this, delivered);
    behaviour_.step(*this, delivered);
    return report(message, delivered.to, sent, actors, objects);
  }
  void answer(const StepQuestion& question, StepAnswer& out) override {
    Program::answer(question, out);
    out.kind = behaviour_.answers;
  }

 private:
  bool accepts(MessageId message) {
    return !behaviour_.accepts || behaviour_.accepts(*this, messages_[message.index()]);
  }
  const StepReport& report(MessageId message, ActorId actor, std::size_t sent, std::size_t actors,
                           std::size_t objects) {
    report_ = {};
    report_.message = message;
    report_.actor = actor;
    report_.first_sent = MessageId(sent);
    report_.receivers = std::span<const ActorId>(receivers_).subspan(sent);
    report_.first_created = ActorId(actors);
    report_.created_count = static_cast<std::uint32_t>(actors_ - actors);
    report_.first_object = ObjectId(objects);
    report_.object_count = static_cast<std::uint32_t>(objects_ - objects);
    report_.resources = touched_;
    return report_;
  }

  Behaviour behaviour_;
  std::size_t actors_ = 0;
  std::size_t objects_ = 0;
  std::vector<Message> messages_;
  std::vector<ActorId> receivers_;  ///< per message
  std::vector<MessageId> pending_;
  std::map<Resource, std::uint32_t> values_;
  std::vector<ResourceAccess> touched_;  ///< by the last step
  StepReport report_;
};

}  // namespace harrier::testing
