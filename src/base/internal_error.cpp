// Says where something does not hold that Harrier relies on.
#include "harrier/internal_error.hpp"

#include <string>

namespace harrier::detail {

void broken(const char* condition, const char* file, unsigned line, std::string_view text,
            std::initializer_list<std::uint64_t> values) {
  const std::string_view path = file;
  std::string what(path.substr(path.rfind('/') + 1));  // where it was built is nobody's business
  what += ":" + std::to_string(line) + ": " + std::string(text);
  const char* separator = " (";
  for (const std::uint64_t value : values) {
    what += separator + std::to_string(value);
    separator = ", ";
  }
  if (values.size() != 0) what += ")";
  throw InternalError(what + ": not " + condition);
}

}  // namespace harrier::detail
