// The part of a program of native actors that says how things stand between two steps.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harrier/system.hpp"
#include "runtime/actors_deliverable.hpp"

namespace harrier::detail {

class ActorStanding final : public Standing, private EndView {
 public:
  ActorStanding(const Execution& execution, LocalReplay& replay, Deliverable& deliverable,
                const Declarations& declared, const Outsides& outsides)
      : execution_(execution),
        replay_(replay),
        deliverable_(deliverable),
        declared_(declared),
        outsides_(outsides) {}

  Hold hold(MessageId message) override { return deliverable_.hold(message); }
  Activity activity(ActorId actor) override;
  bool continues(MessageId message) override;
  ActorStatus status(ActorId actor) override;
  std::optional<Failure> check_end() override;
  std::size_t eventual_count() override { return declared_.eventually.size(); }
  std::string eventual_text(std::size_t number) override {
    return declared_.eventually[number].text;
  }
  bool holds_now(std::size_t number) override {
    return declared_.eventually[number].holds(End(*this));
  }
  bool may_be_left(ActorId actor) override;
  bool may_be_undelivered(MessageId message) override;
  /// Returns the actors that checks of the last end have looked at.
  std::span<const ActorId> looked_at() const { return looked_at_; }

 private:
  [[gnu::noinline]] Activity activity_of(const std::vector<Frame>& frames) const;
  void note_look(ActorId actor);
  const void* object(ActorId actor) override;
  bool ended(ActorId actor) override;
  [[noreturn]] void fail(Failure failure) override;
  void add_wait(const Execution::Message& continuation, ActorStatus& status) const;

  const Execution& execution_;
  LocalReplay& replay_;
  Deliverable& deliverable_;
  const Declarations& declared_;
  const Outsides& outsides_;
  std::optional<Failure> failure_;  ///< of the check that runs
  std::vector<ActorId> looked_at_;
};

}  // namespace harrier::detail
