// What a rank knows of MPI: its requests, its handles, its clock.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <functional>
#include <vector>

#include "mpi/data/operation.hpp"
#include "mpi/data/type_table.hpp"
#include "objects.hpp"
#include "polls.hpp"
#include "site.hpp"
#include "wait.hpp"

namespace harrier::mpi {

/// What a request of MPI stands for.
struct Request {
  enum class Kind : std::uint8_t { free, send, receive, collective };
  Kind kind = Kind::free;
  bool active = false;
  bool persistent = false;
  Condition condition;
  void* buffer = nullptr;
  int count = 0;
  MPI_Datatype type = MPI_DATATYPE_NULL;
  Site site;
  std::function<void(MPI_Status*)> finish;   ///< of a collective: takes the result
  std::function<Condition(Request&)> start;  ///< of a persistent one
};

class RankState {
 public:
  enum class Phase : std::uint8_t { before_init, inside, finalized };

  void clear();

  MPI_Request add(Request request);
  /// Returns what a handle stands for, or nothing.
  Request* find(MPI_Request handle);
  void remove(MPI_Request handle);
  const std::vector<Request>& requests() const { return requests_; }

  std::int64_t next_moment() { return moment_ns_ += 1'000; }
  std::uint64_t next_random() {
    return random_ = random_ * 6364136223846793005U + 1442695040888963407U;
  }

  Phase phase = Phase::before_init;
  Polls polls;
  TypeTable types;
  OperationTable operations;
  Objects objects;
  std::vector<std::uint32_t> communicators;  ///< by the number in their handles

 private:
  std::vector<Request> requests_;
  std::vector<std::uint32_t> free_;
  std::int64_t moment_ns_ = 0;
  std::uint64_t random_ = 1;
};

}  // namespace harrier::mpi
