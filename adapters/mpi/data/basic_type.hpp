// The types that MPI predefines and that no other is made of: the letters of type signatures.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace harrier::mpi {

/// What the bytes of a basic type mean, and so which operations may combine them.
enum class BasicKind : std::uint8_t {
  character,        ///< text: MPI_CHAR, MPI_WCHAR, MPI_CHARACTER
  c_integer,        ///< signed or unsigned
  fortran_integer,  ///< INTEGER and its sizes
  address,          ///< MPI_AINT, MPI_OFFSET, MPI_COUNT: of both languages
  floating,
  complex,
  logical,
  byte,
  packed,  ///< what MPI_Pack wrote: matches every type
  marker,  ///< MPI_LB, MPI_UB: no bytes
  opaque,  ///< bytes with a meaning that no operation knows
};

/// How a value is stored, for arithmetic and for text.
enum class Storage : std::uint8_t {
  none,
  int8,
  int16,
  int32,
  int64,
  uint8,
  uint16,
  uint32,
  uint64,
  float32,
  float64,
  float80,
};

struct BasicType {
  MPI_Datatype handle;
  const char* name;
  std::size_t bytes;
  std::size_t alignment;
  BasicKind kind;
  Storage storage;  ///< of each part, for complex numbers
};

/// A row of `basic_types()`; small enough to be stored in every run of a type map.
using BasicId = std::uint8_t;

/// Returns all of them, in a fixed order.
std::span<const BasicType> basic_types();
const BasicType& basic_type(BasicId id);
/// Returns the id of a predefined handle; the handle must be that of a basic type.
BasicId basic_id(MPI_Datatype handle);

/// Returns whether values of one may be received as the other without a change of meaning,
/// although the standard asks for equal names: `MPI_LONG` and `MPI_INT64_T`.
bool same_representation(BasicId a, BasicId b);

/// Words the values in packed bytes of one basic type: `3, -4`; at most `limit`, then an ellipsis.
std::string values_text(BasicId id, std::span<const std::byte> bytes, std::size_t limit);

}  // namespace harrier::mpi
