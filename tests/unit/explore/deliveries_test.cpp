// Exploring under every delivery model, and what the results say together.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harrier/actor.hpp"
#include "harrier/check.hpp"
#include "harrier/report.hpp"
#include "harrier/system.hpp"

namespace harrier {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

CheckResult ended(Verdict verdict) {
  CheckResult result;
  result.verdict = verdict;
  result.complete = verdict == Verdict::ok;
  result.executions = 2;
  if (verdict == Verdict::violation)
    result.violations.push_back({.finding = FailedProgram{{FailureKind::check, "wrong"}}});
  if (verdict == Verdict::incomplete)
    result.incomplete = {.why = Incomplete::Why::executions_max, .bound = 2};
  return result;
}

/// The results of bag, fifo, causal and mailbox.
std::vector<DeliveryResult> with(std::array<Verdict, 4> verdicts) {
  return check_deliveries(
      [&](DeliveryModel delivery) { return ended(verdicts[static_cast<std::size_t>(delivery)]); });
}

constexpr Verdict ok = Verdict::ok;
constexpr Verdict bad = Verdict::violation;
constexpr Verdict part = Verdict::incomplete;

TEST(Deliveries, TheWeakestCorrectOneHasNoneThatIsWrongBehindIt) {
  EXPECT_EQ(weakest_correct(with({ok, ok, ok, ok})), DeliveryModel::bag);
  EXPECT_EQ(weakest_correct(with({bad, bad, ok, ok})), DeliveryModel::causal);
  EXPECT_EQ(weakest_correct(with({part, ok, ok, ok})), DeliveryModel::fifo);
  EXPECT_EQ(weakest_correct(with({bad, ok, part, ok})), DeliveryModel::mailbox);
  EXPECT_EQ(weakest_correct(with({bad, bad, bad, bad})), std::nullopt);
}

TEST(Deliveries, AreJudgedTogetherByTheWorst) {
  EXPECT_EQ(verdict_of(with({ok, ok, ok, ok})), Verdict::ok);
  EXPECT_EQ(verdict_of(with({part, bad, ok, ok})), Verdict::violation);
  EXPECT_EQ(verdict_of(with({ok, part, ok, ok})), Verdict::incomplete);
  EXPECT_EQ(verdict_of(with({bad, Verdict::nondeterminism, ok, ok})), Verdict::nondeterminism);
}

TEST(Deliveries, WhatIsRefusedDoesNotCount) {
  const auto results = check_deliveries([](DeliveryModel delivery) {
    if (delivery == DeliveryModel::causal) throw UsageError("not here");
    return ended(delivery == DeliveryModel::bag ? bad : ok);
  });
  EXPECT_EQ(weakest_correct(results), DeliveryModel::fifo);
  EXPECT_EQ(strongest_violated(results)->delivery, DeliveryModel::bag);
  EXPECT_THAT(report(results), HasSubstr("  causal:   not possible: not here\n"));
  EXPECT_THROW(check_deliveries([](DeliveryModel) -> CheckResult { throw UsageError("never"); }),
               UsageError);
}

TEST(Deliveries, AreReportedWithoutClaimingWhatWasNotExplored) {
  EXPECT_THAT(report(with({ok, ok, ok, ok}), {.program = "p"}),
              StartsWith("ok: p is correct under bag delivery, the weakest, and so under all\n"
                         "  bag:      ok, 2 executions\n"));
  EXPECT_THAT(report(with({bad, ok, ok, ok}), {.program = "p"}),
              StartsWith("violation: fifo is the weakest delivery under which p is correct\n"));
  EXPECT_THAT(
      report(with({part, ok, ok, ok}), {.program = "p"}),
      StartsWith("incomplete: fifo is the weakest delivery under which p is known to be "
                 "correct\n"
                 "  bag:      incomplete, 2 executions; the bound of 2 executions was reached\n"));
  EXPECT_THAT(report(with({bad, bad, bad, bad}), {.program = "p"}),
              StartsWith("violation: p is not correct under any delivery model\n"));
}

struct First {};
struct Second {};

class Receiver : public Actor<Receiver> {
 public:
  void on(First) { first_ = true; }
  void on(Second) { check(first_, "the first comes first"); }

 private:
  bool first_ = false;
};

/// Passes the second message on, so that only causality orders the two.
class Relay : public Actor<Relay> {
 public:
  explicit Relay(Ref<Receiver> receiver) : receiver_(receiver) {}
  void on(Second m) { send(receiver_, m); }

 private:
  Ref<Receiver> receiver_;
};

class Sender : public Actor<Sender> {
 public:
  Sender(Ref<Receiver> receiver, Ref<Relay> relay) : receiver_(receiver), relay_(relay) {}
  void on(First m) {
    send(receiver_, m);
    send(relay_, Second{});
  }

 private:
  Ref<Receiver> receiver_;
  Ref<Relay> relay_;
};

TEST(Deliveries, FindThatAProgramNeedsCausalOrder) {
  const auto results = check_deliveries([](DeliveryModel delivery) {
    return check(
        [](System& system) {
          const auto receiver = system.spawn<Receiver>();
          const auto relay = system.spawn<Relay>(receiver);
          system.send(system.spawn<Sender>(receiver, relay), First{});
        },
        {.delivery = delivery});
  });
  std::vector<Verdict> verdicts;
  for (const DeliveryResult& one : results) verdicts.push_back(one.result.verdict);
  EXPECT_THAT(verdicts, ElementsAre(bad, bad, ok, ok));
  EXPECT_EQ(weakest_correct(results), DeliveryModel::causal);
}

}  // namespace
}  // namespace harrier
