// What operations make of values, and which they refuse.
#include "mpi/data/operation.hpp"

#include <gmock/gmock.h>

#include <array>
#include <cstring>
#include <string>

#include "mpi/data/copying.hpp"

namespace harrier::mpi {
namespace {

using testing::ElementsAre;

TypeRef type(MPI_Datatype handle) { return predefined_type(handle); }
const Operation& op(MPI_Op handle) { return *predefined_operation(handle); }

const UserCall direct = [](const Operation& operation, void* in, void* inout, int count,
                           MPI_Datatype handle) { operation.function(in, inout, &count, &handle); };

template <class Value, std::size_t n>
std::array<Value, n> combined(MPI_Op operation, MPI_Datatype handle, std::array<Value, n> left,
                              std::array<Value, n> right) {
  combine(op(operation), {{type(handle), n}, handle}, std::as_bytes(std::span(left)),
          std::as_writable_bytes(std::span(right)), direct);
  return right;
}

TEST(Operations, OnIntegers) {
  using Two = std::array<int, 2>;
  EXPECT_EQ(combined(MPI_SUM, MPI_INT, Two{1, 2}, Two{10, -20}), (Two{11, -18}));
  EXPECT_EQ(combined(MPI_MAX, MPI_INT, Two{1, 2}, Two{10, -20}), (Two{10, 2}));
  EXPECT_EQ(combined(MPI_BXOR, MPI_INT, Two{6, 1}, Two{3, 1}), (Two{5, 0}));
  EXPECT_EQ(combined(MPI_LXOR, MPI_INT, Two{6, 0}, Two{3, 9}), (Two{0, 1}));
  EXPECT_EQ(combined(MPI_SUM, MPI_INT, Two{INT32_MAX, 0}, Two{1, 0}), (Two{INT32_MIN, 0}));
}

TEST(Operations, OnComplexNumbers) {
  using Number = std::array<double, 2>;
  EXPECT_EQ(
      combined(MPI_PROD, MPI_C_DOUBLE_COMPLEX, std::array{Number{1, 2}}, std::array{Number{3, -1}}),
      (std::array{Number{5, 5}}));
}

TEST(Operations, ThatAreReductionsCommute) {
  for (const MPI_Op handle : {MPI_MAX, MPI_MIN, MPI_SUM, MPI_PROD, MPI_LAND, MPI_BAND, MPI_LOR,
                              MPI_BOR, MPI_LXOR, MPI_BXOR, MPI_MINLOC, MPI_MAXLOC}) {
    EXPECT_TRUE(op(handle).commutative) << operation_text(op(handle));
    EXPECT_FALSE(op(handle).has_large_count);
  }
}

TEST(Locations, PreferTheLowerIndexOfEqualValues) {
  const std::array<int, 4> left = {7, 2, 5, 3};
  const std::array<int, 4> right = {7, 1, 9, 0};
  std::array<int, 4> result = right;
  combine(op(MPI_MAXLOC), {{type(MPI_2INT), 2}, MPI_2INT}, std::as_bytes(std::span(left)),
          std::as_writable_bytes(std::span(result)), direct);
  EXPECT_THAT(result, ElementsAre(7, 1, 9, 0));
  result = right;
  combine(op(MPI_MINLOC), {{type(MPI_2INT), 2}, MPI_2INT}, std::as_bytes(std::span(left)),
          std::as_writable_bytes(std::span(result)), direct);
  EXPECT_THAT(result, ElementsAre(7, 1, 5, 3));
}

TEST(Legality, IsThatOfTheStandard) {
  EXPECT_EQ(legality(op(MPI_SUM), *type(MPI_DOUBLE)), Legality::legal);
  EXPECT_EQ(legality(op(MPI_SUM), *type(MPI_C_DOUBLE_COMPLEX)), Legality::legal);
  EXPECT_EQ(legality(op(MPI_MAX), *type(MPI_C_DOUBLE_COMPLEX)), Legality::illegal);
  EXPECT_EQ(legality(op(MPI_BAND), *type(MPI_BYTE)), Legality::legal);
  EXPECT_EQ(legality(op(MPI_SUM), *type(MPI_BYTE)), Legality::illegal);
  EXPECT_EQ(legality(op(MPI_BAND), *type(MPI_FLOAT)), Legality::illegal);
  EXPECT_EQ(legality(op(MPI_LAND), *type(MPI_FLOAT)), Legality::extension);
  EXPECT_EQ(legality(op(MPI_MAX), *type(MPI_CHAR)), Legality::extension);
  EXPECT_EQ(legality(op(MPI_MAXLOC), *type(MPI_INT)), Legality::illegal);
  EXPECT_EQ(legality(op(MPI_MAXLOC), *type(MPI_2INT)), Legality::legal);
  EXPECT_EQ(legality(op(MPI_SUM), *type(MPI_2INT)), Legality::illegal);
  EXPECT_EQ(legality(op(MPI_SUM), *type(MPI_PACKED)), Legality::illegal);
  EXPECT_EQ(legality(op(MPI_REPLACE), *type(MPI_INT)), Legality::illegal);
}

TEST(Legality, OfDerivedTypesDependsOnWhoCombinesThem) {
  const TypeRef column = vector_type(2, 1, 3, type(MPI_INT));
  EXPECT_EQ(legality(op(MPI_SUM), *column), Legality::illegal);
  EXPECT_EQ(accumulate_legality(op(MPI_SUM), *column), Legality::legal);
  EXPECT_EQ(accumulate_legality(op(MPI_REPLACE), *type(MPI_DOUBLE_INT)), Legality::legal);
  const Operation own{.function = [](void*, void*, int*, MPI_Datatype*) {},
                      .made_by = {"MPI_Op_create"}};
  EXPECT_EQ(legality(own, *column), Legality::legal);
  EXPECT_EQ(accumulate_legality(own, *column), Legality::illegal);
}

// Joins texts of three characters: what it makes of a, b tells the order of its arguments.
void keep_first_and_last(void* in, void* inout, int* count, MPI_Datatype*) {
  // Elements lie 4 bytes apart: the type is three characters with a gap behind them.
  for (int i = 0; i < *count; ++i) static_cast<char*>(inout)[4 * i] = static_cast<char*>(in)[4 * i];
}

TEST(OperationsOfPrograms, SeeValuesAsTheirTypeLaysThemOut) {
  const TypeRef three = resized_type(0, 4, contiguous_type(3, type(MPI_CHAR)));
  const Operation own{
      .function = keep_first_and_last, .commutative = false, .made_by = {"MPI_Op_create"}};
  const std::string left = "abcdef";
  std::string right = "uvwxyz";
  combine(own, {{three, 2}, MPI_CHAR}, std::as_bytes(std::span(left)),
          std::as_writable_bytes(std::span(right)), direct);
  EXPECT_EQ(right, "avwdyz");
}

TEST(OperationTables, KnowWhatWasFreed) {
  OperationTable table;
  const MPI_Op made = table.add(
      {.function = keep_first_and_last, .commutative = false, .made_by = {"MPI_Op_create"}});
  EXPECT_EQ(kind_of(made), ObjectKind::operation);
  EXPECT_EQ(table.problem_of(made), std::nullopt);
  EXPECT_EQ(operation_text(*table.find(made)), "the operation of MPI_Op_create");
  table.free(made);
  EXPECT_EQ(table.problem_of(made), "the operation was freed before");
  EXPECT_EQ(table.problem_of(MPI_OP_NULL), "the operation is MPI_OP_NULL");
  EXPECT_EQ(table.problem_of(MPI_INT), "the operation is not an operation");
  EXPECT_EQ(operation_text(*table.find(MPI_SUM)), "MPI_SUM");
}

}  // namespace
}  // namespace harrier::mpi
