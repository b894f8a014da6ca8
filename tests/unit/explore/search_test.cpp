// The exploration loop: bounds, verdicts, violations and their confirmation, size, several at once.
#include "explore/search.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "harrier/harrier.hpp"
#include "tests/support/execution.hpp"

namespace harrier::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

struct Go {};
struct Put {
  int value;
};
struct Ball {
  int left;
};

class Cell : public Actor<Cell> {
 public:
  void on(Put m) {
    check(!(value_ == 3 && m.value == 1), "1 does not follow 3");
    value_ = m.value;
  }

 private:
  Tracked<int> value_{"value", 0};
};

/// Sends as many values to one cell, from the given one on: count! orders.
Setup puts(int count, int first = 1) {
  return [=](System& system) {
    const auto cell = system.spawn<Cell>();
    for (int i = 0; i < count; ++i) system.send(cell, Put{first + i});
  };
}

TEST(Bounds, AreAnsweredWithIncompleteAndNeverWithOk) {
  const CheckResult result = check(puts(2), {.reduction = "exhaustive", .executions_max = 1});
  EXPECT_EQ(result.verdict, Verdict::incomplete);
  EXPECT_FALSE(result.complete);
  EXPECT_EQ(result.executions, 1U);
  EXPECT_EQ(result.incomplete_reason(), "the bound of 1 executions was reached");
}

TEST(Bounds, ThatAreNotReachedDoNotMatter) {
  const CheckResult result =
      check(puts(2),
            {.reduction = "exhaustive", .executions_max = 2, .depth_max = 2, .seconds_max = 600});
  EXPECT_EQ(result.verdict, Verdict::ok);
  EXPECT_TRUE(result.complete);
}

TEST(Bounds, OfDepthCutEveryLongerExecution) {
  const CheckResult result = check(puts(4, 5), {.reduction = "exhaustive", .depth_max = 2});
  EXPECT_EQ(result.verdict, Verdict::incomplete);
  EXPECT_EQ(result.incomplete_reason(), "12 executions were cut at depth 2");  // 4 * 3 beginnings
  EXPECT_EQ(result.executions, 0U);
  EXPECT_EQ(result.steps, 4U + 12U);
  EXPECT_EQ(result.depth_max, 2U);
}

class Endless : public Actor<Endless> {
 public:
  void on(Go) { send(self(), Go{}); }
};
void endless(System& system) { system.send(system.spawn<Endless>(), Go{}); }

TEST(Bounds, OfTimeEndEndlessPrograms) {
  const CheckResult result = check(endless, {.reduction = "exhaustive", .seconds_max = 0.01});
  EXPECT_EQ(result.verdict, Verdict::incomplete);
  EXPECT_EQ(result.incomplete_reason(), "the time bound was reached");
}

TEST(Interrupts, EndTheExplorationWithWhatItHas) {
  std::atomic<bool> interrupt = true;
  const CheckResult result = check(endless, {.reduction = "exhaustive", .interrupt = &interrupt});
  EXPECT_EQ(result.verdict, Verdict::incomplete);
  EXPECT_EQ(result.incomplete_reason(), "interrupted");
  EXPECT_EQ(result.steps, 1U);
}

TEST(Progress, IsTold) {
  std::atomic<bool> interrupt = false;
  std::uint64_t steps = 0;
  check(endless, {.reduction = "exhaustive",
                  .interrupt = &interrupt,
                  .on_progress = [&](const Progress& progress) {
                    steps = progress.steps;
                    EXPECT_EQ(progress.depth, progress.steps);
                    interrupt = true;
                  }});
  EXPECT_GT(steps, 0U);
}

TEST(Progress, TellsWhichShareOfTheKnownBranchesIsExplored) {
  constexpr int messages = 20;  // more orders than anybody explores
  const auto one_receiver = [](System& system) {
    const auto cell = system.spawn<Cell>();
    for (int i = 0; i < messages; ++i) system.send(cell, Put{i});
  };
  const auto stopped_at = [&](const std::string& reduction) {
    std::atomic<bool> interrupt = false;
    Progress stopped;
    check(one_receiver, {.reduction = reduction,
                         .keep_going = true,
                         .interrupt = &interrupt,
                         .on_progress = [&](const Progress& progress) {
                           stopped = progress;
                           interrupt = true;
                         }});
    return stopped;
  };
  // Every order of the messages is one execution, so all branches are equally large.
  double orders = 1;
  for (int i = 2; i <= messages; ++i) orders *= i;
  const Progress exhaustive = stopped_at("exhaustive");
  ASSERT_TRUE(exhaustive.explored.has_value());
  EXPECT_NEAR(*exhaustive.explored * orders, static_cast<double>(exhaustive.executions), 1.01);
  // These know only the branches that races have asked for so far.
  for (const char* reduction : {"optimal", "source"}) {
    const Progress reduced = stopped_at(reduction);
    ASSERT_TRUE(reduced.explored.has_value()) << reduction;
    EXPECT_GE(*reduced.explored * orders, static_cast<double>(reduced.executions) - 1) << reduction;
    EXPECT_LE(*reduced.explored, 1) << reduction;
  }
  EXPECT_EQ(stopped_at("udpor").explored, std::nullopt);
}

