// The members of aggregates: how many there are, and each of them in turn.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

namespace harrier::detail {

/// The most members that are told one by one.
inline constexpr std::size_t members_max = 24;

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
  constexpr std::size_t count = count_members<T>();
  const auto all = [&visit](const auto&... member) { (visit(member), ...); };
  if constexpr (count == 1) {
    const auto& [a] = value;
    all(a);
  } else if constexpr (count == 2) {
    const auto& [a, b] = value;
    all(a, b);
  } else if constexpr (count == 3) {
    const auto& [a, b, c] = value;
    all(a, b, c);
  } else if constexpr (count == 4) {
    const auto& [a, b, c, d] = value;
    all(a, b, c, d);
  } else if constexpr (count == 5) {
    const auto& [a, b, c, d, e] = value;
    all(a, b, c, d, e);
  } else if constexpr (count == 6) {
    const auto& [a, b, c, d, e, f] = value;
    all(a, b, c, d, e, f);
  } else if constexpr (count == 7) {
    const auto& [a, b, c, d, e, f, g] = value;
    all(a, b, c, d, e, f, g);
  } else if constexpr (count == 8) {
    const auto& [a, b, c, d, e, f, g, h] = value;
    all(a, b, c, d, e, f, g, h);
  } else if constexpr (count == 9) {
    const auto& [a, b, c, d, e, f, g, h, i] = value;
    all(a, b, c, d, e, f, g, h, i);
  } else if constexpr (count == 10) {
    const auto& [a, b, c, d, e, f, g, h, i, j] = value;
    all(a, b, c, d, e, f, g, h, i, j);
  } else if constexpr (count == 11) {
    const auto& [a, b, c, d, e, f, g, h, i, j, k] = value;
    all(a, b, c, d, e, f, g, h, i, j, k);
  } else if constexpr (count == 12) {
    const auto& [a, b, c, d, e, f, g, h, i, j, k, l] = value;
    all(a, b, c, d, e, f, g, h, i, j, k, l);
  } else if constexpr (count == 13) {
    const auto& [a, b, c, d, e, f, g, h, i, j, k, l, m] = value;
    all(a, b, c, d, e, f, g, h, i, j, k, l, m);
  } else if constexpr (count == 14) {
    const auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n] = value;
    all(a, b, c, d, e, f, g, h, i, j, k, l, m, n);
  } else if constexpr (count == 15) {
    const auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o] = value;
    all(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o);
  } else if constexpr (count == 16) {
    const auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = value;
    all(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p);
  } else if constexpr (count == 17) {
    const auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q] = value;
    all(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q);
  } else if constexpr (count == 18) {
    const auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r] = value;
    all(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r);
  } else if constexpr (count == 19) {
    const auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s] = value;
    all(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s);
  } else if constexpr (count == 20) {
    const auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t] = value;
    all(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t);
  } else if constexpr (count == 21) {
    const auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u] = value;
    all(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u);
  } else if constexpr (count == 22) {
    const auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v] = value;
    all(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v);
  } else if constexpr (count == 23) {
    const auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w] = value;
    all(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w);
  } else if constexpr (count == 24) {
    const auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x] = value;
    all(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x);
  }
}

}  // namespace harrier::detail
