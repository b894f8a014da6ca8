// MPI_Bcast, MPI_Alltoall and the other collectives that move data as it is, blocking, nonblocking
// and persistent.
#include "collective_arguments.hpp"

using namespace harrier::mpi;

namespace {

int barrier(const Style& style, MPI_Comm comm) {
  return collective(style, CollectiveKind::barrier, comm, [](CollectiveArguments&) {});
}

int bcast(const Style& style, void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  return collective(style, CollectiveKind::bcast, comm, [&](CollectiveArguments& given) {
    given.set_root(root);
    if (!given.has_part()) return;
    given.set_send(buffer, count, type);
    given.set_receive(buffer, count, type);
  });
}

/// Sets what a member gives to the root; the root of an intercommunicator gives nothing.
void set_given(CollectiveArguments& given, const void* data, int count, MPI_Datatype type,
               int root) {
  if (root == MPI_ROOT || root == MPI_PROC_NULL) return;
  if (!given.set_in_place(data)) given.set_send(data, count, type);
}

int gather(const Style& style, const void* data, int count, MPI_Datatype type, void* result,
           int result_count, MPI_Datatype result_type, int root, MPI_Comm comm) {
  return collective(style, CollectiveKind::gather, comm, [&](CollectiveArguments& given) {
    given.set_root(root);
    set_given(given, data, count, type, root);
    if (given.is_root()) given.set_receive(result, result_count, result_type);
  });
}

int gatherv(const Style& style, const void* data, int count, MPI_Datatype type, void* result,
            const int* counts, const int* places, MPI_Datatype result_type, int root,
            MPI_Comm comm) {
  return collective(style, CollectiveKind::gather, comm, [&](CollectiveArguments& given) {
    given.set_root(root);
    set_given(given, data, count, type, root);
    if (given.is_root()) given.set_receive(result, counts, places, result_type);
  });
}

/// Sets where a member wants what the root gives it.
void set_wanted(CollectiveArguments& given, void* buffer, int count, MPI_Datatype type, int root) {
  if (root == MPI_ROOT || root == MPI_PROC_NULL) return;
  if (!given.set_in_place(buffer)) given.set_receive(buffer, count, type);
}

int scatter(const Style& style, const void* data, int data_count, MPI_Datatype data_type,
            void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  return collective(style, CollectiveKind::scatter, comm, [&](CollectiveArguments& given) {
    given.set_root(root);
    if (given.is_root()) given.set_send(data, data_count, data_type);
    set_wanted(given, buffer, count, type, root);
  });
}

int scatterv(const Style& style, const void* data, const int* counts, const int* places,
             MPI_Datatype data_type, void* buffer, int count, MPI_Datatype type, int root,
             MPI_Comm comm) {
  return collective(style, CollectiveKind::scatter, comm, [&](CollectiveArguments& given) {
    given.set_root(root);
    if (given.is_root()) given.set_send(data, counts, places, data_type);
    set_wanted(given, buffer, count, type, root);
  });
}

int allgather(const Style& style, const void* data, int count, MPI_Datatype type, void* result,
              int result_count, MPI_Datatype result_type, MPI_Comm comm) {
  return collective(style, CollectiveKind::allgather, comm, [&](CollectiveArguments& given) {
    if (!given.set_in_place(data)) given.set_send(data, count, type);
    given.set_receive(result, result_count, result_type);
  });
}

int allgatherv(const Style& style, const void* data, int count, MPI_Datatype type, void* result,
               const int* counts, const int* places, MPI_Datatype result_type, MPI_Comm comm) {
  return collective(style, CollectiveKind::allgather, comm, [&](CollectiveArguments& given) {
    if (!given.set_in_place(data)) given.set_send(data, count, type);
    given.set_receive(result, counts, places, result_type);
  });
}

int alltoall(const Style& style, const void* data, int count, MPI_Datatype type, void* result,
             int result_count, MPI_Datatype result_type, MPI_Comm comm) {
  return collective(style, CollectiveKind::alltoall, comm, [&](CollectiveArguments& given) {
    if (!given.set_in_place(data)) given.set_send(data, count, type);
    given.set_receive(result, result_count, result_type);
  });
}

/// Counts and places differ by member, and with them perhaps types.
template <class Types>
int alltoallv(const Style& style, const void* data, const int* counts, const int* places,
              Types types, void* result, const int* result_counts, const int* result_places,
              Types result_types, MPI_Comm comm) {
  return collective(style, CollectiveKind::alltoall, comm, [&](CollectiveArguments& given) {
    if (!given.set_in_place(data)) given.set_send(data, counts, places, types);
    given.set_receive(result, result_counts, result_places, result_types);
  });
}

}  // namespace

