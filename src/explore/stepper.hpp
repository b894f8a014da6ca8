// One execution that somebody goes through by hand, forward and back.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/trace.hpp"
#include "harrier/check.hpp"

namespace harrier {

/// Keeps a program, its trace and the words for its steps together. Steps are taken back where the
/// program can do that; otherwise it is started again.
class Stepper {
 public:
  Stepper(const ProgramFactory& make, const CheckOptions& options);

  Program& program() { return *program_; }
  const Trace& trace() const { return trace_; }
  /// Tells what the steps so far did.
  const std::vector<StepText>& steps() const { return steps_; }
  Schedule schedule() const;

  /// Lists what can be delivered now, in order of sending.
  std::vector<MessageId> deliverable();
  /// Executes a step that is deliverable. Throws UsageError for choices that it does not have.
  void forward(MessageId message, std::span<const std::uint32_t> values);
  /// Takes the last step back.
  void back();

  /// Shows every actor that has not ended, or has failed, or has messages.
  std::vector<ActorView> actors();
  /// Says what is wrong with the execution so far: a step that failed, or, where nothing can be
  /// delivered any more, its end.
  std::vector<Finding> findings();

 private:
  const CheckOptions options_;
  std::unique_ptr<Program> program_;
  Trace trace_;
  std::vector<StepText> steps_;
  std::vector<std::optional<Finding>> failures_;  ///< per step
};

}  // namespace harrier
