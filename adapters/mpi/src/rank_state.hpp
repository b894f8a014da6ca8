// What a rank knows of MPI: its handles and what is behind them, its clock.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <functional>

#include "mpi/data/blocks.hpp"
#include "mpi/data/handle.hpp"
#include "mpi/data/operation.hpp"
#include "mpi/data/type_table.hpp"
#include "objects.hpp"
#include "polls.hpp"
#include "site.hpp"
#include "wait.hpp"

namespace harrier::mpi {

class Call;

/// What a request of MPI stands for.
struct Request {
  enum class Kind : std::uint8_t { send, receive, collective };
  Kind kind = Kind::send;
  bool active = false;
  bool persistent = false;
  Condition condition = {};
  Buffer buffer = {};
  std::vector<std::byte> before = {};  ///< what a receive's buffer held when it was posted
  Site site = {};
  std::function<void(const Call&)> finish = {};          ///< of a collective: takes the result
  std::function<Request(const Call&)> start_again = {};  ///< of a persistent one
};

/// A communicator as one rank holds it.
struct HeldCommunicator {
  std::uint32_t number = 0;  ///< in the execution
  Site made_by = {};
};

struct RankState {
  enum class Phase : std::uint8_t { before_init, inside, finalized };

  void clear();

  std::int64_t next_moment() { return moment_ns += 1'000; }
  std::uint64_t next_random() {
    return random = random * 6364136223846793005U + 1442695040888963407U;
  }

  Phase phase = Phase::before_init;
  Polls polls;
  HandleTable<Request> requests{ObjectKind::request};
  HandleTable<HeldCommunicator> communicators{ObjectKind::communicator};
  TypeTable types;
  OperationTable operations;
  Objects objects;
  void* attached = nullptr;  ///< the buffer of MPI_Buffer_attach
  int attached_bytes = 0;
  std::int64_t moment_ns = 0;
  std::uint64_t random = 1;
};

}  // namespace harrier::mpi
