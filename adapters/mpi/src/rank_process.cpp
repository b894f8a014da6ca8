// A rank as a process of its own, which runs in turns with the one that explores.
#include "rank_process.hpp"

#include <linux/futex.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <ctime>
#include <iostream>

#include "harrier/detail/exits.hpp"
#include "harrier/unsupported.hpp"

namespace harrier::mpi {

namespace {

// How often it is looked whether a process that has the turn is still there.
constexpr long look_every_ns = 20'000'000;

/// Waits until a word that processes share may have another value. The functions of the C library
/// that wait are the program's.
void await_change(std::atomic<std::uint32_t>& word, std::uint32_t value, const timespec* longest) {
  syscall(SYS_futex, reinterpret_cast<std::uint32_t*>(&word), FUTEX_WAIT, value, longest, nullptr,
          0);
}

/// What a rank has printed must be there before another one prints.
void flush_output() {
  std::cout.flush();
  std::fflush(stdout);
  std::fflush(stderr);
}

}  // namespace

void RankProcess::give(Turn to) {
  turn_.store(to);
  syscall(SYS_futex, reinterpret_cast<std::uint32_t*>(&turn_), FUTEX_WAKE, 1, nullptr, nullptr, 0);
}

void RankProcess::clear() {
  if (process_ > 0 && explorer_ == getpid() && !is_gone_) {
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
  }
  process_ = 0;
  turn_ = explorer;
  has_ended_ = is_gone_ = false;
  status_ = 0;
  function_ = nullptr;
}

void RankProcess::begin(const std::function<void()>& body) {
  flush_output();
  turn_ = rank;
  explorer_ = getpid();
  const pid_t forked = fork();
  if (forked < 0) {
    throw UnsupportedError(std::string("cannot start a process for a rank: ") +
                           std::strerror(errno));
  }
  if (forked == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != explorer_) detail::end_process(0);
    detail::explore_here();
    body();
    detail::end_process(0);
  }
  process_ = forked;
  await_rank();
}

void RankProcess::resume() {
  give(rank);
  await_rank();
}

void RankProcess::await_rank() {
  const timespec longest = {0, look_every_ns};
  while (turn_ != explorer) {
    await_change(turn_, rank, &longest);
    if (turn_ == explorer) return;
    if (waitpid(process_, &status_, WNOHANG) != process_) continue;
    is_gone_ = has_ended_ = true;
    // It may have given the turn back with its last breath.
    if (turn_ != explorer) turn_ = explorer;
  }
}

std::string RankProcess::death() const {
  if (const char* const function = function_) {
    return std::string(function) +
           " is called by another thread than the one that called MPI_Init, which "
           "MPI_Init_thread has not allowed";
  }
  if (!is_gone_) return {};
  if (WIFSIGNALED(status_)) {
    return std::string("its process was ended by a signal: ") + strsignal(WTERMSIG(status_));
  }
  return "its process ended with status " + std::to_string(WEXITSTATUS(status_));
}

void RankProcess::suspend() {
  flush_output();
  give(explorer);
  while (turn_ != rank) await_change(turn_, explorer, nullptr);
}

void RankProcess::end() {
  flush_output();
  has_ended_ = true;
  give(explorer);
  detail::end_process(0);
}

void RankProcess::end_by_thread(const char* function) {
  function_ = function;
  detail::end_process(0);
}

}  // namespace harrier::mpi
