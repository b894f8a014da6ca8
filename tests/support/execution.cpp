// Drives one execution by hand, and looks at every execution of an exploration.
#include "tests/support/execution.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "explore/search.hpp"
#include "harrier/registry.hpp"

namespace harrier::testing {

Execution::Execution(Setup setup, ProgramOptions options)
    : program_(make_program(std::move(setup), options)) {
  trace_.start(program_->start());
}

std::string Execution::text_of(MessageId message) {
  return narrator().message_text(message) + " to " +
         narrator().actor_name(trace_.receiver(message));
}

const Event& Execution::execute(MessageId message, const std::vector<Choice>& choices) {
  const StepReport& report = program_->execute(message, choices);
  failure_ = report.failure != nullptr ? report.failure->text : std::string();
  std::vector<EventId> causes;
  program_->further_causes(message, causes);
  trace_.push(report, causes);
  return trace_.back();
}

const Event& Execution::deliver(const std::string& text,
                                const std::vector<std::uint32_t>& choices) {
  static const Event nothing;
  std::vector<MessageId> deliverable;
  program_->enabled(deliverable);
  for (const MessageId message : deliverable) {
    if (narrator().message_text(message) != text && text_of(message) != text) continue;
    std::vector<Choice> values;
    for (const std::uint32_t value : choices) values.push_back({value, 0});
    return execute(message, values);
  }
  ADD_FAILURE() << text << " is not deliverable; deliverable are "
                << ::testing::PrintToString(enabled());
  return nothing;
}

void Execution::run() {
  std::vector<MessageId> deliverable;
  for (program_->enabled(deliverable); !deliverable.empty(); program_->enabled(deliverable)) {
    execute(deliverable.front(), {});
    deliverable.clear();
  }
}

void Execution::undo() {
  program_->undo()->take_back();
  trace_.pop();
}

std::vector<std::string> Execution::enabled() {
  std::vector<MessageId> deliverable;
  program_->enabled(deliverable);
  std::vector<std::string> texts;
  for (const MessageId message : deliverable) texts.push_back(text_of(message));
  return texts;
}

std::vector<std::string> Execution::pending() {
  std::vector<std::string> texts;
  for (const MessageId message : program_->pending()) texts.push_back(text_of(message));
  return texts;
}

MessageId Execution::pending_message(const std::string& text) {
  const auto pending = program_->pending();
  const auto at = std::ranges::find_if(pending, [&](MessageId message) {
    return narrator().message_text(message) == text || text_of(message) == text;
  });
  if (at != pending.end()) return *at;
  ADD_FAILURE() << text << " is not pending";
  return MessageId();
}

ActorId Execution::actor(std::string_view name) {
  for (std::size_t i = 0; i < trace_.actor_count(); ++i) {
    if (narrator().actor_name(ActorId(i)) == name) return ActorId(i);
  }
  ADD_FAILURE() << "there is no actor " << name;
  return ActorId();
}

std::set<ClassName> classes_of(const ProgramFactory& make, const CheckOptions& options) {
  std::set<ClassName> classes;
  std::uint64_t executions = 0;
  Search search(make, options);
  search.observe([&](const State& state) {
    classes.insert(class_of(state.trace));
    ++executions;
  });
  const CheckResult result = search.run();
  EXPECT_TRUE(result.complete) << result.incomplete_reason();
  if (options.reduction == "optimal") {
    EXPECT_EQ(executions, classes.size()) << "optimal explores no class twice";
    EXPECT_EQ(result.blocked, 0U);
  }
  return classes;
}

std::set<ClassName> classes_of(const Setup& setup, const CheckOptions& options) {
  return classes_of([&](const ProgramOptions& how) { return make_program(setup, how); }, options);
}

ProgramFactory registered(const std::string& name, const std::vector<std::string>& arguments) {
  const ProgramDefinition& definition = find_program(name);
  return [&definition, parsed = Arguments::parse(definition.parameters, arguments, name)](
             const ProgramOptions& how) { return definition.make(parsed, how); };
}

}  // namespace harrier::testing
