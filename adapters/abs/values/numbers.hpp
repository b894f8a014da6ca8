// Arithmetic on Int, Rat and Float values.
#pragma once

#include "abs/values/heap.hpp"

namespace harrier::abs::run {

Value add(Heap& heap, Value a, Value b);
Value subtract(Heap& heap, Value a, Value b);
Value multiply(Heap& heap, Value a, Value b);
/// Divides: whole numbers and fractions give a fraction. Throws DivisionByZeroException.
Value divide(Heap& heap, Value a, Value b);
/// Divides whole numbers towards zero. Throws DivisionByZeroException.
Value quotient(Heap& heap, Value a, Value b);
/// Returns what division towards zero leaves; it has the sign of `a`. Throws
/// DivisionByZeroException.
Value remainder(Heap& heap, Value a, Value b);
Value negate(Heap& heap, Value a);
Value greatest_divisor(Heap& heap, Value a, Value b);

Value numerator(Value number);
Value denominator(Value number);
/// Rounds a number to a whole one: towards zero, down, up.
Value truncate(Heap& heap, Value number);
Value floor(Heap& heap, Value number);
Value ceil(Heap& heap, Value number);

/// Returns -1, 0 or 1.
int sign(Value number);
double as_double(Value number);
BigInteger as_big(Value integer);
std::strong_ordering compare_numbers(Value a, Value b);

}  // namespace harrier::abs::run
