// The table of basic types as MPICH numbers them on x86-64, and the text of their values.
#include "basic_type.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <cstring>

namespace harrier::mpi {

namespace {

using enum BasicKind;
using enum Storage;

constexpr auto kTypes = std::to_array<BasicType>({
    {MPI_CHAR, "MPI_CHAR", 1, 1, character, int8},
    {MPI_WCHAR, "MPI_WCHAR", 4, 4, character, int32},
    {MPI_CHARACTER, "MPI_CHARACTER", 1, 1, character, int8},
    {MPI_SIGNED_CHAR, "MPI_SIGNED_CHAR", 1, 1, c_integer, int8},
    {MPI_UNSIGNED_CHAR, "MPI_UNSIGNED_CHAR", 1, 1, c_integer, uint8},
    {MPI_SHORT, "MPI_SHORT", 2, 2, c_integer, int16},
    {MPI_UNSIGNED_SHORT, "MPI_UNSIGNED_SHORT", 2, 2, c_integer, uint16},
    {MPI_INT, "MPI_INT", 4, 4, c_integer, int32},
    {MPI_UNSIGNED, "MPI_UNSIGNED", 4, 4, c_integer, uint32},
    {MPI_LONG, "MPI_LONG", 8, 8, c_integer, int64},
    {MPI_UNSIGNED_LONG, "MPI_UNSIGNED_LONG", 8, 8, c_integer, uint64},
    {MPI_LONG_LONG_INT, "MPI_LONG_LONG_INT", 8, 8, c_integer, int64},
    {MPI_UNSIGNED_LONG_LONG, "MPI_UNSIGNED_LONG_LONG", 8, 8, c_integer, uint64},
    {MPI_INT8_T, "MPI_INT8_T", 1, 1, c_integer, int8},
    {MPI_INT16_T, "MPI_INT16_T", 2, 2, c_integer, int16},
    {MPI_INT32_T, "MPI_INT32_T", 4, 4, c_integer, int32},
    {MPI_INT64_T, "MPI_INT64_T", 8, 8, c_integer, int64},
    {MPI_UINT8_T, "MPI_UINT8_T", 1, 1, c_integer, uint8},
    {MPI_UINT16_T, "MPI_UINT16_T", 2, 2, c_integer, uint16},
    {MPI_UINT32_T, "MPI_UINT32_T", 4, 4, c_integer, uint32},
    {MPI_UINT64_T, "MPI_UINT64_T", 8, 8, c_integer, uint64},
    {MPI_AINT, "MPI_AINT", 8, 8, address, int64},
    {MPI_OFFSET, "MPI_OFFSET", 8, 8, address, int64},
    {MPI_COUNT, "MPI_COUNT", 8, 8, address, int64},
    {MPI_INTEGER, "MPI_INTEGER", 4, 4, fortran_integer, int32},
    {MPI_INTEGER1, "MPI_INTEGER1", 1, 1, fortran_integer, int8},
    {MPI_INTEGER2, "MPI_INTEGER2", 2, 2, fortran_integer, int16},
    {MPI_INTEGER4, "MPI_INTEGER4", 4, 4, fortran_integer, int32},
    {MPI_INTEGER8, "MPI_INTEGER8", 8, 8, fortran_integer, int64},
    {MPI_FLOAT, "MPI_FLOAT", 4, 4, floating, float32},
    {MPI_DOUBLE, "MPI_DOUBLE", 8, 8, floating, float64},
    {MPI_LONG_DOUBLE, "MPI_LONG_DOUBLE", 16, 16, floating, float80},
    {MPI_REAL, "MPI_REAL", 4, 4, floating, float32},
    {MPI_DOUBLE_PRECISION, "MPI_DOUBLE_PRECISION", 8, 8, floating, float64},
    {MPI_REAL4, "MPI_REAL4", 4, 4, floating, float32},
    {MPI_REAL8, "MPI_REAL8", 8, 8, floating, float64},
    // gfortran's REAL(16) is a quadruple, which C++ has no type for.
    {MPI_REAL16, "MPI_REAL16", 16, 16, opaque, none},
    {MPI_COMPLEX32, "MPI_COMPLEX32", 32, 16, opaque, none},
    {MPIX_C_FLOAT16, "MPIX_C_FLOAT16", 2, 2, opaque, none},
    {MPI_COMPLEX, "MPI_COMPLEX", 8, 4, complex, float32},
    {MPI_DOUBLE_COMPLEX, "MPI_DOUBLE_COMPLEX", 16, 8, complex, float64},
    {MPI_COMPLEX8, "MPI_COMPLEX8", 8, 4, complex, float32},
    {MPI_COMPLEX16, "MPI_COMPLEX16", 16, 8, complex, float64},
    {MPI_C_FLOAT_COMPLEX, "MPI_C_FLOAT_COMPLEX", 8, 4, complex, float32},
    {MPI_C_DOUBLE_COMPLEX, "MPI_C_DOUBLE_COMPLEX", 16, 8, complex, float64},
    {MPI_C_LONG_DOUBLE_COMPLEX, "MPI_C_LONG_DOUBLE_COMPLEX", 32, 16, complex, float80},
    {MPI_CXX_FLOAT_COMPLEX, "MPI_CXX_FLOAT_COMPLEX", 8, 4, complex, float32},
    {MPI_CXX_DOUBLE_COMPLEX, "MPI_CXX_DOUBLE_COMPLEX", 16, 8, complex, float64},
    {MPI_CXX_LONG_DOUBLE_COMPLEX, "MPI_CXX_LONG_DOUBLE_COMPLEX", 32, 16, complex, float80},
    {MPI_C_BOOL, "MPI_C_BOOL", 1, 1, logical, uint8},
    {MPI_CXX_BOOL, "MPI_CXX_BOOL", 1, 1, logical, uint8},
    {MPI_LOGICAL, "MPI_LOGICAL", 4, 4, logical, int32},
    {MPI_BYTE, "MPI_BYTE", 1, 1, byte, uint8},
    {MPI_PACKED, "MPI_PACKED", 1, 1, packed, uint8},
    {MPI_LB, "MPI_LB", 0, 1, marker, none},
    {MPI_UB, "MPI_UB", 0, 1, marker, none},
});
static_assert(kTypes.size() <= 256);

// The low byte of a predefined handle is its number; the table turns it into a row.
constexpr std::array<BasicId, 256> rows_by_number() {
  std::array<BasicId, 256> rows = {};
  for (std::size_t i = 0; i < kTypes.size(); ++i)
    rows[static_cast<std::size_t>(kTypes[i].handle & 0xff)] = static_cast<BasicId>(i);
  return rows;
}
constexpr std::array<BasicId, 256> kRows = rows_by_number();

template <class Value>
Value load(const std::byte* at) {
  Value value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

std::string floating_text(long double value, bool single) {
  std::array<char, 40> text = {};
  const int length = std::snprintf(text.data(), text.size(), single ? "%.6Lg" : "%.10Lg", value);
  return {text.data(), static_cast<std::size_t>(length)};
}

std::string stored_text(Storage storage, const std::byte* at) {
  switch (storage) {
    case int8:
      return std::to_string(load<std::int8_t>(at));
    case int16:
      return std::to_string(load<std::int16_t>(at));
    case int32:
      return std::to_string(load<std::int32_t>(at));
    case int64:
      return std::to_string(load<std::int64_t>(at));
    case uint8:
      return std::to_string(load<std::uint8_t>(at));
    case uint16:
      return std::to_string(load<std::uint16_t>(at));
    case uint32:
      return std::to_string(load<std::uint32_t>(at));
    case uint64:
      return std::to_string(load<std::uint64_t>(at));
    case float32:
      return floating_text(load<float>(at), true);
    case float64:
      return floating_text(load<double>(at), false);
    case float80:
      return floating_text(load<long double>(at), false);
    case none:
      break;
  }
  return {};
}

std::size_t stored_bytes(Storage storage) {
  switch (storage) {
    case int8:
    case uint8:
      return 1;
    case int16:
    case uint16:
      return 2;
    case int32:
    case uint32:
    case float32:
      return 4;
    case int64:
    case uint64:
    case float64:
      return 8;
    case float80:
      return 16;
    case none:
      break;
  }
  return 0;
}

std::string hexadecimal_text(const std::byte* at, std::size_t bytes) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string text = "0x";
  for (std::size_t i = 0; i < bytes; ++i) {
    const auto value = std::to_integer<unsigned>(at[i]);
    text += kDigits[value >> 4U];
    text += kDigits[value & 0xfU];
  }
  return text;
}

std::string character_text(char value) {
  if (value >= ' ' && value <= '~') return {'\'', value, '\''};
  return std::to_string(static_cast<int>(value));
}

std::string value_text(const BasicType& type, const std::byte* at) {
  switch (type.kind) {
    case character:
      return type.bytes == 1 ? character_text(load<char>(at)) : stored_text(type.storage, at);
    case logical:
      return std::any_of(at, at + type.bytes, [](std::byte b) { return b != std::byte{0}; })
                 ? "true"
                 : "false";
    case complex:
      return "(" + stored_text(type.storage, at) + ", " +
             stored_text(type.storage, at + stored_bytes(type.storage)) + ")";
    case byte:
    case packed:
    case opaque:
      return hexadecimal_text(at, type.bytes);
    case marker:
      return {};
    case c_integer:
    case fortran_integer:
    case address:
    case floating:
      break;
  }
  return stored_text(type.storage, at);
}

}  // namespace

std::span<const BasicType> basic_types() { return kTypes; }

const BasicType& basic_type(BasicId id) { return kTypes[id]; }

BasicId basic_id(MPI_Datatype handle) { return kRows[static_cast<std::size_t>(handle & 0xff)]; }

bool same_representation(BasicId a, BasicId b) {
  if (a == b) return true;
  const BasicType& first = kTypes[a];
  const BasicType& second = kTypes[b];
  const auto is_integer = [](BasicKind kind) {
    return kind == c_integer || kind == fortran_integer || kind == address;
  };
  if (first.storage == none || first.storage != second.storage || first.bytes != second.bytes)
    return false;
  return first.kind == second.kind || (is_integer(first.kind) && is_integer(second.kind));
}

std::string values_text(BasicId id, std::span<const std::byte> bytes, std::size_t limit) {
  const BasicType& type = kTypes[id];
  if (type.bytes == 0) return {};
  const std::size_t count = bytes.size() / type.bytes;
  std::string text;
  for (std::size_t i = 0; i < std::min(count, limit); ++i) {
    if (i > 0) text += ", ";
    text += value_text(type, bytes.data() + i * type.bytes);
  }
  if (count > limit) text += limit > 0 ? ", …" : "…";
  return text;
}

}  // namespace harrier::mpi
