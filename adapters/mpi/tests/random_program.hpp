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
};

struct ScriptedCall {
  Act act = Act::barrier;
  int peer = 0;  ///< a rank, or -1 for any source
  int tag = 0;   ///< or -1 for any tag
};

struct RandomProgram {
  std::vector<std::vector<ScriptedCall>> ranks;

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
};

RandomProgram draw(std::mt19937_64& random, const Kinds& kinds);
/// Draws one where each message finds a receive, most of them of any source, around collectives: it
/// runs to its end in most orders, so that more depends on who came first.
RandomProgram draw_matched(std::mt19937_64& random);

}  // namespace harrier::mpi
