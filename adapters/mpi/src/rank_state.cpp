// What a rank knows of MPI: its handles and what is behind them, its clock.
#include "rank_state.hpp"

namespace harrier::mpi {

namespace {

// So that programs which compare times find some.
constexpr std::int64_t first_moment_ns = 1'000'000'000;

}  // namespace

void RankState::clear() {
  phase = Phase::before_init;
  thread_level = MPI_THREAD_SINGLE;
  makes_threads = false;
  threads_wanted = 0;
  had_team = false;
  team.reset();
  polls.clear();
  history = 0;
  files.clear();
  last_failure = 0;
  watched.forget();
  objects.clear();
  requests.clear();
  communicators.clear();
  types.clear();
  operations.clear();
  attached = nullptr;
  attached_bytes = 0;
  given_up = 0;
  buffered.clear();
  intercommunicators.clear();
  moment_ns = first_moment_ns;
  random = 1;
}

}  // namespace harrier::mpi
