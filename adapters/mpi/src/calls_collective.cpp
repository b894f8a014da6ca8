// MPI_Bcast, MPI_Reduce and the other collectives, blocking, nonblocking and persistent.
#include <span>
#include <utility>
#include <vector>

#include "collectives.hpp"

using namespace harrier::mpi;

namespace {

/// How a collective is called: it waits, or gives a request for it.
struct Style {
  const char* function;
  const void* from;
  MPI_Request* request = nullptr;
};

/// Makes the arguments of a collective plain.
class Arguments {
 public:
  Arguments(const Call& call, MPI_Comm comm, CollectiveKind kind)
      : call_(call), comm_(call.communicator(comm)) {
    made_.kind = kind;
    made_.self = {static_cast<int>(call.member(comm_)), static_cast<int>(size())};
  }

  std::uint32_t comm() const { return comm_; }
  std::size_t size() const { return call_.size_of(comm_); }
  CollectiveCall take() { return std::move(made_); }

  void set_root(int root) {
    if (root < 0 || static_cast<std::size_t>(root) >= size()) {
      throw CallError(MPI_ERR_ROOT, "the root is " + std::to_string(root) + "; " +
                                        call_.name_of(comm_) + " has ranks 0 to " +
                                        std::to_string(size() - 1));
    }
    made_.root = root;
  }
  bool is_root() const { return made_.is_root(); }
  /// Takes note whether the data is where the result is to be.
  bool set_in_place(const void* address) { return made_.in_place = address == MPI_IN_PLACE; }

  void set_send(const void* address, int count, MPI_Datatype type) {
    made_.send = equal(address, count, type);
  }
  void set_receive(const void* address, int count, MPI_Datatype type) {
    made_.receive = equal(address, count, type);
  }
  void set_send(const void* address, const int* counts, const int* places, MPI_Datatype type) {
    made_.send = varying(address, counts, places, type);
  }
  void set_receive(const void* address, const int* counts, const int* places, MPI_Datatype type) {
    made_.receive = varying(address, counts, places, type);
  }
  void set_send(const void* address, const int* counts, const int* places,
                const MPI_Datatype* types) {
    made_.send = mixed(address, counts, places, types);
  }
  void set_receive(const void* address, const int* counts, const int* places,
                   const MPI_Datatype* types) {
    made_.receive = mixed(address, counts, places, types);
  }
  void set_operation(MPI_Op operation, MPI_Datatype type) {
    if (const std::optional<std::string> problem = call_.state().operations.problem_of(operation)) {
      throw CallError(MPI_ERR_OP, *problem);
    }
    made_.operation = *call_.state().operations.find(operation);
    made_.reduced_handle = type;
    const TypedCount values = call_.typed(1, type);
    if (legality(made_.operation, *values.type) == Legality::illegal) {
      throw CallError(MPI_ERR_OP, operation_text(made_.operation) + " is not defined for " +
                                      type_text(*values.type));
    }
  }
  void set_counts(std::span<const int> counts) {
    for (const int count : counts) {
      if (count < 0) throw CallError(MPI_ERR_COUNT, "a count is " + std::to_string(count));
    }
    made_.counts.assign(counts.begin(), counts.end());
  }

 private:
  Blocks equal(const void* address, int count, MPI_Datatype type) {
    return Blocks::equal(address, count, call_.buffer(address, count, type).values.type);
  }
  Blocks varying(const void* address, const int* counts, const int* places, MPI_Datatype type) {
    for (std::size_t i = 0; i < size(); ++i) call_.typed(counts[i], type);
    return Blocks::varying(address, {counts, size()}, {places, size()}, call_.typed(0, type).type);
  }
  Blocks mixed(const void* address, const int* counts, const int* places,
               const MPI_Datatype* types) {
    std::vector<TypeRef> made;
    std::vector<MPI_Aint> distances;
    for (std::size_t i = 0; i < size(); ++i) {
      made.push_back(call_.typed(counts[i], types[i]).type);
      distances.push_back(places[i]);
    }
    return Blocks::mixed(address, {counts, size()}, distances, std::move(made));
  }

