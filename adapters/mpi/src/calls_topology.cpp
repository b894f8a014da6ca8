// Communicators with a topology, and what asks about it.
#include <algorithm>
#include <tuple>
#include <vector>

#include "arguments.hpp"
#include "attribute_calls.hpp"
#include "base/mix.hpp"
#include "collectives.hpp"
#include "mpi/data/topology.hpp"

using namespace harrier::mpi;

// Their addresses say that edges have no weights, or that there are none.
static int unweighted = 0;
static int no_weights = 0;

extern "C" {
extern int* const MPI_UNWEIGHTED = &unweighted;
extern int* const MPI_WEIGHTS_EMPTY = &no_weights;
}

namespace {

const Topology& topology_of(const Call& call, MPI_Comm comm) {
  static const Topology none;
  const std::uint32_t number = call.communicator(comm);
  const auto& known = call.state().objects.communicators;
  const auto found = known.find(number);
  return found == known.end() ? none : found->second.topology;
}

template <class Kind>
const Kind& required(const Call& call, MPI_Comm comm, const char* what) {
  const auto* const found = std::get_if<Kind>(&topology_of(call, comm));
  if (found == nullptr)
    throw CallError(MPI_ERR_TOPOLOGY, "the communicator has no " + std::string(what));
  return *found;
}

const Grid& grid_of(const Call& call, MPI_Comm comm) {
  return required<Grid>(call, comm, "grid of MPI_Cart_create");
}

/// Makes a communicator of those members that give the same colour, and keeps their order; one
/// without colour gets none.
MPI_Comm make_communicator(const Call& call, MPI_Comm comm, std::int64_t color, Topology topology) {
  const std::uint32_t parent = call.communicator(comm);
  const Condition entry = synchronise(call, parent, {.color = color});
  if (color < 0) return MPI_COMM_NULL;
  const Communicator& from = call.world().posts().communicators[parent];
  std::vector<std::uint32_t> members;
  for (std::size_t i = 0; i < from.members.size(); ++i)
    if (from.entries[i][entry.index].color == color) members.push_back(from.members[i]);
  using harrier::mix;
  const std::uint64_t key = mix(mix(from.key, entry.index + 1), static_cast<std::uint64_t>(color));
  const std::uint32_t number = call.world().communicator(key, members, call.site());
  CommunicatorData& data = call.state().objects.communicators[number];
  data.topology = std::move(topology);
  inherit_handler(call, parent, number);
  return call.state().communicators.add({.number = number, .made_by = call.site()});
}

Grid grid_from(int count, const int* dimensions, const int* periods) {
  require_count(count, "number of dimensions");
  Grid grid;
  for (int i = 0; i < count; ++i) {
    if (dimensions[i] <= 0)
      throw CallError(MPI_ERR_DIMS,
                      "dimension " + std::to_string(i) + " is " + std::to_string(dimensions[i]));
    grid.dimensions.push_back(dimensions[i]);
    grid.periodic.push_back(periods[i] != 0);
  }
  return grid;
}

void require_size(const Call& call, std::uint32_t comm, int size) {
  if (static_cast<std::uint32_t>(size) > call.peer_count(comm))
    throw CallError(MPI_ERR_TOPOLOGY, "the topology has " + std::to_string(size) +
                                          " ranks, the communicator " +
                                          std::to_string(call.peer_count(comm)));
}

void require_rank_below(int rank, int size) {
  if (rank < 0 || rank >= size)
    throw CallError(MPI_ERR_RANK,
                    "the rank is " + rank_text(rank) + "; there are " + std::to_string(size));
}

/// Copies as many numbers as there is room for.
void give(std::span<const int> numbers, int room, int* out) {
  const auto count = std::min(numbers.size(), static_cast<std::size_t>(std::max(room, 0)));
  std::copy_n(numbers.begin(), count, out);
}

Graph graph_from(int nodes, const int* index, const int* edges) {
  require_count(nodes, "number of nodes");
  Graph graph;
  graph.index.assign(index, index + nodes);
  if (nodes > 0 && graph.index.back() > 0) graph.edges.assign(edges, edges + graph.index.back());
  return graph;
}

bool has_weights(const int* weights) { return weights != MPI_UNWEIGHTED; }

/// Edges travel as numbers with the entry into the collective: source, destination, weight.
std::vector<std::uint32_t> encoded(const std::vector<NamedEdge>& edges) {
  std::vector<std::uint32_t> numbers;
  for (const NamedEdge& edge : edges) {
    numbers.push_back(static_cast<std::uint32_t>(edge.source));
    numbers.push_back(static_cast<std::uint32_t>(edge.destination));
    numbers.push_back(static_cast<std::uint32_t>(edge.weight));
  }
  return numbers;
}

void append_decoded(std::span<const std::uint32_t> numbers, std::vector<NamedEdge>& edges) {
  for (std::size_t i = 0; i + 2 < numbers.size(); i += 3)
    edges.push_back({static_cast<int>(numbers[i]), static_cast<int>(numbers[i + 1]),
                     static_cast<int>(numbers[i + 2])});
}

/// Makes a communicator of all members; `topology` is asked for when all have entered.
template <class MakeTopology>
MPI_Comm make_of_all(const Call& call, MPI_Comm comm, std::vector<std::uint32_t> said,
                     MakeTopology topology) {
  const std::uint32_t parent = call.communicator(comm);
  Entry mine;
  mine.group = std::move(said);
  const Condition entry = synchronise(call, parent, std::move(mine));
  const Communicator& from = call.world().posts().communicators[parent];
  Topology made = topology(from, entry.index);
  const std::vector<std::uint32_t> members = from.members;
  const std::uint64_t key = harrier::mix(from.key, entry.index + 1);
  const std::uint32_t number = call.world().communicator(key, members, call.site());
  CommunicatorData& data = call.state().objects.communicators[number];
  data.topology = std::move(made);
  inherit_handler(call, parent, number);
  return call.state().communicators.add({.number = number, .made_by = call.site()});
}

}  // namespace

