// Explorations that compare states, on random programs, against every state there is.
// HARRIER_STATES_PROGRAMS and HARRIER_STATES_SEED say how many, and where to begin.
#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "explore/search.hpp"
#include "states/breadth_first.hpp"
#include "states/depth_first.hpp"
#include "states/stubborn.hpp"
#include "tests/support/given.hpp"
#include "tests/support/script_actor.hpp"

namespace harrier::testing {
namespace {

constexpr std::uint64_t programs = 150;  ///< unless said
constexpr std::uint64_t executions_max = 1'500;
constexpr std::uint64_t bytes_max = 100'000;

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

/// What an exploration came to.
struct Met {
  std::map<Fingerprint, std::string> states;
  std::set<std::string> texts;
  std::set<std::string> ends;
  std::set<std::string> failures;               ///< the steps that fail
  std::size_t first_failure = ~std::size_t{0};  ///< its steps
  CheckResult result;
};

/// Notes what another reduction comes to.
class Noting final : public Reduction {
 public:
  Noting(std::unique_ptr<Reduction> reduced, Met& met) : reduced_(std::move(reduced)), met_(met) {}
  Coverage covers() const override { return reduced_->covers(); }
  std::optional<Step> next(const State& state) override { return reduced_->next(state); }
  void leave(const State& state) override { reduced_->leave(state); }
  bool explores_choices() const override { return reduced_->explores_choices(); }
  ReductionStatistics statistics() const override { return reduced_->statistics(); }

  void enter(const State& state) override {
    reduced_->enter(state);
    if (!state.trace.empty() && state.trace.back().failed) {
      met_.first_failure = std::min(met_.first_failure, state.trace.size());
      const MessageId message = state.trace.back().message;
      met_.failures.insert(state.program.narrator()->message_text(message) + " to " +
                           state.program.narrator()->actor_name(state.trace.receiver(message)));
      return;
    }
    const std::string text = text_of(state);
    const auto [known, is_new] =
        met_.states.try_emplace(state.program.fingerprints()->state(), text);
    EXPECT_EQ(known->second, text) << "two states have one fingerprint";
    met_.texts.insert(text);
    if (state.enabled.empty()) met_.ends.insert(text);
  }

 private:
  const std::unique_ptr<Reduction> reduced_;
  Met& met_;
};

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

Met explore(const ProgramFactory& make, const CheckOptions& options,
            std::unique_ptr<Reduction> reduction) {
  Met met;
  Search search(make, options, std::make_unique<Noting>(std::move(reduction), met));
  met.result = search.run();
  return met;
}

template <class Search>
Met explore_states(const ProgramFactory& make, const CheckOptions& options,
                   StateReduction reduction = StateReduction::none) {
  StateOptions states;
  states.reduction = reduction;
  states.bytes_max = bytes_max;
  return explore(make, options, std::make_unique<Search>(states));
}

/// Looks whether the other searches come to what the plain one comes to.
void compare_with(const Met& plain, const ProgramFactory& make, const CheckOptions& options) {
  const Met sleeping = explore_states<DepthFirst>(make, options, StateReduction::sleep);
  EXPECT_EQ(sleeping.states, plain.states);
  EXPECT_EQ(sleeping.failures, plain.failures);
  EXPECT_LE(sleeping.result.steps, plain.result.steps);
  const Met wide = explore_states<BreadthFirst>(make, options);
  EXPECT_EQ(wide.states, plain.states);
  EXPECT_EQ(wide.failures, plain.failures);
  const Met stubborn = explore_states<Stubborn>(make, options);
  EXPECT_EQ(stubborn.ends, plain.ends);
  EXPECT_EQ(stubborn.failures, plain.failures);
  EXPECT_LE(stubborn.result.states->distinct, plain.states.size());
}

bool starts(const Met& met) {
  return std::ranges::none_of(met.result.violations, [](const Violation& violation) {
    return std::holds_alternative<FailedProgram>(violation.finding);
  });
}

template <class Look>
void for_each_program(const Look& look) {
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

TEST(States, AreThoseOfAllExecutions) {
  for_each_program([](const ProgramFactory& make, CheckOptions options) {
    CheckOptions all_options = options;
    all_options.executions_max = executions_max;
    const Met all = explore(make, all_options, std::make_unique<UpToFailures>());
    if (!all.result.complete || !starts(all)) return false;
    const Met plain = explore_states<DepthFirst>(make, options);
    EXPECT_EQ(plain.texts, all.texts);
    EXPECT_EQ(plain.ends, all.ends);
    EXPECT_EQ(plain.failures, all.failures);
    EXPECT_EQ(plain.states.size(), all.states.size());
    EXPECT_EQ(plain.result.states->distinct, all.states.size());
    compare_with(plain, make, options);
    options.keep_going = false;
    const Met first = explore_states<BreadthFirst>(make, options);
    if (first.first_failure != ~std::size_t{0}) {
      EXPECT_EQ(first.first_failure, all.first_failure);
    }
    return true;
  });
}

TEST(States, OfEndlessProgramsAreAllMet) {
  const Endless endless;
  for_each_program([](const ProgramFactory& make, const CheckOptions& options) {
    const Met plain = explore_states<DepthFirst>(make, options);
    if (!plain.result.complete || !starts(plain)) return false;
    compare_with(plain, make, options);
    return true;
  });
}

/// Returns how many programs end or fail in a way that stubborn sets by these rules do not come to.
std::size_t programs_missed(const StubbornRules& rules) {
  std::size_t missed = 0;
  for_each_program([&](const ProgramFactory& make, const CheckOptions& options) {
    const Met plain = explore_states<DepthFirst>(make, options);
    if (!plain.result.complete || !starts(plain)) return false;
    StateOptions states;
    states.bytes_max = bytes_max;
    const Met stubborn = explore(make, options, std::make_unique<Stubborn>(states, rules));
    missed += stubborn.ends != plain.ends || stubborn.failures != plain.failures ? 1 : 0;
    return true;
  });
  return missed;
}

TEST(StubbornRules, AreAllNeeded) {
  EXPECT_GT(programs_missed({.learns_until_nothing_is_new = false}), 0U);
  EXPECT_GT(programs_missed({.asks_who_lets_held_messages_go = false}), 0U);
  const Endless endless;
  EXPECT_GT(programs_missed({.takes_what_cycles_ignore = false}), 0U);
}

}  // namespace
}  // namespace harrier::testing
