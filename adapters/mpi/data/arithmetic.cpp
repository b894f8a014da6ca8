// Arithmetic on values that may lie anywhere: each is loaded, combined and stored.
#include "mpi/data/arithmetic.hpp"

#include <complex>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace harrier::mpi {

namespace {

template <class Value>
Value load(const std::byte* at) {
  Value value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

// The 6 bytes behind the 10 of a long double hold whatever was there before: they are left alone,
// so that equal runs have equal bytes.
constexpr std::size_t kExtendedBytes = 10;

template <class Value>
void store(std::byte* at, const Value& value) {
  if constexpr (std::is_same_v<Value, long double>)
    std::memcpy(at, &value, kExtendedBytes);
  else
    std::memcpy(at, &value, sizeof value);
}

void store(std::byte* at, const std::complex<long double>& value) {
  store<long double>(at, value.real());
  store<long double>(at + sizeof(long double), value.imag());
}

/// Adds or multiplies as the hardware does: integers wrap around.
template <class Value>
Value sum(Value a, Value b) {
  if constexpr (std::is_integral_v<Value>)
    return static_cast<Value>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
  else
    return a + b;
}

template <class Value>
Value product(Value a, Value b) {
  if constexpr (std::is_integral_v<Value>)
    return static_cast<Value>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
  else
    return a * b;
}

template <class Value, class Function>
void for_each_value(const std::byte* left, std::byte* right, std::size_t count, Function function) {
  for (std::size_t i = 0; i < count; ++i) {
    const auto a = load<Value>(left + i * sizeof(Value));
    const auto b = load<Value>(right + i * sizeof(Value));
    store(right + i * sizeof(Value), function(a, b));
  }
}

template <class Value>
void combine_integers(MPI_Op operation, const std::byte* left, std::byte* right,
                      std::size_t count) {
  switch (operation) {
    case MPI_BAND:
      for_each_value<Value>(left, right, count,
                            [](Value a, Value b) { return static_cast<Value>(a & b); });
      break;
    case MPI_BOR:
      for_each_value<Value>(left, right, count,
                            [](Value a, Value b) { return static_cast<Value>(a | b); });
      break;
    case MPI_BXOR:
      for_each_value<Value>(left, right, count,
                            [](Value a, Value b) { return static_cast<Value>(a ^ b); });
      break;
    default:
      break;
  }
}

/// What numbers with an order have; of two that are unordered, the right one would stay in a loop
/// over a C conditional, and does here.
template <class Value>
void combine_numbers(MPI_Op operation, const std::byte* left, std::byte* right, std::size_t count) {
  const auto truth = [](bool value) { return static_cast<Value>(value ? 1 : 0); };
  switch (operation) {
    case MPI_MAX:
      for_each_value<Value>(left, right, count, [](Value a, Value b) { return b > a ? b : a; });
      break;
    case MPI_MIN:
      for_each_value<Value>(left, right, count, [](Value a, Value b) { return b < a ? b : a; });
      break;
    case MPI_SUM:
      for_each_value<Value>(left, right, count, sum<Value>);
      break;
    case MPI_PROD:
      for_each_value<Value>(left, right, count, product<Value>);
      break;
    case MPI_LAND:
      for_each_value<Value>(left, right, count,
                            [&](Value a, Value b) { return truth(a != 0 && b != 0); });
      break;
    case MPI_LOR:
      for_each_value<Value>(left, right, count,
                            [&](Value a, Value b) { return truth(a != 0 || b != 0); });
      break;
    case MPI_LXOR:
      for_each_value<Value>(left, right, count,
                            [&](Value a, Value b) { return truth((a != 0) != (b != 0)); });
      break;
    default:
      if constexpr (std::is_integral_v<Value>)
        combine_integers<Value>(operation, left, right, count);
      break;
  }
}

template <class Part>
void combine_complex(MPI_Op operation, const std::byte* left, std::byte* right, std::size_t count) {
  using Value = std::complex<Part>;
  if (operation == MPI_SUM)
    for_each_value<Value>(left, right, count, [](Value a, Value b) { return a + b; });
  else
    for_each_value<Value>(left, right, count, [](Value a, Value b) { return a * b; });
}

/// Calls `function` with a value of the C++ type that a storage stands for.
template <class Function>
void with_storage(Storage storage, Function function) {
  switch (storage) {
    case Storage::int8:
      function(std::int8_t{});
      break;
    case Storage::int16:
      function(std::int16_t{});
      break;
    case Storage::int32:
      function(std::int32_t{});
      break;
    case Storage::int64:
      function(std::int64_t{});
      break;
    case Storage::uint8:
      function(std::uint8_t{});
      break;
    case Storage::uint16:
      function(std::uint16_t{});
      break;
    case Storage::uint32:
      function(std::uint32_t{});
      break;
    case Storage::uint64:
      function(std::uint64_t{});
      break;
    case Storage::float32:
      function(float{});
      break;
    case Storage::float64:
      function(double{});
      break;
    case Storage::float80:
      function(static_cast<long double>(0));
      break;
    case Storage::none:
      break;
  }
}

/// The better value wins; of equal ones the one with the lower index.
template <class Value, class Index>
void combine_pair(bool maximum, const std::byte* left, std::byte* right) {
  const auto a = load<Value>(left);
  const auto b = load<Value>(right);
  const auto index = load<Index>(left + sizeof(Value));
  const auto other = load<Index>(right + sizeof(Value));
  if (a == b) {
    store<Index>(right + sizeof(Value), index < other ? index : other);
  } else if (maximum ? a > b : a < b) {
    store<Value>(right, a);
    store<Index>(right + sizeof(Value), index);
  }
}

}  // namespace

void combine_values(MPI_Op operation, const BasicType& type, const std::byte* left,
                    std::byte* right, std::size_t count) {
  with_storage(type.storage, [&](auto value) {
    using Value = decltype(value);
    if constexpr (std::is_floating_point_v<Value>) {
      if (type.kind == BasicKind::complex) {
        combine_complex<Value>(operation, left, right, count);
        return;
      }
    }
    combine_numbers<Value>(operation, left, right, count);
  });
}

void combine_pairs(MPI_Op operation, const BasicType& value, const BasicType& index,
                   const std::byte* left, std::byte* right, std::size_t count) {
  const std::size_t step = value.bytes + index.bytes;
  for (std::size_t i = 0; i < count; ++i) {
    with_storage(value.storage, [&](auto first) {
      using Value = decltype(first);
      const bool maximum = operation == MPI_MAXLOC;
      // The Fortran pairs have an index of the type of the value.
      if (index.storage == value.storage)
        combine_pair<Value, Value>(maximum, left + i * step, right + i * step);
      else
        combine_pair<Value, std::int32_t>(maximum, left + i * step, right + i * step);
    });
  }
}

}  // namespace harrier::mpi
