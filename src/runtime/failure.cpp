// Where in a program a check stands.
#include "runtime/failure.hpp"

#include <fmt/format.h>

namespace harrier {

Failure failed_check(std::string_view text, const std::source_location& where) {
  return {FailureKind::check, std::string(text),
          fmt::format("{}:{}", where.file_name(), where.line())};
}

}  // namespace harrier
