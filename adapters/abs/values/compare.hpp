// Equality and the total order of values.
#pragma once

#include <compare>

#include "abs/values/value.hpp"

namespace harrier::abs::run {

/// Orders values of one type: numbers by size, strings letter by letter, data by the names of
/// constructors and then by arguments, objects and futures by names that no schedule changes.
std::strong_ordering compare(Value a, Value b);
bool equal(Value a, Value b);

/// Tells whether something rests on the names: an order of objects or futures, or that two futures
/// are different. Set by this thread's comparisons, and reset by whoever wants to know.
bool& names_were_compared();

}  // namespace harrier::abs::run
