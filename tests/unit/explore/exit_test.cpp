// Programs that call exit() and its like: a violation with a schedule, and the process goes on.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <string>
#include <tuple>

#include "harrier/harrier.hpp"
#include "tests/support/execution.hpp"

// Present only in programs that were linked with a sanitizer.
extern "C" void __lsan_disable() __attribute__((weak));
extern "C" void __lsan_enable() __attribute__((weak));

namespace harrier::testing {
namespace {

enum class Place { setup, guard, handler, coroutine, end_check, destructor };

struct Go {};
struct Later {};

using Leave = void (*)();
struct Way {
  const char* call;
  Leave leave;
};
const Way ways[] = {{"exit(0)", [] { std::exit(0); }},
                    {"_exit(3)", [] { _exit(3); }},
                    {"_Exit(4)", [] { std::_Exit(4); }},
                    {"quick_exit(5)", [] { std::quick_exit(5); }}};

class Leaver : public Actor<Leaver> {
 public:
  Leaver(Place place, Leave leave) : place_(place), leave_(leave) {}
  Leaver(const Leaver&) = default;
  Leaver& operator=(const Leaver&) = default;
  ~Leaver() {
    if (place_ == Place::destructor && went_.get()) leave_.get()();
  }
  void on(Go) {
    const std::string on_the_way(100, 'x');  // is not destroyed
    went_ = true;
    if (place_ == Place::handler) leave_.get()();
  }
  bool accepts(const Go&) const {
    if (place_ == Place::guard) leave_.get()();
    return true;
  }
  Task<> on(Later) {
    co_await release();
    if (place_ == Place::coroutine) leave_.get()();
  }

 private:
  Constant<Place> place_;
  Constant<Leave> leave_;
  Tracked<bool> went_{"went", false};
};

std::function<void(System&)> leaver(Place place, Leave leave) {
  return [=](System& system) {
    if (place == Place::setup) leave();
    const auto actor = system.spawn<Leaver>(place, leave);
    system.send(actor, Go{});
    system.send(actor, Later{});
    system.at_end([=](const End&) {
      if (place == Place::end_check) leave();
    });
  };
}

/// What is left without unwinding is not freed; a leak checker is not to look.
class Exits : public ::testing::TestWithParam<std::tuple<Place, Way>> {
 protected:
  void SetUp() override {
    if (__lsan_disable != nullptr) __lsan_disable();
  }
  void TearDown() override {
    if (__lsan_enable != nullptr) __lsan_enable();
  }
};

TEST_P(Exits, AreAViolationThatReplays) {
  const auto& [place, way] = GetParam();
  const std::function<void(System&)> setup = leaver(place, way.leave);
  const CheckResult result = check(setup, {});
  EXPECT_EQ(result.verdict, Verdict::violation);
  ASSERT_EQ(result.violations.size(), 1U);
  const Violation& violation = result.violations.front();
  EXPECT_EQ(violation.kind(), ViolationKind::crash);
  EXPECT_THAT(violation.message(), ::testing::HasSubstr(std::string("it called ") + way.call));

  const auto make = [&](const ProgramOptions& how) { return make_program(setup, how); };
  const ReplayResult again = replay(make, violation.schedule, {});
  ASSERT_FALSE(again.violations.empty());
  EXPECT_EQ(again.violations.front().finding, violation.finding);
  if (place == Place::handler || place == Place::coroutine) {
    ASSERT_FALSE(again.steps.empty());
    EXPECT_TRUE(again.steps.back().failure.has_value());
  }
}

/// Names a test after where somebody leaves and how.
std::string name_of(const ::testing::TestParamInfo<std::tuple<Place, Way>>& one) {
  constexpr const char* places[] = {"setup",     "guard",     "handler",
                                    "coroutine", "end_check", "destructor"};
  const auto& [place, way] = one.param;
  const std::string call = way.call;
  return std::string(places[static_cast<std::size_t>(place)]) + "_calls_" +
         call.substr(0, call.find('('));
}

INSTANTIATE_TEST_SUITE_P(Everywhere, Exits,
                         ::testing::Combine(::testing::Values(Place::setup, Place::guard,
                                                              Place::handler, Place::coroutine,
                                                              Place::end_check, Place::destructor),
                                            ::testing::ValuesIn(ways)),
                         name_of);

// A process that the program has forked may exit.
TEST(ExitsElsewhere, AreNobodysBusiness) {
  const auto setup = [](System& system) {
    const pid_t child = fork();
    if (child == 0) _exit(6);
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_EQ(WEXITSTATUS(status), 6);
    system.spawn<Leaver>(Place::setup, nullptr);
  };
  EXPECT_EQ(check(setup, {}).verdict, Verdict::ok);
}

}  // namespace
}  // namespace harrier::testing
