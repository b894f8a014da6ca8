// The account of an execution: what is pending, whose steps are whose, and taking steps back.
#include "harrier/detail/ledger.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace harrier::detail {
namespace {

constexpr ActorId first_actor(0);
constexpr ActorId second_actor(1);

std::vector<Choice> choices_of(const StepReport& report) {
  return {report.choices.begin(), report.choices.end()};
}

/// Two actors with three messages from the set-up, the second one for the second actor.
class LedgerOfTwo : public ::testing::Test {
 protected:
  LedgerOfTwo() {
    ledger_.add_actor();
    ledger_.add_actor();
    for (const ActorId to : {first_actor, second_actor, first_actor}) send(ActorId(), to);
  }
  MessageId send(ActorId from, ActorId to) {
    const MessageId sent = ledger_.add_message(to, from);
    ledger_.add_pending(sent);
    return sent;
  }
  std::vector<std::uint32_t> pending() const {
    std::vector<std::uint32_t> out;
    for (const MessageId id : ledger_.pending()) out.push_back(id.value);
    return out;
  }

  Ledger ledger_;
};

TEST_F(LedgerOfTwo, ReportsWhatTheSetUpMade) {
  const StepReport& report = ledger_.end_setup();
  EXPECT_FALSE(report.message);
  EXPECT_EQ(report.created_count, 2U);
  EXPECT_EQ(std::vector(report.receivers.begin(), report.receivers.end()),
            (std::vector{first_actor, second_actor, first_actor}));
}

TEST_F(LedgerOfTwo, ReportsWhatAStepMade) {
  ledger_.end_setup();
  ledger_.begin(MessageId(1), {});
  send(second_actor, first_actor);
  ledger_.add_actor();
  ledger_.take_choice(3);
  const StepReport& report = ledger_.end();
  EXPECT_EQ(report.message, MessageId(1));
  EXPECT_EQ(report.actor, second_actor);
  EXPECT_EQ(report.first_sent, MessageId(3));
  EXPECT_EQ(std::vector(report.receivers.begin(), report.receivers.end()),
            std::vector{first_actor});
  EXPECT_EQ(report.first_created, ActorId(2));
  EXPECT_EQ(report.created_count, 1U);
  EXPECT_EQ(choices_of(report), (std::vector<Choice>{{0, 3}}));
  EXPECT_EQ(ledger_.message(MessageId(3)).sender, second_actor);
  EXPECT_EQ(ledger_.message(MessageId(3)).sent_by, 1U);
  EXPECT_EQ(ledger_.created_by(ActorId(2)), 1U);
}

TEST_F(LedgerOfTwo, PutsAMessageBackAtItsPlace) {
  ledger_.end_setup();
  ledger_.begin(MessageId(1), {});
  send(second_actor, first_actor);
  ledger_.end();
  EXPECT_EQ(pending(), (std::vector<std::uint32_t>{0, 2, 3}));
  EXPECT_EQ(ledger_.message(MessageId(1)).delivered_by, 1U);
  ledger_.take_back();
  EXPECT_EQ(pending(), (std::vector<std::uint32_t>{0, 1, 2}));
  EXPECT_EQ(ledger_.message(MessageId(1)).delivered_by, 0U);
  EXPECT_EQ(ledger_.made(), (Made{3, 2, 0, 0}));
}

TEST_F(LedgerOfTwo, TakesBackThatAnOlderMessageBecamePending) {
  const MessageId waiting = ledger_.add_message(first_actor, first_actor, false, true);
  ledger_.end_setup();
  ledger_.begin(MessageId(0), {});
  ledger_.add_pending(waiting);
  ledger_.end();
  EXPECT_EQ(pending(), (std::vector<std::uint32_t>{1, 2, 3}));
  ledger_.take_back();
  EXPECT_EQ(pending(), (std::vector<std::uint32_t>{0, 1, 2}));
}

TEST_F(LedgerOfTwo, ListsTheStepsOfAnActor) {
  ledger_.end_setup();
  for (const std::size_t id : {2, 1, 0}) {
    ledger_.begin(MessageId(id), {});
    ledger_.end();
  }
  std::vector<StepNumber> steps;
  ledger_.steps_of(first_actor, steps);
  EXPECT_EQ(steps, (std::vector<StepNumber>{1, 3}));
  ledger_.take_back();
  ledger_.steps_of(first_actor, steps);
  EXPECT_EQ(steps, std::vector<StepNumber>{1});
}

TEST_F(LedgerOfTwo, HandsOutTheGivenChoicesInTheirOrder) {
  ledger_.end_setup();
  const std::vector<Choice> choices{{2, 3}, {1, 2}};
  ledger_.begin(MessageId(0), choices);
  EXPECT_EQ(ledger_.take_choice(3), 2U);
  EXPECT_EQ(ledger_.take_choice(2), 1U);
  EXPECT_EQ(ledger_.take_choice(4), 0U);
  EXPECT_EQ(choices_of(ledger_.end()), (std::vector<Choice>{{2, 3}, {1, 2}, {0, 4}}));
}

TEST_F(LedgerOfTwo, TakesWhatIsOnlyAskedForAsFarAsItFits) {
  ledger_.end_setup();
  const std::vector<Choice> asked{{2, Choice::if_it_fits}, {1, Choice::if_it_fits}};
  ledger_.begin(MessageId(0), asked);
  EXPECT_EQ(ledger_.take_choice(2), 0U);
  EXPECT_EQ(ledger_.take_choice(2), 1U);
  EXPECT_EQ(choices_of(ledger_.end()), (std::vector<Choice>{{0, 2}, {1, 2}}));
}

TEST_F(LedgerOfTwo, RefusesChoicesThatAreGivenForGoodAndDoNotFit) {
  ledger_.end_setup();
  const auto refusal = [&](Choice given, std::uint32_t count) -> std::string {
    ledger_.begin(MessageId(0), {&given, 1});
    ledger_.take_choice(count);
    try {
      ledger_.end();
    } catch (const NondeterminismError& error) {
      ledger_.take_back();
      return error.what() + (" at " + std::to_string(error.step()));
    }
    ledger_.take_back();
    return "it fits";
  };
  EXPECT_EQ(refusal({2, 0}, 2), "value 2 is to be chosen, but there are 2 values at 0");
  EXPECT_EQ(refusal({2, 3}, 2), "value 2 is to be chosen, but there are 2 values at 0");
  EXPECT_EQ(refusal({1, 3}, 2), "there are 2 values to choose from, not 3 as before at 0");
  EXPECT_EQ(refusal({1, 0}, 2), "it fits");  // a schedule does not say of how many
  EXPECT_EQ(refusal({1, 2}, 2), "it fits");
}

TEST_F(LedgerOfTwo, CountsTheStepsOfASetUpAsItsOwn) {
  ledger_.begin(MessageId(0), {});
  const MessageId sent = send(first_actor, second_actor);
  ledger_.end();
  EXPECT_EQ(ledger_.end_setup().receivers.size(), 4U);
  EXPECT_EQ(ledger_.message(sent).sent_by, 0U);
  ledger_.begin(MessageId(1), {});
  ledger_.end();
  EXPECT_FALSE(ledger_.event(1));
  EXPECT_EQ(ledger_.event(2), EventId(0));
  EXPECT_EQ(ledger_.number(0), 2U);
}

}  // namespace
}  // namespace harrier::detail
