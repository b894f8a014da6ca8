// MPI programs drawn at random, run by interpreting them, and written as C where one fails.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace harrier::mpi {

enum class Act : std::uint8_t {
  send,
  ssend,
  isend,
  issend,
  recv,
  irecv,
  wait_last,
  waitall,
  waitany,
  waitsome,
  test,
  testany,
  testsome,
  cancel,
  probe,
  iprobe,
  barrier,
  ibarrier,
  bcast,
  reduce,
  // Messages that are kept, buffered, started again or given up.
  mprobe,
  improbe,
  mrecv,
  bsend,
  send_init,
  recv_init,
  start,
  request_free,
  // One-sided communication: `peer` is the target, `tag` an element of its window.
  fence,
  last_fence,
  lock_exclusive,
  lock_shared,
  unlock,
  lock_all,
  unlock_all,
  flush,
  flush_local,
  post,
  start_access,
  complete,
  wait_access,
  put,
  get,
  accumulate,
  replace,
  fetch_and_add,
  fetch,
  compare_and_swap,
  store,
  // Memory that ranks share: the same, by loads and stores.
  load_shared,
  store_shared,
  tell,  ///< sends a message where the last value that was got is odd
};

struct ScriptedCall {
  Act act = Act::barrier;
  int peer = 0;  ///< a rank, or -1 for any source
  int tag = 0;   ///< or -1 for any tag
};

struct RandomProgram {
  std::vector<std::vector<ScriptedCall>> ranks;
  bool has_window = false;
  bool is_shared = false;  ///< the window is of memory that all ranks load and store

  /// Runs what the calling rank does.
  int run() const;
  /// Writes it as a C program.
  std::string text() const;
};

struct Kinds {
  bool tests = true;
  bool probes = true;
  bool collectives = false;
  bool cancels = false;
  bool keeps = false;     ///< messages, by matched probes
  bool persists = false;  ///< requests that are started, or freed while they are under way
};

RandomProgram draw(std::mt19937_64& random, const Kinds& kinds);
/// Draws one where each message finds a receive, most of them of any source, around collectives: it
/// runs to its end in most orders, so that more depends on who came first.
RandomProgram draw_matched(std::mt19937_64& random);
/// Draws one whose ranks access each other's windows in epochs of all kinds.
RandomProgram draw_windows(std::mt19937_64& random);
/// Draws one whose ranks load and store memory that they share, between calls that order this.
RandomProgram draw_shared(std::mt19937_64& random);

}  // namespace harrier::mpi
