// Samplers that draw in between find what depth first search comes to late, and change nothing
// else.
#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "harrier/harrier.hpp"
#include "harrier/jobs.hpp"
#include "tests/support/subjects.hpp"

namespace harrier::testing {
namespace {

using Plan = std::function<void(System&)>;

/// Writes down who has come, in which order: the work that goes on beside what is wrong.
struct Entry {
  int by = 0;
};
class Journal : public Actor<Journal> {
 public:
  void on(Entry entry) { last_ = entry.by; }

 private:
  Tracked<int> last_{"last", 0};
};
struct Work {};
class Worker : public Actor<Worker> {
 public:
  Worker(int number, Ref<Journal> journal) : number_(number), journal_(journal) {}
  void on(Work) { send(journal_, Entry{number_}); }

 private:
  Constant<int> number_;
  Constant<Ref<Journal>> journal_;
};
constexpr int workers = 8;
void add_workers(System& system) {
  const auto journal = system.spawn<Journal>();
  for (int i = 1; i <= workers; ++i) system.send(system.spawn<Worker>(i, journal), Work{});
}

// A log with two leaders: who votes does not compare logs, so what the first leader has committed
// is not in the log of the second.

struct Append {
  int term = 0;
  int value = 0;
};
struct AskVote {
  int term = 0;
};
struct Elect {};
struct Put {
  int value = 0;
};

class Replica : public Actor<Replica> {
 public:
  bool on(Append m) {
    if (m.term < term_) return false;
    term_ = m.term;
    value_ = m.value;
    return true;
  }
  bool on(AskVote m) {
    if (m.term <= term_) return false;
    term_ = m.term;
    return true;  // whatever its own log has, and that of who asks has not
  }

 private:
  Tracked<int> term_{"term", 0};
  Tracked<int> value_{"value", 0};
};
struct Committed {
  int value = 0;
};
struct Leads {
  int value = 0;
};
class Witness : public Actor<Witness> {
 public:
  void on(Committed m) { value_ = m.value; }
  void on(Leads m) { check(value_ == 0 || value_ == m.value, "who leads has what is committed"); }

 private:
  Tracked<int> value_{"value", 0};
};
class Leader : public Actor<Leader> {
 public:
  Leader(std::vector<Ref<Replica>> replicas, Ref<Witness> witness)
      : replicas_(std::move(replicas)), witness_(witness) {}
  Task<> on(Put m) {
    int copies = 0;
    for (const auto replica : *replicas_) {
      const bool copied = co_await call(replica, Append{1, m.value});
      copies += copied ? 1 : 0;
    }
    if (copies >= 2) send(witness_, Committed{m.value});
  }
  Task<> on(Elect) {
    int votes = 0;
    for (const auto replica : *replicas_) {
      const bool votes_for = co_await call(replica, AskVote{2});
      votes += votes_for ? 1 : 0;
    }
    if (votes >= 2) send(witness_, Leads{0});  // its own log is empty
  }

 private:
  Constant<std::vector<Ref<Replica>>> replicas_;
  Constant<Ref<Witness>> witness_;
};
void log_of_two_leaders(System& system) {
  add_workers(system);
  std::vector<Ref<Replica>> replicas;
  for (int i = 0; i < 3; ++i) replicas.push_back(system.spawn<Replica>());
  const auto witness = system.spawn<Witness>();
  system.send(system.spawn<Leader>(replicas, witness), Put{7});
  system.send(system.spawn<Leader>(replicas, witness), Elect{});
}

// Two-phase commit: a vote that comes after the coordinator has given up still counts.

struct Vote {};
struct GiveUp {};
struct Decided {
  bool commit = false;
};
class Account : public Actor<Account> {
 public:
  void on(Decided m) {
    check(!decided_ || commit_ == m.commit, "all are told the same");
    decided_ = true;
    commit_ = m.commit;
  }

 private:
  Tracked<bool> decided_{"decided", false};
  Tracked<bool> commit_{"commit", false};
};
class Coordinator : public Actor<Coordinator> {
 public:
  Coordinator(int needed, Ref<Account> account) : needed_(needed), account_(account) {}
  void on(Vote) {
    ++votes_;
    if (votes_ == needed_) send(account_, Decided{true});
  }
  void on(GiveUp) {
    if (votes_ == needed_ - 1) send(account_, Decided{false});
  }

 private:
  Constant<int> needed_;
  Constant<Ref<Account>> account_;
  Tracked<int> votes_{"votes", 0};
};
struct Prepare {};
class Voter : public Actor<Voter> {
 public:
  explicit Voter(Ref<Coordinator> coordinator) : coordinator_(coordinator) {}
  void on(Prepare) { send(coordinator_, Vote{}); }

 private:
  Constant<Ref<Coordinator>> coordinator_;
};
void late_vote(System& system) {
  add_workers(system);
  const auto account = system.spawn<Account>();
  const auto coordinator = system.spawn<Coordinator>(3, account);
  system.send(coordinator, GiveUp{});
  for (int i = 0; i < 3; ++i) system.send(system.spawn<Voter>(coordinator), Prepare{});
}

// A rate limiter: a tick gives back all that was taken, also what is still being used.

struct Take {};
struct Tick {};
class Limiter : public Actor<Limiter> {
 public:
  bool on(Take) {
    if (left_ == 0) return false;
    --left_;
    return true;
  }
  void on(Tick) { left_ = 2; }

