// What fields throw where the library is used in a way that makes no sense.
#pragma once

#include <string>

namespace harrier::detail {

/// Fails the running step as misuse. No std::exception, so that no handler takes it for its own.
struct Misuse {
  std::string text;
};

}  // namespace harrier::detail
