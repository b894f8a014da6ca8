// One-sided communication: what it moves, which orders matter, what is wrong.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "exploring.hpp"

namespace harrier::mpi {
namespace {

using ::testing::HasSubstr;

/// A window of some integers, which are 0 at first, at every rank.
class IntegerWindow {
 public:
  explicit IntegerWindow(int count) {
    MPI_Win_allocate(count * static_cast<int>(sizeof(int)), sizeof(int), MPI_INFO_NULL,
                     MPI_COMM_WORLD, &values, &window);
    for (int i = 0; i < count; ++i) values[i] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
  }
  void free() { MPI_Win_free(&window); }
  void put(const int& value, int rank, int place) {
    MPI_Put(&value, 1, MPI_INT, rank, place, 1, MPI_INT, window);
  }
  void get(int& value, int rank, int place) {
    MPI_Get(&value, 1, MPI_INT, rank, place, 1, MPI_INT, window);
  }

  int* values = nullptr;
  MPI_Win window = MPI_WIN_NULL;
};

void require(bool holds) {
  if (!holds) std::abort();
}

template <class Program>
std::string explored(std::uint32_t ranks, Program program) {
  return outcome(explore(ranks, Buffering::strict, program));
}

TEST(MpiWindows, FencesMovePutsAndGets) {
  EXPECT_EQ(explored(3,
                     [] {
                       IntegerWindow window(2);
                       const int rank = my_rank();
                       const int mine = 10 + rank;
                       int got = -1;
                       MPI_Win_fence(0, window.window);
                       window.put(mine, (rank + 1) % 3, 0);
                       MPI_Win_fence(0, window.window);
                       window.get(got, (rank + 1) % 3, 0);
                       MPI_Win_fence(MPI_MODE_NOSUCCEED, window.window);
                       require(window.values[0] == 10 + (rank + 2) % 3);
                       require(got == mine);
                       window.free();
                     }),
            "1");
}

TEST(MpiWindows, WindowsInGlobalsBelongToTheirRanks) {
  static int values[2];
  EXPECT_EQ(explored(2,
                     [] {
                       MPI_Win window = MPI_WIN_NULL;
                       MPI_Win_create(values, sizeof values, sizeof(int), MPI_INFO_NULL,
                                      MPI_COMM_WORLD, &window);
                       const int mine = 7 + my_rank();
                       MPI_Win_fence(0, window);
                       MPI_Put(&mine, 1, MPI_INT, 1 - my_rank(), 1, 1, MPI_INT, window);
                       MPI_Win_fence(0, window);
                       require(values[0] == 0 && values[1] == 8 - my_rank());
                       MPI_Win_free(&window);
                     }),
            "1");
}

TEST(MpiWindows, ExclusiveLocksAreTakenInEveryOrder) {
  // Each adds its share: two orders of two ranks, and no increment is lost.
  EXPECT_EQ(explored(3,
                     [] {
                       IntegerWindow window(1);
                       if (my_rank() != 0) {
                         int value = 0;
                         MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, window.window);
                         window.get(value, 0, 0);
                         MPI_Win_flush(0, window.window);
                         const int next = value + my_rank();
                         window.put(next, 0, 0);
                         MPI_Win_unlock(0, window.window);
                       }
                       MPI_Barrier(MPI_COMM_WORLD);
                       if (my_rank() == 0) require(window.values[0] == 3);
                       window.free();
                     }),
            "2");
}

TEST(MpiWindows, SharedLocksDoNotExcludeEachOther) {
  EXPECT_EQ(explored(3,
                     [] {
                       IntegerWindow window(3);
                       MPI_Win_lock_all(0, window.window);
                       const int mine = my_rank() + 1;
                       window.put(mine, 0, my_rank());
                       MPI_Win_flush_all(window.window);
                       MPI_Barrier(MPI_COMM_WORLD);
                       int got = 0;
                       window.get(got, 0, (my_rank() + 1) % 3);
                       MPI_Win_unlock_all(window.window);
                       require(got == (my_rank() + 1) % 3 + 1);
                       window.free();
                     }),
            "1");
}

TEST(MpiWindows, ASharedLockWaitsForAnExclusiveOne) {
  // The reader sees nothing or both values, never one.
  EXPECT_EQ(explored(3,
                     [] {
                       IntegerWindow window(2);
                       if (my_rank() == 1) {
                         const int one = 1;
                         MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, window.window);
                         window.put(one, 0, 0);
                         window.put(one, 0, 1);
                         MPI_Win_unlock(0, window.window);
                       } else if (my_rank() == 2) {
                         int got[2] = {};
                         MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, window.window);
                         MPI_Get(got, 2, MPI_INT, 0, 0, 2, MPI_INT, window.window);
                         MPI_Win_unlock(0, window.window);
                         require(got[0] == got[1]);
                       }
                       window.free();
                     }),
            "2");
}

