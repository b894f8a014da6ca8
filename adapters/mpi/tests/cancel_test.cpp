// MPI_Cancel: a send or receive that is taken back, in time or too late.
#include <gmock/gmock.h>

#include "exploring.hpp"

namespace harrier::mpi {
namespace {

using ::testing::HasSubstr;

/// Takes back a send or receive; tells whether that was in time.
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

/// Rank 0 takes back a send that rank 1 may receive, and says how that went.
void take_back_a_send() {
  int value = 4;
  MPI_Request request;
  if (my_rank() == 0) {
    MPI_Issend(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    send_to(1, cancelled(request) ? 1 : 0, 1);
    return;
  }
  int received = 0;
  MPI_Irecv(&received, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
  const bool is_cancelled = receive_from(0, 1) != 0;
  if (!is_cancelled) {
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  } else {
    require(cancelled(request));
  }
  require(received == (is_cancelled ? 0 : 4));
}

TEST(MpiCancel, OfASendIsInTimeOrTooLate) {
  for (const Buffering buffering : {Buffering::strict, Buffering::lax}) {
    EXPECT_EQ(outcome(explore(2, buffering, take_back_a_send)), "2");
  }
}

TEST(MpiCancel, OfASendLetsThoseBehindItPass) {
  // Rank 1 receives 1 or, where it was taken back, 2; never both, and never 2 before 1.
  const CheckResult result = explore(2, Buffering::strict, [] {
    if (my_rank() == 1) {
      const int first = receive_from(0);
      const int in_time = receive_from(0, 1);
      require(first == (in_time != 0 ? 2 : 1));
      if (in_time == 0) require(receive_from(0) == 2);
      return;
    }
    int values[2] = {1, 2};
    MPI_Request requests[2];
    for (int i = 0; i < 2; ++i) {
      MPI_Issend(&values[i], 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &requests[i]);
    }
    const bool in_time = cancelled(requests[0]);
    MPI_Request told;
    int flag = in_time ? 1 : 0;
    MPI_Isend(&flag, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &told);
    MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
    MPI_Wait(&told, MPI_STATUS_IGNORE);
  });
  EXPECT_EQ(outcome(result), "2");
}

TEST(MpiCancel, OfASendIsSeenByProbes) {
  const auto body = [] {
    if (my_rank() == 1) {
      int flag = 0;
      MPI_Iprobe(0, 0, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
      receive_from(0, 1);
      MPI_Iprobe(0, 0, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
      require(flag == 0);
      return;
    }
    int value = 1;
    MPI_Request request;
    MPI_Issend(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    require(cancelled(request));
    send_to(1, 0, 1);
  };
  // Before the send, between it and its end, and after that.
  EXPECT_EQ(outcome(explore(2, Buffering::lax, body)), "3");
}

TEST(MpiCancel, FreesASendToOneself) {
  EXPECT_EQ(outcome(explore(1, Buffering::strict,
                            [] {
                              MPI_Request request;
                              MPI_Issend(nullptr, 0, MPI_BYTE, 0, 1, MPI_COMM_SELF, &request);
                              MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_SELF,
                                        MPI_STATUS_IGNORE);
                              MPI_Cancel(&request);
                              MPI_Request_free(&request);
                            })),
            "1");
}

TEST(MpiCancel, OfASendThatNobodyReceivesIsInTime) {
  // A send that is cancelled is received or taken back, whatever buffers there are.
  for (const Buffering buffering : {Buffering::strict, Buffering::lax, Buffering::any}) {
    EXPECT_EQ(explore(2, buffering,
                      [] {
                        if (my_rank() != 0) return;
                        int value = 4;
                        MPI_Request request;
                        MPI_Isend(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
                        require(cancelled(request));
                      })
                  .verdict,
              Verdict::ok);
  }
}

TEST(MpiCancel, OfASendThatIsBufferedIsInTimeOrTooLate) {
  EXPECT_EQ(outcome(explore(2, Buffering::lax,
                            [] {
                              if (my_rank() == 1) {
                                const int first = receive_from(0);
                                if (first == 4) require(receive_from(0) == 0);
                                require(first == 4 || first == 1);
                                return;
                              }
                              int value = 4;
                              MPI_Request request;
                              MPI_Isend(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
                              send_to(1, cancelled(request) ? 1 : 0);
                            })),
            "2");
}

TEST(MpiCancel, OfABufferedSendLeavesItsRoom) {
  for (const Buffering buffering : {Buffering::strict, Buffering::lax}) {
    EXPECT_EQ(outcome(explore(2, buffering,
                              [] {
                                if (my_rank() != 0) return;
                                char buffer[sizeof(int) + MPI_BSEND_OVERHEAD];
                                MPI_Buffer_attach(buffer, sizeof buffer);
                                int value = 4;
                                for (int i = 0; i < 2; ++i) {
                                  MPI_Request request;
                                  MPI_Ibsend(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
                                  require(cancelled(request));
                                }
                                void* detached = nullptr;
                                int size = 0;
                                MPI_Buffer_detach(&detached, &size);
                              })),
              "1");
  }
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
