// What a program gets from the system, where it runs under control and where it does not.
#include "host/environment.hpp"

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>

#include "host/fiber.hpp"
#include "host/guest.hpp"

namespace {

using harrier::Access;

constexpr std::int64_t second_ns = 1'000'000'000;

/// A program that is one function.
class OneStep final : public harrier::host::Guest {
 public:
  OneStep() { harrier::host::watch_for_crashes(); }

  /// Runs it until it ends, leaves or crashes.
  void run(std::function<void()> body) {
    const Entered entered(*this);
    fiber_.begin(std::move(body));
    fiber_.resume();
  }

  bool on_fiber() const override { return true; }
  std::int64_t now_ns() const override { return 5 * second_ns; }
  std::uint64_t next_random() override { return std::uint64_t{7} << 32; }
  void crash(std::string text) override {
    crashed = std::move(text);
    fiber_.abandon();
  }
  void leave(int status) override {
    left = status;
    fiber_.abandon();
  }
  void touch_outside(Access access) override { touched = access; }
  void wait_for_outside(std::function<bool()> ready) override {
    waited = true;
    make_ready();
    EXPECT_TRUE(ready());
  }

  std::string crashed;
  std::optional<int> left;
  std::optional<Access> touched;
  bool waited = false;
  std::function<void()> make_ready;

 private:
  harrier::host::Fiber fiber_{std::size_t{1} << 20};
};

[[noreturn]] void fail() { throw std::runtime_error("lost"); }

TEST(Environment, TimeIsTheProgramsAndSleepingTakesNone) {
  OneStep step;
  std::time_t now = 0;
  std::int64_t steady_ns = 0;
  step.run([&] {
    sleep(1'000);
    now = std::time(nullptr);
    steady_ns = std::chrono::steady_clock::now().time_since_epoch().count();
  });
  EXPECT_EQ(now, 5);
  EXPECT_EQ(steady_ns, 5 * second_ns);
  EXPECT_GT(std::time(nullptr), 1'000'000'000);  // here it is the real one
}

TEST(Environment, RandomNumbersRepeat) {
  OneStep step;
  unsigned int device = 0;
  std::pair<int, int> drawn;
  step.run([&] {
    device = std::random_device()();
    harrier::host::restart_rand();
    drawn.first = std::rand();
    harrier::host::restart_rand();
    drawn.second = std::rand();
  });
  EXPECT_EQ(device, 7U);
  EXPECT_EQ(drawn.first, drawn.second);
}

TEST(Environment, ExitLeavesTheProgramOnly) {
  OneStep step;
  step.run([] { std::exit(3); });
  EXPECT_EQ(step.left, 3);
  step.run([] { _exit(4); });
  EXPECT_EQ(step.left, 4);
}

TEST(Environment, CrashesEndTheStepOnly) {
  OneStep step;
  step.run([] { std::abort(); });
  EXPECT_EQ(step.crashed, "abort() was called");
  step.run([] { raise(SIGSEGV); });
  EXPECT_EQ(step.crashed, "an invalid memory access (SIGSEGV)");
  step.run([]() noexcept { fail(); });
  EXPECT_EQ(step.crashed, "an exception that nobody could catch: lost");
}

TEST(Environment, AForkedProcessEndsAsItWould) {
  OneStep step;
  int status = 0;
  step.run([&] {
    const pid_t child = fork();
    if (child == 0) _exit(6);
    waitpid(child, &status, 0);
  });
  EXPECT_EQ(WEXITSTATUS(status), 6);
  EXPECT_EQ(step.left, std::nullopt);
}

TEST(Environment, FilesAreOutsideAndWhatIsPrintedIsNot) {
  OneStep step;
  step.run([] { static_cast<void>(!write(STDOUT_FILENO, "", 0)); });
  EXPECT_EQ(step.touched, std::nullopt);
  int ends[2] = {};
  ASSERT_EQ(pipe(ends), 0);
  step.run([&] { static_cast<void>(!write(ends[1], "x", 1)); });
  EXPECT_EQ(step.touched, Access::write);
}

TEST(Environment, WaitingForADescriptorGivesWay) {
  OneStep step;
  int ends[2] = {};
  ASSERT_EQ(pipe(ends), 0);
  step.make_ready = [&] { static_cast<void>(!write(ends[1], "x", 1)); };
  int found = 0;
  step.run([&] {
    pollfd waited = {ends[0], POLLIN, 0};
    found = poll(&waited, 1, -1);
  });
  EXPECT_TRUE(step.waited);
  EXPECT_EQ(found, 1);
}

}  // namespace
