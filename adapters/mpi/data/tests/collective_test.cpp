// What members of a collective find in their buffers.
#include "mpi/data/collective.hpp"

#include <gmock/gmock.h>

#include <array>
#include <numeric>
#include <string>
#include <vector>

namespace harrier::mpi {
namespace {

using testing::ElementsAre;

const UserCall direct = [](const Operation& operation, void* in, void* inout, int count,
                           MPI_Datatype handle) { operation.function(in, inout, &count, &handle); };

TypeRef integer() { return predefined_type(MPI_INT); }

/// Members with a send and a receive buffer each, who all make one call.
class Collective {
 public:
  Collective(int size, std::size_t values, CollectiveKind kind)
      : sent(static_cast<std::size_t>(size), std::vector<int>(values)),
        received(static_cast<std::size_t>(size), std::vector<int>(values, -1)) {
    for (int rank = 0; rank < size; ++rank) {
      auto& mine = sent[static_cast<std::size_t>(rank)];
      std::iota(mine.begin(), mine.end(), 10 * rank);
      calls.push_back({.kind = kind, .self = {.rank = rank, .size = size}});
    }
  }

  /// Gives every member blocks of `to` values to send and of `from` to receive.
  Collective& blocks(int to, int from) {
    for (std::size_t i = 0; i < calls.size(); ++i) {
      calls[i].send = Blocks::equal(sent[i].data(), to, integer());
      calls[i].receive = Blocks::equal(received[i].data(), from, integer());
    }
    return *this;
  }

  Collective& operation(MPI_Op operation) {
    for (CollectiveCall& call : calls) {
      call.operation = *predefined_operation(operation);
      call.reduced_handle = MPI_INT;
    }
    return *this;
  }

  /// All enter before anyone leaves; returns the first mismatch.
  std::optional<Mismatch> run() {
    std::vector<Contribution> brought;
    for (const CollectiveCall& call : calls) brought.push_back(contribute(call));
    std::vector<const Contribution*> peers;
    for (const Contribution& contribution : brought) peers.push_back(&contribution);
    std::optional<Mismatch> first;
    for (const CollectiveCall& call : calls) {
      const auto mismatch = deliver(call, peers, direct);
      if (mismatch && !first) first = mismatch;
    }
    return first;
  }

