// Names and shows the actors and messages of a CAF program, and says what its actors wait for.
#pragma once

#include <string>
#include <vector>

#include "account.hpp"
#include "tasks.hpp"

namespace harrier::caf {

class World;

class Texts final : public Narrator {
 public:
  Texts(World& world, Account& account, const Tasks& tasks)
      : world_(world), account_(account), tasks_(tasks) {}

  std::string actor_name(ActorId id) const override;
  std::string sender_name(MessageId id) const override;
  std::string message_text(MessageId id) const override;
  std::string actor_text(ActorId id) override;
  std::string resource_text(Resource resource) const override;
  ActorStatus status(ActorId id);

  /// Says whether texts of messages are kept when they are delivered.
  void keep(bool is_kept) { keeps_ = is_kept; }
  /// Keeps the text of a message that is about to be delivered, if texts are kept.
  void note_delivery(MessageId id) {
    if (keeps_) account_.texts[id.value] = message_text(id);
  }

 private:
  std::string outstanding_requests(ActorId asker, std::vector<ActorId>& waits_on) const;
  std::string left_actors() const;

  World& world_;
  Account& account_;
  const Tasks& tasks_;
  bool keeps_ = false;
};

}  // namespace harrier::caf
