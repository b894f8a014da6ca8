// MPI_Neighbor_allgather and the other collectives between neighbours in a topology.
#include <vector>

#include "arguments.hpp"
#include "collectives.hpp"
#include "mpi/data/topology.hpp"

using namespace harrier::mpi;

namespace {

/// How a collective is called: it waits, or gives a request for it.
struct Style {
  const char* function;
  const void* from;
  MPI_Request* request = nullptr;
};

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
    made.self = {static_cast<int>(call.member(number)), static_cast<int>(call.size_of(number))};
    made.neighbors = neighbors_in(topology, made.self.rank);
    fill(call, made);
    Request request = post_collective(call, number, std::move(made));
    if (style.request != nullptr)
      *style.request = call.state().requests.add(std::move(request));
    else
      wait_for(call, {&request, 1}, MPI_STATUS_IGNORE);
  });
}

Blocks equal(const Call& call, const void* address, int count, MPI_Datatype type) {
  return Blocks::equal(address, count, call.typed(count, type).type);
}

Blocks varying(const Call& call, const void* address, const int* counts, const int* places,
               MPI_Datatype type, std::size_t blocks) {
  const auto size = static_cast<int>(blocks);
  require_counts(list_of(counts, size), "count");
  return Blocks::varying(address, list_of(counts, size), list_of(places, size),
                         committed_type_of(call, type));
}

Blocks mixed(const Call& call, const void* address, const int* counts, const MPI_Aint* places,
             const MPI_Datatype* types, std::size_t blocks) {
  const auto size = static_cast<int>(blocks);
  require_counts(list_of(counts, size), "count");
  std::vector<TypeRef> made;
  for (const MPI_Datatype type : list_of(types, size))
    made.push_back(committed_type_of(call, type));
  return Blocks::mixed(address, list_of(counts, size), list_of(places, size), std::move(made));
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

int MPI_Neighbor_allgather(const void* send, int send_count, MPI_Datatype send_type, void* receive,
                           int count, MPI_Datatype type, MPI_Comm comm) {
  return allgather({"MPI_Neighbor_allgather", __builtin_return_address(0)}, send, send_count,
                   send_type, receive, count, type, comm);
}

int MPI_Ineighbor_allgather(const void* send, int send_count, MPI_Datatype send_type, void* receive,
                            int count, MPI_Datatype type, MPI_Comm comm, MPI_Request* request) {
  return allgather({"MPI_Ineighbor_allgather", __builtin_return_address(0), request}, send,
                   send_count, send_type, receive, count, type, comm);
}

int MPI_Neighbor_allgatherv(const void* send, int send_count, MPI_Datatype send_type, void* receive,
                            const int* counts, const int* places, MPI_Datatype type,
                            MPI_Comm comm) {
  return allgatherv({"MPI_Neighbor_allgatherv", __builtin_return_address(0)}, send, send_count,
                    send_type, receive, counts, places, type, comm);
}

int MPI_Ineighbor_allgatherv(const void* send, int send_count, MPI_Datatype send_type,
                             void* receive, const int* counts, const int* places, MPI_Datatype type,
                             MPI_Comm comm, MPI_Request* request) {
  return allgatherv({"MPI_Ineighbor_allgatherv", __builtin_return_address(0), request}, send,
                    send_count, send_type, receive, counts, places, type, comm);
}

int MPI_Neighbor_alltoall(const void* send, int send_count, MPI_Datatype send_type, void* receive,
                          int count, MPI_Datatype type, MPI_Comm comm) {
  return alltoall({"MPI_Neighbor_alltoall", __builtin_return_address(0)}, send, send_count,
                  send_type, receive, count, type, comm);
}

int MPI_Ineighbor_alltoall(const void* send, int send_count, MPI_Datatype send_type, void* receive,
                           int count, MPI_Datatype type, MPI_Comm comm, MPI_Request* request) {
  return alltoall({"MPI_Ineighbor_alltoall", __builtin_return_address(0), request}, send,
                  send_count, send_type, receive, count, type, comm);
}

int MPI_Neighbor_alltoallv(const void* send, const int* send_counts, const int* send_places,
                           MPI_Datatype send_type, void* receive, const int* counts,
                           const int* places, MPI_Datatype type, MPI_Comm comm) {
  return alltoallv({"MPI_Neighbor_alltoallv", __builtin_return_address(0)}, send, send_counts,
                   send_places, send_type, receive, counts, places, type, comm);
}

int MPI_Ineighbor_alltoallv(const void* send, const int* send_counts, const int* send_places,
                            MPI_Datatype send_type, void* receive, const int* counts,
                            const int* places, MPI_Datatype type, MPI_Comm comm,
                            MPI_Request* request) {
  return alltoallv({"MPI_Ineighbor_alltoallv", __builtin_return_address(0), request}, send,
                   send_counts, send_places, send_type, receive, counts, places, type, comm);
}

int MPI_Neighbor_alltoallw(const void* send, const int* send_counts, const MPI_Aint* send_places,
                           const MPI_Datatype* send_types, void* receive, const int* counts,
                           const MPI_Aint* places, const MPI_Datatype* types, MPI_Comm comm) {
  return alltoallw({"MPI_Neighbor_alltoallw", __builtin_return_address(0)}, send, send_counts,
                   send_places, send_types, receive, counts, places, types, comm);
}

int MPI_Ineighbor_alltoallw(const void* send, const int* send_counts, const MPI_Aint* send_places,
                            const MPI_Datatype* send_types, void* receive, const int* counts,
                            const MPI_Aint* places, const MPI_Datatype* types, MPI_Comm comm,
                            MPI_Request* request) {
  return alltoallw({"MPI_Ineighbor_alltoallw", __builtin_return_address(0), request}, send,
                   send_counts, send_places, send_types, receive, counts, places, types, comm);
}
}
