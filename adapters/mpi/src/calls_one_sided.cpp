// MPI_Put, MPI_Get, MPI_Accumulate and their like.
#include "arguments.hpp"
#include "mpi/data/copying.hpp"
#include "windows.hpp"

using namespace harrier::mpi;

namespace {

/// One side of an operation as the program gives it.
struct Side {
  const void* address = nullptr;
  int count = 0;
  MPI_Datatype type = MPI_DATATYPE_NULL;
};

/// The target of an operation as the program gives it.
struct Place {
  int rank = MPI_PROC_NULL;
  MPI_Aint displacement = 0;
  int count = 0;
  MPI_Datatype type = MPI_DATATYPE_NULL;
};

Buffer buffer_of(const Call& call, const Side& side) {
  return call.buffer(side.address, side.count, side.type);
}

void require_fit(const TypedCount& sent, const TypedCount& received) {
  const Fit fit = compare(sent, received).fit;
  if (fit == Fit::different || fit == Fit::longer)
    throw CallError(fit == Fit::longer ? MPI_ERR_TRUNCATE : MPI_ERR_TYPE,
                    "it gives " + signature_text(sent) + " and takes " + signature_text(received));
}

/// Starts an operation at a place; `fill` says what it is.
template <class Fill>
std::shared_ptr<PostedOperation> ask(WindowCall& of, const Place& place, Fill fill) {
  const Call& call = of.call();
  const TypedCount values = call.typed(place.count, place.type);
  if (place.rank == MPI_PROC_NULL) return nullptr;
  const std::uint32_t target = of.member(place.rank);
  if (place.displacement < 0 && of.window().flavor != MPI_WIN_FLAVOR_DYNAMIC)
    throw CallError(MPI_ERR_DISP, "the displacement is " + std::to_string(place.displacement));
  RmaOperation operation;
  operation.target = static_cast<int>(target);
  operation.offset = place.displacement * of.window().parts[target].unit;
  operation.target_values = values;
  fill(operation);
  return of.ask(std::move(operation));
}

std::shared_ptr<PostedOperation> put(WindowCall& of, const Side& side, const Place& place) {
  const Buffer source = buffer_of(of.call(), side);
  return ask(of, place, [&](RmaOperation& operation) {
    operation.kind = RmaKind::put;
    operation.source = source;
    require_fit(source.values, operation.target_values);
  });
}

std::shared_ptr<PostedOperation> get(WindowCall& of, const Side& side, const Place& place) {
  const Buffer result = buffer_of(of.call(), side);
  return ask(of, place, [&](RmaOperation& operation) {
    operation.kind = RmaKind::get;
    operation.result = result;
    require_fit(operation.target_values, result.values);
  });
}

std::shared_ptr<PostedOperation> accumulate(WindowCall& of, const Side& side, const Side& result,
                                            const Place& place, MPI_Op op) {
  const Call& call = of.call();
  const Operation& meant = operation_of(call, op);
  const bool gives = op != MPI_NO_OP;
  const Buffer source = gives ? buffer_of(call, side) : Buffer{};
  const bool fetches = result.type != MPI_DATATYPE_NULL;
  const Buffer fetched = fetches ? buffer_of(call, result) : Buffer{};
  return ask(of, place, [&](RmaOperation& operation) {
    operation.kind = RmaKind::accumulate;
    operation.operation = op;
    operation.source = source;
    operation.result = fetched;
    if (gives) require_fit(source.values, operation.target_values);
    if (fetches) require_fit(operation.target_values, fetched.values);
    if (accumulate_legality(meant, *operation.target_values.type) == Legality::illegal)
      throw CallError(MPI_ERR_OP, operation_text(meant) + " is not defined for " +
                                      type_text(*operation.target_values.type));
  });
}

/// Makes a request that completes one operation for its origin; the end of the epoch may have done
/// so before.
void give_request(const Call& call, MPI_Win handle, std::shared_ptr<PostedOperation> posted,
                  MPI_Request* out) {
  Request request;
  request.kind = Request::Kind::collective;
  request.active = true;
  request.site = call.site();
  request.finish = [posted = std::move(posted), handle](const Call& at_end) {
    if (posted != nullptr && !posted->is_locally_done)
      WindowCall(at_end, handle).complete(WindowCall::Extent::local, {posted.get()});
  };
  *out = call.state().requests.add(std::move(request));
}

}  // namespace

