// Values for other machines: sizes and bytes of external32, and the way back.
#include "mpi/data/external32.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "mpi/data/copying.hpp"

namespace harrier::mpi {
namespace {

TypedCount values_of(MPI_Datatype handle, std::size_t count) {
  return {predefined_type(handle), count};
}

template <class Value>
std::vector<int> external_of(MPI_Datatype handle, const Value& value) {
  const TypedCount one = values_of(handle, 1);
  const auto external = to_external(packed_copy(&value, one), one);
  std::vector<int> bytes;
  for (const std::byte byte : *external) {
    bytes.push_back(std::to_integer<int>(byte));
  }
  return bytes;
}

// MPI 4.0, section 14.5.2: big-endian, IEEE, a long of four bytes, a wide character of two.
TEST(External32, PutsTheLargeEndFirst) {
  EXPECT_EQ(external_of(MPI_INT, 0x01020304), (std::vector<int>{1, 2, 3, 4}));
  EXPECT_EQ(external_of(MPI_SHORT, short{-2}), (std::vector<int>{0xff, 0xfe}));
  EXPECT_EQ(external_of(MPI_DOUBLE, 1.0), (std::vector<int>{0x3f, 0xf0, 0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(external_of(MPI_LONG, -3L), (std::vector<int>{0xff, 0xff, 0xff, 0xfd}));
  EXPECT_EQ(external_of(MPI_WCHAR, L'a'), (std::vector<int>{0, 'a'}));
  EXPECT_EQ(external_of(MPI_INT64_T, std::int64_t{1}), (std::vector<int>{0, 0, 0, 0, 0, 0, 0, 1}));
  // 1.5 as a quadruple: sign 0, exponent 16383, the first bit of the fraction.
  std::vector<int> quadruple(16, 0);
  quadruple[0] = 0x3f, quadruple[1] = 0xff, quadruple[2] = 0x80;
  EXPECT_EQ(external_of(MPI_LONG_DOUBLE, 1.5L), quadruple);
}

TEST(External32, HasNoPlaceForALongBeyondFourBytes) {
  const TypedCount one = values_of(MPI_LONG, 1);
  for (const long value : {1L << 31, -(1L << 31) - 1, 1L << 40}) {
    EXPECT_FALSE(to_external(packed_copy(&value, one), one)) << value;
  }
  for (const long value : {(1L << 31) - 1, -(1L << 31), 0L}) {
    EXPECT_TRUE(to_external(packed_copy(&value, one), one)) << value;
  }
  const TypedCount natural = values_of(MPI_UNSIGNED_LONG, 1);
  const unsigned long largest = (1UL << 32) - 1;
  EXPECT_TRUE(to_external(packed_copy(&largest, natural), natural));
}

TEST(External32, GivesEveryTypeBack) {
  for (const BasicType& type : basic_types()) {
    if (type.bytes == 0) continue;
    const TypedCount values = values_of(type.handle, 3);
    // Small numbers, which every type has room for; zero where bytes would be no number.
    std::vector<std::byte> packed(values.bytes(), std::byte{0});
    if (type.storage != Storage::float80) {
      for (std::size_t i = 0; i < 3; ++i) packed[i * type.bytes] = std::byte(i + 1);
    }
    const auto external = to_external(packed, values);
    ASSERT_TRUE(external) << type.name;
    EXPECT_EQ(external->size(), external_bytes(values)) << type.name;
    EXPECT_EQ(from_external(*external, values), packed) << type.name;
  }
}

}  // namespace
}  // namespace harrier::mpi
