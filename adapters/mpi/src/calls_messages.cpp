// MPI_Mprobe and its like: messages that a rank has taken and receives later.
//
// To take a message is to post a receive for it that has no place for the data yet. Whoever sent it
// waits until it is received.
#include <utility>

#include "transfer.hpp"

using namespace harrier::mpi;

namespace {

/// Takes the message that a receive would meet.
MPI_Message take(const Call& call, Receive wanted, MPI_Status* status) {
  World& world = call.world();
  wanted.keeps = true;
  const Condition taken = world.post(wanted);
  world.wait(Wait::Kind::all, {&taken, 1}, call.site());
  const SendId from = world.board().sender_of(taken.owner, taken.index);
  const Send& send = world.posts().send(from);
  set_status(status, call.peer_number(send.comm, from.rank), send.tag, send.data.size);
  return call.state().requests.add(
      {.kind = Request::Kind::message, .active = true, .condition = taken, .site = call.site()});
}

/// Tells whether nobody is meant, and gives the message that stands for that.
bool is_nobody(const Peer& peer, MPI_Message* message, MPI_Status* status) {
  if (peer.rank != MPI_PROC_NULL) return false;
  *message = MPI_MESSAGE_NO_PROC;
  set_empty(status);
  set_status(status, MPI_PROC_NULL, MPI_ANY_TAG, 0);
  return true;
}

/// Makes a receive of a message that was taken; the message is gone then.
Request receive_of(const Call& call, const Buffer& buffer, MPI_Message* message) {
  Request request;
  request.kind = Request::Kind::receive;
  request.active = true;
  request.buffer = buffer;
  request.site = call.site();
  if (const MPI_Message handle = std::exchange(*message, MPI_MESSAGE_NULL);
      handle != MPI_MESSAGE_NO_PROC) {
    const Request* const taken = call.state().requests.find(handle);
    if (taken == nullptr || taken->kind != Request::Kind::message)
      throw CallError(MPI_ERR_REQUEST, "the message does not exist, or was received before");
    request.condition = taken->condition;
    call.state().requests.free(handle);
    call.world().begin(request.condition);
  }
  return request;
}

}  // namespace

extern "C" {

int MPI_Mprobe(int source, int tag, MPI_Comm comm, MPI_Message* message, MPI_Status* status) {
  return calling("MPI_Mprobe", __builtin_return_address(0), [&](const Call& call) {
    const Peer peer{source, tag, comm};
    const Receive wanted = wanted_by(call, peer);
    if (!is_nobody(peer, message, status)) *message = take(call, wanted, status);
  });
}

int MPI_Improbe(int source, int tag, MPI_Comm comm, int* flag, MPI_Message* message,
                MPI_Status* status) {
  return calling("MPI_Improbe", __builtin_return_address(0), [&](const Call& call) {
    const Peer peer{source, tag, comm};
    Receive wanted = wanted_by(call, peer);
    *flag = 1;
    if (is_nobody(peer, message, status)) return;
    *flag = 0;
    const Outcome outcome = call.world().probe(Wait::Kind::test_probe, wanted, call.site());
    *flag = outcome.way != way_failure ? 1 : 0;
    if (*flag == 0) return;
    wanted.source = static_cast<int>(outcome.way);
    wanted.tag = call.world().posts().send(outcome.probed).tag;
    *message = take(call, wanted, status);
  });
}

int MPI_Mrecv(void* buffer, int count, MPI_Datatype type, MPI_Message* message,
              MPI_Status* status) {
  return calling("MPI_Mrecv", __builtin_return_address(0), [&](const Call& call) {
    Request request = receive_of(call, call.buffer(buffer, count, type), message);
    finish(call, request, status);
  });
}

int MPI_Imrecv(void* buffer, int count, MPI_Datatype type, MPI_Message* message,
               MPI_Request* request) {
  return calling("MPI_Imrecv", __builtin_return_address(0), [&](const Call& call) {
    *request = add_request(call, receive_of(call, call.buffer(buffer, count, type), message));
  });
}
}
