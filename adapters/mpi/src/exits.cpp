// How a rank ends: exit(), the end of main(), and what is to run then.
#include <algorithm>

#include "host/symbols.hpp"
#include "rank_state.hpp"
#include "ranks.hpp"
#include "texts.hpp"
#include "world.hpp"

namespace harrier::mpi {

void World::leave(int status) {
  Ranks& ranks = Ranks::instance();
  ranks.run_exit_functions();
  const InLibrary here;
  const std::string who = actor_name(ActorId(running_));
  if (status == 0 && state(running_).phase == RankState::Phase::before_init) {
    const bool somebody_did = std::ranges::any_of(
        states_, [](const auto& rank) { return rank->phase != RankState::Phase::before_init; });
    if (somebody_did) fail(FailureKind::misuse, who + " ends without calling MPI_Init");
    impossible_ =
        "the program ends without calling MPI_Init; it must be an MPI program, compiled "
        "with mpicc or mpicxx";
    ranks.abandon();
  }
  if (status != 0) fail(FailureKind::check, who + " ends with status " + std::to_string(status));
  if (state(running_).phase == RankState::Phase::inside) {
    fail(FailureKind::misuse, who + " ends without MPI_Finalize");
  }
  ranks.abandon();
}

}  // namespace harrier::mpi

using harrier::host::next_function;
using harrier::mpi::in_program;
using harrier::mpi::Ranks;

extern "C" {

int __cxa_atexit(void (*function)(void*), void* argument, void* library) noexcept {
  if (in_program()) {
    Ranks::instance().add_exit_function(function, argument);
    return 0;
  }
  static auto* const real = next_function<int(void (*)(void*), void*, void*)>("__cxa_atexit");
  return real(function, argument, library);
}

int __cxa_thread_atexit(void (*function)(void*), void* argument, void* library) noexcept {
  if (in_program()) {
    Ranks::instance().add_exit_function(function, argument);
    return 0;
  }
  static auto* const real =
      next_function<int(void (*)(void*), void*, void*)>("__cxa_thread_atexit");
  return real(function, argument, library);
}
}