class Sleeper : public Actor<Sleeper> {
 public:
  explicit Sleeper(std::atomic<bool>* awake) : awake_(awake) {}
  void on(Go) {
    while (!*awake_) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }

 private:
  std::atomic<bool>* awake_;
};

TEST(Watchdog, NamesTheStepThatDoesNotReturn) {
  std::atomic<bool> awake = false;
  std::string who;
  const CheckResult result =
      check([&](System& system) { system.send(system.spawn<Sleeper>(&awake), Go{}); },
            {.step_seconds_max = 0.3, .on_hang = [&](const Hang& hang) {
               who = hang.actor + " on " + hang.message + " after " + hang.schedule.text();
               awake = true;
             }});
  EXPECT_EQ(who, "sleeper on Go{} after 0");
  EXPECT_EQ(result.verdict, Verdict::ok);
}

TEST(Violations, StopTheSearchAtTheFirst) {
  const CheckResult result = check(puts(3), {.reduction = "exhaustive"});
  EXPECT_EQ(result.verdict, Verdict::violation);
  EXPECT_FALSE(result.complete);
  EXPECT_EQ(result.incomplete_reason(), "stopped at the first violation");
  ASSERT_THAT(result.violations, SizeIs(1));
  const Violation& violation = result.violations[0];
  EXPECT_EQ(violation.message(), "check failed: 1 does not follow 3 (cell on Put{1}, step 3)");
  EXPECT_EQ(violation.schedule.text(), "1.2.0");
  ASSERT_THAT(violation.steps, SizeIs(3));
  EXPECT_EQ(violation.steps[2].from, "set-up");
  EXPECT_EQ(violation.steps[2].to, "cell");
  EXPECT_EQ(violation.steps[2].text, "Put{1}");
  EXPECT_EQ(violation.steps[2].failure, (StepFailure{ViolationKind::check, "1 does not follow 3"}));
}

TEST(Violations, AreCollectedWhenAskedFor) {
  const CheckResult result = check(puts(3), {.reduction = "exhaustive", .keep_going = true});
  EXPECT_EQ(result.verdict, Verdict::violation);
  EXPECT_TRUE(result.complete);
  EXPECT_EQ(result.executions, 6U);
  // 2 3 1, and 3 1 2, where the failure is one step earlier: the shorter one is shown.
  ASSERT_THAT(result.violations, SizeIs(1));
  EXPECT_EQ(result.violations[0].schedule.text(), "2.0");
  EXPECT_EQ(result.violations[0].count, 2U);
}

TEST(Violations, AreCountedOncePerKindAndMessage) {
  const CheckResult result = check(
      [](System& system) {
        puts(3)(system);
        system.at_end([](const End& end) { end.check(false, "never"); });
      },
      {.reduction = "exhaustive", .keep_going = true});
  ASSERT_THAT(result.violations, SizeIs(2));
  EXPECT_EQ(result.violations[0].message(), "the check of the end state failed: never");
  EXPECT_EQ(result.violations[0].count, 4U);  // an end after a failure is not looked at
  EXPECT_EQ(result.violations[1].count, 2U);
}

TEST(Violations, ThatDoNotShowAgainAreNondeterminism) {
  int runs = 0;
  const CheckResult result = check([&runs](System& system) {
    system.spawn<Cell>();
    system.at_end([&runs](const End& end) { end.check(++runs != 1, "not the first time"); });
  });
  EXPECT_EQ(result.verdict, Verdict::nondeterminism);
  EXPECT_THAT(result.incomplete_reason(),
              HasSubstr("the violation does not show again when its schedule is replayed"));
}

ProgramFactory factory(Setup setup) {
  return [setup = std::move(setup)](const ProgramOptions& how) { return make_program(setup, how); };
}

TEST(Replay, RunsExactlyOneSchedule) {
  const ReplayResult result = replay(factory(puts(3)), Schedule::parse("2.1"));
  EXPECT_FALSE(result.maximal);
  EXPECT_THAT(result.violations, IsEmpty());
  ASSERT_THAT(result.steps, SizeIs(2));
  EXPECT_EQ(result.steps[0].text, "Put{3}");
  EXPECT_THAT(result.pending, ElementsAre(PendingMessage{"Put{1}", "cell", Hold::none}));
}

