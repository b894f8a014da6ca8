// What a program does that ranks on stacks of one process cannot have.
#include <dlfcn.h>
#include <pthread.h>
#include <sys/types.h>

#include "host/symbols.hpp"
#include "rank_state.hpp"
#include "ranks.hpp"
#include "world.hpp"

using harrier::host::next_function;
using harrier::mpi::in_program;
using harrier::mpi::InLibrary;
using harrier::mpi::Ranks;
using harrier::mpi::RankState;
using harrier::mpi::World;

namespace {

void refuse(const char* what, const char* hint = "") {
  const InLibrary here;
  World::current()->unsupported(what, hint);
}

constexpr const char* threads_hint =
    "give --ranks processes for programs that make threads, or with OpenMP set OMP_NUM_THREADS=1 "
    "and OMP_THREAD_LIMIT=1";
constexpr const char* calling_threads_hint =
    "threads of a rank are explored only where one of them calls MPI: ask MPI_Init_thread for no "
    "more than MPI_THREAD_FUNNELED";

/// Refuses a thread where ranks share a process, and where threads may call MPI: the orders of
/// such calls would not be explored.
void refuse_thread() {
  if (!Ranks::instance().are_processes()) refuse("pthread_create", threads_hint);
  const InLibrary here;
  World& world = *World::current();
  RankState& state = world.state(world.running());
  if (state.thread_level > MPI_THREAD_FUNNELED) {
    world.unsupported("pthread_create", calling_threads_hint);
  }
  state.makes_threads = true;
}

}  // namespace

extern "C" {

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*body)(void*),
                   void* argument) noexcept {
  if (in_program()) refuse_thread();
  static auto* const real =
      next_function<int(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*)>(
          "pthread_create");
  return real(thread, attributes, body, argument);
}

pid_t fork() noexcept {
  if (in_program()) refuse("fork");
  static auto* const real = next_function<pid_t()>("fork");
  return real();
}

void* dlopen(const char* file, int mode) noexcept {
  if (in_program() && file != nullptr && !Ranks::instance().are_processes()) {
    refuse("dlopen", "give --ranks processes for programs that load libraries");
  }
  static auto* const real = next_function<void*(const char*, int)>("dlopen");
  return real(file, mode);
}
}
