// What stands in for the parts that a program does not have.
#include "core/parts.hpp"

namespace harrier {

namespace {

class Numbers final : public Narrator {
 public:
  std::string actor_name(ActorId actor) const override { return numbered("actor ", actor.index()); }
  std::string sender_name(MessageId) const override { return "somebody"; }
  std::string message_text(MessageId message) const override {
    return numbered("message ", message.index());
  }
  std::string actor_text(ActorId) override { return {}; }
  std::string compared_message(MessageId) override { return {}; }  // the number is another one
  std::string resource_text(Resource resource) const override {
    const Owner owner = resource.owner();
    std::string text = "the program";
    if (owner.kind() == Owner::Kind::actor) text = numbered("actor ", owner.index());
    if (owner.kind() == Owner::Kind::object) text = numbered("object ", owner.index());
    return resource.part() == Resource::whole ? text : text + numbered(", part ", resource.part());
  }

 private:
  static std::string numbered(const char* what, std::size_t index) {
    return what + std::to_string(index + 1);
  }
};

class NothingKnown final : public Standing {
 public:
  Hold hold(MessageId) override { return Hold::guard; }
  Activity activity(ActorId) override { return Activity::idle; }
  ActorStatus status(ActorId) override { return {}; }
};

}  // namespace

Narrator& narrator_of(Program& program) {
  static Numbers numbers;
  Narrator* const own = program.narrator();
  return own != nullptr ? *own : numbers;
}

Standing& standing_of(Program& program) {
  static NothingKnown nothing;
  Standing* const own = program.standing();
  return own != nullptr ? *own : nothing;
}

}  // namespace harrier
