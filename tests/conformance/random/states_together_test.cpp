// Several threads that explore states together, on random programs, against one.
#include <gmock/gmock.h>

#include <memory>
#include <optional>
#include <random>
#include <thread>
#include <vector>

#include "states/depth_first.hpp"
#include "tests/conformance/random/explored_states.hpp"
#include "tests/support/script_actor.hpp"

namespace harrier::testing {
namespace {

constexpr std::uint64_t programs = 40;  ///< unless said
constexpr std::size_t threads = 3;

/// Lets other threads go first, now and then.
class Hesitating final : public Reduction {
 public:
  Hesitating(std::unique_ptr<DepthFirst> reduced, std::uint64_t seed)
      : reduced_(std::move(reduced)), random_(seed) {}
  Coverage covers() const override { return reduced_->covers(); }
  void leave(const State& state) override { reduced_->leave(state); }
  bool explores_choices() const override { return reduced_->explores_choices(); }
  ReductionStatistics statistics() const override { return reduced_->statistics(); }
  void enter(const State& state) override {
    hesitate();
    reduced_->enter(state);
  }
  std::optional<Step> next(const State& state) override {
    hesitate();
    return reduced_->next(state);
  }

 private:
  void hesitate() {
    if (random_() % 16 == 0) std::this_thread::yield();
  }

  const std::unique_ptr<DepthFirst> reduced_;
  std::mt19937_64 random_;
};

/// What several threads came to.
struct Together {
  Met met;
  std::uint64_t distinct = 0;
  std::uint64_t met_again = 0;
  std::uint64_t ends = 0;
  std::uint64_t steps = 0;
  std::uint64_t steps_to_given = 0;
  bool complete = true;
};

/// Explores with threads that give steps away whenever they have two.
Together explore_together(const ProgramFactory& make, const CheckOptions& options,
                          StateReduction reduction) {
  StateOptions states;
  states.reduction = reduction;
  const auto shared = std::make_shared<SharedStates>(states, threads, true);
  // What makes programs different is so for the thread that asks for it.
  const bool endless = Endless::wanted();
  const bool anonymous = Anonymous::wanted();
  std::vector<Met> met(threads);
  std::vector<std::uint64_t> steps_to_given(threads);
  {
    std::vector<std::jthread> exploring;
    for (std::size_t i = 0; i < threads; ++i) {
      exploring.emplace_back([&, i] {
        const auto goes_in_circles = endless ? std::make_unique<Endless>() : nullptr;
        const auto has_no_senders = anonymous ? std::make_unique<Anonymous>() : nullptr;
        auto reduced = std::make_unique<DepthFirst>(states, shared);
        const DepthFirst& one = *reduced;
        auto hesitating = std::make_unique<Hesitating>(std::move(reduced), i);
        Search search(make, options, std::make_unique<Noting>(std::move(hesitating), met[i]));
        met[i].result = search.run();
        steps_to_given[i] = one.steps_to_given();
      });
    }
  }
  Together together;
  together.distinct = shared->met.size();
  for (std::size_t i = 0; i < threads; ++i) {
    together.met.add(met[i]);
    together.met_again += met[i].result.states->met_again;
    together.ends += met[i].result.states->ends;
    together.steps += met[i].result.steps - steps_to_given[i];
    together.steps_to_given += steps_to_given[i];
    together.complete &= met[i].result.complete || !met[i].failures.empty();
  }
  return together;
}

/// Looks at programs, with every step and with sleep sets.
void expect_what_one_comes_to() {
  std::uint64_t given = 0;
  for_each_program(programs, [&](const ProgramFactory& make, const CheckOptions& options) {
    const Met one = explore_plainly(make, options);
    if (!one.result.complete || !starts(one)) return false;
    const Together all = explore_together(make, options, StateReduction::none);
    EXPECT_EQ(all.met.states, one.states);
    EXPECT_EQ(all.met.failures, one.failures);
    EXPECT_EQ(all.distinct, one.result.states->distinct);
    EXPECT_EQ(all.met_again, one.result.states->met_again);
    EXPECT_EQ(all.ends, one.result.states->ends);
    EXPECT_EQ(all.steps, one.result.steps);
    const Together sleeping = explore_together(make, options, StateReduction::sleep);
    EXPECT_EQ(sleeping.met.states, one.states);
    EXPECT_EQ(sleeping.met.failures, one.failures);
    EXPECT_EQ(sleeping.ends, one.result.states->ends);
    EXPECT_LE(sleeping.steps, one.result.steps);
    given += all.steps_to_given + sleeping.steps_to_given;
    return true;
  });
  EXPECT_GT(given, 1'000U);  // otherwise nobody has worked with another
}

TEST(StatesTogether, AreThoseOfOne) { expect_what_one_comes_to(); }

TEST(StatesTogether, OfEndlessProgramsAreThoseOfOne) {
  const Endless endless;
  expect_what_one_comes_to();
}

}  // namespace
}  // namespace harrier::testing
