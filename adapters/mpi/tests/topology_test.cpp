// Grids and graphs over ranks, and collectives between neighbours.
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
std::string explored(std::uint32_t ranks, Program program) {
  return outcome(explore(ranks, Buffering::lax, program));
}

TEST(MpiTopologies, GridsShiftAndLeaveOutWhoDoesNotFit) {
  EXPECT_EQ(explored(5,
                     [] {
                       int dims[2] = {0, 0};
                       MPI_Dims_create(4, 2, dims);
                       require(dims[0] == 2 && dims[1] == 2);
                       const int periods[2] = {0, 1};
                       MPI_Comm grid = MPI_COMM_NULL;
                       MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
                       require((grid == MPI_COMM_NULL) == (my_rank() == 4));
                       if (grid == MPI_COMM_NULL) return;
                       int before = 0;
                       int after = 0;
                       MPI_Cart_shift(grid, 0, 1, &before, &after);
                       require(before == (my_rank() < 2 ? MPI_PROC_NULL : my_rank() - 2));
                       MPI_Comm row = MPI_COMM_NULL;
                       const int kept[2] = {0, 1};
                       MPI_Cart_sub(grid, kept, &row);
                       require(my_size(row) == 2 && my_rank(row) == my_rank() % 2);
                       MPI_Comm_free(&row);
                       MPI_Comm_free(&grid);
                     }),
            "1");
}

TEST(MpiTopologies, AGridWithoutDimensionsHasOnePlaceAsInMpich) {
  EXPECT_EQ(explored(2,
                     [] {
                       const int dims[1] = {2};
                       const int periods[1] = {0};
                       MPI_Comm line = MPI_COMM_NULL;
                       MPI_Comm point = MPI_COMM_NULL;
                       MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &line);
                       const int kept[1] = {0};
                       MPI_Cart_sub(line, kept, &point);
                       require((point == MPI_COMM_NULL) == (my_rank() == 1));
                       if (point != MPI_COMM_NULL) {
                         require(my_size(point) == 1);
                         MPI_Comm_free(&point);
                       }
                       MPI_Comm_free(&line);
                     }),
            "1");
}

TEST(MpiTopologies, NeighborsOfARingExchange) {
  EXPECT_EQ(explored(3,
                     [] {
                       const int dims[1] = {3};
                       const int periods[1] = {1};
                       MPI_Comm ring = MPI_COMM_NULL;
                       MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &ring);
                       const int mine = my_rank();
                       int got[2] = {-1, -1};
                       MPI_Neighbor_allgather(&mine, 1, MPI_INT, got, 1, MPI_INT, ring);
                       require(got[0] == (mine + 2) % 3 && got[1] == (mine + 1) % 3);
                       const int sent[2] = {10 * mine, 10 * mine + 1};
                       MPI_Neighbor_alltoall(sent, 1, MPI_INT, got, 1, MPI_INT, ring);
                       require(got[0] == 10 * ((mine + 2) % 3) + 1);
                       require(got[1] == 10 * ((mine + 1) % 3));
                       MPI_Comm_free(&ring);
                     }),
            "1");
}

TEST(MpiTopologies, DistributedGraphsCollectTheirEdges) {
  EXPECT_EQ(explored(3,
                     [] {
                       // Rank 0 names all edges: 0 -> 1, 0 -> 2, 2 -> 1.
                       const int sources[2] = {0, 2};
                       const int degrees[2] = {2, 1};
                       const int dests[3] = {1, 2, 1};
                       MPI_Comm graph = MPI_COMM_NULL;
                       MPI_Dist_graph_create(MPI_COMM_WORLD, my_rank() == 0 ? 2 : 0, sources,
                                             degrees, dests, MPI_UNWEIGHTED, MPI_INFO_NULL, 0,
                                             &graph);
                       int in = 0;
                       int out = 0;
                       int weighted = 1;
                       MPI_Dist_graph_neighbors_count(graph, &in, &out, &weighted);
                       require(weighted == 0 && in == my_rank() % 2 + (my_rank() > 0 ? 1 : 0));
                       const int mine = my_rank() + 5;
                       int got[2] = {-1, -1};
                       MPI_Neighbor_allgather(&mine, 1, MPI_INT, got, 1, MPI_INT, graph);
                       if (my_rank() == 1) require(got[0] == 5 && got[1] == 7);
                       MPI_Comm_free(&graph);
                     }),
            "1");
}

TEST(MpiTopologies, QuestionsNeedATopology) {
  EXPECT_THAT(explored(1,
                       [] {
                         int count = 0;
                         MPI_Cartdim_get(MPI_COMM_WORLD, &count);
                       }),
              HasSubstr("the communicator has no grid of MPI_Cart_create"));
}

}  // namespace
}  // namespace harrier::mpi
