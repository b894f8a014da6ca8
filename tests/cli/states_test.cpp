// Explorations that compare states, on the command line.
#include <regex>

#include "tests/cli/cli.hpp"

namespace harrier::testing_support {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

Outcome example(const std::string& name, std::vector<std::string> arguments) {
  return run({.binary = HARRIER_EXAMPLES_DIR "/example_" + name,
              .arguments = std::move(arguments),
              .invoked_as = "./example_" + name,
              .environment = {},
              .folder = {}});
}
/// Runs the example whose clients ask again and again.
Outcome retry(std::vector<std::string> arguments) { return example("retry", std::move(arguments)); }

TEST(StatesOption, ExploresEveryStateOnce) {
  const Outcome outcome = harrier_run({"check", "pi", "--states"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out,
              StartsWith("ok: no violation in any execution of pi; all 35 states were explored\n"));
  const Outcome wide = harrier_run({"check", "pi", "--states", "--breadth-first"});
  EXPECT_THAT(wide.out, HasSubstr("all 35 states were explored"));
}

TEST(StatesOption, PrintsJson) {
  const Outcome outcome = harrier_run({"check", "pi", "--states", "--json"});
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("\"states\": 35"), HasSubstr("\"reduction\": \"sleep\""),
                                 HasSubstr("\"comparator\": \"actors\""),
                                 HasSubstr("\"chance_of_omission\": ")));
}

TEST(StatesOption, TellsMoreStatesApartTheMoreTheComparatorLooksAt) {
  const auto states = [](std::vector<std::string> options) {
    options.insert(options.begin(), {"check", "leader", "n=4", "--states", "--json"});
    const Outcome outcome = harrier_run(options);
    std::smatch found;
    EXPECT_TRUE(std::regex_search(outcome.out, found, std::regex("\"states\": (\\d+)")));
    return std::stoul(found[1]);
  };
  EXPECT_GT(states({"--comparator", "exact"}), states({}));
  EXPECT_LT(states({"--step", "big"}), states({}));
}

