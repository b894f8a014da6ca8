// What counts as the time of a call: that in which it computes, or waits in the system.
#include "explore/watchdog.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <thread>

namespace harrier::testing {
namespace {

constexpr double patience_seconds = 0.2;

/// Watches over a call until it is said to be stuck.
template <class Call>
bool gets_stuck(Call call) {
  std::atomic<bool> stuck = false;
  Watchdog watchdog;
  watchdog.start({.seconds_max = patience_seconds}, [&](const Watchdog::Stuck&) { stuck = true; });
  {
    const Watchdog::Busy busy(watchdog, Watchdog::What::some_step);
    call(stuck);
  }
  return stuck;
}

TEST(Watchdog, SeesACallThatComputes) {
  EXPECT_TRUE(gets_stuck([](const std::atomic<bool>& stuck) {
    while (!stuck) {
    }
  }));
}

TEST(Watchdog, SeesACallThatWaits) {
  EXPECT_TRUE(gets_stuck([](const std::atomic<bool>& stuck) {
    while (!stuck) std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }));
}

TEST(Watchdog, DoesNotTakeAStoppedProcessForAHang) {
  const pid_t child = fork();
  if (child == 0) {
    const bool stuck = gets_stuck([](const std::atomic<bool>&) { raise(SIGSTOP); });
    _exit(stuck ? 1 : 0);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, WUNTRACED), child);
  ASSERT_TRUE(WIFSTOPPED(status));
  std::this_thread::sleep_for(std::chrono::duration<double>(5 * patience_seconds));
  kill(child, SIGCONT);
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

}  // namespace
}  // namespace harrier::testing
