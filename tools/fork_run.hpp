// An exploration by several processes of this machine: for programs that want theirs for
// themselves.
#pragma once

#include <sys/types.h>

#include <vector>

#include "cluster/fork_store.hpp"
#include "harrier/check.hpp"
#include "tools/member_run.hpp"

namespace harrier::tools {

class ForkRun {
 public:
  /// This process is one of so many.
  explicit ForkRun(unsigned processes) : store_(processes), others_(processes - 1) {}
  ForkRun(const ForkRun&) = delete;
  ForkRun& operator=(const ForkRun&) = delete;
  ~ForkRun() { end_others(); }

  /// Forks the others off and explores with them.
  CheckResult explore(const ProgramFactory& make, const CheckOptions& options);
  /// Tells all others that the program crashes, or hangs; this process ends. Tells whether it is
  /// one of those that were forked off: then the first one reports.
  bool end(const CheckResult& result);

 private:
  [[noreturn]] void work(unsigned index, const ProgramFactory& make, const CheckOptions& options);
  void reap(bool wait);
  void end_others();

  ForkStore store_;
  std::vector<pid_t> others_;  ///< 0: it has ended
  bool is_forked_ = false;
  MemberRun member_;
};

}  // namespace harrier::tools
