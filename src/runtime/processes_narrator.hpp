// The part of a program of processes that names and shows what is in it.
#pragma once

#include <string>

#include "harrier/detail/processes.hpp"

namespace harrier::detail {

/// Shows an action: what is done to what, and the value that is sent.
std::string action_text(const Processes& processes, const Action& action);

class ProcessNarrator final : public Narrator {
 public:
  explicit ProcessNarrator(const Processes& processes) : processes_(processes) {}

  std::string actor_name(ActorId actor) const override;
  std::string sender_name(MessageId message) const override;
  std::string message_text(MessageId message) const override;
  std::string actor_text(ActorId) override { return {}; }
  std::string resource_text(Resource resource) const override;
  bool has_mailboxes() const override { return false; }

 private:
  const Processes& processes_;
};

}  // namespace harrier::detail
