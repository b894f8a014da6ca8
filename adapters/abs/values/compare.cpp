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

/// What the names of decided.
enum class ByName : std::uint8_t { nothing, objects, futures };

std::strong_ordering ordered(Value a, Value b, ByName& by_name) {
  // Lists are long at their last argument: that one is no recursion.
  while (true) {
    if (same(a, b)) return std::strong_ordering::equal;
    const int kind = rank(a);
    if (kind != rank(b)) return kind <=> rank(b);
    if (kind == 0) return std::strong_ordering::equal;
    if (kind == 1) return compare_numbers(a, b);
    if (kind == 2) return a.string() <=> b.string();
    if (kind != 3) {
      by_name = kind == 4 ? ByName::objects : ByName::futures;
      return compare_names(a, b);
    }
    if (&a.constructor() != &b.constructor()) {
      const std::strong_ordering order = a.constructor().name <=> b.constructor().name;
      return order != 0 ? order : &a.constructor() <=> &b.constructor();
    }
    const std::span<const Value> left = a.arguments();
    const std::span<const Value> right = b.arguments();
    if (left.empty()) return std::strong_ordering::equal;
    for (std::size_t i = 0; i + 1 < left.size(); ++i) {
      const std::strong_ordering order = ordered(left[i], right[i], by_name);
      if (order != 0) return order;
    }
    a = left.back();
    b = right.back();
  }
}

}  // namespace

bool& names_were_compared() {
  static thread_local bool were = false;
  return were;
}

std::strong_ordering compare(Value a, Value b) {
  ByName by_name = ByName::nothing;
  const std::strong_ordering order = ordered(a, b, by_name);
  if (by_name != ByName::nothing) names_were_compared() = true;
  return order;
}

bool equal(Value a, Value b) {
  if (same(a, b)) return true;
  if (!a.is_cell() && !b.is_cell()) return false;
  ByName by_name = ByName::nothing;
  const bool are_equal = ordered(a, b, by_name) == 0;
  if (by_name == ByName::futures) names_were_compared() = true;
  return are_equal;
}

}  // namespace harrier::abs::run
