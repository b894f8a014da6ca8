// Turns what a user's code throws into a failure of its step, or into a text in place of a value.
#pragma once

#include <exception>
#include <functional>
#include <string>
#include <utility>

#include "harrier/describe.hpp"
#include "harrier/detail/misuse.hpp"
#include "harrier/internal_error.hpp"
#include "harrier/program.hpp"

namespace harrier::detail {

/// Describes the exception that is being handled.
inline Failure current_exception_as_failure() {
  try {
    throw;
  } catch (const InternalError&) {
    throw;  // it says nothing about the user's code
  } catch (const Misuse& misuse) {
    return {FailureKind::misuse, misuse.text};
  } catch (const std::exception& error) {
    const char* const text = error.what();
    return {FailureKind::exception, text != nullptr ? text : "an exception whose what() is null"};
  } catch (...) {
    return {FailureKind::exception, "an exception that is not a std::exception"};
  }
}

/// Shows a value with the user's code; where that throws, says so in its place.
inline std::string described(void (*describe)(const void*, Text&), const void* value,
                             std::function<std::string(ActorId)> actor_name) {
  try {
    Text text(std::move(actor_name));
    describe(value, text);
    return std::move(text.out());
  } catch (...) {
    return "{cannot be shown: " + current_exception_as_failure().text + "}";
  }
}

}  // namespace harrier::detail