class Server : public Actor<Server> {
 public:
  int on(Go) { return 7; }
};
class Client : public Actor<Client> {
 public:
  explicit Client(Ref<Server> server) : server_(server) {}
  Task<> on(Go) {
    co_await call(server_, Go{});
    send(spawn<Cell>(), Put{1});
    stop();
  }

 private:
  Constant<Ref<Server>> server_;
};

TEST(Replay, TellsWhatEachStepDid) {
  const ReplayResult result =
      replay(factory([](System& system) {
               system.send(system.spawn<Client>(system.spawn<Server>()), Go{});
             }),
             Schedule::parse("0-3"));
  ASSERT_THAT(result.steps, SizeIs(4));
  EXPECT_THAT(result.steps[0].effects,
              ElementsAre(Effect::sends("Go{}", "server"), Effect::waits()));
  EXPECT_THAT(result.steps[1].effects, IsEmpty());
  EXPECT_EQ(result.steps[2].from, "server");
  EXPECT_EQ(result.steps[2].text, "reply 7");
  EXPECT_THAT(result.steps[2].effects,
              ElementsAre(Effect::creates("client/cell"), Effect::sends("Put{1}", "client/cell"),
                          Effect::ends()));
  EXPECT_TRUE(result.maximal);
}

std::string replay_error(const Setup& setup, const char* schedule) {
  try {
    replay(factory(setup), Schedule::parse(schedule));
  } catch (const UsageError& error) {
    return error.what();
  }
  return "it fits";
}

class Chooser : public Actor<Chooser> {
 public:
  void on(Go) { choose(2); }
};

TEST(Replay, SaysWhereAScheduleDoesNotFit) {
  EXPECT_EQ(replay_error(puts(2), "0.0"),
            "the schedule does not fit the program at its step 2: message 0 is not pending; "
            "pending are 1 (Put{2} to cell)");
  const auto chooser = [](System& system) { system.send(system.spawn<Chooser>(), Go{}); };
  EXPECT_EQ(replay_error(chooser, "0:2"),
            "the schedule does not fit the program at its step 1: message 0: value 2 is to be "
            "chosen, but there are 2 values");
  EXPECT_EQ(replay_error(chooser, "0:1:0"),
            "the schedule does not fit the program at its step 1: message 0 chooses 1 times, not "
            "2");
  EXPECT_EQ(replay_error(chooser, "0:1"), "it fits");
}

/// Passes a ball to the other until it comes to rest; then both tell the judge.
class Player : public Actor<Player> {
 public:
  explicit Player(Ref<Cell> judge) : judge_(judge) {}
  void on(Ref<Player> other) { other_ = other; }
  void on(Ball m) {
    if (m.left > 0) send(other_, Ball{m.left - 1});
    if (m.left <= 1) send(judge_, Put{4 + m.left});
  }

 private:
  Constant<Ref<Cell>> judge_;
  Tracked<Ref<Player>> other_;
};

Setup ping_pong(int length) {
  return [=](System& system) {
    const auto judge = system.spawn_as<Cell>("judge");
    const auto ping = system.spawn_as<Player>("ping", judge);
    const auto pong = system.spawn_as<Player>("pong", judge);
    system.send(ping, pong);
    system.send(pong, ping);
    system.settle();
    system.send(ping, Ball{length});
  };
}

