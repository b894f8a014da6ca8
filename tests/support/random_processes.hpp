// Random programs of processes as plain data, made from a seed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harrier/process.hpp"

namespace harrier::testing {

/// One action of a random process. What is not possible when its turn comes is left out.
struct ProcessOp {
  enum class Kind : std::uint8_t {
    local,
    send,
    receive,
    test_any,  ///< over the communications that `mask` selects
    wait_any,
    lock,
    unlock,
    test_mutexes,  ///< over the mutexes that `mask` selects
    wait_mutexes,
    choose,  ///< after a step of its own or a test; from 2 or 3 values, for some masks twice
  } kind = Kind::local;
  std::uint32_t object = 0;
  std::uint32_t mask = 0;
  bool only_if_found = false;  ///< done only if the last test found something
};

struct RandomProcesses {
  std::uint32_t mailboxes = 1;
  std::uint32_t mutexes = 1;
  std::vector<std::vector<ProcessOp>> processes;

  std::string text() const;
  void set_up(ProcessSystem& system) const;
};

struct RandomProcessesShape {
  std::uint32_t processes_max = 3;
  std::uint32_t ops_max = 4;
  std::uint32_t mailboxes_max = 2;
  std::uint32_t mutexes_max = 2;
  bool choices = true;
};

RandomProcesses random_processes(std::uint64_t seed, const RandomProcessesShape& shape = {});

}  // namespace harrier::testing
