// One-sided operations on windows.
#include "mpi/data/rma.hpp"

#include <gmock/gmock.h>

#include <array>

namespace harrier::mpi {
namespace {

using testing::ElementsAre;

TypedCount integers(std::size_t count) { return {predefined_type(MPI_INT), count}; }

std::byte* bytes(void* memory) { return static_cast<std::byte*>(memory); }

RmaOperation operation(RmaKind kind, std::ptrdiff_t offset, std::size_t count) {
  return {.kind = kind, .offset = offset, .target_values = integers(count)};
}

TEST(Put, StoresWhatWasThereWhenItWasCalled) {
  std::array<int, 4> window = {};
  int value = 7;
  RmaOperation put = operation(RmaKind::put, 8, 1);
  put.source = {&value, integers(1)};
  take_buffers(put);
  EXPECT_FALSE(source_changed(put));
  value = 8;
  EXPECT_TRUE(source_changed(put));
  perform(put, bytes(window.data()));
  EXPECT_THAT(window, ElementsAre(0, 0, 7, 0));
}

TEST(Get, StoresItsResultWhenItIsTold) {
  std::array<int, 2> window = {5, 6};
  int value = 1;
  RmaOperation get = operation(RmaKind::get, 4, 1);
  get.result = {&value, integers(1)};
  take_buffers(get);
  perform(get, bytes(window.data()));
  EXPECT_EQ(value, 1);
  EXPECT_FALSE(result_changed(get));
  store_result(get);
  EXPECT_EQ(value, 6);
}

TEST(Accumulate, CombinesAndFetches) {
  int window = 10;
  int value = 5;
  int before = 0;
  RmaOperation fetch = operation(RmaKind::accumulate, 0, 1);
  fetch.operation = MPI_SUM;
  fetch.source = {&value, integers(1)};
  fetch.result = {&before, integers(1)};
  take_buffers(fetch);
  perform(fetch, bytes(&window));
  store_result(fetch);
  EXPECT_EQ(window, 15);
  EXPECT_EQ(before, 10);
}

TEST(CompareAndSwap, WritesOnlyWhatIsExpected) {
  int window = 3;
  int value = 9;
  int before = 0;
  RmaOperation swap = operation(RmaKind::compare_and_swap, 0, 1);
  swap.source = {&value, integers(1)};
  swap.result = {&before, integers(1)};
  swap.compared.assign(bytes(&window), bytes(&window) + sizeof window);
  take_buffers(swap);
  perform(swap, bytes(&window));
  EXPECT_EQ(window, 9);
  perform(swap, bytes(&window));
  store_result(swap);
  EXPECT_EQ(window, 9);
  EXPECT_EQ(before, 9);
}

TEST(Conflicts, NeedOverlapAndAWrite) {
  const RmaOperation put = operation(RmaKind::put, 0, 2);
  const RmaOperation get = operation(RmaKind::get, 4, 1);
  EXPECT_EQ(conflict(put, get), 4);
  EXPECT_EQ(conflict(get, get), std::nullopt);
  EXPECT_EQ(conflict(put, operation(RmaKind::get, 8, 1)), std::nullopt);
  RmaOperation elsewhere = get;
  elsewhere.target = 1;
  EXPECT_EQ(conflict(put, elsewhere), std::nullopt);
}

TEST(Conflicts, FollowTheGapsOfTypes) {
  RmaOperation column = operation(RmaKind::put, 0, 1);
  column.target_values = {vector_type(2, 1, 2, predefined_type(MPI_INT)), 1};
  EXPECT_EQ(conflict(column, operation(RmaKind::put, 4, 1)), std::nullopt);
  EXPECT_EQ(conflict(column, operation(RmaKind::put, 8, 1)), 8);
}

TEST(Conflicts, AreFoundInTypesThatDoNotAscend) {
  constexpr std::array lengths = {1, 3, 1};
  constexpr std::array places = {6, 1, 0};
  RmaOperation scattered = operation(RmaKind::put, 0, 1);
  scattered.target_values = {indexed_type(lengths, places, predefined_type(MPI_INT)), 1};
  for (const std::ptrdiff_t place : {0, 4, 12, 24}) {
    EXPECT_EQ(conflict(scattered, operation(RmaKind::get, place, 1)), place);
    EXPECT_EQ(conflict(operation(RmaKind::get, place, 1), scattered), place);
  }
  EXPECT_EQ(conflict(scattered, operation(RmaKind::get, 16, 2)), std::nullopt);
  EXPECT_EQ(conflict(operation(RmaKind::get, 16, 2), scattered), std::nullopt);
  EXPECT_EQ(conflict(operation(RmaKind::get, 0, 7), scattered), 0);
}

TEST(Conflicts, LeaveAccumulationsOfOneKindAlone) {
  const auto accumulation = [](MPI_Op with, std::ptrdiff_t offset) {
    RmaOperation made = operation(RmaKind::accumulate, offset, 1);
    made.operation = with;
    return made;
  };
  const RmaOperation sum = accumulation(MPI_SUM, 0);
  EXPECT_EQ(conflict(sum, accumulation(MPI_SUM, 0)), std::nullopt);
  EXPECT_EQ(conflict(sum, accumulation(MPI_PROD, 0)), 0);
  EXPECT_EQ(conflict(sum, accumulation(MPI_NO_OP, 0)), std::nullopt);
  EXPECT_EQ(conflict(sum, operation(RmaKind::get, 0, 1)), 0);
  RmaOperation floats = accumulation(MPI_SUM, 0);
  floats.target_values = {predefined_type(MPI_FLOAT), 1};
  EXPECT_EQ(conflict(sum, floats), 0);
  // Those that share bytes but no value.
  EXPECT_EQ(conflict(sum, accumulation(MPI_SUM, 2)), 2);
}

TEST(LocalMemory, MustNotBeSentAndStoredAtOnce) {
  std::array<int, 2> memory = {};
  RmaOperation put = operation(RmaKind::put, 0, 1);
  put.source = {&memory[1], integers(1)};
  RmaOperation get = operation(RmaKind::get, 4, 1);
  get.result = {memory.data(), integers(2)};
  EXPECT_TRUE(share_local_memory(put, get));
  get.result = {memory.data(), integers(1)};
  EXPECT_FALSE(share_local_memory(put, get));
}

}  // namespace
}  // namespace harrier::mpi
