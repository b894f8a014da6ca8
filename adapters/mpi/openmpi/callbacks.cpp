// Calls functions of a program that was compiled for Open MPI, and says that there is such a
// program.
#include "forward.hpp"

namespace harrier::mpi::openmpi {

namespace {

using CombineFunction = void(void* in, void* inout, int* count, Handle* type);
using CopyFunction = int(Handle object, int keyval, void* extra, void* value, void* result,
                         int* flag);
using DeleteFunction = int(Handle object, int keyval, void* value, void* extra);
using ErrorFunction = void(Handle* object, int* code, ...);
using QueryFunction = int(void* extra, Status* status);

/// Takes a function for what the program's compiler knew it as.
template <class Function, class Known>
Function* as(Known* function) {
  return reinterpret_cast<Function*>(reinterpret_cast<void (*)()>(function));
}

Handle object_of(ObjectKind kind, int handle) {
  if (kind == ObjectKind::window) return kind::win::to_program(handle);
  if (kind == ObjectKind::datatype) return kind::type::to_program(handle);
  return kind::comm::to_program(handle);
}

void combine(MPI_User_function* function, void* in, void* inout, int* count, MPI_Datatype* type) {
  Handle given = kind::type::to_program(*type);
  as<CombineFunction>(function)(in, inout, count, &given);
}

int copy_attribute(const Keyval& keyval, int object, int number, void* value, void* result,
                   int* flag) {
  auto* const copy = as<CopyFunction>(keyval.copy);
  return error_to_engine(
      copy(object_of(keyval.object, object), number, keyval.extra, value, result, flag));
}

int delete_attribute(const Keyval& keyval, int object, int number, void* value) {
  auto* const remove = as<DeleteFunction>(keyval.remove);
  return error_to_engine(remove(object_of(keyval.object, object), number, value, keyval.extra));
}

void handle_error(const ErrorHandler& handler, int* object, int* code) {
  Handle given = object_of(handler.object, *object);
  int shown = error_to_program(*code);
  as<ErrorFunction>(handler.function)(&given, &shown);
}

int query(MPI_Grequest_query_function* function, void* extra, MPI_Status* status) {
  Status shown = kind::status::to_program(*status);
  const int code = as<QueryFunction>(function)(extra, &shown);
  *status = kind::status::to_engine(shown);
  return error_to_engine(code);
}

MPI_Datatype type_at(const MPI_Datatype* types, std::size_t index) {
  // The engine has the address that the program gave.
  return kind::type::to_engine(reinterpret_cast<const Handle*>(types)[index]);
}

/// Says so as soon as the library is loaded.
[[gnu::constructor]] void take_place() {
  Interface& program = interface();
  program.combine = combine;
  program.copy_attribute = copy_attribute;
  program.delete_attribute = delete_attribute;
  program.handle_error = handle_error;
  program.query = query;
  program.type_at = type_at;
  program.written_rank = kind::rank::to_program;
  program.has_one_empty_grid = false;
  program.name_room = 64;
  program.error_text_room = 256;
  program.info_key_room = 37;
  program.info_value_room = 257;
}

}  // namespace

}  // namespace harrier::mpi::openmpi