TEST(MpiWindows, AtomicOperationsAreExploredInEveryOrder) {
  // A ticket for each of three ranks: 3! orders.
  EXPECT_EQ(explored(3,
                     [] {
                       IntegerWindow window(1);
                       const int one = 1;
                       int ticket = -1;
                       MPI_Win_lock_all(0, window.window);
                       MPI_Fetch_and_op(&one, &ticket, MPI_INT, 0, 0, MPI_SUM, window.window);
                       MPI_Win_unlock_all(window.window);
                       require(ticket >= 0 && ticket < 3);
                       MPI_Barrier(MPI_COMM_WORLD);
                       if (my_rank() == 0) require(window.values[0] == 3);
                       window.free();
                     }),
            "6");
  // Sums that nobody reads commute.
  EXPECT_EQ(explored(3,
                     [] {
                       IntegerWindow window(1);
                       const int one = 1;
                       MPI_Win_lock_all(0, window.window);
                       MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, window.window);
                       MPI_Win_unlock_all(window.window);
                       MPI_Barrier(MPI_COMM_WORLD);
                       if (my_rank() == 0) require(window.values[0] == 3);
                       window.free();
                     }),
            "1");
}

TEST(MpiWindows, PostAndStartPairTheirGroups) {
  for (const Buffering buffering : {Buffering::strict, Buffering::lax}) {
    const CheckResult result = explore(2, buffering, [] {
      IntegerWindow window(1);
      MPI_Group world = MPI_GROUP_NULL;
      MPI_Group other = MPI_GROUP_NULL;
      MPI_Comm_group(MPI_COMM_WORLD, &world);
      const int peer = 1 - my_rank();
      MPI_Group_incl(world, 1, &peer, &other);
      if (my_rank() == 0) {
        const int value = 5;
        MPI_Win_start(other, 0, window.window);
        window.put(value, 1, 0);
        MPI_Win_complete(window.window);
      } else {
        MPI_Win_post(other, 0, window.window);
        MPI_Win_wait(window.window);
        require(window.values[0] == 5);
      }
      MPI_Group_free(&other);
      MPI_Group_free(&world);
      window.free();
    });
    EXPECT_EQ(outcome(result), "1");
  }
}

TEST(MpiWindows, RequestsCompleteSingleOperations) {
  EXPECT_EQ(explored(2,
                     [] {
                       IntegerWindow window(1);
                       window.values[0] = 20 + my_rank();
                       MPI_Barrier(MPI_COMM_WORLD);
                       int got = 0;
                       MPI_Request request = MPI_REQUEST_NULL;
                       MPI_Win_lock_all(0, window.window);
                       MPI_Rget(&got, 1, MPI_INT, 1 - my_rank(), 0, 1, MPI_INT, window.window,
                                &request);
                       MPI_Wait(&request, MPI_STATUS_IGNORE);
                       require(got == 21 - my_rank());
                       MPI_Win_unlock_all(window.window);
                       window.free();
                     }),
            "1");
}

TEST(MpiWindowFindings, OperationsNeedAnEpoch) {
  EXPECT_THAT(explored(2,
                       [] {
                         IntegerWindow window(1);
                         const int value = 1;
                         window.put(value, 1, 0);
                         window.free();
                       }),
              HasSubstr("no epoch is open for the window of rank 1"));
}

TEST(MpiWindowFindings, EpochsMustNotOverlap) {
  EXPECT_THAT(explored(2,
                       [] {
                         IntegerWindow window(1);
                         MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, window.window);
                         MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, window.window);
                       }),
              HasSubstr("the window of rank 1 is locked already (double epoch)"));
  // Locks of different ranks may be held at once.
  EXPECT_EQ(explored(2,
                     [] {
                       IntegerWindow window(1);
                       MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, window.window);
                       MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, window.window);
                       MPI_Win_unlock(1, window.window);
                       MPI_Win_unlock(0, window.window);
                       window.free();
                     }),
            "1");
}

