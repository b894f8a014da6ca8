// What tracked fields hold: how it is read, and what to write for changing it past its record.
#pragma once

#include <type_traits>
#include <utility>

namespace harrier::detail {

template <class...>
inline constexpr bool never = false;

template <class T>
concept Container = std::is_class_v<T> && !std::is_final_v<T> &&
                    (
                        requires(T & container) { container.clear(); } ||
                        requires(T & container) { container.pop(); });

/// A container as it is seen through a tracked field: everything that only looks at it is as ever.
template <class T>
struct Unchanging : T {
  Unchanging() = default;
  explicit Unchanging(T value) : T(std::move(value)) {}

#define HARRIER_CHANGES(name)                                                                     \
  template <class... Arguments>                                                                   \
  void name(Arguments&&...) const {                                                               \
    static_assert(never<Arguments...>,                                                            \
                  "harrier: a tracked container is changed through edit(): field.edit()." #name); \
  }
  HARRIER_CHANGES(append)
  HARRIER_CHANGES(assign)
  HARRIER_CHANGES(clear)
  HARRIER_CHANGES(emplace)
  HARRIER_CHANGES(emplace_back)
  HARRIER_CHANGES(emplace_front)
  HARRIER_CHANGES(erase)
  HARRIER_CHANGES(insert)
  HARRIER_CHANGES(insert_or_assign)
  HARRIER_CHANGES(pop)
  HARRIER_CHANGES(pop_back)
  HARRIER_CHANGES(pop_front)
  HARRIER_CHANGES(push)
  HARRIER_CHANGES(push_back)
  HARRIER_CHANGES(push_front)
  HARRIER_CHANGES(resize)
  HARRIER_CHANGES(swap)
  HARRIER_CHANGES(try_emplace)
#undef HARRIER_CHANGES
};

template <class T>
concept MutableReference =
    std::is_lvalue_reference_v<T> && !std::is_const_v<std::remove_reference_t<T>> &&
    !std::is_function_v<std::remove_reference_t<T>>;

/// Looking at a value of this type is enough to change something: what it points to.
template <class T>
concept PointsToMutable = requires(const T& value) {
  { *value } -> MutableReference;
};

/// What a field of this type is read as: a value, where a reference would be no better. Who keeps
/// that past its step keeps what was read.
template <class T>
using ReadAs = std::conditional_t<std::is_scalar_v<T>, T, const T&>;

}  // namespace harrier::detail
