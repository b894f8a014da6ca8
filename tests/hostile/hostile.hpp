// Short forms for tests that run programs which misbehave.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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
