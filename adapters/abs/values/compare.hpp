// Equality and the total order of values.
#pragma once

#include <compare>

#include "abs/values/value.hpp"

namespace harrier::abs::run {

/// Orders values of one type: numbers by size, strings letter by letter, data by the names of
/// constructors and then by arguments, objects and futures by names that no schedule changes.
std::strong_ordering compare(Value a, Value b);

inline bool equal(Value a, Value b) {
  if (same(a, b)) return true;
  if (!a.is_cell() && !b.is_cell()) return false;
  return compare(a, b) == 0;
}

}  // namespace harrier::abs::run
