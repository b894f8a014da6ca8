// Error handlers of communicators; error classes, codes and texts.
#include "arguments.hpp"
#include "windows.hpp"

using namespace harrier::mpi;

namespace {

/// Handlers of communicators and windows differ only in the name of the handle's type.
ErrorHandler handler_of(ObjectKind object, ErrorHandler::Function* function) {
  return {object, function};
}

int make_handler(const char* function, const void* from, ErrorHandler handler,
                 MPI_Errhandler* out) {
  return calling(function, from, [&](const Call& call) {
    require_place(out, "new error handler");
    if (handler.function == nullptr) throw CallError(MPI_ERR_ARG, "the function is null");
    *out = call.state().objects.handlers.add(handler);
  });
}

int set_handler(const char* function, const void* from, MPI_Comm comm, MPI_Errhandler handle) {
  return calling(function, from, [&](const Call& call) {
    const std::uint32_t number = call.communicator(comm);
    Objects& objects = call.state().objects;
    require_none(MPI_ERR_ARG, objects.handlers.problem_of(handle));
    objects.communicators[number].handler = handle;
  });
}

int get_handler(const char* function, const void* from, MPI_Comm comm, MPI_Errhandler* out) {
  return calling(function, from, [&](const Call& call) {
    *out = call.state().objects.communicators[call.communicator(comm)].handler;
  });
}

std::string code_text(const Call& call, int code) {
  const ErrorCodes& errors = call.state().objects.errors;
  return errors.is_known(code) ? errors.text_of(code) : std::to_string(code);
}

void require_code(const Call& call, int code) {
  if (!call.state().objects.errors.is_known(code))
    throw CallError(MPI_ERR_ARG, "there is no error code " + std::to_string(code));
}

}  // namespace

extern "C" {

int MPI_Comm_create_errhandler(MPI_Comm_errhandler_function* function, MPI_Errhandler* out) {
  return make_handler("MPI_Comm_create_errhandler", __builtin_return_address(0),
                      handler_of(ObjectKind::communicator, function), out);
}

int MPI_Win_create_errhandler(MPI_Win_errhandler_function* function, MPI_Errhandler* out) {
  return make_handler("MPI_Win_create_errhandler", __builtin_return_address(0),
                      handler_of(ObjectKind::window, function), out);
}

int MPI_Win_call_errhandler(MPI_Win handle, int code) {
  return calling("MPI_Win_call_errhandler", __builtin_return_address(0), [&](const Call& call) {
    const WindowCall of(call, handle);
    call.handle_error(of.held().data.handler, handle, code, "error " + code_text(call, code));
  });
}

int MPI_Errhandler_create(MPI_Comm_errhandler_function* function, MPI_Errhandler* out) {
  return make_handler("MPI_Errhandler_create", __builtin_return_address(0),
                      handler_of(ObjectKind::communicator, function), out);
}

int MPI_Errhandler_free(MPI_Errhandler* handle) {
  return calling("MPI_Errhandler_free", __builtin_return_address(0), [&](const Call& call) {
    require_place(handle, "error handler");
    ErrorHandlerTable& handlers = call.state().objects.handlers;
    require_none(MPI_ERR_ARG, handlers.problem_of(*handle));
    if (handlers.is_own(*handle)) handlers.free(*handle);
    *handle = MPI_ERRHANDLER_NULL;
  });
}

int MPI_Comm_set_errhandler(MPI_Comm comm, MPI_Errhandler handle) {
  return set_handler("MPI_Comm_set_errhandler", __builtin_return_address(0), comm, handle);
}

int MPI_Errhandler_set(MPI_Comm comm, MPI_Errhandler handle) {
  return set_handler("MPI_Errhandler_set", __builtin_return_address(0), comm, handle);
}

int MPI_Comm_get_errhandler(MPI_Comm comm, MPI_Errhandler* out) {
  return get_handler("MPI_Comm_get_errhandler", __builtin_return_address(0), comm, out);
}

int MPI_Errhandler_get(MPI_Comm comm, MPI_Errhandler* out) {
  return get_handler("MPI_Errhandler_get", __builtin_return_address(0), comm, out);
}

int MPI_Comm_call_errhandler(MPI_Comm comm, int code) {
  const Call call("MPI_Comm_call_errhandler", __builtin_return_address(0));
  const std::uint32_t number = call.communicator(comm);
  const std::string text = code_text(call, code);
  call.handle_error(call.handler_of(number), comm, code, "error " + text);
  return MPI_SUCCESS;
}

int MPI_Error_class(int code, int* error_class) {
  return calling(
      "MPI_Error_class", __builtin_return_address(0),
      [&](const Call& call) {
        require_code(call, code);
        *error_class = call.state().objects.errors.class_of(code);
      },
      When::anytime);
}

int MPI_Error_string(int code, char* text, int* length) {
  return calling(
      "MPI_Error_string", __builtin_return_address(0),
      [&](const Call& call) {
        require_code(call, code);
        give_text(call.state().objects.errors.text_of(code), text, interface().error_text_room,
                  length);
      },
      When::anytime);
}

int MPI_Add_error_class(int* error_class) {
  return calling("MPI_Add_error_class", __builtin_return_address(0),
                 [&](const Call& call) { *error_class = call.state().objects.errors.add_class(); });
}

int MPI_Add_error_code(int error_class, int* code) {
  return calling("MPI_Add_error_code", __builtin_return_address(0), [&](const Call& call) {
    require_code(call, error_class);
    *code = call.state().objects.errors.add_code(error_class);
  });
}

int MPI_Add_error_string(int code, const char* text) {
  return calling("MPI_Add_error_string", __builtin_return_address(0), [&](const Call& call) {
    if (!call.state().objects.errors.set_text(code, text))
      throw CallError(MPI_ERR_ARG, "the program has not added error code " + std::to_string(code));
  });
}
}
