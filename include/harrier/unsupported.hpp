// Says that a program asks for what its model does not have.
#pragma once

#include "harrier/usage_error.hpp"

namespace harrier {

/// Thrown by a program where it cannot go on because something is not supported: nothing is wrong
/// with it, but no more can be said about it than was seen before.
class UnsupportedError : public UsageError {
 public:
  using UsageError::UsageError;
};

}  // namespace harrier
