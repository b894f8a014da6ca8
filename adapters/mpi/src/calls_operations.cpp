// MPI_Op_create and what else concerns operations, apart from collectives.
#include "arguments.hpp"
#include "mpi/data/copying.hpp"
#include "windows.hpp"

using namespace harrier::mpi;

namespace {

int make_operation(const char* name, const void* from, Operation made, MPI_Op* out) {
  return calling(name, from, [&](const Call& call) {
    require_place(out, "new operation");
    if (made.function == nullptr) throw CallError(MPI_ERR_ARG, "the function is null");
    made.made_by = origin_of(call);
    *out = call.state().operations.add(made);
  });
}

}  // namespace

extern "C" {

int MPI_Op_create(MPI_User_function* function, int commutes, MPI_Op* out) {
  return make_operation("MPI_Op_create", __builtin_return_address(0),
                        {.function = function, .commutative = commutes != 0}, out);
}

int MPI_Op_create_c(MPI_User_function_c* function, int commutes, MPI_Op* out) {
  return make_operation("MPI_Op_create_c", __builtin_return_address(0),
                        {.function = reinterpret_cast<MPI_User_function*>(function),
                         .has_large_count = true,
                         .commutative = commutes != 0},
                        out);
}

int MPI_Op_free(MPI_Op* handle) {
  return calling("MPI_Op_free", __builtin_return_address(0), [&](const Call& call) {
    require_place(handle, "operation");
    operation_of(call, *handle);
    OperationTable& operations = call.state().operations;
    if (!operations.is_own(*handle)) throw CallError(MPI_ERR_OP, "the operation is predefined");
    operations.free(*handle);
    *handle = MPI_OP_NULL;
  });
}

int MPI_Op_commutative(MPI_Op handle, int* commutes) {
  return calling("MPI_Op_commutative", __builtin_return_address(0), [&](const Call& call) {
    *commutes = operation_of(call, handle).commutative ? 1 : 0;
  });
}

int MPI_Reduce_local(const void* in, void* inout, int count, MPI_Datatype handle, MPI_Op op) {
  return calling("MPI_Reduce_local", __builtin_return_address(0), [&](const Call& call) {
    require_count(count);
    const Operation operation = operation_of(call, op);
    const TypedCount values{committed_type_of(call, handle), static_cast<std::size_t>(count)};
    require_legal(operation, *values.type);
    note_shared_buffer(call, {const_cast<void*>(in), values}, false);
    std::vector<std::byte> result = packed_copy(inout, values);
    combine(operation, {values, handle}, packed_copy(in, values), result, call_user_operation);
    unpack(result, inout, values);
    note_filled(call, {inout, values});
  });
}
}
