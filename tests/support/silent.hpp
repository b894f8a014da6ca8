// A program that knows nothing about steps it has not executed: whoever asks must try.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "harrier/check.hpp"

namespace harrier::testing {

class Silent final : public Program {
 public:
  explicit Silent(std::unique_ptr<Program> program) : program_(std::move(program)) {}
  const StepReport& start() override { return program_->start(); }
  std::span<const MessageId> pending() const override { return program_->pending(); }
  void enabled(std::vector<MessageId>& out) override { program_->enabled(out); }
  const StepReport& execute(MessageId message, std::span<const Choice> choices) override {
    return program_->execute(message, choices);
  }
  void further_causes(MessageId message, std::vector<EventId>& out) const override {
    program_->further_causes(message, out);
  }
  Narrator* narrator() override { return program_->narrator(); }
  Standing* standing() override { return program_->standing(); }

 private:
  std::unique_ptr<Program> program_;
};

inline ProgramFactory silent(const ProgramFactory& make) {
  return [make](const ProgramOptions& options) { return std::make_unique<Silent>(make(options)); };
}

}  // namespace harrier::testing
