// Datatypes, operations, groups, attributes and error handlers, as programs use them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>

#include "exploring.hpp"

namespace harrier::mpi {
namespace {

using ::testing::HasSubstr;

void require(bool holds) {
  if (!holds) std::abort();
}

template <class Program>
std::string explored(Program program) {
  return outcome(explore(2, Buffering::lax, program));
}

TEST(MpiObjects, DerivedTypesCarryTheirValues) {
  EXPECT_EQ(explored([] {
              MPI_Datatype column = MPI_DATATYPE_NULL;
              MPI_Type_vector(3, 1, 3, MPI_INT, &column);
              MPI_Type_commit(&column);
              int matrix[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
              int got[3] = {};
              if (my_rank() == 0) {
                MPI_Send(&matrix[1], 1, column, 1, 0, MPI_COMM_WORLD);
              } else {
                MPI_Status status;
                MPI_Recv(got, 3, MPI_INT, 0, 0, MPI_COMM_WORLD, &status);
                require(got[0] == 2 && got[1] == 5 && got[2] == 8);
                int count = 0;
                MPI_Get_count(&status, column, &count);
                require(count == 1);
                MPI_Get_elements(&status, column, &count);
                require(count == 3);
              }
              MPI_Type_free(&column);
            }),
            "1");
}

TEST(MpiObjects, TypesMustBeCommittedAndMayBeFreedWhileInUse) {
  EXPECT_THAT(explored([] {
                MPI_Datatype pair = MPI_DATATYPE_NULL;
                MPI_Type_contiguous(2, MPI_INT, &pair);
                int values[2] = {};
                MPI_Send(values, 1, pair, 1 - my_rank(), 0, MPI_COMM_WORLD);
              }),
              HasSubstr("the datatype of MPI_Type_contiguous is not committed"));
  EXPECT_EQ(explored([] {
              MPI_Datatype pair = MPI_DATATYPE_NULL;
              MPI_Type_contiguous(2, MPI_INT, &pair);
              MPI_Type_commit(&pair);
              int values[2] = {};
              int sent[2] = {3, 4};
              MPI_Request requests[2];
              MPI_Irecv(values, 1, pair, 1 - my_rank(), 0, MPI_COMM_WORLD, &requests[0]);
              MPI_Isend(sent, 1, pair, 1 - my_rank(), 0, MPI_COMM_WORLD, &requests[1]);
              MPI_Type_free(&pair);
              MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
              require(values[0] == 3 && values[1] == 4);
            }),
            "1");
}

TEST(MpiObjects, PackedValuesMatchTheirTypes) {
  EXPECT_EQ(explored([] {
              char buffer[64];
              int place = 0;
              if (my_rank() == 0) {
                const int number = 3;
                const double weight = 0.5;
                MPI_Pack(&number, 1, MPI_INT, buffer, sizeof buffer, &place, MPI_COMM_WORLD);
                MPI_Pack(&weight, 1, MPI_DOUBLE, buffer, sizeof buffer, &place, MPI_COMM_WORLD);
                MPI_Send(buffer, place, MPI_PACKED, 1, 0, MPI_COMM_WORLD);
              } else {
                int number = 0;
                double weight = 0;
                MPI_Recv(buffer, sizeof buffer, MPI_PACKED, 0, 0, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
                MPI_Unpack(buffer, sizeof buffer, &place, &number, 1, MPI_INT, MPI_COMM_WORLD);
                MPI_Unpack(buffer, sizeof buffer, &place, &weight, 1, MPI_DOUBLE, MPI_COMM_WORLD);
                require(number == 3 && weight == 0.5);
              }
            }),
            "1");
}

// Not commutative.
void tens_of_left(void* in, void* inout, int* count, MPI_Datatype*) {
  for (int i = 0; i < *count; ++i) static_cast<int*>(inout)[i] += 10 * static_cast<int*>(in)[i];
}

TEST(MpiObjects, OperationsOfProgramsCombineInRankOrder) {
  EXPECT_EQ(explored([] {
              MPI_Op op = MPI_OP_NULL;
              MPI_Op_create(tens_of_left, 0, &op);
              const int mine = my_rank() + 1;
              int all = 0;
              MPI_Allreduce(&mine, &all, 1, MPI_INT, op, MPI_COMM_WORLD);
              require(all == 12);
              MPI_Op_free(&op);
              require(op == MPI_OP_NULL);
            }),
            "1");
  EXPECT_THAT(explored([] {
                const double mine = 1;
                double all = 0;
                MPI_Reduce_local(&mine, &all, 1, MPI_DOUBLE, MPI_BAND);
              }),
              HasSubstr("MPI_BAND is not defined for MPI_DOUBLE"));
}

TEST(MpiObjects, GroupsAreMadeOfGroups) {
  EXPECT_EQ(explored([] {
              MPI_Group world = MPI_GROUP_NULL;
              MPI_Group last = MPI_GROUP_NULL;
              MPI_Group both = MPI_GROUP_NULL;
              MPI_Comm_group(MPI_COMM_WORLD, &world);
              int range[1][3] = {{1, 1, 1}};
              MPI_Group_range_incl(world, 1, range, &last);
              MPI_Group_union(last, world, &both);
              int result = 0;
              MPI_Group_compare(world, both, &result);
              require(result == MPI_SIMILAR);
              int rank = 0;
              MPI_Group_rank(last, &rank);
              require(rank == (my_rank() == 1 ? 0 : MPI_UNDEFINED));
              MPI_Group_free(&both);
              MPI_Group_free(&last);
              MPI_Group_free(&world);
            }),
            "1");
}

int deleted = 0;
int count_deletion(MPI_Comm, int, void*, void*) {
  ++deleted;
  return MPI_SUCCESS;
}

TEST(MpiObjects, AttributesAreDeletedByTheProgram) {
  EXPECT_EQ(explored([] {
              int keyval = MPI_KEYVAL_INVALID;
              MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, count_deletion, &keyval, nullptr);
              int value = 0;
              MPI_Comm_set_attr(MPI_COMM_WORLD, keyval, &value);
              int* found = nullptr;
              int flag = 0;
              MPI_Comm_get_attr(MPI_COMM_WORLD, keyval, &found, &flag);
              require(flag == 1 && found == &value);
              MPI_Comm_delete_attr(MPI_COMM_WORLD, keyval);
              require(deleted == 1);
              MPI_Comm_free_keyval(&keyval);
              int* tag_max = nullptr;
              MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &tag_max, &flag);
              require(flag == 1 && *tag_max >= 32767);
            }),
            "1");
}

TEST(MpiObjects, ErrorHandlersDecideWhetherAnErrorEndsTheProgram) {
  EXPECT_THAT(explored([] { MPI_Send(nullptr, -1, MPI_INT, 0, 0, MPI_COMM_WORLD); }),
              HasSubstr("the count is -1"));
  EXPECT_EQ(explored([] {
              MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
              const int code = MPI_Send(nullptr, -1, MPI_INT, 0, 0, MPI_COMM_WORLD);
              int error_class = 0;
              MPI_Error_class(code, &error_class);
              require(error_class == MPI_ERR_COUNT);
              char text[MPI_MAX_ERROR_STRING];
              int length = 0;
              MPI_Error_string(code, text, &length);
              require(std::strcmp(text, "invalid count") == 0 && length == 13);
            }),
            "1");
}

TEST(MpiObjects, InfosKeepWhatTheyAreTold) {
  EXPECT_EQ(explored([] {
              MPI_Info info = MPI_INFO_NULL;
              MPI_Info_create(&info);
              MPI_Info_set(info, "no_locks", "true");
              char value[8];
              int flag = 0;
              MPI_Info_get(info, "no_locks", 7, value, &flag);
              require(flag == 1 && std::strcmp(value, "true") == 0);
              MPI_Info_free(&info);
            }),
            "1");
}

}  // namespace
}  // namespace harrier::mpi
