// Short forms for tests that run a binary and look at its status and output.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/process.hpp"

namespace harrier::testing_support {

/// Runs the harrier executable, or the binary with programs that fail in every way.
inline Outcome harrier_run(std::vector<std::string> arguments) {
  return run({.binary = HARRIER_BINARY,
              .arguments = std::move(arguments),
              .invoked_as = "harrier",
              .environment = {},
              .folder = {}});
}
inline Outcome programs_run(std::vector<std::string> arguments) {
  return run({.binary = HARRIER_PROGRAMS_BINARY,
              .arguments = std::move(arguments),
              .invoked_as = "./programs",
              .environment = {},
              .folder = {}});
}

/// Expects that the command was refused: status 2, nothing on stdout and one line on stderr.
inline void expect_error(const Outcome& outcome, const std::string& message) {
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err, "error: " + message + "\n");
}

}  // namespace harrier::testing_support
