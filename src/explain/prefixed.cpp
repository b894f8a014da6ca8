// A program of which some steps have been executed already.
#include "explain/prefixed.hpp"

#include <memory>
#include <utility>

#include "explore/replay.hpp"
#include "harrier/attempts.hpp"

namespace harrier {

namespace {

class Prefixed final : public Program, public Attempts {
 public:
  Prefixed(std::unique_ptr<Program> program, const Schedule& prefix)
      : program_(std::move(program)),
        attempts_(dynamic_cast<Attempts*>(program_.get())),
        prefix_(prefix) {}

  const StepReport& start() override {
    receivers_.clear();
    made_ = {};
    add(program_->start());
    for (const ScheduledStep& step : prefix_.steps) {
      add(program_->execute(step.message, as_choices(step.choices)));
    }
    made_.receivers = receivers_;
    return made_;
  }
  std::span<const MessageId> pending() const override { return program_->pending(); }
  void enabled(std::vector<MessageId>& out) override { program_->enabled(out); }
  const StepReport& execute(MessageId message, std::span<const Choice> choices) override {
    return program_->execute(message, choices);
  }
  MessageId executing() const override { return program_->executing(); }
  void further_causes(MessageId message, std::vector<EventId>& out) const override {
    causes_.clear();
    program_->further_causes(message, causes_);
    for (const EventId cause : causes_) {
      if (cause.index() < prefix_.steps.size()) continue;
      out.push_back(EventId(cause.index() - prefix_.steps.size()));
    }
  }
  std::size_t put_last(std::span<MessageId> enabled) override {
    return attempts_ != nullptr ? attempts_->put_last(enabled) : 0;
  }
  std::string left_out() const override {
    return attempts_ != nullptr ? attempts_->left_out() : std::string();
  }
  Undo* undo() override { return program_->undo(); }
  Narrator* narrator() override { return program_->narrator(); }
  Standing* standing() override { return program_->standing(); }
  Outlook* outlook() override { return program_->outlook(); }

 private:
  void add(const StepReport& report) {
    receivers_.insert(receivers_.end(), report.receivers.begin(), report.receivers.end());
    made_.created_count += report.created_count;
    made_.object_count += report.object_count;
  }

  const std::unique_ptr<Program> program_;
  Attempts* const attempts_;
  const Schedule prefix_;
  std::vector<ActorId> receivers_;
  StepReport made_;
  mutable std::vector<EventId> causes_;
};

}  // namespace

ProgramFactory after(const ProgramFactory& make, const Schedule& prefix) {
  return [make, prefix](const ProgramOptions& how) {
    return std::make_unique<Prefixed>(make(how), prefix);
  };
}

}  // namespace harrier
