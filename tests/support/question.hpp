// A question about a step that was not executed so, for what answers such questions.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "harrier/program.hpp"

namespace harrier::testing {

/// Asks about the step on a message after these events alone, ascending.
class Question final : public StepQuestion {
 public:
  Question(MessageId asked, const std::vector<std::uint32_t>& history,
           std::vector<Choice> wanted = {})
      : wanted_(std::move(wanted)) {
    message = asked;
    choices = wanted_;
    while (prefix < history.size() && history[prefix] == prefix) ++prefix;
    beside_.assign(history.begin() + prefix, history.end());
  }
  Question(const Question&) = delete;
  Question& operator=(const Question&) = delete;

  /// Says that all but this event and what depends on it has happened.
  Question& without_event(std::size_t event) {
    without = EventId(event);
    return *this;
  }
  /// Says that the step was executed, as this event.
  Question& executed_as(std::size_t event) {
    executed = EventId(event);
    return *this;
  }

  std::span<const std::uint32_t> beside() const override { return beside_; }

 private:
  std::vector<Choice> wanted_;
  std::vector<std::uint32_t> beside_;
};

/// Asks a program, as a reduction does.
inline StepAnswer answer_of(Program& program, const StepQuestion& question) {
  StepAnswer answer;
  answer.choices.assign(question.choices.begin(), question.choices.end());
  program.answer(question, answer);
  return answer;
}

}  // namespace harrier::testing
