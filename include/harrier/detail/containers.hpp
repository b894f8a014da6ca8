// Containers in tracked fields: whoever tries to change one past its record is told what to write.
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

}  // namespace harrier::detail