TEST(MpiWindowFindings, OperationsStayInsideTheWindow) {
  EXPECT_THAT(explored(2,
                       [] {
                         IntegerWindow window(2);
                         const int value = 1;
                         MPI_Win_fence(0, window.window);
                         window.put(value, 1, 2);
                         MPI_Win_fence(0, window.window);
                         window.free();
                       }),
              HasSubstr("it accesses bytes 8 to 11 of the window of rank 1, which has 8 bytes"));
}

TEST(MpiWindowFindings, ConflictingAccessesOfOneEpochAreReported) {
  EXPECT_THAT(explored(3,
                       [] {
                         IntegerWindow window(1);
                         const int value = my_rank();
                         MPI_Win_fence(0, window.window);
                         if (my_rank() != 1) window.put(value, 1, 0);
                         MPI_Win_fence(0, window.window);
                         window.free();
                       }),
              HasSubstr("nothing orders them (global concurrency)"));
  // A fence does too, whoever leaves it first.
  EXPECT_EQ(explored(3,
                     [] {
                       IntegerWindow window(1);
                       const int value = 7;
                       int got = 0;
                       MPI_Win_fence(0, window.window);
                       if (my_rank() == 0) window.put(value, 1, 0);
                       MPI_Win_fence(0, window.window);
                       if (my_rank() == 2) window.get(got, 1, 0);
                       MPI_Win_fence(0, window.window);
                       require(my_rank() != 2 || got == 7);
                       window.free();
                     }),
            "1");
  // A message between them orders operations that are complete.
  EXPECT_EQ(explored(3,
                     [] {
                       IntegerWindow window(1);
                       const int value = my_rank();
                       if (my_rank() == 2) receive_from(0);
                       if (my_rank() != 1) {
                         MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, window.window);
                         window.put(value, 1, 0);
                         MPI_Win_unlock(1, window.window);
                       }
                       if (my_rank() == 0) send_to(2);
                       window.free();
                     }),
            "1");
}

TEST(MpiWindowFindings, StoresThatMeetRemoteAccessesAreReported) {
  EXPECT_THAT(explored(2,
                       [] {
                         IntegerWindow window(1);
                         const int value = 3;
                         MPI_Win_fence(0, window.window);
                         if (my_rank() == 0) window.put(value, 1, 0);
                         if (my_rank() == 1) window.values[0] = 4;
                         MPI_Win_fence(0, window.window);
                         window.free();
                       }),
              HasSubstr("nothing orders them (global concurrency)"));
}

TEST(MpiWindowFindings, StoresUnderASharedLockMeetWhatOthersPut) {
  EXPECT_THAT(explored(2,
                       [] {
                         IntegerWindow window(1);
                         const int value = 3;
                         MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, window.window);
                         if (my_rank() == 0) window.put(value, 1, 0);
                         if (my_rank() == 1) window.values[0] = 4;
                         MPI_Win_unlock(1, window.window);
                         window.free();
                       }),
              HasSubstr("nothing orders them (global concurrency)"));
}

TEST(MpiWindowFindings, StoresOutsideOfEpochsMeetWhatOthersPut) {
  const auto program = [](bool ordered) {
    return explored(2, [ordered] {
      IntegerWindow window(1);
      const int value = 3;
      if (my_rank() == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, window.window);
        window.put(value, 1, 0);
        MPI_Win_unlock(1, window.window);
        if (ordered) send_to(1);
      } else {
        if (ordered) receive_from(0);
        window.values[0] = 4;
      }
      window.free();
    });
  };
  EXPECT_THAT(program(false), HasSubstr("nothing orders them (global concurrency)"));
  EXPECT_EQ(program(true), "1");
}

TEST(MpiWindowFindings, WhatALockHandsOverIsOrdered) {
  // Who finds the flag knows what was stored before it was set; who does not leaves the rest alone.
  EXPECT_EQ(explored(2,
                     [] {
                       IntegerWindow window(2);
                       if (my_rank() == 0) {
                         window.values[1] = 9;
                         MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, window.window);
                         window.values[0] = 1;
                         MPI_Win_unlock(0, window.window);
                       } else {
                         int found[2] = {};
                         MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, window.window);
                         window.get(found[0], 0, 0);
                         MPI_Win_flush(0, window.window);
                         if (found[0] != 0) window.get(found[1], 0, 1);
                         MPI_Win_unlock(0, window.window);
                         require(found[0] == 0 || found[1] == 9);
                       }
                       window.free();
                     }),
            "2");
}

