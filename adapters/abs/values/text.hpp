// Values as texts, as `toString` and reports show them.
#pragma once

#include <string>

#include "abs/values/value.hpp"

namespace harrier::abs::run {

/// Names objects and futures.
class References {
 public:
  virtual std::string text_of(const NamedCell& cell) const = 0;

 protected:
  ~References() = default;
};

/// Returns a value as text; strings within it are quoted.
std::string text_of(Value value, const References& references);
/// The same, with a string as it is.
std::string plain_text_of(Value value, const References& references);

}  // namespace harrier::abs::run
