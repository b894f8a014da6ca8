// The interface of programs that are compiled for MPICH: nothing is translated.
#include "interface.hpp"

namespace harrier::mpi {

namespace {

void combine_directly(MPI_User_function* function, void* in, void* inout, int* count,
                      MPI_Datatype* type) {
  function(in, inout, count, type);
}

int copy_directly(const Keyval& keyval, int object, int number, void* value, void* result,
                  int* flag) {
  return keyval.copy(object, number, keyval.extra, value, result, flag);
}

int delete_directly(const Keyval& keyval, int object, int number, void* value) {
  return keyval.remove(object, number, value, keyval.extra);
}

void handle_directly(const ErrorHandler& handler, int* object, int* code) {
  handler.function(object, code);
}

int query_directly(MPI_Grequest_query_function* function, void* extra, MPI_Status* status) {
  return function(extra, status);
}

MPI_Datatype read_directly(const MPI_Datatype* types, std::size_t index) { return types[index]; }

int same_rank(int rank) { return rank; }

}  // namespace

Interface& interface() {
  static Interface mpich = {.combine = combine_directly,
                            .copy_attribute = copy_directly,
                            .delete_attribute = delete_directly,
                            .handle_error = handle_directly,
                            .query = query_directly,
                            .type_at = read_directly,
                            .written_rank = same_rank};
  return mpich;
}

std::string rank_text(int rank) {
  if (rank == MPI_ANY_SOURCE) return "MPI_ANY_SOURCE";
  if (rank == MPI_PROC_NULL) return "MPI_PROC_NULL";
  if (rank == MPI_ROOT) return "MPI_ROOT";
  return std::to_string(interface().written_rank(rank));
}

}  // namespace harrier::mpi
