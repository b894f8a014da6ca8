// The values of ABS programs: a word each, immutable, the larger ones in cells of a heap.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace harrier::abs::run {

/// What a constructor's values are beyond their arguments.
enum class Shape : std::uint8_t {
  plain,
  set_insert,  ///< keeps the elements in order, each once
  map_insert,  ///< keeps the keys in order, each once
};

/// One constructor of a data type. It stays where it is: values point to it.
struct alignas(8) Constructor {
  std::string name;
  std::uint32_t arity = 0;
  Shape shape = Shape::plain;
};

enum class CellKind : std::uint8_t {
  big_integer,
  rational,
  floating,
  string,
  data,
  object,
  future
};

/// What begins every cell.
struct Cell {
  CellKind kind = CellKind::data;
  bool negative = false;    ///< of a big integer
  std::uint32_t count = 0;  ///< of digits, characters, arguments or fields
};

class Value;
struct DataCell;

/// A small whole number, a constructor without arguments, null, or a cell.
class Value {
 public:
  constexpr Value() = default;
  static constexpr Value null() { return Value(tag_special); }
  /// What a slot holds before it is given anything.
  static constexpr Value nothing() { return Value(tag_special | 4U); }
  static constexpr Value small(std::int64_t number) {
    return Value(static_cast<std::uint64_t>(number) << 2 | tag_small);
  }
  static Value constant(const Constructor& constructor) {
    return Value(reinterpret_cast<std::uint64_t>(&constructor) | tag_constant);
  }
  static Value of(const Cell* cell) { return Value(reinterpret_cast<std::uint64_t>(cell)); }

  /// Tells whether a number can be a small one.
  static constexpr bool fits(std::int64_t number) {
    return number >= -(std::int64_t{1} << 61) && number < (std::int64_t{1} << 61);
  }

  constexpr bool is_small() const { return (bits_ & tag_mask) == tag_small; }
  constexpr bool is_constant() const { return (bits_ & tag_mask) == tag_constant; }
  constexpr bool is_cell() const { return (bits_ & tag_mask) == 0; }
  constexpr bool is_null() const { return bits_ == tag_special; }
  constexpr bool is_nothing() const { return bits_ == (tag_special | 4U); }
  bool is(CellKind kind) const { return is_cell() && cell()->kind == kind; }

  constexpr std::int64_t number() const { return static_cast<std::int64_t>(bits_) >> 2; }
  const Cell* cell() const { return reinterpret_cast<const Cell*>(bits_); }
  /// Returns the constructor of a constant or of a cell with data.
  const Constructor& constructor() const;
  /// Returns the arguments of a constructor; none for a constant.
  std::span<const Value> arguments() const;
  std::string_view string() const;
  double floating() const;
  constexpr std::uint64_t bits() const { return bits_; }

  /// Tells whether two are the same word: then they are equal, but equal ones need not be.
  friend constexpr bool same(Value a, Value b) { return a.bits_ == b.bits_; }

 private:
  static constexpr std::uint64_t tag_mask = 3;
  static constexpr std::uint64_t tag_small = 1;
  static constexpr std::uint64_t tag_constant = 2;
  static constexpr std::uint64_t tag_special = 3;
  constexpr explicit Value(std::uint64_t bits) : bits_(bits) {}

  std::uint64_t bits_ = tag_special | 4U;
};

struct DataCell : Cell {
  const Constructor* constructor = nullptr;
  Value* arguments() { return reinterpret_cast<Value*>(this + 1); }
  const Value* arguments() const { return reinterpret_cast<const Value*>(this + 1); }
};
struct BigIntegerCell : Cell {
  const std::uint32_t* digits() const { return reinterpret_cast<const std::uint32_t*>(this + 1); }
};
struct RationalCell : Cell {
  Value numerator;
  Value denominator;  ///< more than 1
};
struct FloatCell : Cell {
  double value = 0;
};
struct StringCell : Cell {
  const char* text() const { return reinterpret_cast<const char*>(this + 1); }
};
/// What objects and futures have in common: a name that is equal wherever the same one is made.
struct NamedCell : Cell {
  std::uint64_t name = 0;
};

inline const Constructor& Value::constructor() const {
  if (is_constant()) return *reinterpret_cast<const Constructor*>(bits_ & ~tag_mask);
  return *static_cast<const DataCell*>(cell())->constructor;
}
inline std::span<const Value> Value::arguments() const {
  if (is_constant()) return {};
  const auto* data = static_cast<const DataCell*>(cell());
  return {data->arguments(), data->count};
}
inline std::string_view Value::string() const {
  const auto* string = static_cast<const StringCell*>(cell());
  return {string->text(), string->count};
}
inline double Value::floating() const { return static_cast<const FloatCell*>(cell())->value; }

/// The constructors that the interpreter itself must know.
namespace known {
extern const Constructor unit;
extern const Constructor yes;
extern const Constructor no;
extern const Constructor nil;
extern const Constructor cons;
extern const Constructor pair;
extern const Constructor nothing;
extern const Constructor just;
extern const Constructor empty_set;
extern const Constructor insert;
extern const Constructor empty_map;
extern const Constructor insert_assoc;
extern const Constructor division_by_zero;
extern const Constructor assertion_fail;
extern const Constructor pattern_match_fail;
extern const Constructor null_pointer;
extern const Constructor stack_overflow;
extern const Constructor heap_overflow;
extern const Constructor keyboard_interrupt;
extern const Constructor object_dead;

/// Finds one by its name in ABS; null where the interpreter has nothing to do with it.
const Constructor* find(std::string_view name);
}  // namespace known

inline Value truth(bool holds) { return Value::constant(holds ? known::yes : known::no); }
inline bool holds(Value value) { return same(value, Value::constant(known::yes)); }

/// Thrown where the ABS program throws.
struct Thrown {
  Value exception;
};

}  // namespace harrier::abs::run