extern "C" {

HARRIER_COLLECTIVE(MPI_Barrier, MPI_Ibarrier, MPI_Barrier_init, barrier, (MPI_Comm comm), (comm))

HARRIER_COLLECTIVE(MPI_Bcast, MPI_Ibcast, MPI_Bcast_init, bcast,
                   (void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm),
                   (buffer, count, type, root, comm))

HARRIER_COLLECTIVE(MPI_Gather, MPI_Igather, MPI_Gather_init, gather,
                   (const void* data, int count, MPI_Datatype type, void* result, int result_count,
                    MPI_Datatype result_type, int root, MPI_Comm comm),
                   (data, count, type, result, result_count, result_type, root, comm))

HARRIER_COLLECTIVE(MPI_Gatherv, MPI_Igatherv, MPI_Gatherv_init, gatherv,
                   (const void* data, int count, MPI_Datatype type, void* result, const int* counts,
                    const int* places, MPI_Datatype result_type, int root, MPI_Comm comm),
                   (data, count, type, result, counts, places, result_type, root, comm))

HARRIER_COLLECTIVE(MPI_Scatter, MPI_Iscatter, MPI_Scatter_init, scatter,
                   (const void* data, int data_count, MPI_Datatype data_type, void* buffer,
                    int count, MPI_Datatype type, int root, MPI_Comm comm),
                   (data, data_count, data_type, buffer, count, type, root, comm))

HARRIER_COLLECTIVE(MPI_Scatterv, MPI_Iscatterv, MPI_Scatterv_init, scatterv,
                   (const void* data, const int* counts, const int* places, MPI_Datatype data_type,
                    void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm),
                   (data, counts, places, data_type, buffer, count, type, root, comm))

HARRIER_COLLECTIVE(MPI_Allgather, MPI_Iallgather, MPI_Allgather_init, allgather,
                   (const void* data, int count, MPI_Datatype type, void* result, int result_count,
                    MPI_Datatype result_type, MPI_Comm comm),
                   (data, count, type, result, result_count, result_type, comm))

HARRIER_COLLECTIVE(MPI_Allgatherv, MPI_Iallgatherv, MPI_Allgatherv_init, allgatherv,
                   (const void* data, int count, MPI_Datatype type, void* result, const int* counts,
                    const int* places, MPI_Datatype result_type, MPI_Comm comm),
                   (data, count, type, result, counts, places, result_type, comm))

HARRIER_COLLECTIVE(MPI_Alltoall, MPI_Ialltoall, MPI_Alltoall_init, alltoall,
                   (const void* data, int count, MPI_Datatype type, void* result, int result_count,
                    MPI_Datatype result_type, MPI_Comm comm),
                   (data, count, type, result, result_count, result_type, comm))

HARRIER_COLLECTIVE(MPI_Alltoallv, MPI_Ialltoallv, MPI_Alltoallv_init, alltoallv,
                   (const void* data, const int* counts, const int* places, MPI_Datatype type,
                    void* result, const int* result_counts, const int* result_places,
                    MPI_Datatype result_type, MPI_Comm comm),
                   (data, counts, places, type, result, result_counts, result_places, result_type,
                    comm))

HARRIER_COLLECTIVE(MPI_Alltoallw, MPI_Ialltoallw, MPI_Alltoallw_init, alltoallv,
                   (const void* data, const int* counts, const int* places,
                    const MPI_Datatype* types, void* result, const int* result_counts,
                    const int* result_places, const MPI_Datatype* result_types, MPI_Comm comm),
                   (data, counts, places, types, result, result_counts, result_places, result_types,
                    comm))
}
