// How many classes MPI programs have: exact counts, one execution each.
#include <gtest/gtest.h>

#include <vector>

#include "exploring.hpp"

namespace harrier::mpi {
namespace {

void receive_from_all(int source) {
  if (my_rank() != 0) {
    send_to(0, my_rank());
    return;
  }
  for (int i = 1; i < my_size(); ++i) receive_from(source == MPI_ANY_SOURCE ? source : i);
}

TEST(MpiClasses, SendersToAnySourceHaveAClassPerOrder) {
  const char* const factorials[] = {"1", "2", "6", "24", "120", "720"};
  for (std::uint32_t senders = 1; senders <= 6; ++senders) {
    for (const Buffering buffering : {Buffering::strict, Buffering::lax}) {
      EXPECT_EQ(outcome(explore(senders + 1, buffering, [] { receive_from_all(MPI_ANY_SOURCE); })),
                factorials[senders - 1]);
    }
  }
}

TEST(MpiClasses, RanksAsProcessesHaveTheSame) {
  int changed = 0;
  const auto body = [&changed] {
    MPI_Init(nullptr, nullptr);
    receive_from_all(MPI_ANY_SOURCE);
    ++changed;
    MPI_Finalize();
    return changed == 1 ? 0 : 1;  // each has memory of its own
  };
  const CheckResult result =
      check(body, {.ranks = 4, .buffering = Buffering::lax, .processes = true});
  EXPECT_EQ(outcome(result), "6");
  EXPECT_EQ(changed, 0);
}

TEST(MpiClasses, RanksAreStacksAndProcessesInTurn) {
  const auto body = [] {
    MPI_Init(nullptr, nullptr);
    receive_from_all(MPI_ANY_SOURCE);
    MPI_Finalize();
    return 0;
  };
  for (const bool processes : {false, true, false, true}) {
    EXPECT_EQ(
        outcome(check(body, {.ranks = 4, .buffering = Buffering::lax, .processes = processes})),
        "6");
  }
}

TEST(MpiClasses, ReceivesThatNameTheirSourceHaveOneClass) {
  EXPECT_EQ(outcome(explore(7, Buffering::strict, [] { receive_from_all(0); })), "1");
  EXPECT_EQ(outcome(explore(7, Buffering::both, [] { receive_from_all(0); })), "2");
}

/// Gives each worker a job, then the next to whoever answers.
void master_and_workers(int jobs) {
  constexpr int stop = 1;
  if (my_rank() == 0) {
    int given = 0;
    for (int worker = 1; worker < my_size(); ++worker, ++given) send_to(worker);
    for (int answers = 0; answers < jobs; ++answers) {
      int value = 0;
      MPI_Status status;
      MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
      send_to(status.MPI_SOURCE, 0, given < jobs ? 0 : stop);
      ++given;
    }
    return;
  }
  while (true) {
    int value = 0;
    MPI_Status status;
    MPI_Recv(&value, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    if (status.MPI_TAG == stop) return;
    send_to(0);
  }
}

// w workers and j jobs: w! * w^(j - w) orders of answers.
TEST(MpiClasses, MasterAndWorkersHaveAClassPerOrderOfAnswers) {
  const auto count = [](std::uint32_t ranks, int jobs) {
    return outcome(explore(ranks, Buffering::lax, [jobs] { master_and_workers(jobs); }));
  };
  EXPECT_EQ(count(3, 4), "8");
  EXPECT_EQ(count(4, 6), "162");
}

TEST(MpiClasses, CollectivesAloneHaveOneClass) {
  const auto exchange = [] {
    for (int i = 0; i < 2; ++i) {
      int mine[4] = {my_rank(), my_rank(), my_rank(), my_rank()};
      int all[4] = {};
      MPI_Allgather(mine, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD);
      MPI_Alltoall(mine, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD);
      MPI_Bcast(mine, 1, MPI_INT, 0, MPI_COMM_WORLD);
      MPI_Reduce(mine, all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
      MPI_Barrier(MPI_COMM_WORLD);
    }
  };
  EXPECT_EQ(outcome(explore(4, Buffering::strict, exchange)), "1");
  EXPECT_EQ(outcome(explore(4, Buffering::lax, exchange)), "1");
}

TEST(MpiClasses, ARingOfManyRanksHasOneClass) {
  const auto ring = [] {
    const int size = my_size();
    for (int i = 0; i < 20; ++i) {
      int given = i;
      int taken = 0;
      MPI_Sendrecv(&given, 1, MPI_INT, (my_rank() + 1) % size, 0, &taken, 1, MPI_INT,
                   (my_rank() + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  };
  EXPECT_EQ(outcome(explore(32, Buffering::strict, ring)), "1");
}

// One that is done for sure does not hide those behind it in the list.
TEST(MpiClasses, WaitanyTakesAnyRequestThatIsDone) {
  const auto program = [] {
    int values[2] = {};
    MPI_Request requests[2];
    int index = 0;
    if (my_rank() == 0) {
      MPI_Isend(&values[0], 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &requests[0]);
      MPI_Irecv(&values[1], 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &requests[1]);
      MPI_Waitany(2, requests, &index, MPI_STATUS_IGNORE);
      MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    } else {
      send_to(0);
      receive_from(0);
    }
  };
  EXPECT_EQ(outcome(explore(2, Buffering::lax, program)), "2");
}

TEST(MpiClasses, ProbeReportsEverySource) {
  const auto program = [] {
    if (my_rank() != 0) {
      send_to(0);
      return;
    }
    MPI_Status status;
    MPI_Probe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
    receive_from(status.MPI_SOURCE);
    receive_from(3 - status.MPI_SOURCE);
  };
  EXPECT_EQ(outcome(explore(3, Buffering::lax, program)), "2");
  EXPECT_EQ(outcome(explore(3, Buffering::strict, program)), "2");
}

/// Asks in a loop until something is there.
void poll_until_there() {
  if (my_rank() == 0) {
    int flag = 0;
    MPI_Status status;
    while (flag == 0) MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &flag, &status);
    receive_from(status.MPI_SOURCE);
  } else {
    int value = 0;
    int flag = 0;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Isend(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
    while (flag == 0) MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
  }
}

// Polls in vain leave both ranks as they are, so they are no steps.
TEST(MpiClasses, LoopsThatOnlyPollWaitForWhatTheyAskFor) {
  for (std::uint32_t polls = 0; polls <= 3; ++polls) {
    EXPECT_EQ(outcome(explore(2, Buffering::lax, poll_until_there, {}, polls)), "1");
    EXPECT_EQ(outcome(explore(2, Buffering::strict, poll_until_there, {}, polls)), "1");
  }
}

TEST(MpiClasses, ALoopThatPollsTwoRequestsInTurnsEnds) {
  const auto program = [] {
    if (my_rank() != 0) {
      send_to(0, 0, my_rank());
      return;
    }
    int values[2] = {};
    MPI_Request requests[2];
    for (int i = 0; i < 2; ++i) {
      MPI_Irecv(&values[i], 1, MPI_INT, i + 1, i + 1, MPI_COMM_WORLD, &requests[i]);
    }
    int done[2] = {};
    while (done[0] == 0 || done[1] == 0) {
      for (int i = 0; i < 2; ++i) {
        if (done[i] == 0) MPI_Test(&requests[i], &done[i], MPI_STATUS_IGNORE);
      }
    }
  };
  EXPECT_EQ(explore(3, Buffering::lax, program).verdict, Verdict::ok);
}

TEST(MpiClasses, CommunicatorsOfASplitKeepTheirMessagesApart) {
  const auto program = [] {
    MPI_Comm half = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, my_rank() % 2, -my_rank(), &half);
    int value = my_rank();
    if (my_rank(half) == 0) {
      MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, half, MPI_STATUS_IGNORE);
    } else {
      MPI_Send(&value, 1, MPI_INT, 0, 0, half);
    }
    MPI_Comm_free(&half);
  };
  EXPECT_EQ(outcome(explore(4, Buffering::strict, program)), "1");
}

}  // namespace
}  // namespace harrier::mpi