  std::vector<std::vector<int>> sent;
  std::vector<std::vector<int>> received;
  std::vector<CollectiveCall> calls;
};

TEST(Bcast, GivesAllWhatTheRootHas) {
  Collective all(3, 2, CollectiveKind::bcast);
  all.blocks(2, 2);
  for (CollectiveCall& call : all.calls) call.root = 1;
  EXPECT_FALSE(all.run());
  EXPECT_THAT(all.received[0], ElementsAre(10, 11));
  EXPECT_THAT(all.received[2], ElementsAre(10, 11));
  EXPECT_THAT(all.received[1], ElementsAre(-1, -1));  // the root's buffer is not touched
}

TEST(Gather, CollectsAtTheRoot) {
  Collective all(3, 3, CollectiveKind::gather);
  all.blocks(1, 1);
  for (CollectiveCall& call : all.calls) call.root = 2;
  EXPECT_FALSE(all.run());
  EXPECT_THAT(all.received[2], ElementsAre(0, 10, 20));
  EXPECT_THAT(all.received[0], ElementsAre(-1, -1, -1));
}

TEST(Gather, InPlaceLeavesTheRootsBlockAlone) {
  Collective all(3, 3, CollectiveKind::gather);
  all.blocks(1, 1);
  all.received[0] = {7, 8, 9};
  all.calls[0].in_place = true;
  EXPECT_FALSE(all.run());
  EXPECT_THAT(all.received[0], ElementsAre(7, 10, 20));
}

TEST(Gatherv, PlacesBlocksWhereTheRootWantsThem) {
  Collective all(3, 6, CollectiveKind::gather);
  const std::array<int, 3> counts = {1, 2, 0};
  const std::array<int, 3> at = {5, 0, 3};
  for (std::size_t i = 0; i < 3; ++i) {
    all.calls[i].send = Blocks::equal(all.sent[i].data(), counts[i], integer());
    all.calls[i].receive = Blocks::varying(all.received[i].data(), counts, at, integer());
  }
  EXPECT_FALSE(all.run());
  EXPECT_THAT(all.received[0], ElementsAre(10, 11, -1, -1, -1, 0));
}

TEST(Scatter, DealsOutTheRootsBlocks) {
  Collective all(3, 6, CollectiveKind::scatter);
  all.blocks(2, 2);
  EXPECT_FALSE(all.run());
  EXPECT_THAT(std::span(all.received[2]).first(3), ElementsAre(4, 5, -1));
  EXPECT_THAT(std::span(all.received[0]).first(3), ElementsAre(0, 1, -1));
}

TEST(Allgather, InPlaceTakesOnesOwnBlock) {
  Collective all(2, 2, CollectiveKind::allgather);
  all.blocks(1, 1);
  all.received = {{5, -1}, {-1, 6}};
  for (CollectiveCall& call : all.calls) call.in_place = true;
  EXPECT_FALSE(all.run());
  EXPECT_THAT(all.received[0], ElementsAre(5, 6));
  EXPECT_THAT(all.received[1], ElementsAre(5, 6));
}

TEST(Alltoall, TransposesBlocks) {
  Collective all(3, 3, CollectiveKind::alltoall);
  all.blocks(1, 1);
  EXPECT_FALSE(all.run());
  EXPECT_THAT(all.received[0], ElementsAre(0, 10, 20));
  EXPECT_THAT(all.received[2], ElementsAre(2, 12, 22));
}

TEST(Alltoall, InPlaceSendsWhatIsToBeReplaced) {
  Collective all(2, 2, CollectiveKind::alltoall);
  all.blocks(1, 1);
  all.received = {{1, 2}, {3, 4}};
  for (CollectiveCall& call : all.calls) call.in_place = true;
  EXPECT_FALSE(all.run());
  EXPECT_THAT(all.received[0], ElementsAre(1, 3));
  EXPECT_THAT(all.received[1], ElementsAre(2, 4));
}

TEST(Alltoallw, HasTypesAndDistancesPerRank) {
  Collective all(2, 4, CollectiveKind::alltoall);
  const TypeRef spaced = vector_type(2, 1, 2, integer());
  for (std::size_t i = 0; i < 2; ++i) {
    all.calls[i].send = Blocks::mixed(all.sent[i].data(), std::array{2, 1},
                                      std::array<MPI_Aint, 2>{0, 4}, {integer(), spaced});
    all.calls[i].receive = Blocks::mixed(all.received[i].data(), std::array{2, 2},
                                         std::array<MPI_Aint, 2>{8, 0}, {integer(), integer()});
  }
  EXPECT_FALSE(all.run());
  EXPECT_THAT(all.received[0], ElementsAre(10, 11, 0, 1));
  EXPECT_THAT(all.received[1], ElementsAre(11, 13, 1, 3));
}

TEST(Reductions, CombineAtTheRootOrEverywhere) {
  Collective all(3, 2, CollectiveKind::reduce);
  all.blocks(2, 2).operation(MPI_SUM);
  EXPECT_FALSE(all.run());
  EXPECT_THAT(all.received[0], ElementsAre(30, 33));
  EXPECT_THAT(all.received[1], ElementsAre(-1, -1));
  for (CollectiveCall& call : all.calls) call.kind = CollectiveKind::allreduce;
  EXPECT_FALSE(all.run());
  EXPECT_THAT(all.received[1], ElementsAre(30, 33));
}

TEST(Scans, CombineWhatComesBefore) {
  Collective all(3, 1, CollectiveKind::scan);
  all.blocks(1, 1).operation(MPI_SUM);
  EXPECT_FALSE(all.run());
  EXPECT_EQ(all.received, (std::vector<std::vector<int>>{{0}, {10}, {30}}));
  all.received = {{-1}, {-1}, {-1}};
  for (CollectiveCall& call : all.calls) call.kind = CollectiveKind::exscan;
  EXPECT_FALSE(all.run());
  EXPECT_EQ(all.received, (std::vector<std::vector<int>>{{-1}, {0}, {10}}));
}

TEST(ReduceScatter, DealsOutTheResult) {
  Collective all(2, 3, CollectiveKind::reduce_scatter);
  all.blocks(3, 3).operation(MPI_SUM);
  for (CollectiveCall& call : all.calls) call.counts = {1, 2};
  EXPECT_FALSE(all.run());
  EXPECT_THAT(all.received[0], ElementsAre(10, -1, -1));
  EXPECT_THAT(all.received[1], ElementsAre(12, 14, -1));
}

// Not commutative: keeps the tens of its left operand and the units of its right one.
void tens_of_left(void* in, void* inout, int* count, MPI_Datatype* handle) {
  EXPECT_EQ(*handle, MPI_INT);
  for (int i = 0; i < *count; ++i) {
    int& right = static_cast<int*>(inout)[i];
    right = 100 * static_cast<int*>(in)[i] + right;
  }
}

TEST(Reductions, KeepTheOrderOfRanks) {
  Collective all(3, 1, CollectiveKind::allreduce);
  all.sent = {{1}, {2}, {3}};
  all.blocks(1, 1);
  for (CollectiveCall& call : all.calls) {
    call.operation = {.function = tens_of_left, .commutative = false, .made_by = {"MPI_Op_create"}};
    call.reduced_handle = MPI_INT;
  }
  EXPECT_FALSE(all.run());
  EXPECT_EQ(all.received, (std::vector<std::vector<int>>{{10203}, {10203}, {10203}}));
}

TEST(Neighbors, OfATwoByPeriodicGridSwapDirections) {
  // Both neighbours are the other rank: what went left comes in from the right.
  Collective all(2, 2, CollectiveKind::neighbor_alltoall);
  all.blocks(1, 1);
  for (CollectiveCall& call : all.calls) {
    const int other = 1 - call.self.rank;
    call.neighbors = {{other, other}, {other, other}, true};
  }
  EXPECT_FALSE(all.run());
  EXPECT_THAT(all.received[0], ElementsAre(11, 10));
  EXPECT_THAT(all.received[1], ElementsAre(1, 0));
}

TEST(Neighbors, OfAGraphPairEdgesInOrder) {
  Collective all(2, 2, CollectiveKind::neighbor_alltoall);
  all.blocks(1, 1);
  all.calls[0].neighbors = {{1, 1}, {1}, false};
  all.calls[1].neighbors = {{0}, {0, 0}, false};
  EXPECT_FALSE(all.run());
  EXPECT_THAT(all.received[0], ElementsAre(10, 11));
  EXPECT_THAT(all.received[1], ElementsAre(0, -1));
}

TEST(Intercommunicators, ReceiveFromTheOtherGroup) {
  // One member here, as the root, and two there.
  std::vector<int> values = {1, 2};
  std::vector<int> first = {0};
  std::vector<int> second = {0};
  CollectiveCall root{.kind = CollectiveKind::scatter,
                      .self = {.rank = 0, .size = 1, .remote_size = 2},
                      .root = MPI_ROOT};
  root.send = Blocks::equal(values.data(), 1, integer());
  const Contribution brought = contribute(root);
  const std::array<const Contribution*, 1> peers = {&brought};
  CollectiveCall member{
      .kind = CollectiveKind::scatter, .self = {.rank = 0, .size = 2, .remote_size = 1}, .root = 0};
  member.receive = Blocks::equal(first.data(), 1, integer());
  EXPECT_FALSE(deliver(member, peers, direct));
  member.self.rank = 1;
  member.receive = Blocks::equal(second.data(), 1, integer());
  EXPECT_FALSE(deliver(member, peers, direct));
  EXPECT_THAT(first, ElementsAre(1));
  EXPECT_THAT(second, ElementsAre(2));
  const Contribution nothing = contribute(member);
  const std::array<const Contribution*, 2> none = {&nothing, &nothing};
  EXPECT_FALSE(deliver(root, none, direct));
}

TEST(Mismatches, NameTheRankAndBothSignatures) {
  Collective all(3, 4, CollectiveKind::gather);
  all.blocks(1, 1);
  all.calls[2].send = Blocks::equal(all.sent[2].data(), 2, integer());
  const auto longer = all.run();
  ASSERT_TRUE(longer);
  EXPECT_EQ(longer->source, 2);
  EXPECT_EQ(longer->fit.fit, Fit::longer);
  EXPECT_EQ(signature_text(longer->sent), "2 MPI_INT");
  EXPECT_EQ(signature_text(longer->received), "1 MPI_INT");
  EXPECT_THAT(all.received[0], ElementsAre(-1, -1, -1, -1));  // nothing is half delivered
  all.calls[2].send = Blocks::equal(all.sent[2].data(), 1, predefined_type(MPI_FLOAT));
  EXPECT_EQ(all.run()->fit.fit, Fit::different);
}

}  // namespace
}  // namespace harrier::mpi
