// The members of aggregates: how many there are, and each of them in turn.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include "harrier/detail/bindings.hpp"

namespace harrier::detail {

struct AnyMember {
  template <class T>
  operator T() const noexcept;  // only ever named, never called
};
template <class Derived>
struct AnyBase {
  template <class T>
  requires(std::is_base_of_v<T, Derived> && !std::is_same_v<T, Derived>) operator T()
      const noexcept;
};

template <std::size_t>
using Another = AnyMember;

template <class T, std::size_t... before, std::size_t... nested, std::size_t... after>
constexpr bool takes_nested(std::index_sequence<before...>, std::index_sequence<nested...>,
                            std::index_sequence<after...>) {
  return requires { T{Another<before>{}..., {Another<nested>{}...}, Another<after>{}...}; };
}
template <class T, std::size_t before, std::size_t nested, std::size_t after>
inline constexpr bool takes = takes_nested<T>(std::make_index_sequence<before>(),
                                              std::make_index_sequence<nested>(),
                                              std::make_index_sequence<after>());

/// Counts the values that T can be initialised with, each element of an array as one.
template <class T, class... Values>
constexpr std::size_t value_count() {
  if constexpr (sizeof...(Values) > members_max) {
    return members_max + 1;
  } else if constexpr (requires { T{Values{}..., AnyMember{}}; }) {
    return value_count<T, Values..., AnyMember>();
  } else {
    return sizeof...(Values);
  }
}

/// Counts the values that belong to the member which begins with value `at`: as many as it has
/// elements if it is an array, since then nothing more than the rest fits behind them.
template <class T, std::size_t at, std::size_t nested = 2>
constexpr std::size_t member_values() {
  constexpr std::size_t count = value_count<T>();
  if constexpr (at + nested > count || !takes<T, at, nested, 0>) {
    return 1;
  } else if constexpr (takes<T, at, nested, count - at - nested> &&
                       !takes<T, at, nested, count - at - nested + 1>) {
    return nested;
  } else {
    return member_values<T, at, nested + 1>();
  }
}

template <class T, std::size_t at = 0>
constexpr std::size_t count_members() {
  if constexpr (at >= value_count<T>()) {
    return 0;
  } else {
    return 1 + count_members<T, at + member_values<T, at>()>();
  }
}

/// Tells whether the members of T can be told one by one.
template <class T>
constexpr bool has_visible_members() {
  if constexpr (!std::is_aggregate_v<T> || std::is_union_v<T> || std::is_array_v<T>) {
    return false;
  } else {
    constexpr bool has_base = requires { T{AnyBase<T>{}}; };
    return !has_base && value_count<T>() <= members_max;
  }
}

/// Calls `visit` with every member.
template <class T, class Visit>
void visit_members(const T& value, Visit visit) {
  bind_members<count_members<T>()>(value,
                                   [&visit](const auto&... member) { (visit(member), ...); });
}

}  // namespace harrier::detail
