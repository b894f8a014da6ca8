// What Harrier relies on is checked: each check stops a search that would go wrong without it.
#include "harrier/internal_error.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/happens_before.hpp"
#include "core/sleep_sets.hpp"
#include "explore/registries.hpp"
#include "explore/replay.hpp"
#include "explore/walk.hpp"
#include "harrier/detail/ledger.hpp"
#include "harrier/harrier.hpp"
#include "reduction/wakeup_tree.hpp"
#include "tests/support/hand_sequence.hpp"
#include "tests/support/small_program.hpp"

namespace harrier::testing {
namespace {

using ::testing::MatchesRegex;

/// Returns what is said of something that must not be.
std::string broken(const std::function<void()>& deed) {
  try {
    deed();
  } catch (const InternalError& error) {
    return error.what();
  }
  return "nobody noticed";
}

TEST(InternalErrors, SayWhereAndWith) {
  const std::uint32_t three = 3;
  EXPECT_THAT(
      broken([&] { HARRIER_CHECK(three == 4, "three is four", three, 4U); }),
      MatchesRegex("internal_error_test.cpp:[0-9]+: three is four \\(3, 4\\): not three == 4"));
  EXPECT_THAT(broken([&] { HARRIER_CHECK(three == 4, "three is four"); }),
              MatchesRegex("internal_error_test.cpp:[0-9]+: three is four: not three == 4"));
  EXPECT_EQ(broken([&] { HARRIER_CHECK(three == 3, "three is three"); }), "nobody noticed");
}

TEST(InternalErrors, OfTheLedger) {
  detail::Ledger ledger;
  const ActorId actor = ledger.add_actor();
  const MessageId message = ledger.add_message(actor, {});
  ledger.end_setup();
  EXPECT_THAT(broken([&] { ledger.begin(message, {}); }),
              MatchesRegex(".*a step on a message that is not pending.*"));
  EXPECT_THAT(broken([&] { ledger.remove_pending(message); }),
              MatchesRegex(".*a message is removed that is not pending.*"));
  EXPECT_THAT(broken([&] { ledger.take_back(); }),
              MatchesRegex(".*a step is taken back that was not executed.*"));
}

/// A trace of two actors with a message each, of which the first was delivered.
class TraceOfTwo : public ::testing::Test {
 protected:
  TraceOfTwo() {
    StepReport setup;
    setup.receivers = actors_;
    setup.created_count = 2;
    trace_.start(setup);
    trace_.push(step(0));
  }
  StepReport step(std::uint32_t number) const {
    StepReport report;
    report.message = MessageId(number);
    report.actor = ActorId(number);
    return report;
  }
  std::string refusal(const StepReport& report, std::vector<EventId> further = {}) {
    return broken([&] { trace_.push(report, further); });
  }

