// The part of a program of processes that says how things stand between two actions.
#pragma once

#include <optional>

#include "harrier/detail/processes.hpp"

namespace harrier::detail {

class ProcessStanding final : public Standing {
 public:
  explicit ProcessStanding(Processes& processes) : processes_(processes) {}

  Hold hold(MessageId message) override;
  Activity activity(ActorId process) override;
  ActorStatus status(ActorId process) override;
  std::optional<Failure> check_end() override { return processes_.check_end(); }

 private:
  Processes& processes_;
};

}  // namespace harrier::detail
