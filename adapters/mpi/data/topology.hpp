// Virtual topologies: grids and graphs over the ranks of a communicator.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "mpi/data/collective.hpp"

namespace harrier::mpi {

struct Grid {
  std::vector<int> dimensions;
  std::vector<bool> periodic;

  /// Returns how many ranks it has; a grid of no dimensions has one.
  int size() const;
  /// Returns the rank at coordinates, those of periodic dimensions taken modulo; MPI_PROC_NULL
  /// where there is none.
  int rank_at(std::span<const int> coordinates) const;
  std::vector<int> coordinates_of(int rank) const;
  /// Returns source and destination of a shift.
  std::pair<int, int> shifted(int rank, int dimension, int distance) const;
};

/// The edges of MPI_Graph_create: `edges` of rank i end at `index[i]`.
struct Graph {
  std::vector<int> index;
  std::vector<int> edges;

  std::span<const int> neighbors_of(int rank) const;
};

/// What one rank knows of a distributed graph.
struct AdjacentGraph {
  std::vector<int> sources;
  std::vector<int> source_weights;
  std::vector<int> destinations;
  std::vector<int> destination_weights;
  bool weighted = false;
};

using Topology = std::variant<std::monostate, Grid, Graph, AdjacentGraph>;

/// Returns what MPI_Topo_test tells.
int topology_status(const Topology& topology);
/// Returns the neighbours of neighbourhood collectives.
Neighbors neighbors_in(const Topology& topology, int rank);

/// Says what is wrong with a graph over `size` ranks.
std::optional<std::string> problem_of(const Graph& graph, int size);

/// Fills the zeros of MPI_Dims_create, as evenly as possible and in descending order; says what is
/// wrong when the other dimensions do not divide the ranks.
std::optional<std::string> fill_dimensions(int ranks, std::span<int> dimensions);

/// The edges that one rank names in MPI_Dist_graph_create, one line per edge.
struct NamedEdge {
  int source;
  int destination;
  int weight;
};

/// Collects what a rank has to know from the edges that all have named, in rank order.
AdjacentGraph adjacent(std::span<const NamedEdge> edges, int rank, bool weighted);

/// A part of a grid: the grid of MPI_Cart_sub and the colour and rank of a member.
struct SubGrid {
  Grid grid;
  int color = 0;
  int rank = 0;
};
SubGrid sub_grid(const Grid& grid, int rank, const std::vector<bool>& kept);

}  // namespace harrier::mpi