TEST(StatesOption, FindsAViolationWithTheFewestSteps) {
  const Outcome outcome = harrier_run({"check", "server", "--states", "--breadth-first"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.out, HasSubstr("step 6)"));
}

TEST(StatesOption, StopsWhereTheTableIsFull) {
  const Outcome outcome =
      harrier_run({"check", "fanin", "senders=9", "--states", "--memory-max", "1"});
  EXPECT_EQ(outcome.status, 3);
  EXPECT_THAT(outcome.out, StartsWith("incomplete: there is no more room for states; --memory-max "
                                      "gives more"));
}

TEST(StatesOption, LeavesOutStatesInWhichNothingEnds) {
  const Outcome outcome = harrier_run({"check", "twopc", "--states", "--reduction", "stubborn"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("states were explored, which come to every end\n"));
  const Outcome found = harrier_run({"check", "le-erlang", "--states", "--reduction", "stubborn"});
  EXPECT_EQ(found.status, 1);
  // Executions without an end may need the states that it leaves out.
  for (const std::string needs_all : {"--must-end", "--breadth-first", "--step=big"}) {
    const Outcome refused =
        harrier_run({"check", "twopc", "--states", "--reduction", "stubborn", needs_all});
    EXPECT_EQ(refused.status, 2) << needs_all;
  }
  EXPECT_EQ(retry({"check", "retry", "--states", "--reduction", "stubborn"}).status, 2);
  expect_error(
      harrier_run({"check", "twopc", "--reduction", "stubborn"}),
      "--reduction sleep or stubborn needs --states; elsewhere --sleep adds sleep sets, and "
      "optimal explores the least");
  expect_error(
      harrier_run({"check", "twopc", "--reduction", "sleep"}),
      "--reduction sleep or stubborn needs --states; elsewhere --sleep adds sleep sets, and "
      "optimal explores the least");
}

TEST(StatesOption, RefusesWhatMissesStates) {
  const Outcome outcome = harrier_run({"check", "pi", "--states", "--reduction", "optimal"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err,
              HasSubstr("--states takes no reduction of executions: where one stops at "
                        "a state that it knows, it misses the races of what comes "
                        "after"));
  EXPECT_EQ(harrier_run({"check", "pi", "--must-end"}).status, 2);
  EXPECT_EQ(harrier_run({"check", "pi", "--reduction", "sleep"}).status, 2);
}

std::string states_and_ends(const Outcome& outcome) {
  std::smatch found;
  EXPECT_TRUE(std::regex_search(outcome.out, found,
                                std::regex("([0-9,]+ states), met .*, ([0-9,]+ ends)")));
  return found.str(1) + " " + found.str(2);
}

TEST(StatesOption, SharesTheStatesAmongThreads) {
  const std::vector<std::string> check{"check", "philosophers", "n=3", "--states"};
  const auto with = [&](const std::vector<std::string>& options) {
    std::vector<std::string> line = check;
    line.insert(line.end(), options.begin(), options.end());
    return harrier_run(line);
  };
  const Outcome one = with({});
  EXPECT_EQ(one.status, 0) << one.err;
  const Outcome two = with({"--jobs", "2"});
  EXPECT_EQ(two.status, 0) << two.err;
  EXPECT_EQ(states_and_ends(one), states_and_ends(two));
  const Outcome found = harrier_run({"check", "paxos", "flaw=accepts", "--states", "--jobs", "2"});
  EXPECT_EQ(found.status, 1) << found.err;
  for (const std::vector<std::string>& is_one_walk : {std::vector<std::string>{"--breadth-first"},
                                                      {"--reduction", "stubborn"},
                                                      {"--must-end"},
                                                      {"--executions-max", "5"},
                                                      {"--checkpoint", "no.harrier"}}) {
    std::vector<std::string> options{"--jobs", "2"};
    options.insert(options.end(), is_one_walk.begin(), is_one_walk.end());
    EXPECT_EQ(with(options).status, 2) << is_one_walk.front();
  }
  const Outcome full =
      harrier_run({"check", "fanin", "senders=9", "--states", "--memory-max", "1", "--jobs", "2"});
  EXPECT_EQ(full.status, 3);
  EXPECT_THAT(full.out, StartsWith("incomplete: there is no more room for states"));
}

TEST(StatesOption, ComparesProcesses) {
  const Outcome outcome = harrier_run({"check", "mutex-pi", "--states"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr(" states were explored\n"));
  const Outcome stubborn = harrier_run({"check", "mutex-pi", "--states", "--reduction=stubborn"});
  EXPECT_EQ(stubborn.status, 2);
  EXPECT_THAT(stubborn.err, HasSubstr("what processes wait for is done by others"));
  const Outcome exact = harrier_run({"check", "mutex-pi", "--states", "--comparator=exact"});
  EXPECT_EQ(exact.status, 2);
}

TEST(SymmetricComparator, TakesStatesForOneThatDifferInWhoIsWho) {
  const Outcome outcome =
      harrier_run({"check", "readers", "n=8", "--states", "--comparator", "symmetric"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out,
              HasSubstr(" states were explored, compared but for who is who of interchangeable "
                        "actors\n"));
  EXPECT_EQ(harrier_run({"check", "paxos", "flaw=accepts", "--states", "--comparator", "symmetric"})
                .status,
            1);
}

TEST(SymmetricComparator, LooksAtEndsInEveryArrangement) {
  const Outcome ok = example(
      "guests", {"check", "guests", "claim=seated", "--states", "--comparator", "symmetric"});
  EXPECT_EQ(ok.status, 0) << ok.err;
  const Outcome first = example(
      "guests", {"check", "guests", "claim=first", "--states", "--comparator", "symmetric"});
  EXPECT_EQ(first.status, 1) << first.err;
  EXPECT_THAT(first.out, HasSubstr("the first guest has a seat"));
  std::smatch line;
  ASSERT_TRUE(std::regex_search(first.out, line, std::regex("replay: .* --schedule (\\S+)\n")));
  const Outcome again =
      example("guests", {"replay", "guests", "claim=first", "--schedule", line[1]});
  EXPECT_EQ(again.status, 1);
  EXPECT_THAT(again.out, HasSubstr("the first guest has a seat"));
}

TEST(SymmetricComparator, RefusesWhatItCannotDo) {
  const auto refused = [](const std::string& name, std::vector<std::string> more) {
    std::vector<std::string> arguments{"check", name, "--states", "--comparator", "symmetric"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Outcome outcome = harrier_run(arguments);
    EXPECT_EQ(outcome.status, 2) << name;
    return outcome.err;
  };
  EXPECT_THAT(refused("readers", {"--reduction", "sleep"}),
              HasSubstr("take exhaustive, not a reduction"));
  EXPECT_THAT(refused("readers", {"--reduction", "stubborn"}),
              HasSubstr("take exhaustive, not a reduction"));
  EXPECT_THAT(refused("readers", {"--must-end"}), HasSubstr("executions that never end"));
  EXPECT_THAT(refused("pi", {}), HasSubstr("does not say which actors are interchangeable"));
  // The set-up sends to one after the other, and under causal delivery the last knows of the rest.
  EXPECT_THAT(refused("readers", {"--delivery", "causal"}),
              HasSubstr("at the start they can be told apart"));
  EXPECT_EQ(harrier_run({"outcomes", "readers", "--states", "--comparator", "symmetric"}).status,
            2);
}

TEST(EndlessExecutions, AreNoViolationWhereTheyAreNotFair) {
  const Outcome outcome = retry({"check", "retry", "--states", "--must-end"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, HasSubstr("all 26 states were explored"));
}

TEST(EndlessExecutions, AreShownAsWhatComesBeforeAndWhatComesAgain) {
  const Outcome outcome = retry({"check", "retry", "flaw=keeps", "--states"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(
      outcome.out,
      StartsWith("violation: an execution never ends without 'every client was served' ever "
                 "holding: steps 5 to 6 again and again\n"));
  std::smatch line;
  ASSERT_TRUE(std::regex_search(outcome.out, line,
                                std::regex("replay: .* --cycle-from (\\d+) --schedule (\\S+)\n")));
  const Outcome again =
      retry({"replay", "retry", "flaw=keeps", "--cycle-from", line[1], "--schedule", line[2]});
  EXPECT_EQ(again.status, 1);
  EXPECT_THAT(again.out, HasSubstr("violation: an execution never ends without"));
  const Outcome elsewhere =
      retry({"replay", "retry", "flaw=keeps", "--cycle-from", "3", "--schedule", line[2]});
  EXPECT_EQ(elsewhere.status, 0);
}

TEST(EndlessExecutions, AreNotForgottenWithoutStates) {
  const Outcome outcome = retry({"check", "retry"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("the program says what is to hold eventually, which only "
                                     "explorations of states look at: give --states"));
}

}  // namespace
}  // namespace harrier::testing_support
