// An exploration by several processes of this machine.
#include "tools/fork_run.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <thread>

#include "harrier/detail/exits.hpp"
#include "harrier/usage_error.hpp"
#include "tools/terminal.hpp"

namespace harrier::tools {

namespace {

constexpr std::chrono::milliseconds reap_every{20};

}  // namespace

CheckResult ForkRun::explore(const ProgramFactory& make, const CheckOptions& options) {
  flush_output();
  const pid_t first = getpid();
  for (unsigned i = 0; i < others_.size(); ++i) {
    const pid_t forked = fork();
    if (forked < 0) {
      throw UsageError(fmt::format("cannot start a process: {}", std::strerror(errno)));
    }
    if (forked > 0) {
      others_[i] = forked;
      continue;
    }
    is_forked_ = true;
    others_.clear();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != first) detail::end_process(1);
    work(i + 1, make, options);
  }
  const std::jthread reaping([this](const std::stop_token& enough) {
    while (!enough.stop_requested()) {
      std::this_thread::sleep_for(reap_every);
      reap(false);
    }
  });
  return member_.explore(store_, make, options, 1);
}

/// What one that was forked off does: everything that is to be known of it is in the store.
void ForkRun::work(unsigned index, const ProgramFactory& make, const CheckOptions& options) {
  store_.join(index);
  if (const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC); nowhere >= 0) {
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, output_descriptor());
    dup2(nowhere, STDERR_FILENO);
  }
  CheckOptions quiet = options;
  quiet.on_progress = {};
  try {
    member_.explore(store_, make, quiet, 1);
  } catch (const std::exception&) {  // the first one meets the same, and tells
  }
  detail::end_process(0);
}

/// Gives the tasks of processes that have ended to others.
void ForkRun::reap(bool wait) {
  for (unsigned i = 0; i < others_.size(); ++i) {
    if (others_[i] == 0 || waitpid(others_[i], nullptr, wait ? 0 : WNOHANG) == 0) continue;
    others_[i] = 0;
    store_.leave(i + 1);
  }
}

/// What they have not committed has not happened.
void ForkRun::end_others() {
  for (const pid_t other : others_) {
    if (other != 0) kill(other, SIGKILL);
  }
  reap(true);
}

bool ForkRun::end(const CheckResult& result) {
  if (member_.has_to_tell(result)) member_.tell(store_, result);
  return is_forked_;
}

}  // namespace harrier::tools
