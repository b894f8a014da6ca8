// An exploration on the command line that takes part in a shared run.
#pragma once

#include <string>

#include "cluster/redis_store.hpp"
#include "harrier/check.hpp"
#include "tools/checkpoint_file.hpp"
#include "tools/member_run.hpp"
#include "tools/programs.hpp"

namespace harrier::tools {

class ClusterRun {
 public:
  /// Takes part in the run at an address, with so many threads.
  ClusterRun(const std::string& address, unsigned threads);

  /// Begins the run, or makes sure that it is the one that is meant; throws UsageError, and says
  /// what differs, where it is another one.
  void begin(const ChosenProgram& program, const CheckOptions& options);
  /// Returns the command line that began the run, as one of this process.
  CommandLine line_of(const CommandLine& own);
  /// Makes sure that this process explores the same.
  void join(const ChosenProgram& program, const CheckOptions& options);

  CheckResult explore(const ProgramFactory& make, const CheckOptions& options);
  /// Tells all others that the program crashes, or hangs; this process ends.
  void end(const CheckResult& result);

 private:
  void require_same(const Fingerprint& found, const Fingerprint& own) const;

  const StoreUrl url_;
  const unsigned threads_;
  RedisStore store_;
  MemberRun member_;
};

}  // namespace harrier::tools
