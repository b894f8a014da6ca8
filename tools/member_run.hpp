// This process as one of those that share an exploration, whatever keeps it for them.
#pragma once

#include <memory>

#include "cluster/member.hpp"
#include "cluster/store.hpp"
#include "harrier/check.hpp"

namespace harrier::tools {

class MemberRun {
 public:
  /// Explores with the others until nothing is left; returns what all of them have come to.
  CheckResult explore(Store& store, const ProgramFactory& make, const CheckOptions& options,
                      unsigned threads);
  /// Tells whether the program has ended this process while it took part, by a crash or a hang.
  bool has_to_tell(const CheckResult& result) const;
  /// Tells that to all others.
  void tell(Store& store, const CheckResult& result);

 private:
  std::unique_ptr<Member> member_;
};

}  // namespace harrier::tools