  const Call& call_;
  std::uint32_t comm_;
  CollectiveCall made_;
};

/// Runs a collective whose arguments `fill` sets.
template <class Fill>
int collective(const Style& style, CollectiveKind kind, MPI_Comm comm, Fill fill) {
  return calling(style.function, style.from, [&](const Call& call) {
    Arguments arguments(call, comm, kind);
    fill(arguments);
    Request request = post_collective(call, arguments.comm(), arguments.take());
    if (style.request != nullptr) {
      *style.request = call.state().requests.add(std::move(request));
    } else {
      wait_for(call, {&request, 1}, MPI_STATUS_IGNORE);
    }
  });
}

int barrier(const Style& style, MPI_Comm comm) {
  return collective(style, CollectiveKind::barrier, comm, [](Arguments&) {});
}

int bcast(const Style& style, void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  return collective(style, CollectiveKind::bcast, comm, [&](Arguments& given) {
    given.set_root(root);
    given.set_send(buffer, count, type);
    given.set_receive(buffer, count, type);
  });
}

template <class Receive>
int gather(const Style& style, const void* data, int count, MPI_Datatype type, int root,
           MPI_Comm comm, Receive set_receive) {
  return collective(style, CollectiveKind::gather, comm, [&](Arguments& given) {
    given.set_root(root);
    if (!given.set_in_place(data)) given.set_send(data, count, type);
    if (given.is_root()) set_receive(given);
  });
}

template <class Send>
int scatter(const Style& style, void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm,
            Send set_send) {
  return collective(style, CollectiveKind::scatter, comm, [&](Arguments& given) {
    given.set_root(root);
    if (given.is_root()) set_send(given);
    if (!given.set_in_place(buffer)) given.set_receive(buffer, count, type);
  });
}

template <class Receive>
int allgather(const Style& style, const void* data, int count, MPI_Datatype type, MPI_Comm comm,
              Receive set_receive) {
  return collective(style, CollectiveKind::allgather, comm, [&](Arguments& given) {
    if (!given.set_in_place(data)) given.set_send(data, count, type);
    set_receive(given);
  });
}

template <class Send, class Receive>
int alltoall(const Style& style, const void* data, MPI_Comm comm, Send set_send,
             Receive set_receive) {
  return collective(style, CollectiveKind::alltoall, comm, [&](Arguments& given) {
    if (!given.set_in_place(data)) set_send(given);
    set_receive(given);
  });
}

int reduce(const Style& style, CollectiveKind kind, const void* data, void* result, int count,
           MPI_Datatype type, MPI_Op operation, int root, MPI_Comm comm) {
  return collective(style, kind, comm, [&](Arguments& given) {
    if (kind == CollectiveKind::reduce) given.set_root(root);
    given.set_operation(operation, type);
    if (!given.set_in_place(data)) given.set_send(data, count, type);
    if (kind != CollectiveKind::reduce || given.is_root()) given.set_receive(result, count, type);
  });
}

int reduce_scatter(const Style& style, const void* data, void* result, const int* counts, int each,
                   MPI_Datatype type, MPI_Op operation, MPI_Comm comm) {
  return collective(style, CollectiveKind::reduce_scatter, comm, [&](Arguments& given) {
    given.set_operation(operation, type);
    const std::vector<int> per_member = counts != nullptr
                                            ? std::vector<int>(counts, counts + given.size())
                                            : std::vector<int>(given.size(), each);
    given.set_counts(per_member);
    int all = 0;
    for (const int count : per_member) all += count;
    if (!given.set_in_place(data)) given.set_send(data, all, type);
    given.set_receive(result, given.set_in_place(data) ? all : per_member[0], type);
  });
}

}  // namespace

