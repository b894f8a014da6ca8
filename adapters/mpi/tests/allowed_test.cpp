// What looks wrong and is allowed: found with MPICH's conformance suite, where it gave false
// alarms.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <cstdlib>
#include <cstring>

#include "exploring.hpp"

namespace harrier::mpi {
namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

template <class Program>
std::string explored(std::uint32_t ranks, Program program) {
  return outcome(explore(ranks, Buffering::strict, program));
}

TEST(MpiAllowed, AStoreBehindAFenceThatOthersHaveNotLeft) {
  EXPECT_EQ(explored(2,
                     [] {
                       static int value;
                       value = 0;
                       const int mine = 5;
                       MPI_Win window = MPI_WIN_NULL;
                       MPI_Win_create(&value, sizeof value, 1, MPI_INFO_NULL, MPI_COMM_WORLD,
                                      &window);
                       MPI_Win_fence(0, window);
                       if (my_rank() == 1) MPI_Put(&mine, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
                       MPI_Win_fence(0, window);
                       if (my_rank() == 0) {
                         require(value == 5);
                         value = 6;
                       }
                       MPI_Win_fence(0, window);
                       MPI_Win_free(&window);
                     }),
            "1");
}

TEST(MpiAllowed, APutBehindAFenceIntoMemoryThatOthersHaveGivenFrom) {
  // Rank 0 gives from its own window, where rank 2 puts after the fence.
  EXPECT_EQ(explored(3,
                     [] {
                       static int values[2];
                       const int mine = 5;
                       MPI_Win window = MPI_WIN_NULL;
                       MPI_Win_create(values, sizeof values, sizeof(int), MPI_INFO_NULL,
                                      MPI_COMM_WORLD, &window);
                       MPI_Win_fence(0, window);
                       if (my_rank() == 0) MPI_Put(values, 1, MPI_INT, 1, 1, 1, MPI_INT, window);
                       MPI_Win_fence(0, window);
                       if (my_rank() == 2) MPI_Put(&mine, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
                       MPI_Win_fence(0, window);
                       MPI_Win_free(&window);
                     }),
            "1");
}

TEST(MpiAllowed, AccumulatingTypesWithoutValues) {
  EXPECT_EQ(explored(2,
                     [] {
                       int value = 1;
                       MPI_Datatype nothing = MPI_DATATYPE_NULL;
                       MPI_Type_contiguous(0, MPI_INT, &nothing);
                       MPI_Type_commit(&nothing);
                       MPI_Win window = MPI_WIN_NULL;
                       MPI_Win_create(&value, sizeof value, 1, MPI_INFO_NULL, MPI_COMM_WORLD,
                                      &window);
                       MPI_Win_fence(0, window);
                       MPI_Accumulate(nullptr, 2, nothing, 0, 0, 3, nothing, MPI_SUM, window);
                       MPI_Win_fence(0, window);
                       MPI_Win_free(&window);
                       MPI_Type_free(&nothing);
                     }),
            "1");
}

struct Located {
  double value;
  int place;
};

TEST(MpiAllowed, AccumulatingTypesOfPairs) {
  EXPECT_EQ(explored(2,
                     [] {
                       static Located values[3];
                       for (Located& one : values) one = {1, 1};
                       const Located mine[3] = {{2, 7}, {2, 8}, {0, 9}};
                       MPI_Datatype ends = MPI_DATATYPE_NULL;
                       MPI_Type_vector(2, 1, 2, MPI_DOUBLE_INT, &ends);
                       MPI_Type_commit(&ends);
                       MPI_Win window = MPI_WIN_NULL;
                       MPI_Win_create(values, sizeof values, 1, MPI_INFO_NULL, MPI_COMM_WORLD,
                                      &window);
                       MPI_Win_fence(0, window);
                       // Both ranks, whose accumulations meet in the same values.
                       MPI_Accumulate(mine, 1, ends, 1, 0, 1, ends, MPI_MAXLOC, window);
                       MPI_Win_fence(0, window);
                       const bool is_target = my_rank() == 1;
                       require(values[0].value == (is_target ? 2 : 1));
                       require(values[0].place == (is_target ? 7 : 1));
                       require(values[1].place == 1 && values[2].place == 1);
                       MPI_Win_free(&window);
                       MPI_Type_free(&ends);
                     }),
            "1");
}

TEST(MpiAllowed, OperationsFromAddressesInTypes) {
  EXPECT_EQ(explored(2,
                     [] {
                       int value = 0;
                       int mine = 3;
                       MPI_Aint address = 0;
                       const int one = 1;
                       MPI_Datatype here = MPI_DATATYPE_NULL;
                       MPI_Get_address(&mine, &address);
                       MPI_Type_create_hindexed(1, &one, &address, MPI_INT, &here);
                       MPI_Type_commit(&here);
                       MPI_Win window = MPI_WIN_NULL;
                       MPI_Win_create(&value, sizeof value, 1, MPI_INFO_NULL, MPI_COMM_WORLD,
                                      &window);
                       MPI_Win_fence(0, window);
                       MPI_Put(MPI_BOTTOM, 1, here, 1 - my_rank(), 0, 1, MPI_INT, window);
                       MPI_Win_fence(0, window);
                       require(value == 3);
                       mine = 0;
                       MPI_Get(MPI_BOTTOM, 1, here, 1 - my_rank(), 0, 1, MPI_INT, window);
                       MPI_Win_fence(0, window);
                       require(mine == 3);
                       MPI_Win_free(&window);
                       MPI_Type_free(&here);
                     }),
            "1");
}

TEST(MpiAllowed, ProbingInALoopThatCounts) {
  // The other rank waits until the loop is over.
  EXPECT_EQ(explored(2,
                     [] {
                       if (my_rank() == 1) {
                         require(receive_from(0) == 4);
                         return;
                       }
                       int flag = 0;
                       for (int i = 0; i < 100; ++i)
                         MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
                       require(flag == 0);
                       send_to(1, 4);
                     }),
            "1");
}

TEST(MpiAllowed, ProbingForEverIsADeadlock) {
  EXPECT_THAT(explored(2,
                       [] {
                         if (my_rank() == 1) return;
                         int flag = 0;
                         while (flag == 0)
                           MPI_Iprobe(1, 0, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
                       }),
              ::testing::HasSubstr("deadlock: rank 0 waits for a message for MPI_Iprobe"));
}

TEST(MpiAllowed, AGroupAloneMakesACommunicator) {
  EXPECT_EQ(explored(4,
                     [] {
                       MPI_Group all = MPI_GROUP_NULL;
                       MPI_Group odd = MPI_GROUP_NULL;
                       const int ranks[2] = {3, 1};
                       MPI_Comm_group(MPI_COMM_WORLD, &all);
                       MPI_Group_incl(all, 2, ranks, &odd);
                       if (my_rank() % 2 == 1) {
                         for (int tag = 0; tag < 2; ++tag) {
                           MPI_Comm made = MPI_COMM_NULL;
                           MPI_Comm_create_group(MPI_COMM_WORLD, odd, tag, &made);
                           require(my_size(made) == 2 && my_rank(made) == (my_rank() == 3 ? 0 : 1));
                           int sum = 1;
                           MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_SUM, made);
                           require(sum == 2);
                           MPI_Comm_free(&made);
                         }
                       }
                       MPI_Group_free(&odd);
                       MPI_Group_free(&all);
                     }),
            "1");
}

TEST(MpiAllowed, AskingAboutARequestLeavesItThere) {
  // Once before the message is there, once after.
  EXPECT_EQ(explored(2,
                     [] {
                       int value = 7;
                       MPI_Request request = MPI_REQUEST_NULL;
                       if (my_rank() == 0) {
                         send_to(1, value, 4);
                         return;
                       }
                       MPI_Irecv(&value, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &request);
                       int flag = 0;
                       MPI_Status status;
                       MPI_Request_get_status(request, &flag, &status);
                       require(request != MPI_REQUEST_NULL);
                       require(flag == 0 || (status.MPI_SOURCE == 0 && status.MPI_TAG == 4));
                       MPI_Wait(&request, &status);
                       require(value == 7 && status.MPI_TAG == 4);
                     }),
            "2");
}

/// Counts what it is called for, in the integer behind the extra state.
int count_deleted(MPI_Comm, int, void*, void* extra) {
  ++*static_cast<int*>(extra);
  return MPI_SUCCESS;
}

TEST(MpiAllowed, AttributesOfMpiCommSelfAreDeletedAtTheEnd) {
  const auto body = [] {
    int deleted = 0;
    int keyval = 0;
    MPI_Init(nullptr, nullptr);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, count_deleted, &keyval, &deleted);
    MPI_Comm_set_attr(MPI_COMM_SELF, keyval, nullptr);
    MPI_Comm_free_keyval(&keyval);
    MPI_Finalize();
    return deleted == 1 ? 0 : 1;
  };
  EXPECT_EQ(outcome(check(body, {.ranks = 2, .buffering = Buffering::lax})), "1");
}

TEST(MpiAllowed, AttributesOfTypesAreCopiedWithThem) {
  EXPECT_EQ(explored(1,
                     [] {
                       int keyval = 0;
                       int value = 3;
                       int* found = nullptr;
                       int flag = 0;
                       MPI_Datatype copy = MPI_DATATYPE_NULL;
                       MPI_Type_create_keyval(MPI_TYPE_DUP_FN, MPI_TYPE_NULL_DELETE_FN, &keyval,
                                              nullptr);
                       MPI_Type_set_attr(MPI_INT, keyval, &value);
                       MPI_Type_dup(MPI_INT, &copy);
                       MPI_Type_get_attr(copy, keyval, &found, &flag);
                       require(flag != 0 && found == &value);
                       MPI_Type_free(&copy);
                       MPI_Type_delete_attr(MPI_INT, keyval);
                       MPI_Type_free_keyval(&keyval);
                     }),
            "1");
}

TEST(MpiAllowed, ReducingBesideTheRootOfAnIntercommunicator) {
  EXPECT_EQ(explored(3,
                     [] {
                       const int rank = my_rank();
                       const int group = rank < 2 ? 0 : 1;
                       MPI_Comm half = MPI_COMM_NULL;
                       MPI_Comm both = MPI_COMM_NULL;
                       MPI_Comm_split(MPI_COMM_WORLD, group, rank, &half);
                       MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, group == 0 ? 2 : 0, 5, &both);
                       const int root = group == 1 ? 0 : rank == 0 ? MPI_ROOT : MPI_PROC_NULL;
                       int sum = 0;
                       MPI_Reduce(&rank, &sum, 1, MPI_INT, MPI_SUM, root, both);
                       require(sum == (rank == 0 ? 2 : 0));
                       MPI_Comm_free(&both);
                       MPI_Comm_free(&half);
                     }),
            "1");
}

TEST(MpiAllowed, PartsOfIntercommunicatorsAreIntercommunicators) {
  EXPECT_EQ(explored(4,
                     [] {
                       const int rank = my_rank();
                       MPI_Comm half = MPI_COMM_NULL;
                       MPI_Comm both = MPI_COMM_NULL;
                       MPI_Comm part = MPI_COMM_NULL;
                       MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
                       MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - rank % 2, 5, &both);
                       // Ranks 0 and 1 on one side each, 2 alone on its side.
                       MPI_Comm_split(both, rank < 2 ? 0 : rank, 0, &part);
                       require((part != MPI_COMM_NULL) == (rank < 2));
                       if (part != MPI_COMM_NULL) {
                         int other = -1;
                         int size = 0;
                         MPI_Comm_remote_size(part, &size);
                         MPI_Sendrecv(&rank, 1, MPI_INT, 0, 0, &other, 1, MPI_INT, 0, 0, part,
                                      MPI_STATUS_IGNORE);
                         require(size == 1 && my_size(part) == 1 && other == 1 - rank);
                         MPI_Comm_free(&part);
                       }
                       MPI_Group mine = MPI_GROUP_NULL;
                       MPI_Group last = MPI_GROUP_NULL;
                       const int one = 1;
                       MPI_Comm_group(both, &mine);
                       MPI_Group_incl(mine, 1, &one, &last);
                       MPI_Comm_create(both, last, &part);
                       require((part != MPI_COMM_NULL) == (rank >= 2));
                       if (part != MPI_COMM_NULL) MPI_Comm_free(&part);
                       MPI_Group_free(&last);
                       MPI_Group_free(&mine);
                       MPI_Comm_free(&both);
                       MPI_Comm_free(&half);
                     }),
            "1");
}