TEST(MpiWindowFindings, LocalCompletionIsForTheOriginOnly) {
  const auto program = [](bool local) {
    return explored(2, [local] {
      IntegerWindow window(1);
      int value = 3;
      if (my_rank() == 0) {
        MPI_Win_lock_all(0, window.window);
        window.put(value, 1, 0);
        if (local) {
          MPI_Win_flush_local(1, window.window);
        } else {
          MPI_Win_flush(1, window.window);
        }
        value = 4;
        window.put(value, 1, 0);
        MPI_Win_unlock_all(window.window);
      }
      window.free();
    });
  };
  EXPECT_THAT(program(true), HasSubstr("nothing orders them (global concurrency)"));
  EXPECT_EQ(program(false), "1");
}

TEST(MpiWindowFindings, ErrorsGoToTheHandlerOfTheWindow) {
  EXPECT_EQ(explored(2,
                     [] {
                       IntegerWindow window(1);
                       const int value = 1;
                       MPI_Win_set_errhandler(window.window, MPI_ERRORS_RETURN);
                       MPI_Win_fence(0, window.window);
                       require(MPI_Put(&value, 1, MPI_INT, 1, 5, 1, MPI_INT, window.window) ==
                               MPI_ERR_RMA_RANGE);
                       MPI_Win_fence(0, window.window);
                       window.free();
                     }),
            "1");
}

TEST(MpiWindowFindings, MessagesMustNotUseTheBufferOfAGet) {
  EXPECT_THAT(explored(2,
                       [] {
                         IntegerWindow window(1);
                         int value = 0;
                         MPI_Win_fence(0, window.window);
                         if (my_rank() == 0) {
                           window.get(value, 1, 0);
                           MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
                         } else {
                           receive_from(0);
                         }
                         MPI_Win_fence(0, window.window);
                         window.free();
                       }),
              HasSubstr("which is not complete (local concurrency)"));
}

TEST(MpiWindowFindings, BuffersStayUntilOperationsAreComplete) {
  EXPECT_THAT(explored(2,
                       [] {
                         IntegerWindow window(1);
                         int value = 3;
                         MPI_Win_fence(0, window.window);
                         window.put(value, 1 - my_rank(), 0);
                         value = 4;
                         MPI_Win_fence(0, window.window);
                         window.free();
                       }),
              HasSubstr("was changed before it was complete (local concurrency)"));
}

/// Rank 0 gets a value of rank 1 so often that not all of it is remembered, and tells rank 2 after
/// some of it, which puts a value there.
void get_and_put(int gets_before, int gets_after) {
  IntegerWindow window(1);
  int value = 0;
  MPI_Win_lock_all(0, window.window);
  const auto get_often = [&](int times) {
    for (int i = 0; i < times; ++i) {
      window.get(value, 1, 0);
      MPI_Win_flush(1, window.window);
    }
  };
  if (my_rank() == 0) {
    get_often(gets_before);
    send_to(2);
    get_often(gets_after);
  } else if (my_rank() == 2) {
    receive_from(0);
    window.put(value, 1, 0);
  }
  MPI_Win_unlock_all(window.window);
  window.free();
}

TEST(MpiWindowFindings, OperationsThatAreAlikeMeetEachOther) {
  // One that is like the last one is compared with that one, and with what came since.
  const auto repeated = [](bool accumulates) {
    return explored(2, [accumulates] {
      IntegerWindow window(1);
      const int mine = 3;
      MPI_Win_fence(0, window.window);
      for (int i = 0; i < 3; ++i) {
        if (accumulates) {
          MPI_Accumulate(&mine, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, window.window);
        } else if (my_rank() == 1) {
          window.put(mine, 0, 0);
        }
      }
      MPI_Win_fence(0, window.window);
      if (accumulates && my_rank() == 0) require(window.values[0] == 18);
      window.free();
    });
  };
  EXPECT_EQ(repeated(true), "1");
  EXPECT_THAT(repeated(false), HasSubstr("it accesses byte 0 of the window of rank 0 as MPI_Put"));
}

TEST(MpiWindows, OfAccessesThatAreAlikeTheLastOneCounts) {
  EXPECT_EQ(explored(3, [] { get_and_put(300, 0); }), "1");
  EXPECT_THAT(explored(3, [] { get_and_put(300, 1); }), HasSubstr("nothing orders them"));
  EXPECT_THAT(explored(3, [] { get_and_put(100, 200); }), HasSubstr("nothing orders them"));
}

}  // namespace
}  // namespace harrier::mpi
