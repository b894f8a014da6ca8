// The models of subjects/abs: as many executions as the papers and those who counted by hand say.
#include <gtest/gtest.h>

#include <tuple>

#include "adapters/abs/tests/run/explored.hpp"

namespace harrier::abs::run::testing {
namespace {

/// Every object an actor, as in the published tables.
constexpr Semantics by_object{.actors = Actors::object};

struct Counted {
  std::string file;
  std::map<std::string, std::string> replaced;
  std::uint64_t by_actor = 0;  ///< 0: too many to look at here
  std::uint64_t by_field = 0;
};

// FORTE'14, table 1, as complete: by actor, and by the fields that steps really touch.
const std::vector<Counted> table_1 = {
    {"quicksort.abs", {}, 16, 16},
    {"quicksort.abs", {{"list[3, 1, 2, 5, 4]", "list[4, 2, 1, 3, 6, 5]"}}, 32, 32},
    {"fib.abs", {}, 16, 16},
    {"fib.abs", {{"wanted() = 5", "wanted() = 7"}}, 4'096, 4'096},
    {"pi.abs", {}, 6, 6},
    {"pi.abs", {{"workers() = 3", "workers() = 5"}}, 120, 120},
    {"pipesort.abs", {}, 288, 216},
    {"pipesort.abs", {{"list[list[7, 11, 5, 3]]", "list[list[7, 11], list[5, 3]]"}}, 5'760, 216},
    {"regsim.abs", {}, 10'080, 720},
    {"regsim.abs",
     {{"workers() = 6", "workers() = 4"}, {"calls() = 1", "calls() = 2"}},
     11'520,
     384},
    {"dht.abs", {}, 2'176, 18},
    {"dht.abs", {{"test() = 1", "test() = 2"}}, 674, 18},
    {"mail.abs", {}, 9'520, 560},
    {"mail.abs", {{"messages() = 2", "messages() = 3"}}, 0, 11'416},
    {"bounded_buffer.abs", {}, 155'520, 2'520},
    {"bounded_buffer.abs",
     {{"items() = 3", "items() = 4"}, {"producers() = 1", "producers() = 2"}},
     0,
     26'208},
};

class Table1 : public ::testing::TestWithParam<Counted> {};

TEST_P(Table1, IsExploredOncePerClass) {
  const Counted& counted = GetParam();
  SCOPED_TRACE(counted.file);
  const ProgramFactory make = factory(loaded(subject(counted.file, counted.replaced)), by_object);
  const Explored by_field = explore(make, with("optimal"));
  EXPECT_TRUE(by_field.result.complete) << by_field.result.incomplete_reason();
  EXPECT_EQ(by_field.result.verdict, Verdict::ok);
  EXPECT_EQ(by_field.result.executions, counted.by_field);
  EXPECT_EQ(by_field.classes.size(), counted.by_field);
  EXPECT_EQ(by_field.result.blocked, 0U);
  EXPECT_EQ(by_field.result.steps_replayed, 0U);
  if (counted.by_actor == 0) return;
  const Explored by_actor = explore(make, with("optimal", Dependence::actor));
  EXPECT_TRUE(by_actor.result.complete) << by_actor.result.incomplete_reason();
  EXPECT_EQ(by_actor.result.executions, counted.by_actor);
  EXPECT_EQ(by_actor.result.blocked, 0U);
  EXPECT_EQ(by_actor.ends.size(), by_field.ends.size());
}

INSTANTIATE_TEST_SUITE_P(Forte14, Table1, ::testing::ValuesIn(table_1), [](const auto& one) {
  return one.param.file.substr(0, one.param.file.find('.')) + "_" + std::to_string(one.index);
});

TEST(AbsSubjects, TheRunningExampleHasTheOrdersOneCanCount) {
  const ProgramFactory make = factory(loaded(subject("registry.abs")));
  // FORTE'14, figures 3 and 4.
  EXPECT_EQ(explore(make, with("exhaustive")).result.executions, 30U);
  EXPECT_EQ(explore(make, with("optimal", Dependence::actor)).result.executions, 6U);
  const Explored by_field = explore(make, with("optimal"));
  EXPECT_EQ(by_field.result.executions, 2U);
  EXPECT_EQ(by_field.ends.size(), 2U);
}

TEST(AbsSubjects, PiHasOneEndStateInAllItsOrders) {
  const Explored all = explore(factory(loaded(subject("pi.abs"))), with("exhaustive"));
  EXPECT_EQ(all.result.executions, 540U);
  EXPECT_EQ(all.classes.size(), 6U);
}

TEST(AbsSubjects, MailReachesFiftyEndStates) {
  EXPECT_EQ(explore(factory(loaded(subject("mail.abs"))), with("optimal")).ends.size(), 50U);
}

TEST(AbsSubjects, OfCreolHoldWhatTheyClaimInEveryExecution) {
  for (const auto& [file, by_field, by_actor] :
       {std::tuple("leader.abs", 88U, 4'522U), std::tuple("peterson_leader.abs", 761U, 761U),
        std::tuple("barrier.abs", 6U, 180U)}) {
    SCOPED_TRACE(file);
    const ProgramFactory make = factory(loaded(subject(file)));
    const Explored fields = explore(make, with("optimal"));
    EXPECT_EQ(fields.result.verdict, Verdict::ok);
    EXPECT_EQ(fields.result.executions, by_field);
    EXPECT_EQ(fields.ends.size(), 1U);
    EXPECT_EQ(explore(make, with("optimal", Dependence::actor)).result.executions, by_actor);
  }
}

TEST(AbsSubjects, TheDatabaseAndItsWorkerDeadlockInOneOfThreeClasses) {
  const ProgramFactory make = factory(loaded(subject("db_protocol.abs")));
  EXPECT_EQ(explore(make, with("exhaustive")).result.executions, 6U);
  const Explored classes = explore(make, with("optimal"));
  EXPECT_EQ(classes.result.executions, 3U);
  ASSERT_EQ(classes.result.violations.size(), 1U);
  EXPECT_EQ(classes.result.violations[0].count, 1U);
  EXPECT_EQ(classes.result.violations[0].message(),
            "deadlock among calls: Database waits for Worker waits for Database");
}

TEST(AbsSubjects, ACycleOfAwaitsIsADeadlock) {
  const Explored all = explore(factory(loaded(subject("await_chain.abs"))), with("optimal"));
  EXPECT_TRUE(all.result.complete);
  ASSERT_EQ(all.result.violations.size(), 1U);
  EXPECT_EQ(all.result.violations[0].kind(), ViolationKind::deadlock);
}

TEST(AbsSubjects, PhilosophersMayStarveOfEachOther) {
  const Explored all = explore(factory(loaded(subject("philosophers.abs"))), with("optimal"));
  EXPECT_TRUE(all.result.complete);
  ASSERT_EQ(all.result.violations.size(), 1U);
  EXPECT_EQ(all.result.violations[0].kind(), ViolationKind::deadlock);
}

}  // namespace
}  // namespace harrier::abs::run::testing