TEST(MpiAllowed, AReceiveThatIsFreedBeforeItsMessageComes) {
  // Rank 1 has sent the second message after the first was received.
  EXPECT_EQ(explored(2,
                     [] {
                       int value = 5;
                       if (my_rank() == 1) {
                         MPI_Ssend(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
                         return send_to(0, 0, 1);
                       }
                       MPI_Request request = MPI_REQUEST_NULL;
                       value = 0;
                       MPI_Irecv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
                       MPI_Request_free(&request);
                       require(request == MPI_REQUEST_NULL && value == 0);
                       receive_from(1, 1);
                       require(value == 5);
                     }),
            "1");
}

TEST(MpiAllowed, AProbeBehindAReceiveThatTakesOneOfTwoMessages) {
  // It finds the one that is left: what the receive takes, a receive in its place would not get.
  EXPECT_EQ(explored(3,
                     [] {
                       if (my_rank() != 0) return send_to(0, my_rank());
                       int first = 0;
                       MPI_Request request = MPI_REQUEST_NULL;
                       MPI_Status status;
                       MPI_Irecv(&first, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &request);
                       MPI_Probe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
                       const int second = receive_from(status.MPI_SOURCE);
                       MPI_Wait(&request, MPI_STATUS_IGNORE);
                       require(first + second == 3);
                     }),
            "2");
}

TEST(MpiAllowed, AReceiveOfMoreThanThereIsMemoryFor) {
  EXPECT_EQ(explored(2,
                     [] {
                       if (my_rank() == 1) return send_to(0, 5);
                       constexpr std::size_t page = 4096;
                       void* const memory = mmap(nullptr, 2 * page, PROT_READ | PROT_WRITE,
                                                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
                       mprotect(static_cast<char*>(memory) + page, page, PROT_NONE);
                       MPI_Request request = MPI_REQUEST_NULL;
                       MPI_Irecv(memory, 2 * page / sizeof(int), MPI_INT, 1, 0, MPI_COMM_WORLD,
                                 &request);
                       MPI_Wait(&request, MPI_STATUS_IGNORE);
                       require(*static_cast<int*>(memory) == 5);
                       munmap(memory, 2 * page);
                     }),
            "1");
}

TEST(MpiAllowed, FreeingACommunicatorBeforeOthersDo) {
  const auto body = [] {
    MPI_Comm copy = MPI_COMM_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    if (my_rank() == 0) receive_from(1);
    MPI_Comm_free(&copy);
    if (my_rank() == 1) send_to(0);
  };
  // "Normally local", says the standard; where every way is asked for, it waits.
  EXPECT_EQ(explored(2, body), "1");
  EXPECT_THAT(outcome(explore(2, Buffering::any, body)),
              ::testing::HasSubstr("rank 1 waits for rank 0"));
}

TEST(MpiAllowed, FreeingAKeyvalAgainThatIsInUse) {
  const auto body = [](bool is_in_use) {
    int keyval = MPI_KEYVAL_INVALID;
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &keyval, nullptr);
    int again = keyval;
    if (is_in_use) MPI_Comm_set_attr(MPI_COMM_SELF, keyval, nullptr);
    MPI_Comm_free_keyval(&keyval);
    MPI_Comm_free_keyval(&again);
    require(again == MPI_KEYVAL_INVALID);
  };
  EXPECT_EQ(explored(1, [body] { body(true); }), "1");
  EXPECT_THAT(explored(1, [body] { body(false); }),
              ::testing::HasSubstr("the keyval was freed before"));
}

/// Puts under a lock between two fences; `orders` says whether the owner of the window waits for
/// that.
void lock_between_fences(bool orders, int assertion) {
  static int value;
  const int mine = 5;
  MPI_Win window = MPI_WIN_NULL;
  MPI_Win_create(&value, sizeof value, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_fence(0, window);
  if (my_rank() == 1) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, window);
    MPI_Put(&mine, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
    MPI_Win_unlock(0, window);
  }
  if (orders) MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_fence(assertion, window);
  MPI_Win_free(&window);
}

TEST(MpiAllowed, LocksBetweenFencesThatAreOrdered) {
  EXPECT_EQ(explored(2, [] { lock_between_fences(true, 0); }), "1");
  EXPECT_EQ(explored(2, [] { lock_between_fences(false, MPI_MODE_NOPRECEDE); }), "1");
  // The owner may be in its fence while the window is locked.
  EXPECT_THAT(explored(2, [] { lock_between_fences(false, 0); }),
              ::testing::HasSubstr("(double epoch)"));
}

TEST(MpiAllowed, AskingAWindowForItsHints) {
  EXPECT_EQ(explored(1,
                     [] {
                       int* values = nullptr;
                       MPI_Win window = MPI_WIN_NULL;
                       MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &values, &window);
                       const char* const said[] = {"false", "true"};
                       for (const char* const expected : said) {
                         MPI_Info info = MPI_INFO_NULL;
                         if (expected == said[1]) {
                           MPI_Info_create(&info);
                           MPI_Info_set(info, "no_locks", expected);
                           MPI_Info_set(info, "a hint that nobody knows", "true");
                           MPI_Win_set_info(window, info);
                           MPI_Info_free(&info);
                         }
                         MPI_Win_get_info(window, &info);
                         char value[8] = {};
                         int flag = 0;
                         MPI_Info_get(info, "no_locks", 7, value, &flag);
                         require(flag == 1 && std::strcmp(value, expected) == 0);
                         MPI_Info_get(info, "a hint that nobody knows", 7, value, &flag);
                         require(flag == 0);
                         MPI_Info_free(&info);
                       }
                       MPI_Win_free(&window);
                     }),
            "1");
}

}  // namespace
}  // namespace harrier::mpi
