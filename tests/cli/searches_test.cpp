// Estimates, samplers, bounded searches and the portfolio on the command line.
#include <nlohmann/json.hpp>
#include <regex>

#include "tests/cli/cli.hpp"

namespace harrier::testing_support {
namespace {

using json = nlohmann::json;

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

TEST(EstimateCommand, IsExactWhereThereIsLittle) {
  const Outcome outcome = harrier_run({"estimate", "fanin", "senders=4"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, StartsWith("exact: fanin has 24 classes of executions; all of them"));
}

TEST(EstimateCommand, SaysHowManyAndHowLong) {
  const Outcome outcome =
      harrier_run({"estimate", "fanin", "senders=12", "--executions-max", "500"});
  EXPECT_EQ(outcome.status, 0);
  // 12! are 479,001,600
  EXPECT_THAT(outcome.out, StartsWith("estimate: fanin has about 4."));
  EXPECT_THAT(outcome.out, AllOf(HasSubstr(" x 10^8 classes of executions ("),
                                 HasSubstr(" with 95% confidence), from 500 random executions"),
                                 HasSubstr("exploring all of them takes about ")));
}

TEST(EstimateCommand, PrintsJson) {
  const Outcome outcome = harrier_run({"estimate", "fanin", "senders=4", "--json"});
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("\"schema\": \"harrier-estimate-1\""),
                                 HasSubstr("\"classes\": 24.0"), HasSubstr("\"confidence\": 1.0")));
}

TEST(SearchOption, FindsAViolationThatReplays) {
  const Outcome outcome =
      harrier_run({"check", "pipeline", "stages=40", "--search", "pct", "--executions-max", "100"});
  EXPECT_EQ(outcome.status, 1);
  std::smatch schedule;
  ASSERT_TRUE(std::regex_search(outcome.out, schedule, std::regex("--schedule (\\S+)\n")));
  const Outcome again = harrier_run({"replay", "pipeline", "stages=40", "--schedule", schedule[1]});
  EXPECT_EQ(again.status, 1);
  EXPECT_THAT(again.out, HasSubstr("violation: check failed: items and marks do not alternate"));
}

TEST(SearchOption, SaysWhatWasSeenAndWhatThatIsWorth) {
  const Outcome outcome =
      harrier_run({"check", "raft", "nodes=5", "--search", "pct", "--executions-max", "300"});
  EXPECT_EQ(outcome.status, 3);
  EXPECT_THAT(outcome.out, StartsWith("incomplete: "));
  EXPECT_THAT(
      outcome.out,
      AllOf(HasSubstr(" distinct classes; no violation in 300 executions of raft; the bound "
                      "of 300 executions was reached\n"),
            HasSubstr("  pct: a violation of depth 1, 2, 3 would have been found with a "
                      "chance of at least "),
            HasSubstr("  one more execution would be of a new class with a chance of ")));
}

TEST(SearchOption, IsReproducible) {
  const std::vector<std::string> command = {"check",  "raft", "nodes=5",          "--search", "urw",
                                            "--seed", "7",    "--executions-max", "200"};
  const std::string first = without_clock(harrier_run(command).out);
  EXPECT_EQ(without_clock(harrier_run(command).out), first);
}

TEST(SearchOption, GoesFromBoundToBound) {
  const Outcome outcome = harrier_run({"check", "paxos", "--search", "delay", "--bound", "0,1"});
  EXPECT_EQ(outcome.status, 3);
  EXPECT_THAT(outcome.out,
              AllOf(HasSubstr("explored are only the executions with at most 1 delay\n"),
                    HasSubstr("  delay with bound 0, to its end: 1 execution, 1 new class, in "),
                    HasSubstr("  delay with bound 1, to its end: 23 executions, 14 new classes")));
}

TEST(SearchOption, RefusesWhatContradictsIt) {
  const auto refused = [](std::vector<std::string> more, const std::string& why) {
    more.insert(more.begin(), {"check", "server"});
    const Outcome outcome = harrier_run(more);
    EXPECT_EQ(outcome.status, 2) << why;
    EXPECT_THAT(outcome.err, HasSubstr(why));
  };
  refused({"--search", "pos"},
          "pos draws executions for as long as it may: give it --executions-max or --seconds-max");
  refused({"--search", "pos", "--executions-max", "5", "--order", "lifo"},
          "--search decides itself what it explores: it takes no --order");
  refused({"--search", "delay", "--reduction", "optimal"}, "it takes no --reduction");
  refused({"--search", "delay", "--ties", "1"}, "it takes no parameters of a reduction, as --k");
  refused({"--bound", "3"}, "--bound is of a bounded search: name it with --search delay");
  refused({"--search", "delay", "--bound", "1,x"},
          "--bound 'x' is not possible: it must be a whole number");
  refused({"--search", "depth", "--bound", "0"}, "a depth of 0 explores nothing");
  refused({"--search", "portfolio"}, "the portfolio splits up the time: give it --seconds-max");
  refused({"--search", "rnadom"}, "unknown search 'rnadom'");
  refused({"--bug-depth", "0"}, "it must be a whole number, 1 or more");
}

TEST(Portfolio, SplitsTheTimeWhereThereIsTooMuch) {
  const Outcome outcome = harrier_run({"check", "paxos", "acceptors=5", "--seconds-max", "1"});
  EXPECT_EQ(outcome.status, 3);
  EXPECT_THAT(outcome.out,
              AllOf(StartsWith("incomplete: "), HasSubstr(" distinct classes of an estimated "),
                    HasSubstr("there is no time to explore all of them, so these searches shared"),
                    HasSubstr("  delay with bound 0, to its end: 1 execution"),
                    HasSubstr("  pos: "), HasSubstr("  tapct: "), HasSubstr("  random: ")));
}

TEST(Portfolio, ChangesNothingWhereThereIsTime) {
  const std::string plain = without_clock(harrier_run({"check", "registry"}).out);
  const Outcome timed = harrier_run({"check", "registry", "--seconds-max", "20"});
  EXPECT_EQ(timed.status, 0);
  EXPECT_EQ(without_clock(timed.out), plain);
}

TEST(Turns, AreToldInTextAndJson) {
  const std::vector<std::string> plain{"check", "fanin", "senders=7", "--jobs", "1"};
  const Outcome outcome = harrier_run(plain);
  EXPECT_THAT(outcome.out,
              ::testing::ContainsRegex("5,040 executions, [0-9,]+ steps, in [0-9.]+ s; drawn in "
                                       "between: [0-9]+ executions\n"));
  EXPECT_EQ(without_clock(harrier_run(plain).out), without_clock(outcome.out));
  const json told =
      json::parse(harrier_run({"check", "fanin", "senders=7", "--jobs", "1", "--json"}).out);
  EXPECT_EQ(told["executions"], 5'040);
  EXPECT_GT(told["drawn"]["executions"], 0);
  EXPECT_EQ(told["drawn"]["found_by"], nullptr);
  EXPECT_EQ(told["drawn"]["searches"]["tapct"].get<int>() +
                told["drawn"]["searches"]["random"].get<int>(),
            told["drawn"]["executions"]);
}

TEST(Turns, AreForThoseWhoNameNothing) {
  for (const std::vector<std::string>& named :
       {std::vector<std::string>{"--reduction", "optimal"}, {"--order", "calm"}}) {
    std::vector<std::string> arguments{"check", "fanin", "senders=7", "--jobs", "1"};
    arguments.insert(arguments.end(), named.begin(), named.end());
    EXPECT_THAT(harrier_run(arguments).out, Not(HasSubstr("drawn")));
  }
}

TEST(Stats, NamesWhatWasNeverReversed) {
  const Outcome outcome = harrier_run(
      {"check", "raft", "--search", "delay", "--bound", "0", "--stats", "--no-progress"});
  EXPECT_EQ(outcome.status, 3);
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("coverage: 0 of "), HasSubstr("never reversed: ")));
  const Outcome whole = harrier_run({"check", "registry", "--stats"});
  EXPECT_THAT(whole.out, Not(HasSubstr("never reversed")));
}

}  // namespace
}  // namespace harrier::testing_support
