// Equality and the total order of values.
#include "abs/values/compare.hpp"

#include "abs/values/numbers.hpp"

namespace harrier::abs::run {

namespace {

/// Values of different kinds meet only where one is null or both are numbers.
int rank(Value value) {
  if (value.is_null() || value.is_nothing()) return 0;
  if (value.is_small()) return 1;
  if (value.is_constant()) return 3;
  switch (value.cell()->kind) {
    case CellKind::big_integer:
    case CellKind::rational:
    case CellKind::floating:
      return 1;
    case CellKind::string:
      return 2;
    case CellKind::data:
      return 3;
    case CellKind::object:
      return 4;
    case CellKind::future:
      return 5;
  }
  return 6;
}

std::strong_ordering compare_names(Value a, Value b) {
  return static_cast<const NamedCell*>(a.cell())->name <=>
         static_cast<const NamedCell*>(b.cell())->name;
}

}  // namespace

std::strong_ordering compare(Value a, Value b) {
  // Lists are long at their last argument: that one is no recursion.
  while (true) {
    if (same(a, b)) return std::strong_ordering::equal;
    const int kind = rank(a);
    if (kind != rank(b)) return kind <=> rank(b);
    if (kind == 0) return std::strong_ordering::equal;
    if (kind == 1) return compare_numbers(a, b);
    if (kind == 2) return a.string() <=> b.string();
    if (kind != 3) return compare_names(a, b);
    if (&a.constructor() != &b.constructor()) {
      const std::strong_ordering order = a.constructor().name <=> b.constructor().name;
      return order != 0 ? order : &a.constructor() <=> &b.constructor();
    }
    const std::span<const Value> left = a.arguments();
    const std::span<const Value> right = b.arguments();
    if (left.empty()) return std::strong_ordering::equal;
    for (std::size_t i = 0; i + 1 < left.size(); ++i) {
      const std::strong_ordering order = compare(left[i], right[i]);
      if (order != 0) return order;
    }
    a = left.back();
    b = right.back();
  }
}

}  // namespace harrier::abs::run
