// What the environment asks of a test. What is not understood throws, so that the test fails.
#pragma once

#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace harrier::testing {

/// Returns the text that a variable holds, or an empty one.
inline std::string text_given(const std::string& variable) {
  const char* const text = std::getenv(variable.c_str());
  return text != nullptr ? text : "";
}

/// Returns the number that a variable holds, or `otherwise` where it is not set.
inline std::uint64_t number_given(const std::string& variable, std::uint64_t otherwise) {
  const std::string text = text_given(variable);
  if (text.empty()) return otherwise;
  std::uint64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end) {
    throw std::invalid_argument(variable + " wants a number, not '" + text + "'");
  }
  return value;
}

}  // namespace harrier::testing
