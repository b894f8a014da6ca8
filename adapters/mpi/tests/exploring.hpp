// What tests of the engine need to write small MPI programs and to explore them.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <string>

#include "harrier/mpi.hpp"

namespace harrier::mpi {

inline int my_rank(MPI_Comm comm = MPI_COMM_WORLD) {
  int rank = 0;
  MPI_Comm_rank(comm, &rank);
  return rank;
}

inline int my_size(MPI_Comm comm = MPI_COMM_WORLD) {
  int size = 0;
  MPI_Comm_size(comm, &size);
  return size;
}

inline void send_to(int dest, int value = 0, int tag = 0) {
  MPI_Send(&value, 1, MPI_INT, dest, tag, MPI_COMM_WORLD);
}

inline int receive_from(int source, int tag = 0) {
  int value = 0;
  MPI_Recv(&value, 1, MPI_INT, source, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return value;
}

/// Explores what stands between MPI_Init and MPI_Finalize.
template <class Between>
CheckResult explore(std::uint32_t ranks, Buffering buffering, Between between,
                    const CheckOptions& options = {}, std::uint32_t polls = 2) {
  const auto body = [between] {
    MPI_Init(nullptr, nullptr);
    between();
    MPI_Finalize();
    return 0;
  };
  return check(body, {.ranks = ranks, .buffering = buffering, .polls = polls}, options);
}

/// Returns how many executions there are where nothing is wrong, and what is wrong otherwise.
inline std::string outcome(const CheckResult& result) {
  if (result.verdict == Verdict::ok && result.blocked == 0) {
    return std::to_string(result.executions);
  }
  if (!result.violations.empty()) return result.violations.front().message();
  return result.incomplete_reason();
}

}  // namespace harrier::mpi
