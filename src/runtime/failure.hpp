// Turns what a user's code throws into a failure of its step.
#pragma once

#include <exception>

#include "harrier/detail/misuse.hpp"
#include "harrier/program.hpp"

namespace harrier::detail {

/// Describes the exception that is being handled.
inline Failure current_exception_as_failure() {
  try {
    throw;
  } catch (const Misuse& misuse) {
    return {FailureKind::misuse, misuse.text};
  } catch (const std::exception& error) {
    return {FailureKind::exception, error.what()};
  } catch (...) {
    return {FailureKind::exception, "an exception that is not a std::exception"};
  }
}

}  // namespace harrier::detail
