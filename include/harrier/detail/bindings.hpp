// Takes an aggregate apart into its members. The language knows no structured binding with a number
// of names that is computed, so here is one for each number.
#pragma once

#include <cstddef>

namespace harrier::detail {

/// The most members that are told one by one.
inline constexpr std::size_t members_max = 100;

// clang-format off
#define HARRIER_BIND_(number, ...)     \
  if constexpr (count == (number)) {   \
    const auto& [__VA_ARGS__] = value; \
    take(__VA_ARGS__);                 \
  }
#define HARRIER_TEN_(t) m##t##1, m##t##2, m##t##3, m##t##4, m##t##5, m##t##6, m##t##7, m##t##8, m##t##9, m##t##0
// Ten numbers, each behind the names of the tens before.
#define HARRIER_BIND_TEN_(t, ...) \
  HARRIER_BIND_(10 * t + 1, __VA_ARGS__ m##t##1) \
  HARRIER_BIND_(10 * t + 2, __VA_ARGS__ m##t##1, m##t##2) \
  HARRIER_BIND_(10 * t + 3, __VA_ARGS__ m##t##1, m##t##2, m##t##3) \
  HARRIER_BIND_(10 * t + 4, __VA_ARGS__ m##t##1, m##t##2, m##t##3, m##t##4) \
  HARRIER_BIND_(10 * t + 5, __VA_ARGS__ m##t##1, m##t##2, m##t##3, m##t##4, m##t##5) \
  HARRIER_BIND_(10 * t + 6, __VA_ARGS__ m##t##1, m##t##2, m##t##3, m##t##4, m##t##5, m##t##6) \
  HARRIER_BIND_(10 * t + 7, __VA_ARGS__ m##t##1, m##t##2, m##t##3, m##t##4, m##t##5, m##t##6, m##t##7) \
  HARRIER_BIND_(10 * t + 8, __VA_ARGS__ m##t##1, m##t##2, m##t##3, m##t##4, m##t##5, m##t##6, m##t##7, m##t##8) \
  HARRIER_BIND_(10 * t + 9, __VA_ARGS__ m##t##1, m##t##2, m##t##3, m##t##4, m##t##5, m##t##6, m##t##7, m##t##8, m##t##9) \
  HARRIER_BIND_(10 * t + 10, __VA_ARGS__ HARRIER_TEN_(t))
#define HARRIER_NAMES_0_
#define HARRIER_NAMES_1_ HARRIER_NAMES_0_ HARRIER_TEN_(0),
#define HARRIER_NAMES_2_ HARRIER_NAMES_1_ HARRIER_TEN_(1),
#define HARRIER_NAMES_3_ HARRIER_NAMES_2_ HARRIER_TEN_(2),
#define HARRIER_NAMES_4_ HARRIER_NAMES_3_ HARRIER_TEN_(3),
#define HARRIER_NAMES_5_ HARRIER_NAMES_4_ HARRIER_TEN_(4),
#define HARRIER_NAMES_6_ HARRIER_NAMES_5_ HARRIER_TEN_(5),
#define HARRIER_NAMES_7_ HARRIER_NAMES_6_ HARRIER_TEN_(6),
#define HARRIER_NAMES_8_ HARRIER_NAMES_7_ HARRIER_TEN_(7),
#define HARRIER_NAMES_9_ HARRIER_NAMES_8_ HARRIER_TEN_(8),

/// Calls `take` with all members of an aggregate that has so many.
template <std::size_t count, class T, class Take>
void bind_members(const T& value, Take take) {
  static_assert(count <= members_max);
  HARRIER_BIND_TEN_(0, HARRIER_NAMES_0_)
  HARRIER_BIND_TEN_(1, HARRIER_NAMES_1_)
  HARRIER_BIND_TEN_(2, HARRIER_NAMES_2_)
  HARRIER_BIND_TEN_(3, HARRIER_NAMES_3_)
  HARRIER_BIND_TEN_(4, HARRIER_NAMES_4_)
  HARRIER_BIND_TEN_(5, HARRIER_NAMES_5_)
  HARRIER_BIND_TEN_(6, HARRIER_NAMES_6_)
  HARRIER_BIND_TEN_(7, HARRIER_NAMES_7_)
  HARRIER_BIND_TEN_(8, HARRIER_NAMES_8_)
  HARRIER_BIND_TEN_(9, HARRIER_NAMES_9_)
}

#undef HARRIER_BIND_
#undef HARRIER_TEN_
#undef HARRIER_BIND_TEN_
#undef HARRIER_NAMES_0_
#undef HARRIER_NAMES_1_
#undef HARRIER_NAMES_2_
#undef HARRIER_NAMES_3_
#undef HARRIER_NAMES_4_
#undef HARRIER_NAMES_5_
#undef HARRIER_NAMES_6_
#undef HARRIER_NAMES_7_
#undef HARRIER_NAMES_8_
#undef HARRIER_NAMES_9_
// clang-format on

}  // namespace harrier::detail
