// Type signatures: which values a message has, wherever they lie.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "datatype.hpp"

namespace harrier::mpi {

/// `count` elements of a type, as a call names them.
struct TypedCount {
  TypeRef type;
  std::size_t count = 0;

  std::size_t bytes() const { return type == nullptr ? 0 : type->size() * count; }
};

/// How the values that are sent fit those that are received.
enum class Fit : std::uint8_t {
  equal,      ///< the same values
  shorter,    ///< fewer than there is room for
  longer,     ///< more than there is room for
  similar,    ///< stored alike under different names, such as MPI_LONG and MPI_INT64_T
  different,  ///< a value is received as another type than it was sent as
};

struct SignatureFit {
  Fit fit = Fit::equal;
  std::size_t at = 0;  ///< the first value that is similar or different
  BasicId sent = 0;    ///< its types, where there is one
  BasicId received = 0;
};

/// Compares signatures value by value. What MPI_Pack wrote may be received as anything, and
/// anything as MPI_PACKED. `different` wins over `longer`, that over `similar`.
SignatureFit compare(const TypedCount& sent, const TypedCount& received);

/// Words a signature: `1 MPI_INT`, `2 × {1 MPI_INT, 1 MPI_DOUBLE}`.
std::string signature_text(const TypedCount& values);

/// Words packed values by their types: `3, 4.5`; at most `limit`, then an ellipsis.
std::string values_text(const TypedCount& values, std::span<const std::byte> packed,
                        std::size_t limit);

/// Returns how many values of basic types `bytes` packed bytes hold; nothing when a value is cut.
std::optional<std::size_t> elements_in(const Datatype& type, std::size_t bytes);

/// Returns the one basic type of all values; nothing when there are several or none.
std::optional<BasicId> only_basic(const Datatype& type);

}  // namespace harrier::mpi
