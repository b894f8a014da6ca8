// Short forms for tests that run programs which misbehave.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>
#include <string>
#include <utility>
#include <vector>

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
  std::minstd_rand random{1};

  explicit Rounds(int usual) : count(usual) {
    if (const char* const times = std::getenv("HARRIER_HOSTILE_TIMES")) count *= std::stoi(times);
    if (const char* const seed = std::getenv("HARRIER_HOSTILE_SEED")) {
      random.seed(static_cast<std::uint_fast32_t>(std::stoull(seed)));
    }
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
