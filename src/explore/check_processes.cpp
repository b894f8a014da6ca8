// Explores programs of processes.
#include "harrier/process.hpp"

namespace harrier {

CheckResult check(const std::function<void(ProcessSystem&)>& setup, const CheckOptions& options) {
  return check(ProgramFactory([&](const ProgramOptions& how) { return make_program(setup, how); }),
               options);
}

}  // namespace harrier
