// What explorations that compare states come to on random programs.
#include "tests/conformance/random/explored_states.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <optional>
#include <variant>
#include <vector>

#include "states/depth_first.hpp"
#include "tests/support/given.hpp"
#include "tests/support/script_actor.hpp"

namespace harrier::testing {

namespace {

/// Shows all that can be seen of a state, the same whatever happened before.
std::string text_of(const State& state) {
  Program& program = state.program;
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < state.trace.actor_count(); ++i) {
    const ActorId actor(i);
    const auto activity = static_cast<int>(program.standing()->activity(actor));
    lines.push_back(program.narrator()->actor_name(actor) + " " + std::to_string(activity) + " " +
                    program.narrator()->actor_text(actor));
  }
  for (const MessageId message : program.pending()) {
    const auto hold = static_cast<int>(program.standing()->hold(message));
    lines.push_back(program.narrator()->message_text(message) + " to " +
                    program.narrator()->actor_name(state.trace.receiver(message)) + " " +
                    std::to_string(hold));
  }
  std::ranges::sort(lines);
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

/// So many executions are explored one by one.
constexpr std::uint64_t executions_max = 1'500;

/// Explores every sequence of steps up to the first failure.
class UpToFailures final : public Reduction {
 public:
  Coverage covers() const override { return Coverage::every_execution(); }
  void enter(const State& state) override {
    const bool failed = !state.trace.empty() && state.trace.back().failed;
    next_.push_back(failed ? state.enabled.size() : 0);
  }
  std::optional<Step> next(const State& state) override {
    if (next_.back() == state.enabled.size()) return std::nullopt;
    return Step{state.enabled[next_.back()++], {}};
  }
  void leave(const State&) override { next_.pop_back(); }

 private:
  std::vector<std::size_t> next_;
};

}  // namespace

CheckOptions options_for(Dependence dependence, DeliveryModel delivery) {
  CheckOptions options;
  options.states.on = true;
  options.dependence = dependence;
  options.delivery = delivery;
  options.keep_going = true;
  options.undelivered = Undelivered::ignore;
  options.step_seconds_max = 0;
  return options;
}

void Met::add(const Met& other) {
  states.insert(other.states.begin(), other.states.end());
  texts.insert(other.texts.begin(), other.texts.end());
  ends.insert(other.ends.begin(), other.ends.end());
  failures.insert(other.failures.begin(), other.failures.end());
  first_failure = std::min(first_failure, other.first_failure);
}

void Noting::enter(const State& state) {
  reduced_->enter(state);
  if (!state.trace.empty() && state.trace.back().failed) {
    met_.first_failure = std::min(met_.first_failure, state.trace.size());
    const MessageId message = state.trace.back().message;
    met_.failures.insert(state.program.narrator()->message_text(message) + " to " +
                         state.program.narrator()->actor_name(state.trace.receiver(message)));
    return;
  }
  const std::string text = text_of(state);
  const auto [known, is_new] = met_.states.try_emplace(state.program.fingerprints()->state(), text);
  EXPECT_EQ(known->second, text) << "two states have one fingerprint";
  met_.texts.insert(text);
  if (state.enabled.empty()) met_.ends.insert(text);
}

Met explore_with(const ProgramFactory& make, const CheckOptions& options,
                 std::unique_ptr<Reduction> reduction) {
  Met met;
  Search search(make, options, std::make_unique<Noting>(std::move(reduction), met));
  met.result = search.run();
  return met;
}

Met explore_executions(const ProgramFactory& make, CheckOptions options) {
  options.executions_max = executions_max;
  return explore_with(make, options, std::make_unique<UpToFailures>());
}

Met explore_plainly(const ProgramFactory& make, const CheckOptions& options) {
  StateOptions states;
  states.reduction = StateReduction::none;
  states.bytes_max = 100'000;
  return explore_with(make, options, std::make_unique<DepthFirst>(states));
}

bool starts(const Met& met) {
  return std::ranges::none_of(met.result.violations, [](const Violation& violation) {
    return std::holds_alternative<FailedProgram>(violation.finding);
  });
}

void for_each_program(std::uint64_t programs, const Look& look) {
  std::uint64_t looked_at = 0;
  const std::uint64_t first = number_given("HARRIER_STATES_SEED", 0);
  const std::uint64_t count = number_given("HARRIER_STATES_PROGRAMS", programs);
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    std::optional<Anonymous> anonymous;
    if (seed % 2 == 1) anonymous.emplace();
    const ProgramFactory make = factory_of(RandomProgram::generate(seed));
    for (const Dependence dependence : {Dependence::field, Dependence::actor}) {
      for (const DeliveryModel delivery : delivery_models) {
        // Each program with every model would take long.
        if (delivery != DeliveryModel::bag &&
            seed % 3 + 1 != static_cast<std::uint64_t>(delivery)) {
          continue;
        }
        SCOPED_TRACE("the program of seed " + std::to_string(seed) + ", delivery " +
                     std::string(to_string(delivery)) +
                     (dependence == Dependence::field ? ", by field" : ", by actor"));
        looked_at += look(make, options_for(dependence, delivery)) ? 1 : 0;
        if (::testing::Test::HasFailure()) return;
      }
    }
  }
  EXPECT_GT(looked_at, count);
}

}  // namespace harrier::testing
