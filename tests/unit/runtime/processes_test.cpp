// Processes: what their actions give back, what is refused as misuse, lock guards and variables.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "harrier/process.hpp"

namespace harrier {
namespace {

using Setup = std::function<void(ProcessSystem&)>;

/// Explores and returns the first violation, as "kind: message".
std::string violation_of(const Setup& setup) {
  const CheckResult result = check(setup);
  if (result.violations.empty()) return "none";
  return std::string(to_string(result.violations.front().kind())) + ": " +
         result.violations.front().message();
}

/// Runs one process with a mutex and a mailbox.
std::string violation_of_one(const std::function<Task<>(Mutex mutex, Mailbox<int> mailbox)>& body) {
  return violation_of([&](ProcessSystem& system) {
    const Mutex mutex = system.mutex("m");
    const Mailbox<int> mailbox = system.mailbox<int>("box");
    system.spawn("p", body, mutex, mailbox);
  });
}

using ::testing::HasSubstr;

Task<> unlock_unasked(Mutex mutex, Mailbox<int>) { co_await unlock(mutex); }
Task<> unlock_twice(Mutex mutex, Mailbox<int>) {
  co_await lock(mutex);
  co_await unlock(mutex);
  co_await unlock(mutex);
}
Task<> lock_twice(Mutex mutex, Mailbox<int>) {
  co_await lock(mutex);
  co_await async_lock(mutex);
}
Task<> wait_for_no_communication(Mutex, Mailbox<int>) {
  co_await wait_any(std::span<const Communication>());
}
Task<> wait_for_no_mutex(Mutex, Mailbox<int>) { co_await wait(std::span<const Mutex>()); }
Task<> read_too_early(Mutex, Mailbox<int> mailbox) {
  const Received<int> received = co_await async_receive(mailbox);
  received.value();
}
Task<> choose_first(Mutex, Mailbox<int>) {
  choose(2);
  co_return;
}
Task<> choose_nothing(Mutex, Mailbox<int>) {
  co_await local_step();
  choose(0);
}

TEST(ProcessMisuse, OfMutexesIsRefused) {
  EXPECT_THAT(violation_of_one(unlock_unasked),
              HasSubstr("unlock(m): the process has not asked for the mutex"));
  EXPECT_THAT(violation_of_one(unlock_twice),
              HasSubstr("unlock(m): the process has not asked for the mutex"));
  EXPECT_THAT(violation_of_one(lock_twice),
              HasSubstr("async_lock(m): the process has asked for the mutex already"));
}

TEST(ProcessMisuse, WaitingForNothingIsRefused) {
  EXPECT_THAT(violation_of_one(wait_for_no_communication),
              HasSubstr("there is nothing to wait for"));
  EXPECT_THAT(violation_of_one(wait_for_no_mutex), HasSubstr("there is nothing to wait for"));
}

TEST(ProcessMisuse, ReadingWhatNoTestFoundIsRefused) {
  EXPECT_THAT(violation_of_one(read_too_early),
              HasSubstr("a received value is read before a test or wait found it in box"));
}

TEST(ProcessMisuse, ChoosingFromNothingOrBeforeTheFirstActionIsRefused) {
  EXPECT_THAT(violation_of_one(choose_nothing), HasSubstr("there is nothing to choose from"));
  EXPECT_THAT(violation_of_one(choose_first), HasSubstr("chooses before its first action"));
}

TEST(ProcessMisuse, ActionsOutsideAProcessAreRefused) {
  EXPECT_THROW(choose(2), ProgramError);
  EXPECT_THROW(async_lock(Mutex{}).await_resume(), ProgramError);
}

Task<> await_foreign(Mailbox<Communication> from, Mailbox<int> mailbox) {
  co_await async_receive(mailbox);
  const Communication foreign = co_await receive(from);
  co_await wait_any(std::span<const Communication>(&foreign, 1));
}
Task<> hand_over(Mailbox<Communication> to, Mailbox<int> mailbox) {
  const Communication own = co_await async_send(mailbox, 1);
  co_await send(to, own);
}

TEST(ProcessMisuse, WaitingForAnotherProcessesCommunicationIsRefused) {
  EXPECT_THAT(violation_of([](ProcessSystem& system) {
                const auto to = system.mailbox<Communication>("to");
                const auto mailbox = system.mailbox<int>("box");
                system.spawn("p", await_foreign, to, mailbox);
                system.spawn("q", hand_over, to, mailbox);
              }),
              HasSubstr("a communication belongs to another process"));
}

Task<> write_unlocked(Mutex, Shared<int> variable) {
  co_await local_step();
  variable.set(1);
}
Task<> read_unasked(Mutex mutex, Shared<int> variable) {
  co_await async_lock(mutex);  // it may own the mutex, but nobody told it so
  variable.get();
}
Task<> read_after_unlock(Mutex mutex, Shared<int> variable) {
  co_await lock(mutex);
  variable.set(1);
  co_await unlock(mutex);
  variable.get();
}

TEST(ProcessShared, IsTouchedOnlyByWhoWasToldThatItOwnsTheMutex) {
  const auto run = [](Task<> (*body)(Mutex, Shared<int>)) {
    return violation_of([body](ProcessSystem& system) {
      const Mutex mutex = system.mutex("m");
      system.spawn("p", body, mutex, system.shared(mutex, 0));
    });
  };
  EXPECT_THAT(run(write_unlocked), HasSubstr("a variable is written without owning its mutex m"));
  EXPECT_THAT(run(read_unasked), HasSubstr("a variable is read without owning its mutex m"));
  EXPECT_THAT(run(read_after_unlock), HasSubstr("a variable is read without owning its mutex m"));
}

Task<> add(Mutex mutex, Shared<int> sum, int part) {
  const auto guard = co_await lock_guard(mutex);
  sum.set(sum.get() * 10 + part);
}

TEST(ProcessShared, KeepsWhatItsOwnersWrote) {
  std::vector<int> sums;
  const CheckResult result = check([&](ProcessSystem& system) {
    const Mutex mutex = system.mutex("m");
    const Shared<int> sum = system.shared(mutex, 0);
    for (int i = 1; i <= 3; ++i) system.spawn("p" + std::to_string(i), add, mutex, sum, i);
    system.at_end([&sums, sum](const ProcessEnd& end) { sums.push_back(end.value(sum)); });
  });
  EXPECT_EQ(result.verdict, Verdict::ok);
  EXPECT_THAT(sums, ::testing::UnorderedElementsAre(123, 132, 213, 231, 312, 321));  // 3! orders
}

Task<> guard_and_go_on(Mutex mutex, Mailbox<int> mailbox) {
  {
    const auto guard = co_await lock_guard(mutex);
    co_await local_step();
  }
  co_await async_send(mailbox, 1);  // the unlock is a step before this one
}
Task<> fail_inside(Mutex mutex, Mailbox<int>) {
  const auto guard = co_await lock_guard(mutex);
  require(false, "inside the guard");
}

TEST(ProcessLockGuard, UnlocksAtTheEndOfItsScope) {
  const auto program = make_program([](ProcessSystem& system) {
    system.spawn("p", guard_and_go_on, system.mutex("m"), system.mailbox<int>("box"));
  });
  program->start();
  std::vector<std::string> steps;
  while (!program->pending().empty()) {
    const MessageId next = program->pending().front();
    steps.push_back(program->narrator()->message_text(next));
    ASSERT_EQ(program->execute(next, {}).failure, nullptr);
  }
  EXPECT_THAT(steps, ::testing::ElementsAre("async_lock(m)", "wait(m)", "local_step()", "unlock(m)",
                                            "async_send(box, 1)"));
}

TEST(ProcessLockGuard, DoesNotHideAFailureInItsScope) {
  EXPECT_THAT(violation_of_one(fail_inside), HasSubstr("inside the guard"));
}

Task<> wait_for_message(Mailbox<int> mailbox) { co_await receive(mailbox); }

TEST(ProcessReport, SaysWhatADeadlockedProcessWaitsFor) {
  EXPECT_EQ(violation_of([](ProcessSystem& system) {
              system.spawn("reader", wait_for_message, system.mailbox<int>("box"));
            }),
            "deadlock: deadlock: reader waits for a send into box");
}

TEST(ProcessReport, NumbersSeveralOfOneNameFromTheFirstOn) {
  const CheckResult result = check([](ProcessSystem& system) {
    const Mailbox<int> box = system.mailbox<int>("box");
    system.spawn("worker", wait_for_message, box);
    system.spawn("boss", wait_for_message, box);
    system.spawn("worker", wait_for_message, box);
    system.spawn("", wait_for_message, box);
  });
  ASSERT_EQ(result.violations.size(), 1U);
  EXPECT_THAT(result.violations[0].details(),
              ::testing::ElementsAre(
                  "worker.1 waits for a send into box", "boss waits for a send into box",
                  "worker.2 waits for a send into box", "process waits for a send into box"));
}

TEST(ProcessReport, TellsOfAnExceptionInTheCheckOfTheEnd) {
  EXPECT_EQ(violation_of([](ProcessSystem& system) {
              system.spawn("p", []() -> Task<> { co_return; });
              system.at_end([](const ProcessEnd&) { throw 1; });
            }),
            "exception: the check of the end state failed: an exception that is not a "
            "std::exception");
}

Task<> lock_both(Mutex first, Mutex second) {
  co_await lock(first);
  co_await lock(second);
}

TEST(ProcessReport, FollowsWhoOwnsWhatTheOthersWaitFor) {
  const CheckResult result = check(
      [](ProcessSystem& system) {
        const Mutex left = system.mutex("left");
        const Mutex right = system.mutex("right");
        system.spawn("p", lock_both, left, right);
        system.spawn("q", lock_both, right, left);
      },
      {.order = "fifo"});
  ASSERT_EQ(result.violations.size(), 1U);
  EXPECT_EQ(result.violations[0].message(), "deadlock: p waits for q waits for p");
  EXPECT_THAT(
      result.violations[0].details(),
      ::testing::ElementsAre("p waits for right, which q owns", "q waits for left, which p owns"));
}

}  // namespace
}  // namespace harrier
