// MPI_Neighbor_allgather and the other collectives between neighbours in a topology.
#include <vector>

#include "arguments.hpp"
#include "collective_arguments.hpp"
#include "mpi/data/topology.hpp"

using namespace harrier::mpi;

namespace {

/// Calls a collective between neighbours; `fill` says what is sent and received.
template <class Fill>
int between_neighbors(const Style& style, MPI_Comm comm, CollectiveKind kind, Fill fill) {
  return calling(style.function, style.from, [&](const Call& call) {
    const std::uint32_t number = call.communicator(comm);
    const Topology& topology = call.state().objects.communicators[number].topology;
    if (topology_status(topology) == MPI_UNDEFINED)
      throw CallError(MPI_ERR_TOPOLOGY, "the communicator has no topology");
    CollectiveCall made;
    made.kind = kind;
    made.self = call.membership(number);
    made.neighbors = neighbors_in(topology, made.self.rank);
    fill(call, made);
    run_collective(call, style, number, std::move(made));
  });
}

Blocks equal(const Call& call, const void* address, int count, MPI_Datatype type) {
  return Blocks::equal(address, count, call.typed(count, type).type);
}

Blocks varying(const Call& call, const void* address, const int* counts, const int* places,
               MPI_Datatype type, std::size_t blocks) {
  const IntList sizes = call.ints(counts, blocks);
  require_counts(sizes, "count");
  return Blocks::varying(address, sizes, call.ints(places, blocks), committed_type_of(call, type));
}

Blocks mixed(const Call& call, const void* address, const int* counts, const MPI_Aint* places,
             const MPI_Datatype* types, std::size_t blocks) {
  const IntList sizes = call.ints(counts, blocks);
  require_counts(sizes, "count");
  std::vector<TypeRef> made;
  for (std::size_t i = 0; i < blocks; ++i)
    made.push_back(committed_type_of(call, interface().type_at(types, i)));
  return Blocks::mixed(address, sizes, list_of(places, static_cast<int>(blocks)), std::move(made));
}

int allgather(const Style& style, const void* send, int send_count, MPI_Datatype send_type,
              void* receive, int count, MPI_Datatype type, MPI_Comm comm) {
  return between_neighbors(style, comm, CollectiveKind::neighbor_allgather,
                           [&](const Call& call, CollectiveCall& made) {
                             made.send = equal(call, send, send_count, send_type);
                             made.receive = equal(call, receive, count, type);
                           });
}

int allgatherv(const Style& style, const void* send, int send_count, MPI_Datatype send_type,
               void* receive, const int* counts, const int* places, MPI_Datatype type,
               MPI_Comm comm) {
  return between_neighbors(
      style, comm, CollectiveKind::neighbor_allgather, [&](const Call& call, CollectiveCall& made) {
        made.send = equal(call, send, send_count, send_type);
        made.receive = varying(call, receive, counts, places, type, made.neighbors.sources.size());
      });
}

int alltoall(const Style& style, const void* send, int send_count, MPI_Datatype send_type,
             void* receive, int count, MPI_Datatype type, MPI_Comm comm) {
  return between_neighbors(style, comm, CollectiveKind::neighbor_alltoall,
                           [&](const Call& call, CollectiveCall& made) {
                             made.send = equal(call, send, send_count, send_type);
                             made.receive = equal(call, receive, count, type);
                           });
}

int alltoallv(const Style& style, const void* send, const int* send_counts, const int* send_places,
              MPI_Datatype send_type, void* receive, const int* counts, const int* places,
              MPI_Datatype type, MPI_Comm comm) {
  return between_neighbors(
      style, comm, CollectiveKind::neighbor_alltoall, [&](const Call& call, CollectiveCall& made) {
        made.send = varying(call, send, send_counts, send_places, send_type,
                            made.neighbors.destinations.size());
        made.receive = varying(call, receive, counts, places, type, made.neighbors.sources.size());
      });
}

int alltoallw(const Style& style, const void* send, const int* send_counts,
              const MPI_Aint* send_places, const MPI_Datatype* send_types, void* receive,
              const int* counts, const MPI_Aint* places, const MPI_Datatype* types, MPI_Comm comm) {
  return between_neighbors(
      style, comm, CollectiveKind::neighbor_alltoall, [&](const Call& call, CollectiveCall& made) {
        made.send = mixed(call, send, send_counts, send_places, send_types,
                          made.neighbors.destinations.size());
        made.receive = mixed(call, receive, counts, places, types, made.neighbors.sources.size());
      });
}

}  // namespace

extern "C" {

HARRIER_COLLECTIVE(MPI_Neighbor_allgather, MPI_Ineighbor_allgather, MPI_Neighbor_allgather_init,
                   allgather,
                   (const void* send, int send_count, MPI_Datatype send_type, void* receive,
                    int count, MPI_Datatype type, MPI_Comm comm),
                   (send, send_count, send_type, receive, count, type, comm))

HARRIER_COLLECTIVE(MPI_Neighbor_allgatherv, MPI_Ineighbor_allgatherv, MPI_Neighbor_allgatherv_init,
                   allgatherv,
                   (const void* send, int send_count, MPI_Datatype send_type, void* receive,
                    const int* counts, const int* places, MPI_Datatype type, MPI_Comm comm),
                   (send, send_count, send_type, receive, counts, places, type, comm))

HARRIER_COLLECTIVE(MPI_Neighbor_alltoall, MPI_Ineighbor_alltoall, MPI_Neighbor_alltoall_init,
                   alltoall,
                   (const void* send, int send_count, MPI_Datatype send_type, void* receive,
                    int count, MPI_Datatype type, MPI_Comm comm),
                   (send, send_count, send_type, receive, count, type, comm))

HARRIER_COLLECTIVE(MPI_Neighbor_alltoallv, MPI_Ineighbor_alltoallv, MPI_Neighbor_alltoallv_init,
                   alltoallv,
                   (const void* send, const int* send_counts, const int* send_places,
                    MPI_Datatype send_type, void* receive, const int* counts, const int* places,
                    MPI_Datatype type, MPI_Comm comm),
                   (send, send_counts, send_places, send_type, receive, counts, places, type, comm))

HARRIER_COLLECTIVE(MPI_Neighbor_alltoallw, MPI_Ineighbor_alltoallw, MPI_Neighbor_alltoallw_init,
                   alltoallw,
                   (const void* send, const int* send_counts, const MPI_Aint* send_places,
                    const MPI_Datatype* send_types, void* receive, const int* counts,
                    const MPI_Aint* places, const MPI_Datatype* types, MPI_Comm comm),
                   (send, send_counts, send_places, send_types, receive, counts, places, types,
                    comm))
}