  const std::vector<ActorId> actors_{ActorId(0), ActorId(1)};
  const std::vector<ActorId> nobody_{ActorId(2)};
  Trace trace_;
};

TEST_F(TraceOfTwo, TakesOnlyWhatAProgramCanHaveDone) {
  StepReport report = step(2);
  EXPECT_THAT(refusal(report), MatchesRegex(".*a message that nobody sent \\(2, 2\\).*"));
  report = step(1);
  report.actor = ActorId(0);
  EXPECT_THAT(refusal(report), MatchesRegex(".*another actor than its message's.*"));
  EXPECT_THAT(refusal(step(1), {EventId(1)}), MatchesRegex(".*a cause that has not happened.*"));
  report = step(1);
  report.receivers = actors_;
  report.first_sent = MessageId(1);
  EXPECT_THAT(refusal(report), MatchesRegex(".*messages are not numbered on \\(1, 2\\).*"));
}

TEST_F(TraceOfTwo, TakesOnlyNumbersThatGoOn) {
  StepReport report = step(1);
  report.created_count = 1;
  EXPECT_THAT(refusal(report), MatchesRegex(".*actors are not numbered on \\(0, 2\\).*"));
  report = step(1);
  report.object_count = 1;
  report.first_object = ObjectId(3);
  EXPECT_THAT(refusal(report), MatchesRegex(".*objects are not numbered on \\(3, 0\\).*"));
  report = step(1);
  report.first_sent = MessageId(2);
  report.receivers = nobody_;
  EXPECT_THAT(refusal(report), MatchesRegex(".*an actor that there is not \\(2, 2\\).*"));
}

TEST_F(TraceOfTwo, IsNotShorterThanNothing) {
  trace_.pop();
  EXPECT_THAT(broken([&] { trace_.pop(); }), MatchesRegex(".*forgotten that was not executed.*"));
}

TEST_F(TraceOfTwo, IsWhatHappensBeforeKnows) {
  HappensBefore happens_before;
  happens_before.push(trace_);
  EXPECT_THAT(broken([&] { happens_before.push(trace_); }),
              MatchesRegex(".*an event is added that did not happen.*"));
  happens_before.pop();
  EXPECT_THAT(broken([&] { happens_before.pop(); }),
              MatchesRegex(".*an event is forgotten that was not added.*"));
}

TEST(InternalErrors, OfSleepSets) {
  SleepSets sleep;
  EXPECT_THAT(broken([&] { sleep.push(MessageId(0), {}); }),
              MatchesRegex(".*there is none before it.*"));
  EXPECT_THAT(broken([&] { sleep.pop(); }), MatchesRegex(".*left that was not entered.*"));
}

TEST(InternalErrors, OfWakeupTrees) {
  WakeupTrees trees;
  const WakeupTrees::NodeId one = trees.make();
  const WakeupTrees::NodeId other = trees.make();
  trees.append(one, named(1), {});
  EXPECT_THAT(broken([&] { trees.remove(other, trees.first_child(one)); }),
              MatchesRegex(".*a branch is removed where it does not hang.*"));
}

/// One actor with two messages, whose first cancels the second one.
SmallProgram::Behaviour two_messages() {
  return {.set_up =
              [](SmallProgram& program) {
                const ActorId actor = program.make_actor();
                program.send(actor, 0);
                program.send(actor, 1);
              },
          .step = [](SmallProgram&, const SmallProgram::Message&) {}};
}

TEST(InternalErrors, OfThePathsOfReductions) {
  for (const NamedSummary& named : reductions()) {
    if (named.name == "apet") continue;  // of ABS models only
    SCOPED_TRACE(named.name);
    SmallProgram program(two_messages());
    Trace trace;
    trace.start(program.start());
    std::vector<MessageId> enabled;
    program.enabled(enabled);
    FakeRehearsal rehearsal({});
    const State state{program, trace, enabled, rehearsal};
    CheckOptions options;
    options.reduction = named.name;
    options.dependence = Dependence::actor;
    const std::unique_ptr<Reduction> reduction = make_reduction(options);
    reduction->enter(state);
    EXPECT_THAT(broken([&] { reduction->enter(state); }),
                MatchesRegex(".*a state is entered that is not the next on the path.*"));
    reduction->leave(state);
    EXPECT_THAT(broken([&] { reduction->leave(state); }),
                MatchesRegex(".*a state is left that is not the last on the path.*"));
  }
}

/// A program that takes a cancelled message out of what is pending.
class Cancels final : public Program {
 public:
  const StepReport& start() override {
    cancelled_ = false;
    return program_.start();
  }
  std::span<const MessageId> pending() const override {
    return program_.pending().subspan(0, cancelled_ ? 0 : program_.pending().size());
  }
  void enabled(std::vector<MessageId>& out) override {
    for (const MessageId message : pending()) out.push_back(message);
  }
  const StepReport& execute(MessageId message, std::span<const Choice> choices) override {
    cancelled_ = message == MessageId(0);
    return program_.execute(message, choices);
  }

 private:
  SmallProgram program_{two_messages()};
  bool cancelled_ = false;
};

TEST(InternalErrors, OfProgramsThatTakeBackMessages) {
  for (const char* reduction : {"exhaustive", "optimal", "source", "udpor", "persistent"}) {
    CheckOptions options;
    options.reduction = reduction;
    options.order = "fifo";  // the first message is to be delivered while the other is pending
    EXPECT_THAT(broken([&] {
                  check([](const ProgramOptions&) { return std::make_unique<Cancels>(); }, options);
                }),
                MatchesRegex(".*a program takes back a message; it must stay pending.*"));
  }
}

}  // namespace
}  // namespace harrier::testing
