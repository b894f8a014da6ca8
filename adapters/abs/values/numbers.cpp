// Arithmetic: small whole numbers at once, the others by way of big ones and of fractions.
#include "abs/values/numbers.hpp"

#include <cmath>

namespace harrier::abs::run {

namespace {

bool is_integer(Value value) { return value.is_small() || value.is(CellKind::big_integer); }
bool is_float(Value value) { return value.is(CellKind::floating); }

[[noreturn]] void throw_division_by_zero() {
  throw Thrown{Value::constant(known::division_by_zero)};
}

}  // namespace

BigInteger as_big(Value integer) {
  if (integer.is_small()) return BigInteger(integer.number());
  const auto* cell = static_cast<const BigIntegerCell*>(integer.cell());
  return BigInteger::from_digits(cell->negative, cell->digits(), cell->count);
}

Value numerator(Value number) {
  if (!number.is(CellKind::rational)) return number;
  return static_cast<const RationalCell*>(number.cell())->numerator;
}

Value denominator(Value number) {
  if (!number.is(CellKind::rational)) return Value::small(1);
  return static_cast<const RationalCell*>(number.cell())->denominator;
}

double as_double(Value number) {
  if (number.is_small()) return static_cast<double>(number.number());
  if (is_float(number)) return number.floating();
  if (number.is(CellKind::big_integer)) return as_big(number).as_double();
  return as_double(numerator(number)) / as_double(denominator(number));
}

int sign(Value number) {
  if (number.is_small()) return (number.number() > 0) - (number.number() < 0);
  if (is_float(number)) return (number.floating() > 0) - (number.floating() < 0);
  if (number.is(CellKind::rational)) return sign(numerator(number));
  return number.cell()->negative ? -1 : 1;
}

Value add(Heap& heap, Value a, Value b) {
  if (a.is_small() && b.is_small()) return heap.integer(a.number() + b.number());
  if (is_float(a) || is_float(b)) return heap.floating(as_double(a) + as_double(b));
  if (is_integer(a) && is_integer(b)) return heap.integer(as_big(a) + as_big(b));
  const Value left = multiply(heap, numerator(a), denominator(b));
  const Value right = multiply(heap, numerator(b), denominator(a));
  return heap.rational(add(heap, left, right), multiply(heap, denominator(a), denominator(b)));
}

Value negate(Heap& heap, Value a) {
  if (a.is_small()) return heap.integer(-a.number());
  if (is_float(a)) return heap.floating(-a.floating());
  if (is_integer(a)) return heap.integer(as_big(a).negated());
  return heap.rational(negate(heap, numerator(a)), denominator(a));
}

Value subtract(Heap& heap, Value a, Value b) {
  if (a.is_small() && b.is_small()) return heap.integer(a.number() - b.number());
  return add(heap, a, negate(heap, b));
}

Value multiply(Heap& heap, Value a, Value b) {
  if (a.is_small() && b.is_small()) {
    std::int64_t product = 0;
    if (!__builtin_mul_overflow(a.number(), b.number(), &product)) return heap.integer(product);
  }
  if (is_float(a) || is_float(b)) return heap.floating(as_double(a) * as_double(b));
  if (is_integer(a) && is_integer(b)) return heap.integer(as_big(a) * as_big(b));
  return heap.rational(multiply(heap, numerator(a), numerator(b)),
                       multiply(heap, denominator(a), denominator(b)));
}

Value divide(Heap& heap, Value a, Value b) {
  if (sign(b) == 0) throw_division_by_zero();
  if (is_float(a) || is_float(b)) return heap.floating(as_double(a) / as_double(b));
  return heap.rational(multiply(heap, numerator(a), denominator(b)),
                       multiply(heap, denominator(a), numerator(b)));
}

Value quotient(Heap& heap, Value a, Value b) {
  if (sign(b) == 0) throw_division_by_zero();
  if (a.is_small() && b.is_small()) return heap.integer(a.number() / b.number());
  if (!is_integer(a) || !is_integer(b)) return truncate(heap, divide(heap, a, b));
  return heap.integer(BigInteger::divide(as_big(a), as_big(b)).quotient);
}

Value remainder(Heap& heap, Value a, Value b) {
  if (sign(b) == 0) throw_division_by_zero();
  if (a.is_small() && b.is_small()) return heap.integer(a.number() % b.number());
  if (is_integer(a) && is_integer(b)) {
    return heap.integer(BigInteger::divide(as_big(a), as_big(b)).remainder);
  }
  return subtract(heap, a, multiply(heap, b, quotient(heap, a, b)));
}

Value greatest_divisor(Heap& heap, Value a, Value b) {
  if (sign(a) < 0) a = negate(heap, a);
  if (sign(b) < 0) b = negate(heap, b);
  while (sign(b) != 0) {
    const Value rest = remainder(heap, a, b);
    a = b;
    b = rest;
  }
  return a;
}

Value truncate(Heap& heap, Value number) {
  if (is_float(number)) return heap.integer(BigInteger::truncated(number.floating()));
  if (is_integer(number)) return number;
  return quotient(heap, numerator(number), denominator(number));
}

Value floor(Heap& heap, Value number) {
  if (is_float(number)) return heap.integer(BigInteger::truncated(std::floor(number.floating())));
  const Value whole = truncate(heap, number);
  return compare_numbers(number, whole) < 0 ? subtract(heap, whole, Value::small(1)) : whole;
}

Value ceil(Heap& heap, Value number) {
  if (is_float(number)) return heap.integer(BigInteger::truncated(std::ceil(number.floating())));
  const Value whole = truncate(heap, number);
  return compare_numbers(number, whole) > 0 ? add(heap, whole, Value::small(1)) : whole;
}

std::strong_ordering compare_numbers(Value a, Value b) {
  if (a.is_small() && b.is_small()) return a.number() <=> b.number();
  if (is_float(a) || is_float(b)) {
    const double left = as_double(a);
    const double right = as_double(b);
    if (left < right) return std::strong_ordering::less;
    return left > right ? std::strong_ordering::greater : std::strong_ordering::equal;
  }
  return as_big(numerator(a)) * as_big(denominator(b)) <=>
         as_big(numerator(b)) * as_big(denominator(a));
}

}  // namespace harrier::abs::run
