// Functions of Open MPI's interface where more than arguments differ.
#include <algorithm>
#include <span>

#include "forward.hpp"

extern "C" {
// What the engine's library exports for this one.
decltype(MPI_Comm_get_attr) harrier_MPI_Comm_get_attr;
decltype(MPI_Attr_get) harrier_MPI_Attr_get;
decltype(MPI_Win_get_attr) harrier_MPI_Win_get_attr;
decltype(MPI_Type_get_contents) harrier_MPI_Type_get_contents;
decltype(MPI_Type_get_envelope) harrier_MPI_Type_get_envelope;
decltype(MPI_Wtime) harrier_MPI_Wtime;
decltype(MPI_Wtick) harrier_MPI_Wtick;
}

using namespace harrier::mpi::openmpi;

namespace {

/// Attributes of MPI itself are addresses of numbers, some of which have names.
const int* shown_attribute(int keyval, const int* value) {
  static const int any_source = kind::rank::to_program(MPI_ANY_SOURCE);
  static const int no_process = kind::rank::to_program(MPI_PROC_NULL);
  static const int last_code = error_to_program(MPI_ERR_LASTCODE);
  static const int unified = 0;
  switch (kind::keyval::to_engine(keyval)) {
    case MPI_HOST:
      return &no_process;
    case MPI_IO:
      return &any_source;
    case MPI_LASTUSEDCODE:
      return *value == MPI_ERR_LASTCODE ? &last_code : value;
    case MPI_WIN_MODEL:
      return *value == MPI_WIN_UNIFIED ? &unified : value;
    default:
      return value;
  }
}

template <class Kind, class Function>
int get_attribute(Function* function, const void* from, Handle object, int keyval, void* value,
                  int* flag) {
  const int code =
      forward<Value<Kind>, Value<kind::keyval>, Value<kind::address>, Value<kind::address>>(
          function, from, object, keyval, value, flag);
  if (code == MPI_SUCCESS && *flag != 0) {
    auto* const place = static_cast<const int**>(value);
    *place = shown_attribute(keyval, *place);
  }
  return code;
}

/// Translates a part of what a datatype was made with.
template <class Kind>
void show(std::span<int> numbers) {
  std::ranges::transform(numbers, numbers.begin(), Kind::to_program);
}

}  // namespace

extern "C" {

// Fortran's MPI_Init would set them.
MPI_Fint* MPI_F_STATUS_IGNORE = nullptr;
MPI_Fint* MPI_F_STATUSES_IGNORE = nullptr;

int openmpi_MPI_Comm_get_attr(Handle comm, int keyval, void* value, int* flag) {
  return get_attribute<kind::comm>(harrier_MPI_Comm_get_attr, __builtin_return_address(0), comm,
                                   keyval, value, flag);
}

int openmpi_MPI_Attr_get(Handle comm, int keyval, void* value, int* flag) {
  return get_attribute<kind::comm>(harrier_MPI_Attr_get, __builtin_return_address(0), comm, keyval,
                                   value, flag);
}

int openmpi_MPI_Win_get_attr(Handle win, int keyval, void* value, int* flag) {
  return get_attribute<kind::win>(harrier_MPI_Win_get_attr, __builtin_return_address(0), win,
                                  keyval, value, flag);
}

int openmpi_MPI_Type_get_contents(Handle type, int integers_max, int addresses_max, int types_max,
                                  int* integers, MPI_Aint* addresses, Handle* types) {
  const int code =
      forward<Value<kind::type>, Value<kind::number>, Value<kind::number>, Value<kind::number>,
              Value<kind::address>, Value<kind::address>, List<kind::type, 3>>(
          harrier_MPI_Type_get_contents, __builtin_return_address(0), type, integers_max,
          addresses_max, types_max, integers, addresses, types);
  if (code != MPI_SUCCESS) return code;
  int count = 0;
  int others = 0;
  int combiner = 0;
  harrier_MPI_Type_get_envelope(kind::type::to_engine(type), &count, &others, &others, &combiner);
  const std::span all(integers, static_cast<std::size_t>(count));
  if (combiner == MPI_COMBINER_DARRAY) {
    // The number of ranks, the rank, the number of dimensions; then four numbers for each.
    const auto dimensions = static_cast<std::size_t>(all[2]);
    show<kind::distribution>(all.subspan(3 + dimensions, dimensions));
    show<kind::block>(all.subspan(3 + 2 * dimensions, dimensions));
  }
  if (combiner == MPI_COMBINER_DARRAY || combiner == MPI_COMBINER_SUBARRAY)
    show<kind::order>(all.last(1));
  return code;
}

double openmpi_MPI_Wtime() { return harrier_MPI_Wtime(); }
double openmpi_MPI_Wtick() { return harrier_MPI_Wtick(); }

// A handle for Fortran is a number, as the engine's are.
#define HARRIER_FORTRAN_HANDLE(name, word)                                                   \
  MPI_Fint openmpi_MPI_##name##_c2f(Handle handle) { return kind::word::to_engine(handle); } \
  Handle openmpi_MPI_##name##_f2c(MPI_Fint handle) { return kind::word::to_program(handle); }

HARRIER_FORTRAN_HANDLE(Comm, comm)
HARRIER_FORTRAN_HANDLE(Errhandler, handler)
HARRIER_FORTRAN_HANDLE(Group, group)
HARRIER_FORTRAN_HANDLE(Info, info)
HARRIER_FORTRAN_HANDLE(Message, message)
HARRIER_FORTRAN_HANDLE(Op, op)
HARRIER_FORTRAN_HANDLE(Request, request)
HARRIER_FORTRAN_HANDLE(Type, type)
HARRIER_FORTRAN_HANDLE(Win, win)

// What MPI_COMM_DUP_FN and its like stand for.
#define HARRIER_ATTRIBUTE_FUNCTIONS(prefix)                                                \
  int OMPI_C_##prefix##_DUP_FN(Handle, int, void*, void* value, void* result, int* flag) { \
    *static_cast<void**>(result) = value;                                                  \
    *flag = 1;                                                                             \
    return MPI_SUCCESS;                                                                    \
  }                                                                                        \
  int OMPI_C_##prefix##_NULL_COPY_FN(Handle, int, void*, void*, void*, int* flag) {        \
    *flag = 0;                                                                             \
    return MPI_SUCCESS;                                                                    \
  }                                                                                        \
  int OMPI_C_##prefix##_NULL_DELETE_FN(Handle, int, void*, void*) { return MPI_SUCCESS; }

HARRIER_ATTRIBUTE_FUNCTIONS(MPI)
HARRIER_ATTRIBUTE_FUNCTIONS(MPI_COMM)
HARRIER_ATTRIBUTE_FUNCTIONS(MPI_TYPE)
HARRIER_ATTRIBUTE_FUNCTIONS(MPI_WIN)
}
