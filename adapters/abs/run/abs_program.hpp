// An ABS model as a program that can be explored.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "abs/run/abs_fingerprints.hpp"
#include "abs/run/abs_outlook.hpp"
#include "harrier/options.hpp"
#include "harrier/program.hpp"

namespace harrier::abs::run {

/// A cog is an actor; a task that has not begun, and the rest of one that waits, are its messages.
class AbsProgram final : public Program, public Undo, public Narrator, public Standing {
 public:
  /// The code must outlive the program. Throws UsageError for options that models do not have.
  AbsProgram(const Code& code, const Semantics& semantics, const ProgramOptions& options);

  const StepReport& start() override { return machine_.start(); }
  std::span<const MessageId> pending() const override { return machine_.ledger().pending(); }
  void enabled(std::vector<MessageId>& out) override { machine_.enabled(out); }
  const StepReport& execute(MessageId message, std::span<const Choice> choices) override {
    return machine_.execute(message, choices);
  }
  MessageId executing() const override { return machine_.executing(); }
  std::string computes_at() const override { return machine_.computes_at(); }
  void further_causes(MessageId message, std::vector<EventId>& out) const override {
    machine_.further_causes(message, out);
  }
  void answer(const StepQuestion& question, StepAnswer& out) override {
    machine_.answer(question, out);
  }
  Undo* undo() override { return takes_back_ ? this : nullptr; }
  Narrator* narrator() override { return this; }
  Standing* standing() override { return this; }
  Fingerprints* fingerprints() override { return compares_states_ ? &fingerprints_ : nullptr; }
  Outlook* outlook() override { return &outlook_; }

  void take_back() override { machine_.take_back(); }

  std::string actor_name(ActorId actor) const override;
  std::string sender_name(MessageId message) const override;
  std::string message_text(MessageId message) const override;
  std::string actor_text(ActorId actor) override;
  std::string compared_text(ActorId actor) override;
  std::string compared_message(MessageId message) override;
  std::string resource_text(Resource resource) const override;
  std::vector<std::string> printed() const override;

  Hold hold(MessageId message) override { return machine_.hold(message); }
  bool continues(MessageId message) override;
  Activity activity(ActorId actor) override;
  ActorStatus status(ActorId actor) override;
  std::vector<Failure> remarks() override;

  const Machine& machine() const { return machine_; }

 private:
  class Names;  // NOLINT(cppcoreguidelines-virtual-class-destructor): it is final

  std::string object_name(const ObjectCell& object) const;
  std::string value_text(Value value) const;
  std::string task_text(const TaskRecord& task) const;
  static std::string object_text(const ObjectCell& object, const References& references);
  std::string where(const Position& position) const;
  bool is_over(ActorId actor) const;
  bool is_clock(ActorId actor) const;
  std::string payment_text(const Payment& payment) const;
  bool waits_for_ever(ActorId actor) const;
  /// Tells whether a message is a task that waits for a future that is not resolved.
  bool waits(MessageId message) const;
  /// Lists the tasks of a cog that wait for a future that is not resolved.
  std::vector<MessageId> waiting(ActorId actor) const;
  std::vector<Failure> awaits_of_other_futures();

  Machine machine_;
  AbsFingerprints fingerprints_;
  AbsOutlook outlook_;
  const bool takes_back_;
  const bool compares_states_;
};

}  // namespace harrier::abs::run
