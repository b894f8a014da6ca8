// Where in a program a check stands.
#include "runtime/failure.hpp"

#include <fmt/format.h>

namespace harrier {

Failure failed_check(std::string_view text, const SourcePlace& where) {
  return {FailureKind::check, std::string(text), fmt::format("{}:{}", where.file, where.line)};
}

}  // namespace harrier
