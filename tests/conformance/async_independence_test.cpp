// The independence of processes' actions: the eleven theorems of Pham, Jéron, Quinson (FORTE 2019),
// section 3.3, one by one, and in random states against what executing both orders does.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <numeric>
#include <random>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "core/trace.hpp"
#include "harrier/process.hpp"
#include "tests/support/question.hpp"
#include "tests/support/random_processes.hpp"

namespace harrier {
namespace {

using detail::Action;
using detail::ActionKind;
using detail::Board;
using detail::Processes;

/// Processes that can be moved by hand, and asked about.
class Scene {
 public:
  explicit Scene(const std::function<void(ProcessSystem&)>& setup)
      : program_(std::make_unique<Processes>(setup, ProgramOptions{})) {
    trace_.start(program_->start());
  }
  Processes& program() { return *program_; }

  /// Lets processes make one step each, in this order.
  Scene& step(std::initializer_list<std::size_t> processes) {
    for (const std::size_t process : processes) execute(pending_of(process));
    return *this;
  }
  void execute(MessageId message) { trace_.push(program_->execute(message, {})); }
  void undo() {
    program_->take_back();
    trace_.pop();
  }
  MessageId pending_of(std::size_t process) {
    for (const MessageId message : program_->pending()) {
      if (receiver_of(message).index() == process) return message;
    }
    return {};
  }
  ActorId receiver_of(MessageId message) { return trace_.receiver(message); }
  bool enabled(MessageId message) { return program_->standing()->hold(message) == Hold::none; }
  std::vector<ResourceAccess> touches(MessageId message) {
    std::vector<std::uint32_t> history(trace_.size());
    std::iota(history.begin(), history.end(), 0U);
    return testing::answer_of(*program_, testing::Question(message, history)).touched;
  }
  /// Tells whether the next actions of two processes are taken to be independent.
  bool independent(std::size_t first, std::size_t second) {
    const std::vector<ResourceAccess> one = touches(pending_of(first));
    const std::vector<ResourceAccess> other = touches(pending_of(second));
    return !conflict(std::span(one), std::span(other));
  }
  /// Shows all that decides how the program goes on.
  std::string state() {
    std::string text;
    for (std::size_t i = 0; i < trace_.actor_count(); ++i) {
      const MessageId message = pending_of(i);
      text += program_->narrator()->actor_name(ActorId(i)) + ": " +
              (message ? program_->narrator()->message_text(message) : std::string("ended")) + "\n";
    }
    for (std::uint32_t i = 0; i < program_->board().size(); ++i) {
      const Board::Object& object = program_->board()[i];
      text += std::to_string(object.sends) + "/" + std::to_string(object.receives) + " [";
      for (const std::uint32_t process : object.queue) text += std::to_string(process) + " ";
      text += "]\n";
    }
    return text;
  }

