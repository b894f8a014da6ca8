// Collective operations: what the members of a communicator do together.
#include "collectives.hpp"

namespace harrier::mpi {

Condition enter(const Call& call, std::uint32_t comm, const Contribution& part) {
  Entry entry;
  entry.kind = static_cast<std::uint32_t>(part.kind);
  entry.leaving = part.leaving;
  entry.root = part.root;
  entry.site = call.site();
  return call.world().post(comm, call.member(comm), entry, {});
}

}  // namespace harrier::mpi

using namespace harrier::mpi;

extern "C" int MPI_Barrier(MPI_Comm comm) {
  return calling("MPI_Barrier", __builtin_return_address(0), [&](const Call& call) {
    Request request;
    request.kind = Request::Kind::collective;
    request.active = true;
    request.condition = enter(call, call.communicator(comm), {.kind = Collective::barrier});
    wait_for(call, {&request, 1}, MPI_STATUS_IGNORE);
  });
}
