// Groups, topologies, info objects, attributes and error codes.
#include <gmock/gmock.h>
#include <mpi.h>

#include <array>
#include <set>

#include "mpi/data/attributes.hpp"
#include "mpi/data/errors.hpp"
#include "mpi/data/group.hpp"
#include "mpi/data/info.hpp"
#include "mpi/data/topology.hpp"

namespace harrier::mpi {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

TEST(Groups, AreCombinedInTheOrderOfTheFirst) {
  const Group first = {3, 1, 4};
  const Group second = {5, 4, 3};
  EXPECT_THAT(united(first, second), ElementsAre(3, 1, 4, 5));
  EXPECT_THAT(intersected(first, second), ElementsAre(3, 4));
  EXPECT_THAT(subtracted(first, second), ElementsAre(1));
  EXPECT_THAT(included(first, std::array{2, 0}), ElementsAre(4, 3));
  EXPECT_THAT(excluded(first, std::array{1}), ElementsAre(3, 4));
}

TEST(Groups, AreComparedAndTranslated) {
  EXPECT_EQ(comparison({1, 2}, {1, 2}), MPI_IDENT);
  EXPECT_EQ(comparison({1, 2}, {2, 1}), MPI_SIMILAR);
  EXPECT_EQ(comparison({1, 2}, {1, 3}), MPI_UNEQUAL);
  EXPECT_EQ(comparison({}, {}), MPI_IDENT);
  EXPECT_EQ(translated({7, 8}, 1, {8, 9}), 0);
  EXPECT_EQ(translated({7, 8}, 0, {8, 9}), MPI_UNDEFINED);
  EXPECT_EQ(translated({7, 8}, MPI_PROC_NULL, {8, 9}), MPI_PROC_NULL);
  EXPECT_EQ(rank_in({7, 8}, 9), MPI_UNDEFINED);
}

TEST(Groups, AreMadeOfRangesInBothDirections) {
  const Group world = {0, 1, 2, 3, 4, 5, 6};
  const std::array<RankRange, 2> ranges = {{{6, 2, -2}, {0, 1, 3}}};
  EXPECT_EQ(problem_of(world, ranges), std::nullopt);
  EXPECT_THAT(ranks_in(ranges), ElementsAre(6, 4, 2, 0));
  const std::array<RankRange, 1> no_step = {{{0, 1, 0}}};
  EXPECT_EQ(problem_of(world, no_step), "a range with step 0");
  EXPECT_EQ(problem_of(world, std::array{1, 7}), "rank 7 of a group of 7");
  EXPECT_EQ(problem_of(world, std::array{1, 1}), "rank 1 twice");
}

TEST(Grids, HaveRanksInRowMajorOrder) {
  const Grid grid = {{2, 3}, {false, true}};
  EXPECT_EQ(grid.size(), 6);
  EXPECT_EQ(grid.rank_at(std::array{1, 2}), 5);
  EXPECT_EQ(grid.rank_at(std::array{1, -1}), 5);
  EXPECT_EQ(grid.rank_at(std::array{2, 0}), MPI_PROC_NULL);
  EXPECT_THAT(grid.coordinates_of(4), ElementsAre(1, 1));
  EXPECT_THAT(grid.shifted(0, 0, 1), Pair(MPI_PROC_NULL, 3));
  EXPECT_THAT(grid.shifted(0, 1, 1), Pair(2, 1));
  EXPECT_EQ((Grid{{}, {}}.size()), 1);
}

TEST(Grids, HaveNeighborsInTheOrderOfDimensions) {
  const Topology grid = Grid{{2, 3}, {false, true}};
  EXPECT_EQ(topology_status(grid), MPI_CART);
  const Neighbors neighbors = neighbors_in(grid, 0);
  EXPECT_THAT(neighbors.sources, ElementsAre(MPI_PROC_NULL, 3, 2, 1));
  EXPECT_TRUE(neighbors.is_cartesian);
}

TEST(Grids, AreCutIntoPartsThatKeepTheirOrder) {
  const Grid grid = {{2, 3}, {false, true}};
  const SubGrid row = sub_grid(grid, 4, {false, true});
  EXPECT_EQ(row.color, 1);
  EXPECT_EQ(row.rank, 1);
  EXPECT_THAT(row.grid.dimensions, ElementsAre(3));
  EXPECT_THAT(row.grid.periodic, ElementsAre(true));
}

TEST(Dimensions, AreFilledEvenly) {
  const auto filled = [](int ranks, std::vector<int> dimensions) {
    EXPECT_EQ(fill_dimensions(ranks, dimensions), std::nullopt);
    return dimensions;
  };
  // The examples of the standard (MPI 4.0, section 8.5.2).
  EXPECT_THAT(filled(6, {0, 0}), ElementsAre(3, 2));
  EXPECT_THAT(filled(7, {0, 0}), ElementsAre(7, 1));
  EXPECT_THAT(filled(6, {0, 3, 0}), ElementsAre(2, 3, 1));
  EXPECT_THAT(filled(12, {0, 0, 0}), ElementsAre(3, 2, 2));
  EXPECT_THAT(filled(36, {0, 0}), ElementsAre(6, 6));
  EXPECT_THAT(filled(1, {0}), ElementsAre(1));
  std::vector<int> wrong = {0, 3, 0};
  EXPECT_EQ(fill_dimensions(7, wrong), "7 ranks cannot be divided by the given dimensions");
  wrong = {2, 2};
  EXPECT_EQ(fill_dimensions(8, wrong), "the dimensions do not hold 8 ranks");
}

TEST(Graphs, ListNeighborsByRank) {
  // The example of the standard (MPI 4.0, section 8.5.3).
  const Graph graph = {{2, 3, 4, 6}, {1, 3, 0, 3, 0, 2}};
  EXPECT_EQ(problem_of(graph, 4), std::nullopt);
  EXPECT_THAT(graph.neighbors_of(0), ElementsAre(1, 3));
  EXPECT_THAT(graph.neighbors_of(2), ElementsAre(3));
  EXPECT_THAT(neighbors_in(Topology(graph), 3).destinations, ElementsAre(0, 2));
  EXPECT_EQ(problem_of(Graph{{1}, {4}}, 4), "an edge to rank 4 of 4");
  EXPECT_EQ(problem_of(Graph{{2, 1}, {0, 0}}, 4), "the index 1 after 2");
}

TEST(Graphs, CollectWhatOthersHaveNamed) {
  const std::array<NamedEdge, 3> edges = {{{0, 1, 5}, {1, 0, 6}, {2, 1, 7}}};
  const AdjacentGraph graph = adjacent(edges, 1, true);
  EXPECT_THAT(graph.sources, ElementsAre(0, 2));
  EXPECT_THAT(graph.source_weights, ElementsAre(5, 7));
  EXPECT_THAT(graph.destinations, ElementsAre(0));
}

TEST(Infos, KeepTheirKeysInOrder) {
  Info info;
  info.set("b", "1");
  info.set("a", "2");
  info.set("b", "3");
  EXPECT_EQ(info.size(), 2U);
  EXPECT_EQ(info.key(0), "b");
  EXPECT_EQ(info.get("b"), "3");
  EXPECT_TRUE(info.erase("b"));
  EXPECT_FALSE(info.erase("b"));
  EXPECT_EQ(info.get("b"), std::nullopt);
}

TEST(Keyvals, WorkOnForTheirAttributesWhenTheyAreFreed) {
  KeyvalTable table;
  const int keyval =
      table.add({ObjectKind::communicator, nullptr, nullptr, nullptr, {"MPI_Comm_create_keyval"}});
  EXPECT_EQ(kind_of(keyval), ObjectKind::keyval);
  EXPECT_EQ(table.problem_of(keyval, ObjectKind::communicator), std::nullopt);
  EXPECT_EQ(table.problem_of(keyval, ObjectKind::window),
            "the keyval is one of MPI_Comm_create_keyval");
  Attributes attributes;
  int value = 0;
  attributes.set(keyval, &value);
  table.free(keyval);
  EXPECT_EQ(table.problem_of(keyval, ObjectKind::communicator), "the keyval was freed before");
  EXPECT_NE(table.find_used(keyval), nullptr);
  EXPECT_EQ(attributes.get(keyval), &value);
  attributes.erase(keyval);
  EXPECT_THAT(attributes.all(), IsEmpty());
  EXPECT_EQ(table.problem_of(MPI_KEYVAL_INVALID, ObjectKind::communicator),
            "the keyval is MPI_KEYVAL_INVALID");
}

TEST(ErrorCodes, BelongToClasses) {
  ErrorCodes codes;
  EXPECT_EQ(codes.class_of(MPI_ERR_TAG), MPI_ERR_TAG);
  EXPECT_EQ(codes.text_of(MPI_ERR_TAG), "invalid tag");
  EXPECT_FALSE(codes.is_known(-5));
  const int own = codes.add_class();
  const int code = codes.add_code(own);
  EXPECT_GT(code, MPI_ERR_LASTCODE);
  EXPECT_EQ(codes.class_of(code), own);
  EXPECT_TRUE(codes.set_text(code, "too cold"));
  EXPECT_EQ(codes.text_of(code), "too cold");
  EXPECT_EQ(codes.text_of(own), "");
  EXPECT_FALSE(codes.set_text(MPI_ERR_TAG, "no"));
  EXPECT_EQ(codes.last_used(), code);
}

void ignore_error(int*, int*, ...) {}

TEST(ErrorHandlers, StayForTheirObjectsWhenTheyAreFreed) {
  ErrorHandlerTable table;
  const MPI_Errhandler own = table.add({ObjectKind::communicator, ignore_error});
  EXPECT_EQ(table.problem_of(own), std::nullopt);
  EXPECT_EQ(table.problem_of(MPI_ERRORS_RETURN), std::nullopt);
  table.free(own);
  EXPECT_EQ(table.problem_of(own), "the error handler was freed before");
  EXPECT_NE(table.find(own), nullptr);
  EXPECT_EQ(table.problem_of(MPI_INT), "the error handler is not an error handler");
}

}  // namespace
}  // namespace harrier::mpi
