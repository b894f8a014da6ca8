// What is thrown where somebody asks for something impossible.
#pragma once

#include <stdexcept>

namespace harrier {

/// The user asked for something impossible; the text says what, and what is possible.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace harrier
