// What a rank knows of MPI: its handles and what is behind them, its clock.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "kept_pages.hpp"
#include "mpi/data/blocks.hpp"
#include "mpi/data/handle.hpp"
#include "mpi/data/operation.hpp"
#include "mpi/data/type_table.hpp"
#include "objects.hpp"
#include "polls.hpp"
#include "site.hpp"
#include "team.hpp"
#include "wait.hpp"
#include "watched.hpp"

namespace harrier::mpi {

class Call;

/// Memory that the program must leave alone until a request is done.
struct Guarded {
  Buffer buffer;
  bool is_filled = false;         ///< by MPI, so it must not be read either
  std::vector<std::byte> before;  ///< what it held when the request was made; empty: not known
  std::optional<KeptPages> pages = {};  ///< the same of a large one
};

/// What the program does in a request of its own, which it completes itself.
struct Generalized {
  MPI_Grequest_query_function* query = nullptr;
  MPI_Grequest_free_function* release = nullptr;
  MPI_Grequest_cancel_function* cancel = nullptr;
  void* extra = nullptr;
  bool is_complete = false;
};

/// What a request of MPI stands for.
struct Request {
  enum class Kind : std::uint8_t {
    send,
    receive,
    collective,
    generalized,
    message  ///< of a matched probe: it is there, and waits to be received
  };
  Kind kind = Kind::send;
  bool active = false;
  bool persistent = false;
  bool is_cancelled = false;
  bool is_given_up = false;  ///< a receive that was freed while it was under way
  Condition condition = {};
  Buffer buffer = {};
  std::vector<Guarded> guarded = {};  ///< of a receive or collective that is waited for later
  Site site = {};
  std::shared_ptr<Generalized> generalized = {};
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
  int thread_level = MPI_THREAD_SINGLE;
  bool makes_threads = false;
  unsigned threads_wanted = 0;  ///< by omp_set_num_threads; 0: it was not called
  bool had_team = false;
  std::unique_ptr<Team> team;  ///< the threads of the parallel region that the rank is in
  Polls polls;
  /// Names what the rank has learned so far, which decides what it does next.
  std::uint64_t history = 0;
  std::vector<std::int64_t> files;  ///< how far they were read and written when a test failed last
  std::uint32_t last_failure = 0;   ///< the step in which a test of it failed last; 0: none did
  Watched watched;
  HandleTable<Request> requests{ObjectKind::request};
  HandleTable<HeldCommunicator> communicators{ObjectKind::communicator};
  TypeTable types;
  OperationTable operations;
  Objects objects;
  void* attached = nullptr;  ///< the buffer of MPI_Buffer_attach
  int attached_bytes = 0;
  std::uint32_t given_up = 0;       ///< how many receives were freed and have not met a send
  std::vector<Condition> buffered;  ///< sends of MPI_Bsend and its like, as if they waited
  /// How many intercommunicators of a kind it has made; the same on both sides.
  std::unordered_map<std::uint64_t, std::uint64_t> intercommunicators;
  std::int64_t moment_ns = 0;
  std::uint64_t random = 1;
};

}  // namespace harrier::mpi
