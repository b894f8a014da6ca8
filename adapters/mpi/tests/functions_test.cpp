// Functions beyond sending and receiving: intercommunicators, matched probes, attached buffers,
// persistent collectives.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "exploring.hpp"

namespace harrier::mpi {
namespace {

using ::testing::HasSubstr;

void require(bool holds) {
  if (!holds) std::abort();
}

template <class Program>
std::string explored(std::uint32_t ranks, Buffering buffering, Program program) {
  return outcome(explore(ranks, buffering, program));
}

/// Two groups: the even ranks and the odd ones, whose leaders are ranks 0 and 1.
struct TwoGroups {
  TwoGroups() {
    const int side = my_rank() % 2;
    MPI_Comm_split(MPI_COMM_WORLD, side, 0, &own);
    MPI_Intercomm_create(own, 0, MPI_COMM_WORLD, 1 - side, 3, &both);
  }
  void free() {
    MPI_Comm_free(&both);
    MPI_Comm_free(&own);
  }
  MPI_Comm own = MPI_COMM_NULL;
  MPI_Comm both = MPI_COMM_NULL;
};

TEST(MpiIntercommunicators, MessagesGoToTheOtherGroup) {
  for (const Buffering buffering : {Buffering::strict, Buffering::lax}) {
    EXPECT_EQ(explored(5, buffering,
                       [] {
                         TwoGroups groups;
                         int size = 0;
                         int flag = 0;
                         MPI_Comm_test_inter(groups.both, &flag);
                         MPI_Comm_remote_size(groups.both, &size);
                         const bool even = my_rank() % 2 == 0;
                         require(flag != 0 && size == (even ? 2 : 3));
                         require(my_size(groups.both) == (even ? 3 : 2));
                         require(my_rank(groups.both) == my_rank() / 2);
                         // World rank 4 is number 2 of the even ones, 3 is number 1 of the odd
                         // ones.
                         int value = 11;
                         MPI_Status status;
                         if (my_rank() == 4) MPI_Send(&value, 1, MPI_INT, 1, 0, groups.both);
                         if (my_rank() == 3) {
                           MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, groups.both, &status);
                           require(status.MPI_SOURCE == 2);
                         }
                         groups.free();
                       }),
              "1");
  }
}

TEST(MpiIntercommunicators, MakingThemMayWaitForBothGroups) {
  const auto program = [] {
    const int side = my_rank() % 2;
    MPI_Comm own = MPI_COMM_NULL;
    MPI_Comm both = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, side, 0, &own);
    if (my_rank() == 3) receive_from(0);  // of the other group, when that is through
    MPI_Intercomm_create(own, 0, MPI_COMM_WORLD, 1 - side, 3, &both);
    if (my_rank() == 0) send_to(3);
    MPI_Comm_free(&both);
    MPI_Comm_free(&own);
  };
  EXPECT_THAT(explored(4, Buffering::strict, program), HasSubstr("deadlock"));
  EXPECT_EQ(explored(4, Buffering::lax, program), "1");
}

TEST(MpiIntercommunicators, CollectivesExchangeBetweenTheGroups) {
  for (const Buffering buffering : {Buffering::strict, Buffering::lax}) {
    EXPECT_EQ(explored(5, buffering,
                       [] {
                         TwoGroups groups;
                         const bool even = my_rank() % 2 == 0;
                         const int mine = my_rank();
                         int sum = -1;
                         MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, groups.both);
                         require(sum == (even ? 1 + 3 : 0 + 2 + 4));
                         int all[3] = {-1, -1, -1};
                         MPI_Allgather(&mine, 1, MPI_INT, all, 1, MPI_INT, groups.both);
                         require(all[1] == (even ? 3 : 2));
                         int given = mine == 2 ? 42 : -1;
                         const int root = mine == 2 ? MPI_ROOT : even ? MPI_PROC_NULL : 1;
                         MPI_Bcast(&given, 1, MPI_INT, root, groups.both);
                         require(given == (even && mine != 2 ? -1 : 42));
                         groups.free();
                       }),
              "1");
  }
}

