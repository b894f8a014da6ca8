// MPI_Cancel: a receive that is taken back, in time or too late.
#include <gmock/gmock.h>

#include "exploring.hpp"

namespace harrier::mpi {
namespace {

using ::testing::HasSubstr;

/// Takes back a receive; tells whether that was in time.
bool cancelled(MPI_Request& request) {
  MPI_Status status;
  int flag = 0;
  MPI_Cancel(&request);
  MPI_Wait(&request, &status);
  MPI_Test_cancelled(&status, &flag);
  return flag != 0;
}

void require(bool holds) {
  if (!holds) MPI_Abort(MPI_COMM_WORLD, 9);
}

TEST(MpiCancel, IsInTimeOrTooLate) {
  for (const Buffering buffering : {Buffering::strict, Buffering::lax}) {
    EXPECT_EQ(outcome(explore(2, buffering,
                              [] {
                                if (my_rank() == 1) send_to(0, 5);
                                if (my_rank() != 0) return;
                                int value = 0;
                                MPI_Request request;
                                MPI_Irecv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
                                if (cancelled(request)) {
                                  require(value == 0);
                                  value = receive_from(1);
                                }
                                require(value == 5);
                              })),
              "2");
  }
}

TEST(MpiCancel, IsInTimeWhereNobodySends) {
  EXPECT_EQ(outcome(explore(1, Buffering::strict,
                            [] {
                              int value = 0;
                              MPI_Request request;
                              MPI_Irecv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD,
                                        &request);
                              int flag = 0;
                              // Asking in vain before does not make it wait.
                              for (int i = 0; i < 2; ++i) {
                                MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
                              }
                              require(cancelled(request));
                            })),
            "1");
}

TEST(MpiCancel, LeavesTheMessageToTheNextReceive) {
  // Too late: the first receive has 1, the second 2. In time: the second has 1, and 2 is received
  // at the end, by name.
  EXPECT_EQ(outcome(explore(2, Buffering::lax,
                            [] {
                              if (my_rank() == 1) {
                                send_to(0, 1);
                                send_to(0, 2);
                                return;
                              }
                              int values[2] = {};
                              MPI_Request requests[2];
                              for (int i = 0; i < 2; ++i) {
                                MPI_Irecv(&values[i], 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD,
                                          &requests[i]);
                              }
                              const bool in_time = cancelled(requests[0]);
                              MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
                              require(values[0] == (in_time ? 0 : 1));
                              require(values[1] == (in_time ? 1 : 2));
                              if (in_time) require(receive_from(1) == 2);
                            })),
            "2");
}

TEST(MpiCancel, OfAPersistentReceiveIsForOneStart) {
  EXPECT_EQ(outcome(explore(2, Buffering::lax,
                            [] {
                              if (my_rank() == 1) {
                                receive_from(0);
                                send_to(0, 3);
                                return;
                              }
                              int value = 0;
                              MPI_Request request;
                              MPI_Recv_init(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
                              MPI_Start(&request);
                              require(cancelled(request));
                              send_to(1);
                              MPI_Start(&request);
                              MPI_Wait(&request, MPI_STATUS_IGNORE);
                              require(value == 3);
                              MPI_Request_free(&request);
                            })),
            "1");
}

TEST(MpiCancel, IsTooLateForSends) {
  EXPECT_EQ(outcome(explore(2, Buffering::lax,
                            [] {
                              int value = 4;
                              if (my_rank() == 1) {
                                require(receive_from(0) == 4);
                                return;
                              }
                              MPI_Request request;
                              MPI_Isend(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
                              require(!cancelled(request));
                            })),
            "1");
}

TEST(MpiCancel, RefusesCollectivesAndWhatIsDone) {
  EXPECT_THAT(outcome(explore(2, Buffering::lax,
                              [] {
                                MPI_Request request;
                                MPI_Ibarrier(MPI_COMM_WORLD, &request);
                                MPI_Cancel(&request);
                              })),
              HasSubstr("is none of a send or a receive"));
  EXPECT_THAT(outcome(explore(2, Buffering::lax,
                              [] {
                                MPI_Request request = MPI_REQUEST_NULL;
                                MPI_Cancel(&request);
                              })),
              HasSubstr("the request does not exist"));
}

}  // namespace
}  // namespace harrier::mpi
