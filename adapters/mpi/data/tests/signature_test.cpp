// Signatures at a match, and values in reports.
#include "mpi/data/signature.hpp"

#include <gtest/gtest.h>

#include <array>

#include "mpi/data/copying.hpp"

namespace harrier::mpi {
namespace {

TypedCount values(MPI_Datatype handle, std::size_t count) {
  return {predefined_type(handle), count};
}

TEST(Signatures, OfTheSameValuesAreEqualHoweverTheyAreMade) {
  const TypeRef six = contiguous_type(6, predefined_type(MPI_INT));
  const TypeRef column = vector_type(3, 2, 5, predefined_type(MPI_INT));
  EXPECT_EQ(compare({six, 2}, {column, 2}).fit, Fit::equal);
  EXPECT_EQ(compare({six, 1}, values(MPI_INT, 6)).fit, Fit::equal);
  EXPECT_EQ(compare({six, 1}, values(MPI_2INT, 3)).fit, Fit::equal);
}

TEST(Signatures, DifferWhereAValueChangesItsType) {
  const SignatureFit fit = compare(values(MPI_INT, 1), values(MPI_FLOAT, 1));
  EXPECT_EQ(fit.fit, Fit::different);
  EXPECT_EQ(fit.at, 0U);
  EXPECT_EQ(basic_type(fit.sent).handle, MPI_INT);
  EXPECT_EQ(basic_type(fit.received).handle, MPI_FLOAT);
  const SignatureFit later = compare(values(MPI_FLOAT_INT, 2), values(MPI_FLOAT, 4));
  EXPECT_EQ(later.fit, Fit::different);
  EXPECT_EQ(later.at, 1U);
}

TEST(Signatures, MayBeShorterThanTheRoomButNotLonger) {
  EXPECT_EQ(compare(values(MPI_INT, 2), values(MPI_INT, 5)).fit, Fit::shorter);
  EXPECT_EQ(compare(values(MPI_INT, 5), values(MPI_INT, 2)).fit, Fit::longer);
  EXPECT_EQ(compare(values(MPI_INT, 0), values(MPI_FLOAT, 1)).fit, Fit::shorter);
  EXPECT_EQ(compare(values(MPI_INT, 1), values(MPI_FLOAT, 0)).fit, Fit::longer);
}

TEST(Signatures, OfOtherNamesForTheSameBytesAreSimilar) {
  EXPECT_EQ(compare(values(MPI_LONG, 1), values(MPI_INT64_T, 1)).fit, Fit::similar);
  EXPECT_EQ(compare(values(MPI_INT, 1), values(MPI_INTEGER, 1)).fit, Fit::similar);
  EXPECT_EQ(compare(values(MPI_INT, 1), values(MPI_UNSIGNED, 1)).fit, Fit::different);
  EXPECT_EQ(compare(values(MPI_BYTE, 4), values(MPI_INT, 1)).fit, Fit::different);
}

TEST(Signatures, OfPackedValuesMatchAnythingOfTheirSize) {
  EXPECT_EQ(compare(values(MPI_PACKED, 8), values(MPI_DOUBLE, 1)).fit, Fit::equal);
  EXPECT_EQ(compare(values(MPI_DOUBLE, 2), values(MPI_PACKED, 8)).fit, Fit::longer);
}

TEST(Signatures, AreWordedAsTheCallNamesThem) {
  EXPECT_EQ(signature_text(values(MPI_INT, 1)), "1 MPI_INT");
  EXPECT_EQ(signature_text({contiguous_type(3, predefined_type(MPI_INT)), 2}), "6 MPI_INT");
  const std::array<int, 2> lengths = {1, 2};
  const std::array<MPI_Aint, 2> at = {0, 8};
  const std::array<TypeRef, 2> types = {predefined_type(MPI_INT), predefined_type(MPI_DOUBLE)};
  EXPECT_EQ(signature_text({struct_type(lengths, at, types), 2}), "2 × {1 MPI_INT, 2 MPI_DOUBLE}");
}

TEST(Values, AreWordedByTheirTypes) {
  struct Best {
    double value;
    int rank;
  };
  const std::array<Best, 2> best = {{{0.5, 3}, {-1e30, 4}}};
  const TypedCount pairs = values(MPI_DOUBLE_INT, 2);
  EXPECT_EQ(values_text(pairs, packed_copy(best.data(), pairs), 10), "0.5, 3, -1e+30, 4");
  EXPECT_EQ(values_text(pairs, packed_copy(best.data(), pairs), 3), "0.5, 3, -1e+30, …");
  const std::array<char, 3> text = {'o', 'k', '\0'};
  const TypedCount characters = values(MPI_CHAR, 3);
  EXPECT_EQ(values_text(characters, packed_copy(text.data(), characters), 10), "'o', 'k', 0");
  const std::array<unsigned char, 2> bytes = {0x0f, 0xa0};
  const TypedCount raw = values(MPI_BYTE, 2);
  EXPECT_EQ(values_text(raw, packed_copy(bytes.data(), raw), 10), "0x0f, 0xa0");
  const std::array<float, 2> number = {1.5F, -2.0F};
  const TypedCount complex = values(MPI_C_FLOAT_COMPLEX, 1);
  EXPECT_EQ(values_text(complex, packed_copy(number.data(), complex), 10), "(1.5, -2)");
}

TEST(Elements, AreCountedInPartialMessages) {
  const TypeRef pair = predefined_type(MPI_DOUBLE_INT);
  EXPECT_EQ(elements_in(*pair, 24), 4U);
  EXPECT_EQ(elements_in(*pair, 20), 3U);
  EXPECT_EQ(elements_in(*pair, 18), std::nullopt);
  EXPECT_EQ(elements_in(*contiguous_type(0, pair), 0), 0U);
}

TEST(Copies, TellWhetherABufferStillHoldsItsValues) {
  std::array<int, 4> numbers = {1, 2, 3, 4};
  const TypedCount evens = {vector_type(2, 1, 2, predefined_type(MPI_INT)), 1};
  const std::vector<std::byte> packed = packed_copy(numbers.data(), evens);
  numbers[1] = 9;
  EXPECT_TRUE(holds(numbers.data(), evens, packed));
  numbers[2] = 9;
  EXPECT_FALSE(holds(numbers.data(), evens, packed));
}

TEST(Copies, OfShortMessagesLeaveTheRestAlone) {
  std::array<int, 4> room = {7, 7, 7, 7};
  const std::array<int, 2> sent = {1, 2};
  unpack(std::as_bytes(std::span(sent)), room.data(), values(MPI_INT, 4));
  EXPECT_EQ(room, (std::array{1, 2, 7, 7}));
}

}  // namespace
}  // namespace harrier::mpi
