// What many tests do: drive one execution by hand, or look at every execution of an exploration.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/classes.hpp"
#include "core/trace.hpp"
#include "harrier/check.hpp"
#include "harrier/system.hpp"

namespace harrier::testing {

using Setup = std::function<void(System&)>;

/// One execution of a program of native actors, driven by hand.
class Execution {
 public:
  explicit Execution(Setup setup, ProgramOptions options = {});

  Program& program() { return *program_; }
  Narrator& narrator() { return *program_->narrator(); }
  Standing& standing() { return *program_->standing(); }
  const Trace& trace() const { return trace_; }

  /// Delivers the first deliverable message whose text, or text and receiver as in `Put{1} to
  /// cell`, is this. Fails the test and delivers nothing where there is none.
  const Event& deliver(const std::string& text, const std::vector<std::uint32_t>& choices = {});
  /// Delivers in order of sending until nothing is deliverable.
  void run();
  /// Takes back the last step.
  void undo();

  /// Lists the deliverable messages as `Put{1} to cell`.
  std::vector<std::string> enabled();
  /// Lists the pending messages, deliverable or not.
  std::vector<std::string> pending();
  MessageId pending_message(const std::string& text);
  ActorId actor(std::string_view name);
  /// The text of the last step's failure, empty where it did not fail.
  const std::string& failure() const { return failure_; }

 private:
  std::string text_of(MessageId message);
  const Event& execute(MessageId message, const std::vector<Choice>& choices);

  std::unique_ptr<Program> program_;
  Trace trace_;
  std::string failure_;
};

/// Returns the classes of the executions that an exploration makes, and fails the test where it
/// makes one twice although it should not.
std::set<ClassName> classes_of(const ProgramFactory& make, const CheckOptions& options);
std::set<ClassName> classes_of(const Setup& setup, const CheckOptions& options);

/// Returns how a registered program is made from `key=value` texts.
ProgramFactory registered(const std::string& name, const std::vector<std::string>& arguments);

}  // namespace harrier::testing