extern "C" {

int MPI_Cart_create(MPI_Comm comm, int count, const int* dimensions, const int* periods, int,
                    MPI_Comm* out) {
  return calling("MPI_Cart_create", __builtin_return_address(0), [&](const Call& call) {
    Grid grid = grid_from(count, dimensions, periods);
    const std::uint32_t parent = call.communicator(comm);
    require_size(call, parent, grid.size());
    const bool takes_part = static_cast<int>(call.member(parent)) < grid.size();
    *out = make_communicator(call, comm, takes_part ? 0 : -1, std::move(grid));
  });
}

int MPI_Cart_sub(MPI_Comm comm, const int* kept, MPI_Comm* out) {
  return calling("MPI_Cart_sub", __builtin_return_address(0), [&](const Call& call) {
    const Grid grid = grid_of(call, comm);
    const std::vector<bool> keeps(kept, kept + grid.dimensions.size());
    const auto rank = static_cast<int>(call.member(call.communicator(comm)));
    SubGrid part = sub_grid(grid, rank, keeps);
    // A grid without dimensions has one place.
    if (part.grid.dimensions.empty() && interface().has_one_empty_grid && rank != 0)
      part.color = -1;
    *out = make_communicator(call, comm, part.color, std::move(part.grid));
  });
}

int MPI_Cartdim_get(MPI_Comm comm, int* count) {
  return calling("MPI_Cartdim_get", __builtin_return_address(0), [&](const Call& call) {
    *count = static_cast<int>(grid_of(call, comm).dimensions.size());
  });
}

int MPI_Cart_get(MPI_Comm comm, int room, int* dimensions, int* periods, int* coordinates) {
  return calling("MPI_Cart_get", __builtin_return_address(0), [&](const Call& call) {
    const Grid& grid = grid_of(call, comm);
    const auto rank = static_cast<int>(call.member(call.communicator(comm)));
    give(grid.dimensions, room, dimensions);
    give(std::vector<int>(grid.periodic.begin(), grid.periodic.end()), room, periods);
    give(grid.coordinates_of(rank), room, coordinates);
  });
}

int MPI_Cart_rank(MPI_Comm comm, const int* coordinates, int* rank) {
  return calling("MPI_Cart_rank", __builtin_return_address(0), [&](const Call& call) {
    const Grid& grid = grid_of(call, comm);
    const std::span<const int> given(coordinates, grid.dimensions.size());
    *rank = grid.rank_at(given);
    if (*rank == MPI_PROC_NULL)
      throw CallError(MPI_ERR_ARG, "the coordinates lie outside of the grid");
  });
}

int MPI_Cart_coords(MPI_Comm comm, int rank, int room, int* coordinates) {
  return calling("MPI_Cart_coords", __builtin_return_address(0), [&](const Call& call) {
    const Grid& grid = grid_of(call, comm);
    require_rank_below(rank, grid.size());
    give(grid.coordinates_of(rank), room, coordinates);
  });
}

int MPI_Cart_shift(MPI_Comm comm, int dimension, int distance, int* source, int* dest) {
  return calling("MPI_Cart_shift", __builtin_return_address(0), [&](const Call& call) {
    const Grid& grid = grid_of(call, comm);
    if (dimension < 0 || static_cast<std::size_t>(dimension) >= grid.dimensions.size())
      throw CallError(MPI_ERR_DIMS, "dimension " + std::to_string(dimension) + " of " +
                                        std::to_string(grid.dimensions.size()));
    const auto rank = static_cast<int>(call.member(call.communicator(comm)));
    std::tie(*source, *dest) = grid.shifted(rank, dimension, distance);
  });
}

int MPI_Cart_map(MPI_Comm comm, int count, const int* dimensions, const int* periods, int* rank) {
  return calling("MPI_Cart_map", __builtin_return_address(0), [&](const Call& call) {
    const Grid grid = grid_from(count, dimensions, periods);
    const std::uint32_t number = call.communicator(comm);
    require_size(call, number, grid.size());
    const auto self = static_cast<int>(call.member(number));
    *rank = self < grid.size() ? self : MPI_UNDEFINED;
  });
}

int MPI_Dims_create(int ranks, int count, int* dimensions) {
  return calling("MPI_Dims_create", __builtin_return_address(0), [&](const Call&) {
    require_count(count, "number of dimensions");
    if (ranks <= 0) throw CallError(MPI_ERR_ARG, std::to_string(ranks) + " ranks");
    const auto places = std::span(dimensions, static_cast<std::size_t>(count));
    require_none(MPI_ERR_DIMS, fill_dimensions(ranks, places));
  });
}

int MPI_Topo_test(MPI_Comm comm, int* status) {
  return calling("MPI_Topo_test", __builtin_return_address(0),
                 [&](const Call& call) { *status = topology_status(topology_of(call, comm)); });
}

int MPI_Graph_create(MPI_Comm comm, int nodes, const int* index, const int* edges, int,
                     MPI_Comm* out) {
  return calling("MPI_Graph_create", __builtin_return_address(0), [&](const Call& call) {
    Graph graph = graph_from(nodes, index, edges);
    const std::uint32_t parent = call.communicator(comm);
    require_size(call, parent, nodes);
    require_none(MPI_ERR_ARG, problem_of(graph, nodes));
    const bool takes_part = static_cast<int>(call.member(parent)) < nodes;
    *out = make_communicator(call, comm, takes_part ? 0 : -1, std::move(graph));
  });
}

int MPI_Graph_map(MPI_Comm comm, int nodes, const int* index, const int* edges, int* rank) {
  return calling("MPI_Graph_map", __builtin_return_address(0), [&](const Call& call) {
    require_none(MPI_ERR_ARG, problem_of(graph_from(nodes, index, edges), nodes));
    const std::uint32_t number = call.communicator(comm);
    require_size(call, number, nodes);
    const auto self = static_cast<int>(call.member(number));
    *rank = self < nodes ? self : MPI_UNDEFINED;
  });
}

int MPI_Graphdims_get(MPI_Comm comm, int* nodes, int* edges) {
  return calling("MPI_Graphdims_get", __builtin_return_address(0), [&](const Call& call) {
    const auto& graph = required<Graph>(call, comm, "graph of MPI_Graph_create");
    *nodes = static_cast<int>(graph.index.size());
    *edges = static_cast<int>(graph.edges.size());
  });
}

int MPI_Graph_get(MPI_Comm comm, int index_room, int edge_room, int* index, int* edges) {
  return calling("MPI_Graph_get", __builtin_return_address(0), [&](const Call& call) {
    const auto& graph = required<Graph>(call, comm, "graph of MPI_Graph_create");
    give(graph.index, index_room, index);
    give(graph.edges, edge_room, edges);
  });
}

int MPI_Graph_neighbors_count(MPI_Comm comm, int rank, int* count) {
  return calling("MPI_Graph_neighbors_count", __builtin_return_address(0), [&](const Call& call) {
    const auto& graph = required<Graph>(call, comm, "graph of MPI_Graph_create");
    require_rank_below(rank, static_cast<int>(graph.index.size()));
    *count = static_cast<int>(graph.neighbors_of(rank).size());
  });
}

int MPI_Graph_neighbors(MPI_Comm comm, int rank, int room, int* neighbors) {
  return calling("MPI_Graph_neighbors", __builtin_return_address(0), [&](const Call& call) {
    const auto& graph = required<Graph>(call, comm, "graph of MPI_Graph_create");
    require_rank_below(rank, static_cast<int>(graph.index.size()));
    give(graph.neighbors_of(rank), room, neighbors);
  });
}

int MPI_Dist_graph_create_adjacent(MPI_Comm comm, int source_count, const int* sources,
                                   const int* source_weights, int dest_count, const int* dests,
                                   const int* dest_weights, MPI_Info info, int, MPI_Comm* out) {
  return calling(
      "MPI_Dist_graph_create_adjacent", __builtin_return_address(0), [&](const Call& call) {
        info_of(call, info);
        require_count(source_count, "number of sources");
        require_count(dest_count, "number of destinations");
        AdjacentGraph graph;
        graph.weighted = has_weights(source_weights) && has_weights(dest_weights);
        const auto copy = [&](const int* from, int count) {
          return count == 0 ? std::vector<int>() : std::vector<int>(from, from + count);
        };
        graph.sources = copy(sources, source_count);
        graph.destinations = copy(dests, dest_count);
        if (graph.weighted) {
          graph.source_weights = copy(source_weights, source_count);
          graph.destination_weights = copy(dest_weights, dest_count);
        }
        const auto size = static_cast<int>(call.peer_count(call.communicator(comm)));
        for (const int rank : graph.sources) require_rank_below(rank, size);
        for (const int rank : graph.destinations) require_rank_below(rank, size);
        *out = make_of_all(call, comm, {},
                           [&](const Communicator&, std::uint32_t) { return std::move(graph); });
      });
}

int MPI_Dist_graph_create(MPI_Comm comm, int count, const int* sources, const int* degrees,
                          const int* dests, const int* weights, MPI_Info info, int, MPI_Comm* out) {
  return calling("MPI_Dist_graph_create", __builtin_return_address(0), [&](const Call& call) {
    info_of(call, info);
    require_count(count, "number of sources");
    require_counts(list_of(degrees, count), "degree");
    const std::uint32_t parent = call.communicator(comm);
    const auto size = static_cast<int>(call.peer_count(parent));
    const bool weighted = has_weights(weights) && weights != MPI_WEIGHTS_EMPTY;
    std::vector<NamedEdge> mine;
    for (int i = 0; i < count; ++i)
      for (int k = 0; k < degrees[i]; ++k) {
        const auto edge = static_cast<int>(mine.size());
        require_rank_below(sources[i], size);
        require_rank_below(dests[edge], size);
        mine.push_back({sources[i], dests[edge], weighted ? weights[edge] : 1});
      }
    const auto self = static_cast<int>(call.member(parent));
    *out = make_of_all(call, comm, encoded(mine),
                       [&](const Communicator& from, std::uint32_t number) -> Topology {
                         std::vector<NamedEdge> all;
                         for (const auto& entries : from.entries)
                           append_decoded(entries[number].group, all);
                         return adjacent(all, self, has_weights(weights));
                       });
  });
}

int MPI_Dist_graph_neighbors_count(MPI_Comm comm, int* sources, int* dests, int* weighted) {
  return calling("MPI_Dist_graph_neighbors_count", __builtin_return_address(0),
                 [&](const Call& call) {
                   const auto& graph = required<AdjacentGraph>(call, comm, "distributed graph");
                   *sources = static_cast<int>(graph.sources.size());
                   *dests = static_cast<int>(graph.destinations.size());
                   *weighted = graph.weighted ? 1 : 0;
                 });
}

int MPI_Dist_graph_neighbors(MPI_Comm comm, int source_room, int* sources, int* source_weights,
                             int dest_room, int* dests, int* dest_weights) {
  return calling("MPI_Dist_graph_neighbors", __builtin_return_address(0), [&](const Call& call) {
    const auto& graph = required<AdjacentGraph>(call, comm, "distributed graph");
    give(graph.sources, source_room, sources);
    give(graph.destinations, dest_room, dests);
    if (graph.weighted && has_weights(source_weights))
      give(graph.source_weights, source_room, source_weights);
    if (graph.weighted && has_weights(dest_weights))
      give(graph.destination_weights, dest_room, dest_weights);
  });
}
}
