// What is wrong with MPI programs, and the words for it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include "exploring.hpp"

namespace harrier::mpi {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;

/// Explores with two ranks and returns what is wrong.
template <class Program>
std::string wrong(Program program, Buffering buffering = Buffering::strict) {
  const CheckResult result = explore(2, buffering, program);
  std::string text = outcome(result);
  if (result.violations.empty()) return text;
  for (const std::string& line : result.violations.front().details()) text += "\n" + line;
  return text;
}

TEST(MpiFindings, SendsThatWaitForEachOtherDeadlockOnlyWithoutBuffers) {
  const auto program = [] {
    send_to(1 - my_rank());
    receive_from(1 - my_rank());
  };
  EXPECT_THAT(wrong(program), HasSubstr("deadlock: rank 0 waits for rank 1 waits for rank 0"));
  const CheckResult strict = explore(2, Buffering::strict, program);
  EXPECT_THAT(
      strict.violations.at(0).message(),
      ContainsRegex("; rank 0 waits for rank 1 to receive MPI_Send at exploring.hpp:[0-9]+, "
                    "tag 0, unless MPI_Send buffers; rank 1 waits for rank 0 to"));
  EXPECT_EQ(wrong(program, Buffering::lax), "1");
  EXPECT_THAT(wrong(program, Buffering::both), HasSubstr("deadlock"));
  EXPECT_THAT(wrong(program, Buffering::any), HasSubstr("deadlock"));
}

TEST(MpiFindings, ACollectiveMayWaitForARankWhoseSendDoes) {
  const auto program = [] {
    int value = 0;
    if (my_rank() == 1) send_to(0);
    MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (my_rank() == 0) receive_from(1);
  };
  EXPECT_THAT(wrong(program), HasSubstr("deadlock"));
  EXPECT_EQ(wrong(program, Buffering::lax), "1");
  EXPECT_THAT(wrong(program, Buffering::any), HasSubstr("deadlock"));
}

TEST(MpiFindings, BufferedSendsDoNotWaitForEachOther) {
  const auto program = [] {
    int value = my_rank();
    char buffer[sizeof value + MPI_BSEND_OVERHEAD];
    MPI_Buffer_attach(buffer, sizeof buffer);
    MPI_Bsend(&value, 1, MPI_INT, 1 - my_rank(), 0, MPI_COMM_WORLD);
    receive_from(1 - my_rank());
    void* detached = nullptr;
    int size = 0;
    MPI_Buffer_detach(static_cast<void*>(&detached), &size);
    if (detached != buffer || size != sizeof buffer) MPI_Abort(MPI_COMM_WORLD, 1);
  };
  EXPECT_EQ(wrong(program), "1");
}

/// Has two receives, or a receive and a send, under way with buffers so many numbers apart.
template <bool sends>
void transfer_twice(int distance) {
  int values[8] = {};
  MPI_Request requests[2];
  const int other = 1 - my_rank();
  MPI_Irecv(values, 2, MPI_INT, other, 0, MPI_COMM_WORLD, &requests[0]);
  if (sends) {
    MPI_Isend(values + distance, 2, MPI_INT, other, 0, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    return;
  }
  MPI_Irecv(values + distance, 2, MPI_INT, other, 0, MPI_COMM_WORLD, &requests[1]);
  const int sent[2] = {1, 2};
  for (int i = 0; i < 2; ++i) MPI_Send(sent, 2, MPI_INT, other, 0, MPI_COMM_WORLD);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}

TEST(MpiFindings, BuffersThatAreFilledMustNotOverlap) {
  const std::string overlaps = "its buffer overlaps with that of MPI_Irecv at .* which is not done";
  EXPECT_THAT(wrong([] { transfer_twice<false>(1); }), ContainsRegex(overlaps));
  EXPECT_THAT(wrong([] { transfer_twice<true>(1); }), ContainsRegex(overlaps));
  EXPECT_EQ(wrong([] { transfer_twice<false>(2); }), "1");
  EXPECT_EQ(wrong([] { transfer_twice<true>(2); }), "1");
}

TEST(MpiFindings, OneBufferIsAttachedAtATime) {
  const auto program = [] {
    char buffer[64];
    MPI_Buffer_attach(buffer, sizeof buffer);
    MPI_Buffer_attach(buffer, sizeof buffer);
  };
  EXPECT_THAT(wrong(program), HasSubstr("a buffer is attached already"));
}

TEST(MpiFindings, AReceiveThatNobodySendsToNamesItsCall) {
  const auto program = [] {
    if (my_rank() == 0) receive_from(1);
  };
  EXPECT_THAT(wrong(program),
              ContainsRegex("a message for MPI_Recv at exploring.hpp:[0-9]+ from rank 1, tag 0"));
}

TEST(MpiFindings, AMessageThatNobodyReceivesIsLost) {
  const auto program = [] {
    if (my_rank() == 0) send_to(1, 0, 5);
  };
  EXPECT_THAT(wrong(program, Buffering::lax),
              HasSubstr("the message to rank 1 with tag 5 is never received"));
}

TEST(MpiFindings, TypesAndLengthsOfMessagesMustFit) {
  const auto longer = [] {
    int values[4] = {};
    if (my_rank() == 0) {
      MPI_Send(values, 4, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else {
      MPI_Recv(values, 2, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  };
  EXPECT_THAT(wrong(longer), ContainsRegex("room for 2 MPI_INT.*rank 0 sends 4 MPI_INT"));
  const auto different = [] {
    int values[4] = {};
    if (my_rank() == 0) {
      MPI_Send(values, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else {
      MPI_Recv(values, 1, MPI_FLOAT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  };
  EXPECT_THAT(wrong(different), ContainsRegex("receives 1 MPI_FLOAT.*rank 0 sends 1 MPI_INT"));
}

TEST(MpiFindings, ArgumentsAreChecked) {
  int value = 0;
  const auto send = [value](int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm) {
    return wrong([=] { MPI_Send(&value, count, type, dest, tag, comm); });
  };
  EXPECT_THAT(send(1, MPI_INT, 1, -5, MPI_COMM_WORLD), HasSubstr("the tag is -5"));
  EXPECT_THAT(send(1, MPI_INT, 7, 0, MPI_COMM_WORLD),
              HasSubstr("the rank is 7; MPI_COMM_WORLD has ranks 0 to 1"));
  EXPECT_THAT(send(-1, MPI_INT, 1, 0, MPI_COMM_WORLD), HasSubstr("the count is -1"));
  EXPECT_THAT(send(1, MPI_DATATYPE_NULL, 1, 0, MPI_COMM_WORLD), HasSubstr("MPI_DATATYPE_NULL"));
  EXPECT_THAT(send(1, MPI_INT, 1, 0, MPI_COMM_NULL), HasSubstr("MPI_COMM_NULL"));
}

TEST(MpiFindings, BuffersOfASendAndItsReceiveMustNotOverlap) {
  const auto exchange = [](int offset) {
    return [offset] {
      int values[4] = {};
      const int other = 1 - my_rank();
      MPI_Sendrecv(values, 2, MPI_INT, other, 0, values + offset, 2, MPI_INT, other, 0,
                   MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    };
  };
  EXPECT_THAT(wrong(exchange(1)),
              HasSubstr("the buffer that is sent and the one that is filled overlap"));
  EXPECT_EQ(wrong(exchange(2)), "1");
}

TEST(MpiFindings, CollectivesOfOneCommunicatorMustAgree) {
  const auto calls = [] {
    int value = 0;
    if (my_rank() == 0) {
      MPI_Barrier(MPI_COMM_WORLD);
    } else {
      MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }
  };
  EXPECT_THAT(wrong(calls),
              ContainsRegex("the 1st collective on MPI_COMM_WORLD is MPI_.* here and MPI_"));
  const auto roots = [] {
    int value = 0;
    MPI_Bcast(&value, 1, MPI_INT, my_rank(), MPI_COMM_WORLD);
  };
  EXPECT_THAT(wrong(roots), ContainsRegex("has root [01] here and root [01]"));
  EXPECT_THAT(wrong(roots, Buffering::lax), ContainsRegex("has root [01] here and root [01]"));
  const auto operations = [] {
    int value = 0;
    int result = 0;
    MPI_Allreduce(&value, &result, 1, MPI_INT, my_rank() == 0 ? MPI_SUM : MPI_MAX, MPI_COMM_WORLD);
  };
  EXPECT_THAT(wrong(operations), ContainsRegex("reduces with MPI_[A-Z]* here and with MPI_"));
}

TEST(MpiFindings, RequestsMustBeWaitedFor) {
  const auto program = [] {
    int value = 0;
    MPI_Request request = MPI_REQUEST_NULL;
    if (my_rank() == 0) {
      MPI_Isend(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    } else {
      receive_from(0);
    }
  };
  EXPECT_THAT(wrong(program), ContainsRegex("the request of MPI_Isend at .* is never waited for"));
}

/// Posts a receive into far more memory than it touches, and stores into one place of it.
void receive_into_much(std::size_t touched_before, std::size_t stored_after) {
  constexpr std::size_t bytes = std::size_t{512} << 20;
  if (my_rank() != 0) {
    send_to(0, 5);
    return;
  }
  void* const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  auto* const numbers = static_cast<int*>(memory);
  if (touched_before != 0) numbers[touched_before] = 1;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Irecv(numbers, bytes / sizeof(int), MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
  if (stored_after != 0) numbers[stored_after] = 2;
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  if (numbers[0] != 5 || numbers[touched_before] == 0) MPI_Abort(MPI_COMM_WORLD, 1);
  munmap(memory, bytes);
}

// Half a GB is neither copied nor touched, but a store into it is seen, on a page that was there
// and on one that was not.
TEST(MpiFindings, ALargeReceiveBufferIsKeptWhereItIsTouched) {
  constexpr std::size_t far = 100'000'000;
  const auto program = [](std::size_t touched, std::size_t stored) {
    return [touched, stored] { receive_into_much(touched, stored); };
  };
  rusage before = {};
  getrusage(RUSAGE_SELF, &before);
  EXPECT_EQ(explore(2, Buffering::lax, program(0, 0)).verdict, Verdict::ok);
  EXPECT_EQ(explore(2, Buffering::lax, program(far, 0)).verdict, Verdict::ok);
  rusage after = {};
  getrusage(RUSAGE_SELF, &after);
  EXPECT_LT(after.ru_minflt - before.ru_minflt, 50'000);  // the buffer has 131,072 pages
  EXPECT_THAT(wrong(program(far, far)), ContainsRegex("the buffer of MPI_Irecv at .* is changed"));
  EXPECT_THAT(wrong(program(far, far + 1'000'000)),
              ContainsRegex("the buffer of MPI_Irecv at .* is changed"));
}

TEST(MpiFindings, ACancelledRequestMustBeCompleted) {
  const auto program = [] {
    if (my_rank() != 0) return;
    int value = 0;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Irecv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    MPI_Cancel(&request);
  };
  EXPECT_THAT(wrong(program),
              ContainsRegex("the request of MPI_Irecv at .* is cancelled, but never completed"));
}

TEST(MpiFindings, WhatIsCalledOutsideInitAndFinalizeIsReported) {
  const auto before = [] {
    send_to(0);
    return 0;
  };
  const CheckResult result = check(before, {.ranks = 1});
  EXPECT_THAT(outcome(result), HasSubstr("is called before MPI_Init"));
  EXPECT_THAT(wrong([] { MPI_Finalize(); }), HasSubstr("MPI_Finalize"));
}

TEST(MpiFindings, FunctionsThatAreNotThereLeaveTheVerdictOpen) {
  const CheckResult result = explore(2, Buffering::lax, [] {
    MPI_File file = MPI_FILE_NULL;
    MPI_File_open(MPI_COMM_WORLD, "nowhere", 0, MPI_INFO_NULL, &file);
  });
  EXPECT_EQ(result.verdict, Verdict::incomplete);
  EXPECT_THAT(result.incomplete_reason(), HasSubstr("MPI_File_open"));
}

}  // namespace
}  // namespace harrier::mpi
