// Layout of datatypes: sizes, bounds, parts, what they were made of.
#include "mpi/data/datatype.hpp"

#include <gmock/gmock.h>

#include <array>
#include <climits>
#include <limits>
#include <utility>
#include <vector>

#include "mpi/data/array_types.hpp"
#include "mpi/data/copying.hpp"
#include "mpi/data/type_table.hpp"

namespace harrier::mpi {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TypeRef type(MPI_Datatype handle) { return predefined_type(handle); }

TEST(PredefinedTypes, HaveTheSizesThatTheirHandlesSay) {
  for (const BasicType& basic : basic_types()) {
    const TypeRef made = type(basic.handle);
    ASSERT_NE(made, nullptr) << basic.name;
    // MPICH keeps the size in bits 8 to 15 of the handle.
    EXPECT_EQ(made->size(), static_cast<std::size_t>((basic.handle >> 8) & 0xff)) << basic.name;
    EXPECT_EQ(made->extent(), static_cast<std::ptrdiff_t>(basic.bytes)) << basic.name;
    EXPECT_EQ(made->predefined(), basic.handle);
    EXPECT_EQ(type_text(*made), basic.name);
  }
}

TEST(PredefinedTypes, OfMaxlocAreLaidOutAsInC) {
  struct ShortInt {
    short value;
    int index;
  };
  struct LongDoubleInt {
    long double value;
    int index;
  };
  EXPECT_EQ(type(MPI_SHORT_INT)->size(), 6U);
  EXPECT_EQ(type(MPI_SHORT_INT)->extent(), static_cast<std::ptrdiff_t>(sizeof(ShortInt)));
  EXPECT_EQ(type(MPI_LONG_DOUBLE_INT)->size(), 20U);
  EXPECT_EQ(type(MPI_LONG_DOUBLE_INT)->extent(),
            static_cast<std::ptrdiff_t>(sizeof(LongDoubleInt)));
  EXPECT_EQ(type(MPI_DOUBLE_INT)->extent(), 16);
  EXPECT_EQ(type_text(*type(MPI_DOUBLE_INT)), "MPI_DOUBLE_INT");
  EXPECT_THAT(type(MPI_2INT)->signature(), ElementsAre(SignatureRun{basic_id(MPI_INT), 2}));
}

TEST(PredefinedTypes, AreNotMadeUp) {
  EXPECT_EQ(type(MPI_DATATYPE_NULL), nullptr);
  EXPECT_EQ(type(MPI_COMM_WORLD), nullptr);
  EXPECT_EQ(type(12345), nullptr);
}

TEST(Vector, OfSingleValuesIsOneRun) {
  const TypeRef column = vector_type(1'000'000, 1, 7, type(MPI_DOUBLE));
  ASSERT_NE(column, nullptr);
  EXPECT_EQ(column->size(), 8'000'000U);
  EXPECT_EQ(column->extent(), 999'999 * 7 * 8 + 8);
  EXPECT_EQ(column->runs().size(), 1U);
}

TEST(Vector, WithNegativeStrideHasANegativeLowerBound) {
  const TypeRef backwards = vector_type(3, 1, -2, type(MPI_INT));
  EXPECT_EQ(backwards->lower_bound(), -16);
  EXPECT_EQ(backwards->extent(), 20);
  const std::array<int, 5> numbers = {1, 2, 3, 4, 5};
  std::vector<std::byte> packed = packed_copy(&numbers[4], {backwards, 1});
  EXPECT_EQ(values_text(TypedCount{type(MPI_INT), 3}, packed, 10), "5, 3, 1");
}

TEST(Struct, IsPaddedAsAnArrayOfCStructures) {
  struct Record {
    double weight;
    char mark;
  };
  const std::array<int, 2> lengths = {1, 1};
  const std::array<MPI_Aint, 2> at = {offsetof(Record, weight), offsetof(Record, mark)};
  const std::array<TypeRef, 2> types = {type(MPI_DOUBLE), type(MPI_CHAR)};
  const TypeRef record = struct_type(lengths, at, types);
  EXPECT_EQ(record->size(), 9U);
  EXPECT_EQ(record->extent(), static_cast<std::ptrdiff_t>(sizeof(Record)));
  EXPECT_EQ(record->true_extent(), 9);
  EXPECT_EQ(type_text(*record), "{1 MPI_DOUBLE, 1 MPI_CHAR}");
}

TEST(Struct, TakesItsBoundsFromMarkers) {
  const std::array<int, 3> lengths = {1, 1, 1};
  const std::array<MPI_Aint, 3> at = {-4, 0, 20};
  const std::array<TypeRef, 3> types = {type(MPI_LB), type(MPI_INT), type(MPI_UB)};
  const TypeRef marked = struct_type(lengths, at, types);
  EXPECT_EQ(marked->lower_bound(), -4);
  EXPECT_EQ(marked->extent(), 24);
  EXPECT_EQ(marked->true_lower_bound(), 0);
  EXPECT_EQ(marked->true_extent(), 4);
}

TEST(Struct, AMarkerOfOneBoundSaysNothingOfTheOther) {
  // As MPICH 4.0.2 answers.
  const auto bounds = [](std::vector<MPI_Aint> at, std::vector<MPI_Datatype> parts) {
    std::vector<TypeRef> types;
    for (const MPI_Datatype part : parts) types.push_back(type(part));
    const TypeRef made = struct_type(std::vector<int>(at.size(), 1), at, types);
    return std::pair(made->lower_bound(), made->extent());
  };
  EXPECT_EQ(bounds({10}, {MPI_LB}), std::pair(10L, -10L));
  EXPECT_EQ(bounds({10}, {MPI_UB}), std::pair(0L, 10L));
  EXPECT_EQ(bounds({20, 0}, {MPI_LB, MPI_INT}), std::pair(20L, -16L));
  EXPECT_EQ(bounds({-8, 0}, {MPI_UB, MPI_INT}), std::pair(0L, -8L));
}

TEST(Resized, MovesValuesApart) {
  const TypeRef spaced = resized_type(0, 12, type(MPI_INT));
  std::array<int, 7> numbers = {1, 2, 3, 4, 5, 6, 7};
  EXPECT_EQ(packed_copy(numbers.data(), {spaced, 3}).size(), 12U);
  const std::array<int, 3> fresh = {10, 20, 30};
  unpack(std::as_bytes(std::span(fresh)), numbers.data(), {spaced, 3});
  EXPECT_THAT(numbers, ElementsAre(10, 2, 3, 20, 5, 6, 30));
}

TEST(Subarray, SelectsTheSameValuesInBothOrders) {
  std::array<int, 12> grid = {};
  for (std::size_t i = 0; i < grid.size(); ++i) grid[i] = static_cast<int>(i);
  const std::array<int, 2> sizes = {3, 4};
  const std::array<int, 2> part = {2, 2};
  const std::array<int, 2> starts = {1, 1};
  const TypeRef rows = subarray_type({sizes, part, starts, MPI_ORDER_C}, type(MPI_INT));
  EXPECT_EQ(rows->extent(), 48);
  EXPECT_EQ(values_text(TypedCount{rows, 1}, packed_copy(grid.data(), {rows, 1}), 9),
            "5, 6, 9, 10");
  const TypeRef columns = subarray_type({sizes, part, starts, MPI_ORDER_FORTRAN}, type(MPI_INT));
  EXPECT_EQ(values_text(TypedCount{columns, 1}, packed_copy(grid.data(), {columns, 1}), 9),
            "4, 5, 7, 8");
}

TEST(Subarray, SaysWhatIsWrong) {
  const std::array<int, 1> sizes = {4};
  const std::array<int, 1> part = {3};
  const std::array<int, 1> starts = {2};
  EXPECT_EQ(problem_of(Subarray{sizes, part, starts, MPI_ORDER_C}),
            "the part ends behind the array in dimension 0");
  EXPECT_EQ(problem_of(Subarray{sizes, sizes, std::array{0}, 3}),
            "order 3; it is MPI_ORDER_C or MPI_ORDER_FORTRAN");
}

TEST(DistributedArrays, OfAllRanksCoverEachValueOnce) {
  const std::array<int, 2> sizes = {7, 5};
  const std::array<int, 2> distributions = {MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_BLOCK};
  const std::array<int, 2> arguments = {2, MPI_DISTRIBUTE_DFLT_DARG};
  const std::array<int, 2> processes = {2, 3};
  for (const int order : {MPI_ORDER_C, MPI_ORDER_FORTRAN}) {
    std::array<int, 35> owners = {};
    for (int rank = 0; rank < 6; ++rank) {
      const DistributedArray array{.size = 6,
                                   .rank = rank,
                                   .sizes = sizes,
                                   .distributions = distributions,
                                   .arguments = arguments,
                                   .processes = processes,
                                   .order = order};
      ASSERT_EQ(problem_of(array), std::nullopt);
      const TypeRef part = darray_type(array, type(MPI_INT));
      EXPECT_EQ(part->extent(), 140);
      for (const MemoryRange& range : ranges_of(owners.data(), {part, 1}))
        for (std::size_t i = 0; i < range.bytes / sizeof(int); ++i)
          ++reinterpret_cast<int*>(range.begin)[i];
    }
    EXPECT_THAT(owners, testing::Each(1));
  }
}

TEST(Types, ThatWouldBeTooLargeAreRefused) {
  const std::array<int, 2> lengths = {1, 1};
  const std::array<MPI_Aint, 2> at = {0, 8};
  const std::array<TypeRef, 2> types = {type(MPI_INT), type(MPI_CHAR)};
  const TypeRef pair = struct_type(lengths, at, types);
  EXPECT_EQ(contiguous_type(INT_MAX, pair), nullptr);
  EXPECT_EQ(contiguous_type(INT_MAX, type(MPI_INT))->size(), std::size_t{INT_MAX} * 4);
}

TEST(Contents, TellHowATypeWasMade) {
  const std::array<int, 2> lengths = {2, 1};
  const std::array<int, 2> at = {0, 5};
  const TypeRef made = indexed_type(lengths, at, type(MPI_INT));
  EXPECT_EQ(made->contents().combiner, MPI_COMBINER_INDEXED);
  EXPECT_THAT(made->contents().integers, ElementsAre(2, 2, 1, 0, 5));
  EXPECT_THAT(made->contents().types, ElementsAre(type(MPI_INT)));
  const TypeRef resized = resized_type(-8, 64, made);
  EXPECT_THAT(resized->contents().addresses, ElementsAre(-8, 64));
}

TEST(TypeTables, KnowWhatMayCommunicate) {
  TypeTable table;
  const MPI_Datatype made =
      table.add(contiguous_type(2, type(MPI_INT)), false, {"MPI_Type_contiguous"});
  EXPECT_EQ(kind_of(made), ObjectKind::datatype);
  EXPECT_EQ(table.handle_problem_of(made), std::nullopt);
  EXPECT_THAT(*table.problem_of(made), HasSubstr("MPI_Type_contiguous is not committed"));
  table.entry(made)->committed = true;
  EXPECT_EQ(table.problem_of(made), std::nullopt);
  const TypeRef in_use = table.find(made);
  table.free(made);
  EXPECT_EQ(table.problem_of(made), "the datatype was freed before");
  EXPECT_EQ(in_use->size(), 8U);
  EXPECT_EQ(table.problem_of(MPI_DATATYPE_NULL), "the datatype is MPI_DATATYPE_NULL");
  EXPECT_EQ(table.problem_of(MPI_COMM_WORLD), "the datatype is not a datatype");
  EXPECT_EQ(table.problem_of(MPI_INT), std::nullopt);
  EXPECT_EQ(table.name_of(MPI_INT), "MPI_INT");
}

}  // namespace
}  // namespace harrier::mpi