 private:
  Tracked<int> left_{"left", 2};
};
struct Enter {};
struct Leave {};
class Service : public Actor<Service> {
 public:
  bool on(Enter) {
    ++inside_;
    check(inside_ <= 2, "at most two at a time");
    return true;
  }
  void on(Leave) { --inside_; }

 private:
  Tracked<int> inside_{"inside", 0};
};
struct Begin {};
class Client : public Actor<Client> {
 public:
  Client(Ref<Limiter> limiter, Ref<Service> service) : limiter_(limiter), service_(service) {}
  Task<> on(Begin) {
    const bool may_enter = co_await call(limiter_, Take{});
    if (!may_enter) co_return;
    co_await call(service_, Enter{});
    send(service_, Leave{});
  }

 private:
  Constant<Ref<Limiter>> limiter_;
  Constant<Ref<Service>> service_;
};
void generous_tick(System& system) {
  add_workers(system);
  const auto limiter = system.spawn<Limiter>();
  const auto service = system.spawn<Service>();
  for (int i = 0; i < 3; ++i) system.send(system.spawn<Client>(limiter, service), Begin{});
  system.send(limiter, Tick{});
}

struct Planted {
  const char* name;
  void (*setup)(System&);
};
class Turns : public ::testing::TestWithParam<Planted> {};

CheckOptions quiet() {
  CheckOptions options;
  options.undelivered = Undelivered::ignore;
  return options;
}

TEST_P(Turns, FindWhatDepthFirstComesToLate) {
  CheckOptions options = quiet();
  const CheckResult found = check(Plan(GetParam().setup), options);
  ASSERT_EQ(found.verdict, Verdict::violation);
  ASSERT_TRUE(found.drawn);
  EXPECT_TRUE(found.drawn->found_by);
  EXPECT_LT(found.executions + found.drawn->executions, 2'000U);
  ASSERT_EQ(found.violations.size(), 1U);
  const ReplayResult again =
      replay([](const ProgramOptions& how) { return make_program(Plan(GetParam().setup), how); },
             found.violations[0].schedule, options);
  EXPECT_EQ(again.violations.size(), 1U);

  options.draws = false;
  options.executions_max = 20'000;
  EXPECT_EQ(check(Plan(GetParam().setup), options).verdict, Verdict::incomplete);
}

INSTANTIATE_TEST_SUITE_P(Of, Turns,
                         ::testing::Values(Planted{"LogOfTwoLeaders", log_of_two_leaders},
                                           Planted{"LateVote", late_vote},
                                           Planted{"GenerousTick", generous_tick}),
                         [](const auto& one) { return std::string(one.param.name); });

/// All that is counted of an exploration.
std::string counts(const CheckResult& result) {
  std::string text = std::string(to_string(result.verdict)) + ", " +
                     std::to_string(result.executions) + " executions, " +
                     std::to_string(result.steps) + " steps, " +
                     std::to_string(result.steps_replayed) + " replayed, depth " +
                     std::to_string(result.depth_max) + (result.complete ? ", complete" : "");
  for (const Violation& one : result.violations) {
    text += ", " + std::to_string(one.count) + " x " + one.message() + one.schedule.text();
  }
  return text;
}

TEST(TurnsOfSamplers, ChangeNothingThatIsCounted) {
  for (const Backtrack backtrack : {Backtrack::undo, Backtrack::replay}) {
    for (const std::string program : {"fanin senders=7", "dispatcher servers=5 requests=3",
                                      "le-erlang n=4", "multipc producers=3 workers=4"}) {
      CheckOptions options = quiet();
      options.keep_going = true;
      options.backtrack = backtrack;
      const CheckResult with = check(subject(program), options);
      options.draws = false;
      const CheckResult without = check(subject(program), options);
      EXPECT_EQ(counts(with), counts(without)) << program;
      ASSERT_TRUE(with.drawn) << program;
      EXPECT_GT(with.drawn->executions, 0U) << program;
      EXPECT_LE(with.drawn->executions, with.executions / 10) << program;
      EXPECT_FALSE(without.drawn) << program;
    }
  }
}

TEST(TurnsOfSamplers, AreTheSameEachTime) {
  const auto drawn = [] {
    CheckOptions options = quiet();
    const CheckResult result = check(Plan(late_vote), options);
    return counts(result) + std::to_string(result.drawn->executions) + *result.drawn->found_by;
  };
  EXPECT_EQ(drawn(), drawn());
}

TEST(TurnsOfSamplers, CountForTheBoundOfExecutions) {
  CheckOptions options = quiet();
  options.executions_max = 5'000;
  const CheckResult result = check(subject("fanin senders=8"), options);
  ASSERT_TRUE(result.drawn);
  EXPECT_GT(result.drawn->executions, 0U);
  EXPECT_EQ(result.executions + result.drawn->executions, 5'000U);
}

TEST(TurnsOfSamplers, AreNotTakenWhereThereIsLittleOrSomethingIsNamed) {
  EXPECT_FALSE(check(subject("fanin senders=6"), quiet()).drawn);
  CheckOptions named = quiet();
  named.order = "fifo";
  EXPECT_FALSE(check(subject("fanin senders=7"), named).drawn);
  named = quiet();
  named.reduction = "source";
  EXPECT_FALSE(check(subject("fanin senders=7"), named).drawn);
  EXPECT_FALSE(check(subject("fanin senders=7"), quiet(), Jobs{.count = 2, .on_worker = {}}).drawn);
}

}  // namespace
}  // namespace harrier::testing
