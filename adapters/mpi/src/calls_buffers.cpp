// MPI_Buffer_attach and MPI_Buffer_detach: the memory that MPI_Bsend copies messages to.
//
// A message takes room there until it is received. Messages are copied elsewhere, so the memory
// itself is never touched.
#include <utility>

#include "transfer.hpp"

using namespace harrier::mpi;

namespace harrier::mpi {

void require_room(const Call& call, const Buffer& buffer) {
  RankState& state = call.state();
  if (state.attached == nullptr)
    throw CallError(MPI_ERR_BUFFER, "no buffer is attached; call MPI_Buffer_attach before it");
  std::size_t used = 0;
  std::erase_if(state.buffered, [&](const Condition& earlier) {
    if (call.world().is_received(earlier.send())) return true;
    used += call.world().posts().send(earlier.send()).data.size + MPI_BSEND_OVERHEAD;
    return false;
  });
  const std::size_t needed = buffer.values.bytes() + MPI_BSEND_OVERHEAD;
  const auto room = static_cast<std::size_t>(state.attached_bytes);
  if (used + needed <= room) return;
  throw CallError(MPI_ERR_BUFFER, "the attached buffer has " + std::to_string(room) +
                                      " bytes, of which " + std::to_string(used) +
                                      " are taken by messages that are not received; " +
                                      std::to_string(needed) + " are needed");
}

}  // namespace harrier::mpi

extern "C" {

int MPI_Buffer_attach(void* buffer, int size) {
  return calling("MPI_Buffer_attach", __builtin_return_address(0), [&](const Call& call) {
    RankState& state = call.state();
    if (size < 0) throw CallError(MPI_ERR_ARG, "the size is " + std::to_string(size));
    if (state.attached != nullptr) throw CallError(MPI_ERR_BUFFER, "a buffer is attached already");
    state.attached = buffer;
    state.attached_bytes = size;
  });
}

/// Waits for the messages in the buffer, where sending waits at all.
int MPI_Buffer_detach(void* buffer_address, int* size) {
  return calling("MPI_Buffer_detach", __builtin_return_address(0), [&](const Call& call) {
    RankState& state = call.state();
    if (state.attached == nullptr) throw CallError(MPI_ERR_BUFFER, "no buffer is attached");
    const std::vector<Condition> left = std::exchange(state.buffered, {});
    if (call.world().is_strict() && !left.empty())
      call.world().wait(Wait::Kind::all, left, call.site());
    *static_cast<void**>(buffer_address) = std::exchange(state.attached, nullptr);
    *size = std::exchange(state.attached_bytes, 0);
  });
}
}
