// The classes that a search has seen, in bounded memory.
#pragma once

#include <cstdint>
#include <vector>

#include "core/classes.hpp"
#include "harrier/check.hpp"

namespace harrier {

/// Counts how many classes there were, and how many of them once. When it is full, what is new is
/// not counted any more, and `seen` says so.
class ClassTable {
 public:
  static constexpr std::size_t classes_max = std::size_t{1} << 22U;

  explicit ClassTable(std::size_t most = classes_max);

  /// Takes note of an execution; tells whether its class is new.
  bool add(ClassName name);
  const SeenClasses& seen() const { return seen_; }

 private:
  /// A class: the lowest bit tells whether it was seen again, the others are its name. 0 is none.
  using Slot = std::uint64_t;

  Slot& find(Slot name);
  void grow();

  const std::size_t most_;
  std::vector<Slot> slots_;
  SeenClasses seen_;
};

}  // namespace harrier