extern "C" {

int MPI_Barrier(MPI_Comm comm) {
  return barrier({"MPI_Barrier", __builtin_return_address(0)}, comm);
}

int MPI_Ibarrier(MPI_Comm comm, MPI_Request* request) {
  return barrier({"MPI_Ibarrier", __builtin_return_address(0), request}, comm);
}

int MPI_Bcast(void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  return bcast({"MPI_Bcast", __builtin_return_address(0)}, buffer, count, type, root, comm);
}

int MPI_Ibcast(void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm,
               MPI_Request* request) {
  return bcast({"MPI_Ibcast", __builtin_return_address(0), request}, buffer, count, type, root,
               comm);
}

int MPI_Gather(const void* data, int count, MPI_Datatype type, void* result, int result_count,
               MPI_Datatype result_type, int root, MPI_Comm comm) {
  return gather({"MPI_Gather", __builtin_return_address(0)}, data, count, type, root, comm,
                [&](Arguments& given) { given.set_receive(result, result_count, result_type); });
}

int MPI_Igather(const void* data, int count, MPI_Datatype type, void* result, int result_count,
                MPI_Datatype result_type, int root, MPI_Comm comm, MPI_Request* request) {
  return gather({"MPI_Igather", __builtin_return_address(0), request}, data, count, type, root,
                comm,
                [&](Arguments& given) { given.set_receive(result, result_count, result_type); });
}

int MPI_Gatherv(const void* data, int count, MPI_Datatype type, void* result, const int* counts,
                const int* places, MPI_Datatype result_type, int root, MPI_Comm comm) {
  return gather({"MPI_Gatherv", __builtin_return_address(0)}, data, count, type, root, comm,
                [&](Arguments& given) { given.set_receive(result, counts, places, result_type); });
}

int MPI_Igatherv(const void* data, int count, MPI_Datatype type, void* result, const int* counts,
                 const int* places, MPI_Datatype result_type, int root, MPI_Comm comm,
                 MPI_Request* request) {
  return gather({"MPI_Igatherv", __builtin_return_address(0), request}, data, count, type, root,
                comm,
                [&](Arguments& given) { given.set_receive(result, counts, places, result_type); });
}

int MPI_Scatter(const void* data, int data_count, MPI_Datatype data_type, void* buffer, int count,
                MPI_Datatype type, int root, MPI_Comm comm) {
  return scatter({"MPI_Scatter", __builtin_return_address(0)}, buffer, count, type, root, comm,
                 [&](Arguments& given) { given.set_send(data, data_count, data_type); });
}

int MPI_Iscatter(const void* data, int data_count, MPI_Datatype data_type, void* buffer, int count,
                 MPI_Datatype type, int root, MPI_Comm comm, MPI_Request* request) {
  return scatter({"MPI_Iscatter", __builtin_return_address(0), request}, buffer, count, type, root,
                 comm, [&](Arguments& given) { given.set_send(data, data_count, data_type); });
}

int MPI_Scatterv(const void* data, const int* counts, const int* places, MPI_Datatype data_type,
                 void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  return scatter({"MPI_Scatterv", __builtin_return_address(0)}, buffer, count, type, root, comm,
                 [&](Arguments& given) { given.set_send(data, counts, places, data_type); });
}

int MPI_Iscatterv(const void* data, const int* counts, const int* places, MPI_Datatype data_type,
                  void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm,
                  MPI_Request* request) {
  return scatter({"MPI_Iscatterv", __builtin_return_address(0), request}, buffer, count, type, root,
                 comm, [&](Arguments& given) { given.set_send(data, counts, places, data_type); });
}

int MPI_Allgather(const void* data, int count, MPI_Datatype type, void* result, int result_count,
                  MPI_Datatype result_type, MPI_Comm comm) {
  return allgather({"MPI_Allgather", __builtin_return_address(0)}, data, count, type, comm,
                   [&](Arguments& given) { given.set_receive(result, result_count, result_type); });
}

int MPI_Iallgather(const void* data, int count, MPI_Datatype type, void* result, int result_count,
                   MPI_Datatype result_type, MPI_Comm comm, MPI_Request* request) {
  return allgather({"MPI_Iallgather", __builtin_return_address(0), request}, data, count, type,
                   comm,
                   [&](Arguments& given) { given.set_receive(result, result_count, result_type); });
}

int MPI_Allgatherv(const void* data, int count, MPI_Datatype type, void* result, const int* counts,
                   const int* places, MPI_Datatype result_type, MPI_Comm comm) {
  return allgather(
      {"MPI_Allgatherv", __builtin_return_address(0)}, data, count, type, comm,
      [&](Arguments& given) { given.set_receive(result, counts, places, result_type); });
}

int MPI_Iallgatherv(const void* data, int count, MPI_Datatype type, void* result, const int* counts,
                    const int* places, MPI_Datatype result_type, MPI_Comm comm,
                    MPI_Request* request) {
  return allgather(
      {"MPI_Iallgatherv", __builtin_return_address(0), request}, data, count, type, comm,
      [&](Arguments& given) { given.set_receive(result, counts, places, result_type); });
}

int MPI_Alltoall(const void* data, int count, MPI_Datatype type, void* result, int result_count,
                 MPI_Datatype result_type, MPI_Comm comm) {
  return alltoall(
      {"MPI_Alltoall", __builtin_return_address(0)}, data, comm,
      [&](Arguments& given) { given.set_send(data, count, type); },
      [&](Arguments& given) { given.set_receive(result, result_count, result_type); });
}

int MPI_Ialltoall(const void* data, int count, MPI_Datatype type, void* result, int result_count,
                  MPI_Datatype result_type, MPI_Comm comm, MPI_Request* request) {
  return alltoall(
      {"MPI_Ialltoall", __builtin_return_address(0), request}, data, comm,
      [&](Arguments& given) { given.set_send(data, count, type); },
      [&](Arguments& given) { given.set_receive(result, result_count, result_type); });
}

int MPI_Alltoallv(const void* data, const int* counts, const int* places, MPI_Datatype type,
                  void* result, const int* result_counts, const int* result_places,
                  MPI_Datatype result_type, MPI_Comm comm) {
  return alltoall(
      {"MPI_Alltoallv", __builtin_return_address(0)}, data, comm,
      [&](Arguments& given) { given.set_send(data, counts, places, type); },
      [&](Arguments& given) {
        given.set_receive(result, result_counts, result_places, result_type);
      });
}

int MPI_Ialltoallv(const void* data, const int* counts, const int* places, MPI_Datatype type,
                   void* result, const int* result_counts, const int* result_places,
                   MPI_Datatype result_type, MPI_Comm comm, MPI_Request* request) {
  return alltoall(
      {"MPI_Ialltoallv", __builtin_return_address(0), request}, data, comm,
      [&](Arguments& given) { given.set_send(data, counts, places, type); },
      [&](Arguments& given) {
        given.set_receive(result, result_counts, result_places, result_type);
      });
}

int MPI_Alltoallw(const void* data, const int* counts, const int* places, const MPI_Datatype* types,
                  void* result, const int* result_counts, const int* result_places,
                  const MPI_Datatype* result_types, MPI_Comm comm) {
  return alltoall(
      {"MPI_Alltoallw", __builtin_return_address(0)}, data, comm,
      [&](Arguments& given) { given.set_send(data, counts, places, types); },
      [&](Arguments& given) {
        given.set_receive(result, result_counts, result_places, result_types);
      });
}

int MPI_Ialltoallw(const void* data, const int* counts, const int* places,
                   const MPI_Datatype* types, void* result, const int* result_counts,
                   const int* result_places, const MPI_Datatype* result_types, MPI_Comm comm,
                   MPI_Request* request) {
  return alltoall(
      {"MPI_Ialltoallw", __builtin_return_address(0), request}, data, comm,
      [&](Arguments& given) { given.set_send(data, counts, places, types); },
      [&](Arguments& given) {
        given.set_receive(result, result_counts, result_places, result_types);
      });
}

int MPI_Reduce(const void* data, void* result, int count, MPI_Datatype type, MPI_Op operation,
               int root, MPI_Comm comm) {
  return reduce({"MPI_Reduce", __builtin_return_address(0)}, CollectiveKind::reduce, data, result,
                count, type, operation, root, comm);
}

int MPI_Ireduce(const void* data, void* result, int count, MPI_Datatype type, MPI_Op operation,
                int root, MPI_Comm comm, MPI_Request* request) {
  return reduce({"MPI_Ireduce", __builtin_return_address(0), request}, CollectiveKind::reduce, data,
                result, count, type, operation, root, comm);
}

int MPI_Allreduce(const void* data, void* result, int count, MPI_Datatype type, MPI_Op operation,
                  MPI_Comm comm) {
  return reduce({"MPI_Allreduce", __builtin_return_address(0)}, CollectiveKind::allreduce, data,
                result, count, type, operation, 0, comm);
}

int MPI_Iallreduce(const void* data, void* result, int count, MPI_Datatype type, MPI_Op operation,
                   MPI_Comm comm, MPI_Request* request) {
  return reduce({"MPI_Iallreduce", __builtin_return_address(0), request}, CollectiveKind::allreduce,
                data, result, count, type, operation, 0, comm);
}

int MPI_Scan(const void* data, void* result, int count, MPI_Datatype type, MPI_Op operation,
             MPI_Comm comm) {
  return reduce({"MPI_Scan", __builtin_return_address(0)}, CollectiveKind::scan, data, result,
                count, type, operation, 0, comm);
}

int MPI_Iscan(const void* data, void* result, int count, MPI_Datatype type, MPI_Op operation,
              MPI_Comm comm, MPI_Request* request) {
  return reduce({"MPI_Iscan", __builtin_return_address(0), request}, CollectiveKind::scan, data,
                result, count, type, operation, 0, comm);
}

int MPI_Exscan(const void* data, void* result, int count, MPI_Datatype type, MPI_Op operation,
               MPI_Comm comm) {
  return reduce({"MPI_Exscan", __builtin_return_address(0)}, CollectiveKind::exscan, data, result,
                count, type, operation, 0, comm);
}

int MPI_Iexscan(const void* data, void* result, int count, MPI_Datatype type, MPI_Op operation,
                MPI_Comm comm, MPI_Request* request) {
  return reduce({"MPI_Iexscan", __builtin_return_address(0), request}, CollectiveKind::exscan, data,
                result, count, type, operation, 0, comm);
}

int MPI_Reduce_scatter(const void* data, void* result, const int* counts, MPI_Datatype type,
                       MPI_Op operation, MPI_Comm comm) {
  return reduce_scatter({"MPI_Reduce_scatter", __builtin_return_address(0)}, data, result, counts,
                        0, type, operation, comm);
}

int MPI_Ireduce_scatter(const void* data, void* result, const int* counts, MPI_Datatype type,
                        MPI_Op operation, MPI_Comm comm, MPI_Request* request) {
  return reduce_scatter({"MPI_Ireduce_scatter", __builtin_return_address(0), request}, data, result,
                        counts, 0, type, operation, comm);
}

int MPI_Reduce_scatter_block(const void* data, void* result, int count, MPI_Datatype type,
                             MPI_Op operation, MPI_Comm comm) {
  return reduce_scatter({"MPI_Reduce_scatter_block", __builtin_return_address(0)}, data, result,
                        nullptr, count, type, operation, comm);
}

int MPI_Ireduce_scatter_block(const void* data, void* result, int count, MPI_Datatype type,
                              MPI_Op operation, MPI_Comm comm, MPI_Request* request) {
  return reduce_scatter({"MPI_Ireduce_scatter_block", __builtin_return_address(0), request}, data,
                        result, nullptr, count, type, operation, comm);
}
}