 private:
  std::unique_ptr<Processes> program_;
  Trace trace_;
};

using Body = std::function<Task<>(Mailbox<int>, Mailbox<int>, Mutex, Mutex)>;

/// Makes processes that share two mailboxes and two mutexes.
Scene scene_of(std::vector<Body> bodies) {
  return Scene([bodies](ProcessSystem& system) {
    const auto a = system.mailbox<int>("a");
    const auto b = system.mailbox<int>("b");
    const auto m = system.mutex("m");
    const auto n = system.mutex("n");
    for (const Body& body : bodies) system.spawn("p", body, a, b, m, n);
  });
}

Task<> local(Mailbox<int>, Mailbox<int>, Mutex, Mutex) { co_await local_step(); }
Task<> send_a(Mailbox<int> a, Mailbox<int>, Mutex, Mutex) { co_await async_send(a, 1); }
Task<> send_b(Mailbox<int>, Mailbox<int> b, Mutex, Mutex) { co_await async_send(b, 1); }
Task<> receive_a(Mailbox<int> a, Mailbox<int>, Mutex, Mutex) { co_await async_receive(a); }
Task<> receive_b(Mailbox<int>, Mailbox<int> b, Mutex, Mutex) { co_await async_receive(b); }
Task<> receive_test_a(Mailbox<int> a, Mailbox<int>, Mutex, Mutex) {
  const auto received = co_await async_receive(a);
  co_await test_any(received);
}
Task<> receive_wait_a(Mailbox<int> a, Mailbox<int>, Mutex, Mutex) {
  const auto received = co_await async_receive(a);
  co_await wait_any(received);
}
Task<> receive_ab_test_any(Mailbox<int> a, Mailbox<int> b, Mutex, Mutex) {
  const auto first = co_await async_receive(a);
  const auto second = co_await async_receive(b);
  co_await test_any(first, second);
}
Task<> lock_m(Mailbox<int>, Mailbox<int>, Mutex m, Mutex) { co_await async_lock(m); }
Task<> lock_n(Mailbox<int>, Mailbox<int>, Mutex, Mutex n) { co_await async_lock(n); }
Task<> lock_unlock_m(Mailbox<int>, Mailbox<int>, Mutex m, Mutex) {
  co_await async_lock(m);
  co_await unlock(m);
}
Task<> lock_test_m(Mailbox<int>, Mailbox<int>, Mutex m, Mutex) {
  co_await async_lock(m);
  co_await test(m);
}
Task<> lock_wait_m(Mailbox<int>, Mailbox<int>, Mutex m, Mutex) {
  co_await async_lock(m);
  co_await wait(m);
}

TEST(IndependenceTheorem, Theorem1ALocalStepIsIndependentOfEverything) {
  for (const Body& other : {Body(local), Body(send_a), Body(receive_a), Body(lock_m)}) {
    EXPECT_TRUE(scene_of({local, other}).independent(0, 1));
  }
  EXPECT_TRUE(scene_of({local, receive_test_a}).step({1}).independent(0, 1));
  EXPECT_TRUE(scene_of({local, lock_unlock_m}).step({1}).independent(0, 1));
}

TEST(IndependenceTheorem, Theorem2SynchronizationsAreIndependentOfCommunications) {
  for (const Body& communication : {Body(send_a), Body(receive_a)}) {
    EXPECT_TRUE(scene_of({communication, lock_m}).independent(0, 1));
    EXPECT_TRUE(scene_of({communication, lock_unlock_m}).step({1}).independent(0, 1));
    EXPECT_TRUE(scene_of({communication, lock_test_m}).step({1}).independent(0, 1));
    EXPECT_TRUE(scene_of({communication, lock_wait_m}).step({1}).independent(0, 1));
  }
  EXPECT_TRUE(scene_of({receive_test_a, lock_test_m}).step({0, 1}).independent(0, 1));
}

TEST(IndependenceTheorem, Theorem3CommunicationsOnDistinctMailboxesAreIndependent) {
  EXPECT_TRUE(scene_of({send_a, send_b}).independent(0, 1));
  EXPECT_TRUE(scene_of({receive_a, receive_b}).independent(0, 1));
  EXPECT_TRUE(scene_of({receive_test_a, send_b}).step({0}).independent(0, 1));
  EXPECT_FALSE(scene_of({send_a, send_a}).independent(0, 1));
  EXPECT_FALSE(scene_of({receive_a, receive_a}).independent(0, 1));
}

TEST(IndependenceTheorem, Theorem4ASendIsIndependentOfAReceive) {
  EXPECT_TRUE(scene_of({send_a, receive_a}).independent(0, 1));
  EXPECT_TRUE(scene_of({send_a, receive_a, send_a}).step({2}).independent(0, 1));
}

TEST(IndependenceTheorem, Theorem5TestsAndWaitsAreIndependent) {
  EXPECT_TRUE(scene_of({receive_test_a, receive_test_a}).step({0, 1}).independent(0, 1));
  EXPECT_TRUE(scene_of({receive_test_a, receive_wait_a, send_a}).step({1, 0, 2}).independent(0, 1));
}

TEST(IndependenceTheorem, Theorem6ATestDependsOnWhatPairsItsFirstPairedCommunicationOnly) {
  // The send pairs the receive that is tested.
  EXPECT_FALSE(scene_of({receive_test_a, send_a}).step({0}).independent(0, 1));
  // It pairs somebody else's receive.
  EXPECT_TRUE(scene_of({receive_test_a, send_a, receive_a}).step({2, 0}).independent(0, 1));
  // The first communication of the set is paired: what pairs the second does not matter.
  EXPECT_TRUE(scene_of({receive_ab_test_any, send_a, send_b}).step({0, 0, 1}).independent(0, 2));
  // The second is paired: what pairs the first makes it the first paired one.
  EXPECT_FALSE(scene_of({receive_ab_test_any, send_a, send_b}).step({0, 0, 2}).independent(0, 1));
  // A wait becomes possible through the send that pairs it.
  Scene run = scene_of({receive_wait_a, send_a});
  run.step({0});
  EXPECT_FALSE(run.enabled(run.pending_of(0)));
  const auto sent = run.touches(run.pending_of(1));
  run.step({1});
  EXPECT_TRUE(run.enabled(run.pending_of(0)));
  const auto waits = run.touches(run.pending_of(0));
  EXPECT_TRUE(conflict(std::span(sent), std::span(waits)));
}

TEST(IndependenceTheorem, Theorem7SynchronizationsOnDistinctMutexesAreIndependent) {
  EXPECT_TRUE(scene_of({lock_m, lock_n}).independent(0, 1));
  EXPECT_TRUE(scene_of({lock_unlock_m, lock_n}).step({0}).independent(0, 1));
  EXPECT_FALSE(scene_of({lock_m, lock_m}).independent(0, 1));
}

TEST(IndependenceTheorem, Theorem8ALockIsIndependentOfAnUnlock) {
  EXPECT_TRUE(scene_of({lock_unlock_m, lock_m}).step({0}).independent(0, 1));
  EXPECT_FALSE(scene_of({lock_unlock_m, lock_unlock_m}).step({0, 1}).independent(0, 1));
}

TEST(IndependenceTheorem, Theorem9WaitsAndTestsOfMutexesAreIndependent) {
  EXPECT_TRUE(scene_of({lock_test_m, lock_test_m}).step({0, 1}).independent(0, 1));
  EXPECT_TRUE(scene_of({lock_wait_m, lock_test_m}).step({0, 1}).independent(0, 1));
}

TEST(IndependenceTheorem, Theorem10AnUnlockDependsOnTestsOnlyIfOneOfTheTwoOwnsTheMutex) {
  // The one that unlocks owns it.
  EXPECT_FALSE(scene_of({lock_unlock_m, lock_test_m}).step({0, 1}).independent(0, 1));
  // The one that tests owns it.
  EXPECT_FALSE(scene_of({lock_unlock_m, lock_test_m}).step({1, 0}).independent(0, 1));
  // A third one owns it.
  EXPECT_TRUE(scene_of({lock_unlock_m, lock_test_m, lock_m}).step({2, 0, 1}).independent(0, 1));
}

TEST(IndependenceTheorem, Theorem11ALockIsIndependentOfWaitsAndTests) {
  EXPECT_TRUE(scene_of({lock_test_m, lock_m}).step({0}).independent(0, 1));
  EXPECT_TRUE(scene_of({lock_wait_m, lock_m}).step({0}).independent(0, 1));
}

// --- the theorems as one predicate, written from the paper and not from the resources

bool is_synchronization(const Action& action) {
  return action.kind == ActionKind::async_lock || action.kind == ActionKind::unlock ||
         action.kind == ActionKind::test_mutex || action.kind == ActionKind::wait_mutex;
}
bool is_test_or_wait(const Action& action) {
  return action.kind == ActionKind::test_any || action.kind == ActionKind::wait_any ||
         action.kind == ActionKind::test_mutex || action.kind == ActionKind::wait_mutex;
}

/// Theorem 6: `pairing` is a send or a receive, `looking` a test or a wait.
bool concern_first_paired(Board board, std::uint32_t process, const Action& pairing,
                          std::uint32_t looker, const Action& looking) {
  const Board before = board;
  board.apply(process, pairing);
  const std::uint32_t first = board.find(looker, looking);
  return first != detail::nothing_found && !before.done(looking.communications[first]);
}

bool theorems_say_independent(const Board& board, std::uint32_t process, const Action& first,
                              std::uint32_t other, const Action& second) {
  if (first.kind == ActionKind::local || second.kind == ActionKind::local) return true;  // 1
  if (is_synchronization(first) != is_synchronization(second)) return true;              // 2
  if (is_test_or_wait(first) && is_test_or_wait(second)) return true;                    // 5, 9
  if (is_test_or_wait(first)) {
    return theorems_say_independent(board, other, second, process, first);
  }
  if (!is_synchronization(first)) {
    if (is_test_or_wait(second)) {
      return !concern_first_paired(board, process, first, other, second);  // 3, 6
    }
    return first.kind != second.kind || first.object != second.object;  // 3, 4
  }
  if (!is_test_or_wait(second)) {
    return first.kind != second.kind || first.object != second.object;  // 7, 8
  }
  if (first.kind == ActionKind::async_lock) return true;  // 11
  const bool same = std::ranges::find(second.mutexes, first.object) != second.mutexes.end();
  return !same || !(board.owns(process, first.object) || board.owns(other, first.object));  // 7, 10
}

/// Executes two enabled messages in one order and says where that leads.
std::string state_after(Scene& run, MessageId first, std::size_t second_process) {
  run.execute(first);
  const MessageId second = run.pending_of(second_process);
  EXPECT_TRUE(run.enabled(second));
  run.execute(second);
  const std::string state = run.state();
  run.undo();
  run.undo();
  return state;
}

TEST(AsyncIndependence, InRandomStatesIsExactlyWhatTheTheoremsSayAndCommutes) {
  std::uint64_t independent_pairs = 0;
  std::uint64_t dependent_pairs = 0;
  std::set<std::pair<ActionKind, ActionKind>> kinds;
  for (std::uint64_t seed = 1; seed <= 8000; ++seed) {
    const auto random_program = testing::random_processes(
        seed, {.processes_max = 4, .ops_max = 7, .mailboxes_max = 2, .choices = false});
    SCOPED_TRACE("seed " + std::to_string(seed) + ": " + random_program.text());
    Scene run([&](ProcessSystem& system) { random_program.set_up(system); });
    std::mt19937_64 random(seed);
    std::vector<MessageId> enabled;
    while (true) {
      enabled.clear();
      run.program().enabled(enabled);
      if (enabled.empty()) break;
      for (std::size_t i = 0; i < enabled.size(); ++i) {
        for (std::size_t k = i + 1; k < enabled.size(); ++k) {
          const auto one = run.receiver_of(enabled[i]);
          const auto two = run.receiver_of(enabled[k]);
          const bool claimed = run.independent(one.index(), two.index());
          const Action& first = run.program().action(enabled[i]);
          const Action& second = run.program().action(enabled[k]);
          ASSERT_EQ(claimed, theorems_say_independent(run.program().board(), one.value, first,
                                                      two.value, second))
              << run.program().narrator()->message_text(enabled[i]) << " and "
              << run.program().narrator()->message_text(enabled[k]);
          kinds.insert(std::minmax(first.kind, second.kind));
          (claimed ? independent_pairs : dependent_pairs) += 1;
          if (claimed) {
            ASSERT_EQ(state_after(run, enabled[i], two.index()),
                      state_after(run, enabled[k], one.index()));
          }
        }
      }
      run.execute(enabled[random() % enabled.size()]);
    }
  }
  EXPECT_GT(independent_pairs, 10'000U);
  EXPECT_GT(dependent_pairs, 2'000U);
  EXPECT_EQ(kinds.size(), 45U);  // every pair of the nine kinds of actions was met
}

TEST(AsyncIndependence, AnEnabledActionStaysEnabled) {
  std::uint64_t stayed = 0;
  for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
    const auto random_program =
        testing::random_processes(seed, {.processes_max = 4, .ops_max = 7, .choices = false});
    SCOPED_TRACE("seed " + std::to_string(seed) + ": " + random_program.text());
    Scene run([&](ProcessSystem& system) { random_program.set_up(system); });
    std::mt19937_64 random(seed);
    std::vector<MessageId> before;
    run.program().enabled(before);
    while (!before.empty()) {
      const MessageId chosen = before[random() % before.size()];
      run.execute(chosen);
      std::vector<MessageId> after;
      run.program().enabled(after);
      for (const MessageId message : before) {
        if (message == chosen) continue;
        ASSERT_NE(std::ranges::find(after, message), after.end())
            << run.program().narrator()->message_text(message);
        ++stayed;
      }
      before = after;
    }
  }
  EXPECT_GT(stayed, 20'000U);
}

}  // namespace
}  // namespace harrier
