// Source files, positions in them, and what is said about them.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace harrier::abs {

/// A file as it was read. What the user sees as its name need not be a path.
struct SourceFile {
  std::string name;
  std::string text;
};

/// A place in a file; lines and columns count from one, columns in bytes.
struct Position {
  std::uint32_t file = 0;  ///< index in the model's files; the first is the library
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  friend constexpr auto operator<=>(const Position&, const Position&) = default;
};

/// How much a remark weighs.
enum class Severity : std::uint8_t {
  warning,      ///< the model can be explored all the same
  unsupported,  ///< the model may be right, but uses what Harrier cannot explore
  error,        ///< the model is wrong
};

/// One remark on the text of a model.
struct Diagnostic {
  Severity severity = Severity::error;
  Position position;
  std::string text;
  friend bool operator==(const Diagnostic&, const Diagnostic&) = default;
};

/// Remarks in the order of their positions.
using Diagnostics = std::vector<Diagnostic>;

/// Says whether any remark keeps the model from being explored.
inline bool refused(const Diagnostics& diagnostics) {
  for (const Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.severity != Severity::warning) return true;
  }
  return false;
}

/// How many errors of one file are told at most, and what is said instead of the others.
inline constexpr std::size_t errors_max = 1000;
inline constexpr std::string_view too_many_errors =
    "too many errors; the rest of this file is not reported";

/// Which language is read. The legacy one is that of models written before 2012 or so: there is
/// `new cog`, `~` negates, a quotient of integers is an integer, and own definitions hide those of
/// the library.
enum class Dialect : std::uint8_t { standard, legacy };

/// Where plain `new` makes an object.
enum class PlainNew : std::uint8_t {
  by_model,  ///< in a cog of its own, unless the model says `new cog` elsewhere and is a legacy one
  cog,       ///< in a cog of its own
  local,     ///< in the cog of its creator
};

}  // namespace harrier::abs