TEST(MpiIntercommunicators, MergingOrdersTheGroups) {
  EXPECT_EQ(explored(4, Buffering::strict,
                     [] {
                       TwoGroups groups;
                       MPI_Comm merged = MPI_COMM_NULL;
                       const bool even = my_rank() % 2 == 0;
                       MPI_Intercomm_merge(groups.both, even ? 1 : 0, &merged);
                       require(my_rank(merged) == my_rank() / 2 + (even ? 2 : 0));
                       MPI_Comm_free(&merged);
                       groups.free();
                     }),
            "1");
}

TEST(MpiMatchedProbes, TakeMessagesInEveryOrder) {
  // Which of the two is taken first: 2 classes, and the receive gets what was taken.
  EXPECT_EQ(explored(3, Buffering::lax,
                     [] {
                       if (my_rank() != 0) return send_to(0, my_rank());
                       for (int i = 0; i < 2; ++i) {
                         MPI_Message message = MPI_MESSAGE_NULL;
                         MPI_Status status;
                         int value = 0;
                         MPI_Mprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &message, &status);
                         MPI_Mrecv(&value, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
                         require(value == status.MPI_SOURCE && message == MPI_MESSAGE_NULL);
                       }
                     }),
            "2");
  EXPECT_THAT(explored(2, Buffering::lax,
                       [] {
                         if (my_rank() == 1) return send_to(0);
                         MPI_Message message = MPI_MESSAGE_NULL;
                         MPI_Mprobe(1, 0, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
                       }),
              HasSubstr("is never received"));
}

TEST(MpiMatchedProbes, LetASendWaitUntilItIsReceived) {
  // Rank 1 goes on once rank 0 has begun to receive, and rank 0 waits for rank 1 before that.
  EXPECT_THAT(explored(2, Buffering::lax,
                       [] {
                         int value = 5;
                         if (my_rank() == 1) {
                           MPI_Ssend(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
                           return send_to(0, 0, 1);
                         }
                         MPI_Message message = MPI_MESSAGE_NULL;
                         MPI_Mprobe(1, 0, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
                         receive_from(1, 1);
                         MPI_Mrecv(&value, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
                       }),
              HasSubstr("deadlock: rank 0 waits for rank 1 waits for rank 0"));
  EXPECT_EQ(explored(2, Buffering::lax,
                     [] {
                       int value = 5;
                       if (my_rank() == 1) {
                         MPI_Ssend(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
                         return send_to(0, 0, 1);
                       }
                       MPI_Message message = MPI_MESSAGE_NULL;
                       MPI_Request request = MPI_REQUEST_NULL;
                       MPI_Mprobe(1, 0, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
                       MPI_Imrecv(&value, 1, MPI_INT, &message, &request);
                       receive_from(1, 1);
                       MPI_Wait(&request, MPI_STATUS_IGNORE);
                     }),
            "1");
}

TEST(MpiMatchedProbes, MayFindNothing) {
  // Not there yet, or there.
  EXPECT_EQ(explored(2, Buffering::lax,
                     [] {
                       if (my_rank() == 1) return send_to(0, 5);
                       MPI_Message message = MPI_MESSAGE_NULL;
                       int flag = 0;
                       int value = 0;
                       MPI_Improbe(1, 0, MPI_COMM_WORLD, &flag, &message, MPI_STATUS_IGNORE);
                       if (flag == 0) {
                         value = receive_from(1);
                       } else {
                         MPI_Request request = MPI_REQUEST_NULL;
                         MPI_Imrecv(&value, 1, MPI_INT, &message, &request);
                         MPI_Wait(&request, MPI_STATUS_IGNORE);
                       }
                       require(value == 5);
                     }),
            "2");
}

/// A buffer with room for some integers.
struct Attached {
  explicit Attached(int messages) {
    const int bytes = messages * static_cast<int>(sizeof(int) + MPI_BSEND_OVERHEAD);
    MPI_Buffer_attach(std::malloc(static_cast<std::size_t>(bytes)), bytes);
  }
  static void send(int dest) {
    const int value = 1;
    MPI_Bsend(&value, 1, MPI_INT, dest, 0, MPI_COMM_WORLD);
  }
  static void detach() {
    void* memory = nullptr;
    int bytes = 0;
    MPI_Buffer_detach(&memory, &bytes);
    std::free(memory);
  }
};

TEST(MpiBufferedSends, TakeRoomUntilTheyAreReceived) {
  EXPECT_THAT(explored(2, Buffering::strict,
                       [] {
                         if (my_rank() == 0) {
                           const Attached buffer(1);
                           Attached::send(1);
                           Attached::send(1);
                           Attached::detach();
                         } else {
                           receive_from(0);
                           receive_from(0);
                         }
                       }),
              HasSubstr("are taken by messages that are not received"));
  // An answer says that it was received.
  EXPECT_EQ(explored(2, Buffering::strict,
                     [] {
                       if (my_rank() == 0) {
                         const Attached buffer(1);
                         for (int i = 0; i < 2; ++i) {
                           Attached::send(1);
                           receive_from(1);
                         }
                         Attached::detach();
                       } else {
                         for (int i = 0; i < 2; ++i) {
                           receive_from(0);
                           send_to(0);
                         }
                       }
                     }),
            "1");
}

TEST(MpiBufferedSends, DetachingWaitsForThem) {
  EXPECT_THAT(explored(2, Buffering::strict,
                       [] {
                         const Attached buffer(1);
                         Attached::send(1 - my_rank());
                         Attached::detach();
                         receive_from(1 - my_rank());
                       }),
              HasSubstr("deadlock"));
  EXPECT_THAT(explored(2, Buffering::strict, [] { Attached::send(1 - my_rank()); }),
              HasSubstr("no buffer is attached"));
}

TEST(MpiPersistentCollectives, RunWheneverTheyAreStarted) {
  for (const Buffering buffering : {Buffering::strict, Buffering::lax}) {
    EXPECT_EQ(explored(3, buffering,
                       [] {
                         int mine = 0;
                         int sum = 0;
                         MPI_Request request = MPI_REQUEST_NULL;
                         MPI_Allreduce_init(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD,
                                            MPI_INFO_NULL, &request);
                         for (int round = 1; round <= 2; ++round) {
                           mine = round * my_rank();
                           MPI_Start(&request);
                           MPI_Wait(&request, MPI_STATUS_IGNORE);
                           require(sum == 3 * round);
                         }
                         MPI_Request_free(&request);
                       }),
              "1");
  }
  EXPECT_THAT(explored(2, Buffering::strict,
                       [] {
                         int value = 0;
                         MPI_Request request = MPI_REQUEST_NULL;
                         if (my_rank() == 0) {
                           MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, &request);
                         } else {
                           MPI_Bcast_init(&value, 1, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL,
                                          &request);
                         }
                         MPI_Request_free(&request);
                       }),
              HasSubstr("the 1st collective on MPI_COMM_WORLD is MPI_Barrier_init"));
}

TEST(MpiNonblockingCollectives, LeaveTheirBuffersToMpi) {
  EXPECT_THAT(explored(2, Buffering::strict,
                       [] {
                         int mine = 1;
                         int sum = 0;
                         MPI_Request request = MPI_REQUEST_NULL;
                         MPI_Iallreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
                         ++sum;
                         MPI_Wait(&request, MPI_STATUS_IGNORE);
                       }),
              HasSubstr("is changed before the request is done (local concurrency)"));
}

}  // namespace
}  // namespace harrier::mpi
