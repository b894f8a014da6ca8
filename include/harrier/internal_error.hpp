// What Harrier relies on, checked in every build: where it does not hold, nothing is said at all,
// since it could be wrong.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <stdexcept>
#include <string_view>

namespace harrier {

/// Something that Harrier relies on does not hold. That is a fault of Harrier's, or of who wrote
/// the program model, not of the program.
class InternalError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

namespace detail {

/// Throws InternalError with the text, the values and where that is.
[[noreturn, gnu::cold]] void broken(const char* condition, const char* file, unsigned line,
                                    std::string_view text,
                                    std::initializer_list<std::uint64_t> values);
template <class... Values>
[[noreturn, gnu::cold, gnu::noinline]] void broken(const char* condition, const char* file,
                                                   unsigned line, std::string_view text,
                                                   Values... values) {
  broken(condition, file, line, text, {static_cast<std::uint64_t>(values)...});
}

}  // namespace detail

}  // namespace harrier

/// HARRIER_CHECK(condition, text, numbers...) throws InternalError where the condition does not
/// hold, in every build. The text says what is wrong; numbers that help may follow.
#define HARRIER_CHECK(condition, ...) \
  ((condition) ? void() : ::harrier::detail::broken(#condition, __FILE__, __LINE__, __VA_ARGS__))
