// Nothing is allocated per step: once the buffers have grown, an exploration of actors that can be
// copied as bytes asks for memory only for the few executions that are kept to be audited.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <ostream>
#include <string>
#include <vector>

#include "explore/search.hpp"
#include "tests/support/execution.hpp"

namespace {

std::atomic<std::uint64_t> allocations = 0;

void* counted_allocate(std::size_t size) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}

}  // namespace

void* operator new(std::size_t size) { return counted_allocate(size); }
void* operator new[](std::size_t size) { return counted_allocate(size); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }

namespace harrier::testing {
namespace {

struct Allocations {
  std::uint64_t executions = 0;
  std::uint64_t first_half = 0;
  std::uint64_t second_half = 0;
};

Allocations count(const std::string& program, const std::vector<std::string>& arguments,
                  const CheckOptions& options, std::uint64_t executions) {
  const ProgramFactory make = registered(program, arguments);
  Allocations result;
  Search search(make, options);
  const std::uint64_t begin = allocations;
  std::uint64_t middle = 0;
  std::uint64_t end = 0;
  search.observe([&](const State&) {
    if (++result.executions == executions / 2) middle = allocations;
    end = allocations;
  });
  search.run();
  result.first_half = middle - begin;
  result.second_half = end - middle;
  return result;
}

struct Measured {
  std::string program;
  std::vector<std::string> arguments;
  std::string reduction;
  std::uint64_t executions;

  std::string name() const { return program + "_" + reduction; }
  friend void PrintTo(const Measured& measured, std::ostream* out) { *out << measured.name(); }
};

class SteadyState : public ::testing::TestWithParam<Measured> {};

/// An execution is kept whenever the search has grown by a sixteenth: so many while it doubles.
constexpr std::uint64_t kept_max = 12;
/// What keeping one takes.
constexpr std::uint64_t allocations_of_one = 6;

TEST_P(SteadyState, AllocatesNothing) {
  const Measured& run = GetParam();
  const Allocations counted =
      count(run.program, run.arguments, {.reduction = run.reduction}, run.executions);
  EXPECT_EQ(counted.executions, run.executions);
  EXPECT_GT(counted.first_half, 0U);  // the buffers grow: so the counting works
  EXPECT_LE(counted.second_half, kept_max * allocations_of_one);
}

INSTANTIATE_TEST_SUITE_P(
    Programs, SteadyState,
    ::testing::Values(Measured{"fanin", {"senders=5"}, "exhaustive", 113'400},
                      Measured{"fanin", {"senders=7"}, "optimal", 5'040},
                      Measured{"fib", {"n=4"}, "exhaustive", 168},
                      Measured{"readers", {"n=8"}, "optimal", 256},
                      Measured{"chameneos", {"meetings=1"}, "exhaustive", 70'560}),
    [](const ::testing::TestParamInfo<Measured>& measured) { return measured.param.name(); });

}  // namespace
}  // namespace harrier::testing
