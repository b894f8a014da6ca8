// Short forms for tests that run programs which misbehave.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/given.hpp"
#include "tests/support/process.hpp"

namespace harrier::testing_support {

/// The binary with programs that misbehave, as the shell would run it.
inline Command hostile_command(std::vector<std::string> arguments) {
  return {.binary = HARRIER_HOSTILE_BINARY,
          .arguments = std::move(arguments),
          .invoked_as = "./hostile",
          .environment = {},
          .folder = {}};
}
inline Outcome hostile_run(std::vector<std::string> arguments) {
  return run(hostile_command(std::move(arguments)));
}

/// How often a test tries at random, and from what seed: HARRIER_HOSTILE_TIMES as often as here,
/// and HARRIER_HOSTILE_SEED, unless it says so itself.
struct Rounds {
  int count = 0;
  std::minstd_rand random;

  explicit Rounds(int usual) : count(usual) {
    const std::uint64_t times = testing::number_given("HARRIER_HOSTILE_TIMES", 1);
    if (times == 0) throw std::invalid_argument("HARRIER_HOSTILE_TIMES=0 tries nothing");
    count *= static_cast<int>(times);
    random.seed(static_cast<std::uint_fast32_t>(testing::number_given("HARRIER_HOSTILE_SEED", 1)));
  }
};

/// Runs the programs with a limit that a shell sets.
inline Outcome limited_run(const std::string& limit, const std::string& arguments) {
  return run(
      {.binary = "/bin/sh",
       .arguments = {"-c", "ulimit " + limit + "; exec " HARRIER_HOSTILE_BINARY " " + arguments},
       .invoked_as = {},
       .environment = {},
       .folder = {}});
}

}  // namespace harrier::testing_support
