// The functions of the library that the interpreter computes itself.
#include "abs/run/builtins.hpp"

#include <array>
#include <charconv>
#include <cmath>

#include "abs/run/evaluator.hpp"
#include "abs/values/compare.hpp"
#include "abs/values/numbers.hpp"

namespace harrier::abs::run {

namespace {

using Arguments = std::span<const Value>;

Value to_string(Evaluator& evaluator, Arguments arguments) {
  const References& references = evaluator.surroundings().references();
  return evaluator.heap().string(plain_text_of(arguments[0], references));
}

/// The first byte of every character: strings are UTF-8.
bool begins_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; }

Value string_length(Evaluator&, Arguments arguments) {
  std::int64_t count = 0;
  for (const char byte : arguments[0].string()) count += begins_character(byte) ? 1 : 0;
  return Value::small(count);
}

/// Returns where the character of this number begins, or where the string ends.
std::size_t byte_of(std::string_view text, std::int64_t character) {
  std::size_t at = 0;
  for (std::int64_t i = 0; i < character && at < text.size(); ++i) {
    do {
      ++at;
    } while (at < text.size() && !begins_character(text[at]));
  }
  return at;
}

Value sub_string(Evaluator& evaluator, Arguments arguments) {
  const std::string_view text = arguments[0].string();
  if (!arguments[1].is_small() || !arguments[2].is_small()) {
    throw Refusal("substr is asked for a part far beyond any string");
  }
  const std::int64_t from = arguments[1].number();
  const std::int64_t count = arguments[2].number();
  if (from < 0 || count < 0)
    throw Refusal("substr is asked for a part that begins before its string");
  const std::string_view rest = text.substr(byte_of(text, from));
  return evaluator.heap().string(rest.substr(0, byte_of(rest, count)));
}

Value print_line(Evaluator& evaluator, Arguments arguments) {
  evaluator.surroundings().print(to_string(evaluator, arguments));
  return Value::constant(known::unit);
}

Value random_below(Evaluator& evaluator, Arguments arguments) {
  return evaluator.surroundings().choose(arguments[0]);
}

Value clock_time(Evaluator& evaluator, Arguments) { return evaluator.surroundings().now(); }
Value time_left(Evaluator& evaluator, Arguments) { return evaluator.surroundings().time_left(); }

Value own_component(Evaluator& evaluator, Arguments) {
  return evaluator.surroundings().component();
}

Value numerator_of(Evaluator&, Arguments arguments) { return numerator(arguments[0]); }
Value denominator_of(Evaluator&, Arguments arguments) { return denominator(arguments[0]); }
Value truncate_of(Evaluator& evaluator, Arguments arguments) {
  return truncate(evaluator.heap(), arguments[0]);
}
Value floor_of(Evaluator& evaluator, Arguments arguments) {
  return floor(evaluator.heap(), arguments[0]);
}
Value ceil_of(Evaluator& evaluator, Arguments arguments) {
  return ceil(evaluator.heap(), arguments[0]);
}
Value to_float(Evaluator& evaluator, Arguments arguments) {
  return evaluator.heap().floating(as_double(arguments[0]));
}

/// Takes a float apart: each is a whole number times a power of two.
Value to_rational(Evaluator& evaluator, Arguments arguments) {
  if (!arguments[0].is(CellKind::floating)) return arguments[0];
  Heap& heap = evaluator.heap();
  int exponent = 0;
  const double mantissa = std::frexp(arguments[0].floating(), &exponent);
  constexpr int bits = 53;
  Value number = heap.integer(static_cast<std::int64_t>(std::ldexp(mantissa, bits)));
  Value scale = Value::small(1);
  for (int i = 0; i < std::abs(exponent - bits); ++i)
    scale = multiply(heap, scale, Value::small(2));
  if (exponent >= bits) return multiply(heap, number, scale);
  return divide(heap, number, scale);
}

template <double (*function)(double)>
Value of_float(Evaluator& evaluator, Arguments arguments) {
  return evaluator.heap().floating(function(as_double(arguments[0])));
}

Value power(Evaluator& evaluator, Arguments arguments) {
  Heap& heap = evaluator.heap();
  if (!arguments[1].is_small() || std::abs(arguments[1].number()) > 100'000) {
    throw Refusal("pow is asked for a number that has no room in memory");
  }
  std::int64_t exponent = arguments[1].number();
  const bool divides = exponent < 0;
  Value factor = arguments[0];
  Value result = Value::small(1);
  for (exponent = std::abs(exponent); exponent != 0; exponent /= 2) {
    if (exponent % 2 != 0) result = multiply(heap, result, factor);
    if (exponent > 1) factor = multiply(heap, factor, factor);
  }
  return divides ? divide(heap, Value::small(1), result) : result;
}

Value smaller(Evaluator&, Arguments arguments) {
  return compare(arguments[0], arguments[1]) <= 0 ? arguments[0] : arguments[1];
}
Value larger(Evaluator&, Arguments arguments) {
  return compare(arguments[0], arguments[1]) >= 0 ? arguments[0] : arguments[1];
}
Value magnitude(Evaluator& evaluator, Arguments arguments) {
  return sign(arguments[0]) < 0 ? negate(evaluator.heap(), arguments[0]) : arguments[0];
}

Value length(Evaluator&, Arguments arguments) {
  std::int64_t count = 0;
  for (Value list = arguments[0]; !list.is_constant(); list = list.arguments()[1]) ++count;
  return Value::small(count);
}

/// Finds the association of a key; null where there is none.
const Value* find_association(Value map, Value key) {
  for (; !map.is_constant(); map = map.arguments()[1]) {
    const std::span<const Value> association = map.arguments()[0].arguments();
    if (equal(association[0], key)) return &association[1];
  }
  return nullptr;
}

Value lookup(Evaluator& evaluator, Arguments arguments) {
  const Value* found = find_association(arguments[0], arguments[1]);
  if (found == nullptr) return Value::constant(known::nothing);
  return evaluator.heap().data(known::just, {found, 1});
}
Value lookup_unsafe(Evaluator&, Arguments arguments) {
  const Value* found = find_association(arguments[0], arguments[1]);
  if (found == nullptr) throw Thrown{Value::constant(known::pattern_match_fail)};
  return *found;
}
Value lookup_default(Evaluator&, Arguments arguments) {
  const Value* found = find_association(arguments[0], arguments[1]);
  return found != nullptr ? *found : arguments[2];
}
Value put(Evaluator& evaluator, Arguments arguments) {
  Heap& heap = evaluator.heap();
  const std::array parts{heap.pair(arguments[1], arguments[2]), arguments[0]};
  return heap.data(known::insert_assoc, parts);
}
Value contains(Evaluator&, Arguments arguments) {
  for (Value set = arguments[0]; !set.is_constant(); set = set.arguments()[1]) {
    if (equal(set.arguments()[0], arguments[1])) return truth(true);
  }
  return truth(false);
}

struct Named {
  std::string_view name;
  Builtin builtin;
};

constexpr std::array table{
    Named{"toString", to_string},
    Named{"intToString", to_string},
    Named{"strlen", string_length},
    Named{"substr", sub_string},
    Named{"println", print_line},
    Named{"print", print_line},
    Named{"random", random_below},
    Named{"currentms", clock_time},
    Named{"thisDC", own_component},
    Named{"lowlevelDeadline", time_left},
    Named{"numerator", numerator_of},
    Named{"denominator", denominator_of},
    Named{"truncate", truncate_of},
    Named{"floor", floor_of},
    Named{"ceil", ceil_of},
    Named{"float", to_float},
    Named{"rat", to_rational},
    Named{"pow", power},
    Named{"sqrt", of_float<std::sqrt>},
    Named{"log", of_float<std::log>},
    Named{"exp", of_float<std::exp>},
    Named{"min", smaller},
    Named{"max", larger},
    Named{"abs", magnitude},
    Named{"length", length},
    Named{"lookupMaybe", lookup},
    Named{"lookupUnsafe", lookup_unsafe},
    Named{"lookupDefault", lookup_default},
    Named{"put", put},
    Named{"contains", contains},
};

}  // namespace

Builtin find_builtin(std::string_view name) {
  for (const Named& one : table) {
    if (one.name == name) return one.builtin;
  }
  return nullptr;
}

}  // namespace harrier::abs::run
