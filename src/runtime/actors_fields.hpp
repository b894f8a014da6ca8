// What the steps of field-level actors touch, and the check that nothing else in them changes.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "harrier/detail/access_log.hpp"
#include "harrier/program.hpp"
#include "runtime/actors_layouts.hpp"

namespace harrier::detail {

/// Appends what a log says of the fields of an actor.
void append_fields(ActorId actor, const AccessLog& log, std::vector<ResourceAccess>& out);

/// Compares the bytes of an actor before and after a step with what the step recorded.
class Audit {
 public:
  void begin(const Execution::Actor& target);
  /// Finds a byte that changed and is constant, or tracked and not recorded as written.
  std::optional<Failure> compare(const Execution::Actor& target, const Layout& layout,
                                 const AccessLog& log) const;

 private:
  std::vector<std::byte> bytes_before_;
};

}  // namespace harrier::detail
