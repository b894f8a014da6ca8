// Generalized requests: the program itself says when they are done.
//
// A rank has one thread that calls MPI, so nobody can complete a request while its rank waits for
// it.
#include <memory>

#include "transfer.hpp"

using namespace harrier::mpi;

namespace {

Generalized& existing(const Call& call, MPI_Request handle) {
  Request* const request = call.state().requests.find(handle);
  if (request == nullptr || request->generalized == nullptr) {
    throw CallError(MPI_ERR_REQUEST, "the request is none of MPI_Grequest_start");
  }
  return *request->generalized;
}

}  // namespace

extern "C" {

int MPI_Grequest_start(MPI_Grequest_query_function* query, MPI_Grequest_free_function* release,
                       MPI_Grequest_cancel_function* cancel, void* extra, MPI_Request* out) {
  return calling("MPI_Grequest_start", __builtin_return_address(0), [&](const Call& call) {
    if (query == nullptr || release == nullptr || cancel == nullptr) {
      throw CallError(MPI_ERR_ARG, "a function is null");
    }
    Request request;
    request.kind = Request::Kind::generalized;
    request.active = true;
    request.site = call.site();
    request.generalized = std::make_shared<Generalized>(Generalized{query, release, cancel, extra});
    *out = call.state().requests.add(std::move(request));
  });
}

int MPI_Grequest_complete(MPI_Request handle) {
  return calling("MPI_Grequest_complete", __builtin_return_address(0), [&](const Call& call) {
    Generalized& completed = existing(call, handle);
    if (completed.is_complete) throw CallError(MPI_ERR_REQUEST, "the request is complete already");
    completed.is_complete = true;
    call.state().polls.clear();
  });
}
}