extern "C" {

int MPI_Put(const void* buffer, int count, MPI_Datatype type, int rank, MPI_Aint displacement,
            int target_count, MPI_Datatype target_type, MPI_Win handle) {
  return calling("MPI_Put", __builtin_return_address(0), [&](const Call& call) {
    WindowCall of(call, handle);
    put(of, {buffer, count, type}, {rank, displacement, target_count, target_type});
  });
}

int MPI_Rput(const void* buffer, int count, MPI_Datatype type, int rank, MPI_Aint displacement,
             int target_count, MPI_Datatype target_type, MPI_Win handle, MPI_Request* request) {
  return calling("MPI_Rput", __builtin_return_address(0), [&](const Call& call) {
    WindowCall of(call, handle);
    give_request(call, handle,
                 put(of, {buffer, count, type}, {rank, displacement, target_count, target_type}),
                 request);
  });
}

int MPI_Get(void* buffer, int count, MPI_Datatype type, int rank, MPI_Aint displacement,
            int target_count, MPI_Datatype target_type, MPI_Win handle) {
  return calling("MPI_Get", __builtin_return_address(0), [&](const Call& call) {
    WindowCall of(call, handle);
    get(of, {buffer, count, type}, {rank, displacement, target_count, target_type});
  });
}

int MPI_Rget(void* buffer, int count, MPI_Datatype type, int rank, MPI_Aint displacement,
             int target_count, MPI_Datatype target_type, MPI_Win handle, MPI_Request* request) {
  return calling("MPI_Rget", __builtin_return_address(0), [&](const Call& call) {
    WindowCall of(call, handle);
    give_request(call, handle,
                 get(of, {buffer, count, type}, {rank, displacement, target_count, target_type}),
                 request);
  });
}

int MPI_Accumulate(const void* buffer, int count, MPI_Datatype type, int rank,
                   MPI_Aint displacement, int target_count, MPI_Datatype target_type, MPI_Op op,
                   MPI_Win handle) {
  return calling("MPI_Accumulate", __builtin_return_address(0), [&](const Call& call) {
    WindowCall of(call, handle);
    accumulate(of, {buffer, count, type}, {}, {rank, displacement, target_count, target_type}, op);
  });
}

int MPI_Raccumulate(const void* buffer, int count, MPI_Datatype type, int rank,
                    MPI_Aint displacement, int target_count, MPI_Datatype target_type, MPI_Op op,
                    MPI_Win handle, MPI_Request* request) {
  return calling("MPI_Raccumulate", __builtin_return_address(0), [&](const Call& call) {
    WindowCall of(call, handle);
    give_request(call, handle,
                 accumulate(of, {buffer, count, type}, {},
                            {rank, displacement, target_count, target_type}, op),
                 request);
  });
}

int MPI_Get_accumulate(const void* buffer, int count, MPI_Datatype type, void* result,
                       int result_count, MPI_Datatype result_type, int rank, MPI_Aint displacement,
                       int target_count, MPI_Datatype target_type, MPI_Op op, MPI_Win handle) {
  return calling("MPI_Get_accumulate", __builtin_return_address(0), [&](const Call& call) {
    WindowCall of(call, handle);
    accumulate(of, {buffer, count, type}, {result, result_count, result_type},
               {rank, displacement, target_count, target_type}, op);
  });
}

int MPI_Rget_accumulate(const void* buffer, int count, MPI_Datatype type, void* result,
                        int result_count, MPI_Datatype result_type, int rank, MPI_Aint displacement,
                        int target_count, MPI_Datatype target_type, MPI_Op op, MPI_Win handle,
                        MPI_Request* request) {
  return calling("MPI_Rget_accumulate", __builtin_return_address(0), [&](const Call& call) {
    WindowCall of(call, handle);
    give_request(call, handle,
                 accumulate(of, {buffer, count, type}, {result, result_count, result_type},
                            {rank, displacement, target_count, target_type}, op),
                 request);
  });
}

int MPI_Fetch_and_op(const void* buffer, void* result, MPI_Datatype type, int rank,
                     MPI_Aint displacement, MPI_Op op, MPI_Win handle) {
  return calling("MPI_Fetch_and_op", __builtin_return_address(0), [&](const Call& call) {
    WindowCall of(call, handle);
    accumulate(of, {buffer, 1, type}, {result, 1, type}, {rank, displacement, 1, type}, op);
  });
}

int MPI_Compare_and_swap(const void* buffer, const void* compared, void* result, MPI_Datatype type,
                         int rank, MPI_Aint displacement, MPI_Win handle) {
  return calling("MPI_Compare_and_swap", __builtin_return_address(0), [&](const Call& call) {
    WindowCall of(call, handle);
    const Buffer source = buffer_of(call, {buffer, 1, type});
    const Buffer expected = buffer_of(call, {compared, 1, type});
    const Buffer fetched = buffer_of(call, {result, 1, type});
    ask(of, {rank, displacement, 1, type}, [&](RmaOperation& operation) {
      operation.kind = RmaKind::compare_and_swap;
      operation.source = source;
      operation.result = fetched;
      operation.compared = packed_copy(expected.address, expected.values);
    });
  });
}
}
