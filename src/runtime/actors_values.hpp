// Hashes of actors and of the values that they hold and send.
#pragma once

#include <string_view>

#include "harrier/hash.hpp"
#include "runtime/actors_execution.hpp"
#include "runtime/actors_layouts.hpp"

namespace harrier::detail {

/// Hashes values, in which actors go by the names that somebody else gives. Throws UsageError where
/// something cannot be hashed, or actors that are to be renamed may hide in it.
class ValueHashes {
 public:
  ValueHashes(const Execution& execution, Layouts& layouts, const Hasher::Names& names)
      : execution_(execution), layouts_(layouts), names_(names) {}

  Fingerprint of(const ValueType& type, const void* value) const;
  Fingerprint of(ActorId actor) const;

 private:
  bool renames() const { return execution_.options.states == StateComparison::symmetric; }
  [[noreturn]] static void refuse_own_hash(const ActorType& type);
  void require_renamed(std::string_view where, const Hasher& hasher) const;
  void add_untracked(Hasher& hasher, const Execution::Actor& target, const Layout& layout) const;

  const Execution& execution_;
  Layouts& layouts_;
  const Hasher::Names& names_;
};

}  // namespace harrier::detail
