// MPI_Reduce, MPI_Scan and the other collectives that combine data, blocking, nonblocking and
// persistent.
#include <numeric>
#include <vector>

#include "collective_arguments.hpp"

using namespace harrier::mpi;

namespace {

int reduce(const Style& style, const void* data, void* result, int count, MPI_Datatype type,
           MPI_Op operation, int root, MPI_Comm comm) {
  return collective(style, CollectiveKind::reduce, comm, [&](CollectiveArguments& given) {
    given.set_root(root);
    if (!given.has_part()) return;
    given.set_operation(operation, type);
    if (root != MPI_ROOT && !given.set_in_place(data)) given.set_send(data, count, type);
    if (given.is_root()) given.set_receive(result, count, type);
  });
}

/// Members all get something of what is combined.
int reduce_for_all(const Style& style, CollectiveKind kind, const void* data, void* result,
                   int count, MPI_Datatype type, MPI_Op operation, MPI_Comm comm) {
  return collective(style, kind, comm, [&](CollectiveArguments& given) {
    given.set_operation(operation, type);
    if (!given.set_in_place(data)) given.set_send(data, count, type);
    given.set_receive(result, count, type);
  });
}

int allreduce(const Style& style, const void* data, void* result, int count, MPI_Datatype type,
              MPI_Op operation, MPI_Comm comm) {
  return reduce_for_all(style, CollectiveKind::allreduce, data, result, count, type, operation,
                        comm);
}

int scan(const Style& style, const void* data, void* result, int count, MPI_Datatype type,
         MPI_Op operation, MPI_Comm comm) {
  return reduce_for_all(style, CollectiveKind::scan, data, result, count, type, operation, comm);
}

int exscan(const Style& style, const void* data, void* result, int count, MPI_Datatype type,
           MPI_Op operation, MPI_Comm comm) {
  return reduce_for_all(style, CollectiveKind::exscan, data, result, count, type, operation, comm);
}

/// `counts_of` says how much each of so many members gets.
template <class Counts>
int scatter_reduced(const Style& style, const void* data, void* result, MPI_Datatype type,
                    MPI_Op operation, MPI_Comm comm, Counts counts_of) {
  return collective(style, CollectiveKind::reduce_scatter, comm, [&](CollectiveArguments& given) {
    given.set_operation(operation, type);
    const IntList counts = counts_of(given);
    given.set_counts(counts);
    const std::span<const int> each = counts;
    const int all = std::accumulate(each.begin(), each.end(), 0);
    given.set_send(given.set_in_place(data) ? result : data, all, type);
    given.set_receive(result, counts[static_cast<std::size_t>(given.self())], type);
  });
}

int reduce_scatter(const Style& style, const void* data, void* result, const int* counts,
                   MPI_Datatype type, MPI_Op operation, MPI_Comm comm) {
  return scatter_reduced(
      style, data, result, type, operation, comm,
      [&](const CollectiveArguments& given) { return given.ints(counts, given.own_size()); });
}

int reduce_scatter_block(const Style& style, const void* data, void* result, int count,
                         MPI_Datatype type, MPI_Op operation, MPI_Comm comm) {
  return scatter_reduced(style, data, result, type, operation, comm,
                         [&](const CollectiveArguments& given) {
                           return IntList(std::vector<int>(given.own_size(), count));
                         });
}

}  // namespace

extern "C" {

HARRIER_COLLECTIVE(MPI_Reduce, MPI_Ireduce, MPI_Reduce_init, reduce,
                   (const void* data, void* result, int count, MPI_Datatype type, MPI_Op operation,
                    int root, MPI_Comm comm),
                   (data, result, count, type, operation, root, comm))

HARRIER_COLLECTIVE(MPI_Allreduce, MPI_Iallreduce, MPI_Allreduce_init, allreduce,
                   (const void* data, void* result, int count, MPI_Datatype type, MPI_Op operation,
                    MPI_Comm comm),
                   (data, result, count, type, operation, comm))

HARRIER_COLLECTIVE(MPI_Scan, MPI_Iscan, MPI_Scan_init, scan,
                   (const void* data, void* result, int count, MPI_Datatype type, MPI_Op operation,
                    MPI_Comm comm),
                   (data, result, count, type, operation, comm))

HARRIER_COLLECTIVE(MPI_Exscan, MPI_Iexscan, MPI_Exscan_init, exscan,
                   (const void* data, void* result, int count, MPI_Datatype type, MPI_Op operation,
                    MPI_Comm comm),
                   (data, result, count, type, operation, comm))

HARRIER_COLLECTIVE(MPI_Reduce_scatter, MPI_Ireduce_scatter, MPI_Reduce_scatter_init, reduce_scatter,
                   (const void* data, void* result, const int* counts, MPI_Datatype type,
                    MPI_Op operation, MPI_Comm comm),
                   (data, result, counts, type, operation, comm))

HARRIER_COLLECTIVE(MPI_Reduce_scatter_block, MPI_Ireduce_scatter_block,
                   MPI_Reduce_scatter_block_init, reduce_scatter_block,
                   (const void* data, void* result, int count, MPI_Datatype type, MPI_Op operation,
                    MPI_Comm comm),
                   (data, result, count, type, operation, comm))
}
