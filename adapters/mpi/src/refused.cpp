// What a program does that ranks on stacks of one process cannot have.
#include <dlfcn.h>
#include <pthread.h>
#include <sys/types.h>

#include "host/symbols.hpp"
#include "ranks.hpp"
#include "world.hpp"

using harrier::host::next_function;
using harrier::mpi::in_program;
using harrier::mpi::InLibrary;
using harrier::mpi::World;

namespace {

void refuse(const char* what, const char* hint = "") {
  const InLibrary here;
  World::current()->unsupported(what, hint);
}

constexpr const char* threads_hint =
    "only programs with one thread in each rank are explored: with OpenMP, set OMP_NUM_THREADS=1 "
    "and OMP_THREAD_LIMIT=1";

}  // namespace

extern "C" {

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*body)(void*),
                   void* argument) noexcept {
  if (in_program()) refuse("pthread_create", threads_hint);
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
  if (in_program() && file != nullptr) refuse("dlopen");
  static auto* const real = next_function<void*(const char*, int)>("dlopen");
  return real(file, mode);
}
}
