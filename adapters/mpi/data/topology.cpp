// Ranks of grids in row-major order, neighbours in the order that the standard gives them.
#include "mpi/data/topology.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

namespace harrier::mpi {

namespace {

std::size_t index_of(int number) { return static_cast<std::size_t>(number); }

Neighbors grid_neighbors(const Grid& grid, int rank) {
  Neighbors neighbors;
  neighbors.is_cartesian = true;
  for (std::size_t i = 0; i < grid.dimensions.size(); ++i) {
    const auto [before, after] = grid.shifted(rank, static_cast<int>(i), 1);
    for (const int neighbor : {before, after}) {
      neighbors.sources.push_back(neighbor);
      neighbors.destinations.push_back(neighbor);
    }
  }
  return neighbors;
}

/// Splits `number` into `parts` factors whose largest is as small as possible, and among those the
/// second largest, and so on: descending, so that the first list found by the search is the best.
bool split(int number, std::size_t parts, int largest, std::vector<int>& factors) {
  if (parts == 0) return number == 1;
  // A factor below the root of what is left makes another one larger than itself.
  for (int factor = 1; factor <= std::min(number, largest); ++factor) {
    if (number % factor != 0) continue;
    double reach = 1;
    for (std::size_t i = 0; i < parts; ++i) reach *= factor;
    if (reach < number) continue;
    factors.push_back(factor);
    if (split(number / factor, parts - 1, factor, factors)) return true;
    factors.pop_back();
  }
  return false;
}

}  // namespace

int Grid::size() const {
  return std::accumulate(dimensions.begin(), dimensions.end(), 1, std::multiplies<>());
}

int Grid::rank_at(std::span<const int> coordinates) const {
  int rank = 0;
  for (std::size_t i = 0; i < dimensions.size(); ++i) {
    int coordinate = coordinates[i];
    if (periodic[i])
      coordinate = (coordinate % dimensions[i] + dimensions[i]) % dimensions[i];
    else if (coordinate < 0 || coordinate >= dimensions[i])
      return MPI_PROC_NULL;
    rank = rank * dimensions[i] + coordinate;
  }
  return rank;
}

std::vector<int> Grid::coordinates_of(int rank) const {
  std::vector<int> coordinates(dimensions.size());
  for (std::size_t i = dimensions.size(); i-- > 0;) {
    coordinates[i] = rank % dimensions[i];
    rank /= dimensions[i];
  }
  return coordinates;
}

std::pair<int, int> Grid::shifted(int rank, int dimension, int distance) const {
  std::vector<int> coordinates = coordinates_of(rank);
  int& moved = coordinates[index_of(dimension)];
  moved -= distance;
  const int source = rank_at(coordinates);
  moved += 2 * distance;
  return {source, rank_at(coordinates)};
}

std::span<const int> Graph::neighbors_of(int rank) const {
  const std::size_t begin = rank == 0 ? 0 : index_of(index[index_of(rank) - 1]);
  return std::span(edges).subspan(begin, index_of(index[index_of(rank)]) - begin);
}

int topology_status(const Topology& topology) {
  if (std::holds_alternative<Grid>(topology)) return MPI_CART;
  if (std::holds_alternative<Graph>(topology)) return MPI_GRAPH;
  return std::holds_alternative<AdjacentGraph>(topology) ? MPI_DIST_GRAPH : MPI_UNDEFINED;
}

Neighbors neighbors_in(const Topology& topology, int rank) {
  if (const auto* grid = std::get_if<Grid>(&topology)) return grid_neighbors(*grid, rank);
  if (const auto* graph = std::get_if<Graph>(&topology)) {
    const std::span<const int> neighbors = graph->neighbors_of(rank);
    const std::vector<int> list(neighbors.begin(), neighbors.end());
    return {list, list, false};
  }
  if (const auto* graph = std::get_if<AdjacentGraph>(&topology))
    return {graph->sources, graph->destinations, false};
  return {};
}

std::optional<std::string> problem_of(const Graph& graph, int size) {
  int before = 0;
  for (const int end : graph.index) {
    if (end < before)
      return "the index " + std::to_string(end) + " after " + std::to_string(before);
    before = end;
  }
  for (const int neighbor : graph.edges)
    if (neighbor < 0 || neighbor >= size)
      return "an edge to rank " + std::to_string(neighbor) + " of " + std::to_string(size);
  return std::nullopt;
}

std::optional<std::string> fill_dimensions(int ranks, std::span<int> dimensions) {
  int left = ranks;
  std::size_t open = 0;
  for (const int dimension : dimensions) {
    if (dimension < 0) return "dimension " + std::to_string(dimension);
    if (dimension == 0)
      ++open;
    else if (left % dimension != 0)
      return std::to_string(ranks) + " ranks cannot be divided by the given dimensions";
    else
      left /= dimension;
  }
  if (open == 0)
    return left == 1 ? std::nullopt
                     : std::optional<std::string>("the dimensions do not hold " +
                                                  std::to_string(ranks) + " ranks");
  std::vector<int> factors;
  split(left, open, left, factors);
  auto next = factors.begin();
  for (int& dimension : dimensions)
    if (dimension == 0) dimension = *next++;
  return std::nullopt;
}

AdjacentGraph adjacent(std::span<const NamedEdge> edges, int rank, bool weighted) {
  AdjacentGraph graph;
  graph.weighted = weighted;
  for (const NamedEdge& edge : edges) {
    if (edge.destination == rank) {
      graph.sources.push_back(edge.source);
      graph.source_weights.push_back(edge.weight);
    }
    if (edge.source == rank) {
      graph.destinations.push_back(edge.destination);
      graph.destination_weights.push_back(edge.weight);
    }
  }
  return graph;
}

SubGrid sub_grid(const Grid& grid, int rank, const std::vector<bool>& kept) {
  SubGrid part;
  const std::vector<int> coordinates = grid.coordinates_of(rank);
  for (std::size_t i = 0; i < kept.size(); ++i) {
    int& number = kept[i] ? part.rank : part.color;
    number = number * grid.dimensions[i] + coordinates[i];
    if (!kept[i]) continue;
    part.grid.dimensions.push_back(grid.dimensions[i]);
    part.grid.periodic.push_back(grid.periodic[i]);
  }
  return part;
}

}  // namespace harrier::mpi
