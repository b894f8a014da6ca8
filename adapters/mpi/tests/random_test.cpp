// The law that makes `ok` mean something: on random MPI programs optimal finds every class that
// exhaustive search finds, each exactly once, and abandons nothing.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "harrier/mpi.hpp"
#include "random_program.hpp"
#include "tests/support/given.hpp"

namespace harrier::mpi {
namespace {

constexpr std::uint64_t executions_max = 3'000;

struct Found {
  std::map<std::uint64_t, int> classes;
  CheckResult result;
};

Found explore(const RandomProgram& program, const std::string& reduction, Buffering buffering,
              std::uint64_t bound) {
  Found found;
  CheckOptions options;
  options.reduction = reduction;
  options.keep_going = true;
  options.step_seconds_max = 0;
  options.executions_max = bound;
  options.on_execution = [&](const Execution& execution) { ++found.classes[execution.class_name]; };
  Options how;
  how.ranks = static_cast<std::uint32_t>(program.ranks.size());
  how.buffering = buffering;
  found.result = check([&program] { return program.run(); }, how, options);
  return found;
}

/// Tells whether accesses that nothing orders were reported. That is done in every order, but by
/// whoever comes second: so such executions have no class that all orders agree about.
bool has_unordered(const CheckResult& result) {
  return std::ranges::any_of(result.violations, [](const Violation& violation) {
    return violation.message().find("global concurrency") != std::string::npos;
  });
}

/// Says what optimal does wrong on a program; nothing where it is right, or where exhaustive search
/// takes too long to tell.
std::string fault(const RandomProgram& program, Buffering buffering, std::size_t& compared,
                  std::uint64_t bound = executions_max) {
  const Found all = explore(program, "exhaustive", buffering, bound);
  if (all.result.incomplete.why == Incomplete::Why::executions_max) return {};
  const Found found = explore(program, "optimal", buffering, 10 * executions_max);
  if (has_unordered(all.result) != has_unordered(found.result)) {
    return "does not find the same of accesses that nothing orders";
  }
  if (has_unordered(all.result)) return {};
  compared += all.classes.size();
  std::string text;
  for (const auto& [name, count] : all.classes) {
    if (!found.classes.contains(name)) text = "misses a class";
  }
  for (const auto& [name, count] : found.classes) {
    if (count > 1) text = "explores a class twice";
    if (!all.classes.contains(name)) text = "explores a class that is none";
  }
  if (found.result.blocked != 0) text = "abandons executions";
  if (found.result.verdict == Verdict::nondeterminism) text = "does not repeat";
  if (!text.empty()) {
    text += ": " + std::to_string(all.classes.size()) + " classes, " +
            std::to_string(found.classes.size()) + " found in " +
            std::to_string(found.result.executions) + " executions";
  }
  return text;
}

/// Leaves out calls as long as the program is still wrong.
RandomProgram shrunk(RandomProgram program, Buffering buffering) {
  std::size_t ignored = 0;
  for (bool again = true; again;) {
    again = false;
    for (std::size_t rank = 0; rank < program.ranks.size(); ++rank) {
      for (std::size_t i = 0; i < program.ranks[rank].size(); ++i) {
        RandomProgram smaller = program;
        smaller.ranks[rank].erase(smaller.ranks[rank].begin() + static_cast<std::ptrdiff_t>(i));
        if (fault(smaller, buffering, ignored).empty()) continue;
        program = smaller;
        again = true;
        break;
      }
    }
  }
  return program;
}

/// Compares as many programs as HARRIER_MPI_PROGRAMS says, or the given number.
template <class Draw>
void compare_programs(const Draw& drawn, Buffering buffering, std::uint64_t seed,
                      std::uint64_t usual) {
  const std::uint64_t count = testing::number_given("HARRIER_MPI_PROGRAMS", usual);
  std::mt19937_64 random(seed);
  std::size_t compared = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    const RandomProgram program = drawn(random);
    const std::string wrong = fault(program, buffering, compared);
    if (wrong.empty()) continue;
    const RandomProgram smaller = shrunk(program, buffering);
    FAIL() << "program " << i << " of seed " << seed << ": optimal "
           << fault(smaller, buffering, compared) << "\n"
           << smaller.text();
  }
  ::testing::Test::RecordProperty("classes", std::to_string(compared));
  EXPECT_GT(compared, count / 2);
}

auto with(const Kinds& kinds) {
  return [kinds](std::mt19937_64& random) { return draw(random, kinds); };
}

TEST(RandomMpiPrograms, OptimalIsExactOnSendsAndReceivesThatWait) {
  compare_programs(with({.tests = false, .probes = false}), Buffering::strict, 1, 150);
}

TEST(RandomMpiPrograms, OptimalIsExactOnSendsAndReceivesThatBuffer) {
  compare_programs(with({.tests = false, .probes = false}), Buffering::lax, 2, 150);
}

TEST(RandomMpiPrograms, OptimalIsExactWithTestsAndProbesWithoutBuffers) {
  compare_programs(with({}), Buffering::strict, 3, 150);
}

TEST(RandomMpiPrograms, OptimalIsExactWithTestsAndProbesWithBuffers) {
  compare_programs(with({}), Buffering::lax, 4, 150);
}

TEST(RandomMpiPrograms, OptimalIsExactWithCollectives) {
  compare_programs(with({.collectives = true}), Buffering::lax, 5, 80);
  compare_programs(with({.collectives = true}), Buffering::strict, 6, 80);
}

TEST(RandomMpiPrograms, OptimalIsExactWhereMessagesFindReceivesAroundCollectives) {
  compare_programs(draw_matched, Buffering::lax, 9, 80);
  compare_programs(draw_matched, Buffering::strict, 10, 80);
}

TEST(RandomMpiPrograms, OptimalIsExactWhereEachSendDecides) {
  compare_programs(with({}), Buffering::any, 7, 60);
  compare_programs(with({}), Buffering::both, 8, 60);
}

TEST(RandomMpiPrograms, OptimalIsExactWhereReceivesAreCancelled) {
  compare_programs(with({.cancels = true}), Buffering::lax, 11, 80);
  compare_programs(with({.cancels = true}), Buffering::strict, 12, 80);
}

TEST(RandomMpiPrograms, OptimalIsExactWhereMessagesAreKept) {
  compare_programs(with({.tests = false, .keeps = true}), Buffering::lax, 13, 80);
  compare_programs(with({.keeps = true}), Buffering::strict, 14, 80);
}

TEST(RandomMpiPrograms, OptimalIsExactWhereRequestsAreStartedAndGivenUp) {
  compare_programs(with({.probes = false, .persists = true}), Buffering::lax, 15, 80);
  compare_programs(with({.tests = false, .probes = false, .persists = true}), Buffering::strict, 16,
                   80);
}

TEST(RandomMpiPrograms, OptimalIsExactOnWindowsWithBuffers) {
  compare_programs(draw_windows, Buffering::lax, 17, 100);
}

TEST(RandomMpiPrograms, OptimalIsExactOnWindowsWithoutBuffers) {
  compare_programs(draw_windows, Buffering::strict, 18, 100);
  compare_programs(draw_windows, Buffering::any, 19, 40);
}

TEST(RandomMpiPrograms, OptimalIsExactOnMemoryThatRanksShare) {
  compare_programs(draw_shared, Buffering::lax, 20, 40);
  compare_programs(draw_shared, Buffering::strict, 21, 40);
}

// A probe finds what is left when a receive that was posted before has taken its message: who sent
// what it found is no cause of it.
TEST(RandomMpiPrograms, AProbeOfMessagesThatAReceiveTakesHasOneClass) {
  RandomProgram program;
  program.ranks = {{{Act::irecv, 1, 1}, {Act::probe, -1, 1}},
                   {{Act::send, 0, 1}, {Act::iprobe, -1, 1}, {Act::ssend, 0, 1}}};
  std::size_t compared = 0;
  EXPECT_EQ(fault(program, Buffering::lax, compared), "");
  EXPECT_EQ(compared, 1);
}

// Two probes race with a send that a test decides about: this lost one class of six when resources
// belonged to no rank.
TEST(RandomMpiPrograms, ProbesAndATestOfAnotherRankHaveSixClasses) {
  RandomProgram program;
  program.ranks = {{{Act::iprobe, 1, 0}, {Act::iprobe, 1, 0}},
                   {{Act::issend, 2, 0}, {Act::test, 0, 1}, {Act::send, 0, 0}},
                   {{Act::recv, 1, 0}}};
  std::size_t compared = 0;
  EXPECT_EQ(fault(program, Buffering::lax, compared, 100'000), "");
  EXPECT_EQ(compared, 6);
}

// Who has the lock first decides whether a message is sent that a probe may find: this was taken
// for the step as it was executed, and executions were abandoned.
TEST(RandomMpiPrograms, WhatIsReadUnderALockDecidesAboutAMessage) {
  RandomProgram program;
  program.has_window = true;
  program.ranks = {
      {{Act::lock_exclusive, 0}, {Act::fetch_and_add, 0}, {Act::unlock, 0}},
      {{Act::iprobe, -1, -1}},
      {{Act::lock_exclusive, 0}, {Act::fetch_and_add, 0}, {Act::unlock, 0}, {Act::tell, 1}}};
  std::size_t compared = 0;
  EXPECT_EQ(fault(program, Buffering::lax, compared, 100'000), "");
  EXPECT_EQ(compared, 3);
}

// A receive behind a barrier is posted by a step that is independent of every match with the
// receive before it: this had optimal explore the two classes again and again.
TEST(RandomMpiPrograms, ReceivesOfAnySourceAroundABarrierHaveTwoClasses) {
  RandomProgram program;
  program.ranks = {{{Act::barrier}, {Act::send, 1, 0}},
                   {{Act::irecv, -1, -1}, {Act::barrier}, {Act::irecv, -1, -1}},
                   {{Act::barrier}, {Act::send, 1, 0}}};
  std::size_t compared = 0;
  EXPECT_EQ(fault(program, Buffering::lax, compared), "");
  EXPECT_EQ(compared, 2);
}

}  // namespace
}  // namespace harrier::mpi
