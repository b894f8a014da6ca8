// What values and tasks are, whatever happened before: for states that are compared.
#pragma once

#include <unordered_set>
#include <vector>

#include "abs/run/objects.hpp"
#include "harrier/fingerprint.hpp"

namespace harrier::abs::run {

using Futures = std::unordered_set<const FutureCell*>;

/// Hashes values and what consists of them. Objects go by their paths, futures that are not
/// resolved by their origins; of one that is resolved only the result counts, unless it is to be
/// told apart.
class ContentHash {
 public:
  ContentHash(const Futures& told_apart, Futures& resolved)
      : told_apart_(told_apart), resolved_(resolved) {}

  void add(std::uint64_t word) { value_.add(word); }
  void add(const void* place) { value_.add(reinterpret_cast<std::uint64_t>(place)); }
  void add(Value value);
  void add(const TaskRecord& task);
  const Fingerprint& value() const { return value_; }

 private:
  void add(const ObjectCell* object) { value_.add(object != nullptr ? object->path : 0); }
  void add(const FutureCell& future);
  void add(const Suspended& rest);
  void add_text(std::string_view text);

  const Futures& told_apart_;
  Futures& resolved_;  ///< those that were met
  Fingerprint value_;
  int depth_ = 0;
};

/// Hashes a task alone.
Fingerprint content_of(const TaskRecord& task);

}  // namespace harrier::abs::run
