// The names of enumerators, found by asking the compiler how it writes each value.
#pragma once

#include <bit>
#include <cstddef>
#include <string_view>
#include <type_traits>
#include <utility>

namespace harrier::detail {

/// Enumerators outside of this range are not named.
inline constexpr int enumerator_min = -1;
inline constexpr int enumerator_max = 127;

template <auto value>
constexpr std::string_view written_value() {
  std::string_view text = __PRETTY_FUNCTION__;
  text.remove_prefix(text.find("value = ") + 8);
  return text.substr(0, text.find_first_of(";]"));
}

/// Returns the name of an enumerator by its value, empty where none has it.
template <class E, int value>
constexpr std::string_view enumerator_name() {
  // Not a cast: clang refuses one to a value that an enumeration without a fixed type cannot have.
  constexpr auto number = static_cast<std::underlying_type_t<E>>(value);
  constexpr std::string_view text = written_value<std::bit_cast<E>(number)>();
  const std::size_t scope = text.rfind("::");
  const std::string_view name = scope == std::string_view::npos ? text : text.substr(scope + 2);
  // `red` in `Color::red`; a value without a name is written as `(Color)5`.
  const bool is_name = name.find_first_of("()") == std::string_view::npos &&
                       std::string_view("-0123456789").find(name.front()) == std::string_view::npos;
  return is_name ? name : std::string_view();
}

template <class E>
constexpr std::string_view enumerator_name(E value) {
  const auto number = static_cast<std::underlying_type_t<E>>(value);
  return [number]<std::size_t... i>(std::index_sequence<i...>) {
    std::string_view name;
    (void)((std::cmp_equal(number, enumerator_min + static_cast<int>(i)) &&
            (name = enumerator_name<E, enumerator_min + static_cast<int>(i)>(), true)) ||
           ...);
    return name;
  }
  (std::make_index_sequence<enumerator_max - enumerator_min + 1>());
}

}  // namespace harrier::detail