TEST(Depth, OfAHundredThousandIsFineForExhaustive) {
  const CheckResult result = check(ping_pong(100'000), {.reduction = "exhaustive"});
  EXPECT_EQ(result.verdict, Verdict::ok);
  EXPECT_EQ(result.depth_max, 100'003U);  // 100,001 passes and two messages to the judge
  // The first message to the judge comes before or after the last pass, and then before or after
  // the second message.
  EXPECT_EQ(result.executions, 3U);
  EXPECT_EQ(result.steps, 100'003U + 2 + 3);
}

TEST(Depth, OfTenThousandWithOneRaceAtTheEndIsFineForOptimal) {
  const CheckResult result = check(ping_pong(10'000), {.reduction = "optimal"});
  EXPECT_EQ(result.verdict, Verdict::ok);
  EXPECT_EQ(result.depth_max, 10'003U);
  EXPECT_EQ(result.executions, 2U);  // 2! orders at the judge
  EXPECT_EQ(result.blocked, 0U);
}

TEST(Size, OfAThousandActorsIsFine) {
  const CheckResult result = check(
      [](System& system) {
        const auto cell = system.spawn<Cell>();
        for (int i = 0; i < 1'000; ++i) system.spawn<Cell>();
        for (const int value : {2, 4}) system.send(cell, Put{value});
      },
      {.reduction = "optimal"});
  EXPECT_EQ(result.executions, 2U);
}

class Spreader : public Actor<Spreader> {
 public:
  void on(Ball m) {
    if (m.left == 0) return;
    send(spawn<Spreader>(), Ball{m.left - 1});
    send(spawn<Spreader>(), Ball{m.left - 1});
  }
};

TEST(Size, OfAThousandActorsMadeOnTheWayIsFine) {
  const CheckResult result =
      check([](System& system) { system.send(system.spawn<Spreader>(), Ball{9}); });
  EXPECT_EQ(result.executions, 1U);  // every actor gets one message
  EXPECT_EQ(result.steps, 1'023U);   // 2^10 - 1 actors
}

TEST(Explorations, InTwoThreadsDoNotDisturbEachOther) {
  const auto explore = [](const char* reduction) {
    return check(puts(6), {.reduction = reduction, .keep_going = true});
  };
  const CheckResult alone_exhaustive = explore("exhaustive");
  const CheckResult alone_optimal = explore("optimal");
  CheckResult together_exhaustive;
  CheckResult together_optimal;
  {
    const std::jthread one([&] { together_exhaustive = explore("exhaustive"); });
    const std::jthread other([&] { together_optimal = explore("optimal"); });
  }
  const auto expect_same = [](const CheckResult& a, const CheckResult& b) {
    EXPECT_EQ(a.executions, b.executions);
    EXPECT_EQ(a.steps, b.steps);
    ASSERT_EQ(a.violations.size(), b.violations.size());
    for (std::size_t i = 0; i < a.violations.size(); ++i) {
      EXPECT_EQ(a.violations[i].schedule, b.violations[i].schedule);
      EXPECT_EQ(a.violations[i].count, b.violations[i].count);
    }
  };
  expect_same(together_exhaustive, alone_exhaustive);
  expect_same(together_optimal, alone_optimal);
}

// Another instance of the program could take a step that this one does not have.
TEST(SharedWork, ThatDoesNotFitAnotherInstanceIsNeverTakenForDone) {
  const CheckOptions options{.reduction = "optimal"};
  Work work;
  work.path.emplace_back().name = {1, 2};
  work.states.resize(2);
  work.states.front().shared = work.states.front().begun = true;
  Search search(factory(puts(2)), options);
  const Search::Portion portion = search.run_portion(&work, 0);
  EXPECT_EQ(portion.result.verdict, Verdict::nondeterminism);
  EXPECT_EQ(portion.result.incomplete.step, 1U);
  EXPECT_EQ(portion.result.incomplete.what,
            "a message that could be delivered here before cannot be now");
}

TEST(Statistics, CountRacesPerFieldAndPairOfMessages) {
  const CheckResult result = check(
      [](System& system) {
        const auto cell = system.spawn<Cell>();
        system.send(cell, Put{2});
        system.send(cell, Put{4});
      },
      {.stats = true});
  ASSERT_THAT(result.races, SizeIs(1));
  EXPECT_EQ(result.races[0].field, "cell.value");
  EXPECT_EQ(result.races[0].first, "Put");
  EXPECT_EQ(result.races[0].second, "Put");
  EXPECT_EQ(result.races[0].found, 2U);     // in each of the two executions
  EXPECT_EQ(result.races[0].reversed, 1U);  // the second one's other order is known
}

TEST(Statistics, AreRefusedWhereNoRacesAreReversed) {
  EXPECT_THROW(check([](System& system) { system.spawn<Cell>(); },
                     {.reduction = "exhaustive", .stats = true}),
               UsageError);
}

TEST(Eventually, IsSaidOfNoMoreThanCanBeKeptOfAState) {
  const auto saying = [](int count) {
    return [=](System& system) {
      puts(1)(system);
      for (int i = 0; i < count; ++i) system.eventually("it ends", [](const End&) { return true; });
    };
  };
  CheckOptions options;
  options.states.on = true;
  EXPECT_EQ(check(saying(64), options).verdict, Verdict::ok);
  EXPECT_THROW(check(saying(65), options), UsageError);
}

TEST(Observers, SeeEveryMaximalExecution) {
  const ProgramFactory make = factory(puts(2));
  const CheckOptions options{.reduction = "exhaustive"};
  std::vector<std::string> schedules;
  Search search(make, options);
  search.observe([&](const State& state) { schedules.push_back(schedule_of(state.trace).text()); });
  search.run();
  EXPECT_THAT(schedules, ElementsAre("0.1", "1.0"));
}

}  // namespace
}  // namespace harrier::testing
