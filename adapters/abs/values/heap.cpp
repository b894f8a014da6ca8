// Where cells lie, and how they are made.
#include "abs/values/heap.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <new>

#include "abs/values/compare.hpp"
#include "abs/values/numbers.hpp"

namespace harrier::abs::run {

void* Arena::take_from_next(std::size_t bytes) {
  constexpr std::size_t chunk_size = std::size_t{1} << 18;
  if (now_.chunk < chunks_.size()) ++now_.chunk;
  // A chunk that is too small for a large cell is not left in its way.
  while (now_.chunk < chunks_.size() && chunks_[now_.chunk].size < bytes) chunks_.pop_back();
  if (now_.chunk >= chunks_.size()) {
    const std::size_t size = std::max(chunk_size, bytes);
    chunks_.push_back({std::make_unique<std::byte[]>(size), size});
    now_.chunk = chunks_.size() - 1;
  }
  now_.used = bytes;
  return chunks_[now_.chunk].bytes.get();
}

Value Heap::plain(const Constructor& constructor, std::span<const Value> arguments) {
  auto* cell = make<DataCell>(CellKind::data, arguments.size(), arguments.size_bytes());
  cell->constructor = &constructor;
  std::ranges::copy(arguments, cell->arguments());
  return Value::of(cell);
}

Value Heap::data(const Constructor& constructor, std::span<const Value> arguments) {
  if (arguments.empty()) return Value::constant(constructor);
  if (constructor.shape == Shape::plain) return plain(constructor, arguments);
  return inserted(constructor, arguments[0], arguments[1]);
}

/// Puts an element of a set, or an association of a map, to its place in what is ordered already.
Value Heap::inserted(const Constructor& constructor, Value element, Value rest) {
  const bool is_map = constructor.shape == Shape::map_insert;
  const Value key = is_map ? element.arguments()[0] : element;
  std::vector<Value> before;
  while (!rest.is_constant()) {
    const std::span<const Value> parts = rest.arguments();
    const std::strong_ordering order = compare(is_map ? parts[0].arguments()[0] : parts[0], key);
    if (order > 0) break;
    if (order == 0) {
      rest = parts[1];
      break;
    }
    before.push_back(parts[0]);
    rest = parts[1];
  }
  Value result = plain(constructor, std::array{element, rest});
  for (std::size_t i = before.size(); i-- > 0;) {
    result = plain(constructor, std::array{before[i], result});
  }
  return result;
}

Value Heap::pair(Value first, Value second) {
  return plain(known::pair, std::array{first, second});
}

Value Heap::cons(Value head, Value tail) { return plain(known::cons, std::array{head, tail}); }

Value Heap::string(std::string_view text) {
  auto* cell = make<StringCell>(CellKind::string, text.size(), text.size());
  std::memcpy(static_cast<void*>(cell + 1), text.data(), text.size());
  return Value::of(cell);
}

Value Heap::floating(double value) {
  auto* cell = make<FloatCell>(CellKind::floating, 1, 0);
  cell->value = value;
  return Value::of(cell);
}

Value Heap::integer(const BigInteger& number) {
  if (const auto small = number.small(); small && Value::fits(*small)) return Value::small(*small);
  const std::vector<std::uint32_t>& digits = number.digits();
  const std::size_t bytes = digits.size() * sizeof(std::uint32_t);
  auto* cell = make<BigIntegerCell>(CellKind::big_integer, digits.size(), bytes);
  cell->negative = number.is_negative();
  std::memcpy(static_cast<void*>(cell + 1), digits.data(), bytes);
  return Value::of(cell);
}

Value Heap::rational(Value numerator, Value denominator) {
  if (sign(denominator) == 0) throw Thrown{Value::constant(known::division_by_zero)};
  if (sign(denominator) < 0) {
    numerator = negate(*this, numerator);
    denominator = negate(*this, denominator);
  }
  const Value divisor = greatest_divisor(*this, numerator, denominator);
  if (!same(divisor, Value::small(1))) {
    numerator = quotient(*this, numerator, divisor);
    denominator = quotient(*this, denominator, divisor);
  }
  if (same(denominator, Value::small(1))) return numerator;
  auto* cell = make<RationalCell>(CellKind::rational, 0, 0);
  cell->numerator = numerator;
  cell->denominator = denominator;
  return Value::of(cell);
}

}  // namespace harrier::abs::run
