// MPI_Send, MPI_Recv and all that sends, receives or probes.
#include <utility>

#include "mpi/data/rma.hpp"
#include "transfer.hpp"

using namespace harrier::mpi;

namespace {

/// A buffer as the program gives it.
struct Given {
  const void* address;
  int count;
  MPI_Datatype type;
};

Buffer buffer_of(const Call& call, const Given& given) {
  return call.buffer(given.address, given.count, given.type);
}

int send(const char* function, const void* from, SendMode mode, const Given& given,
         const Peer& peer) {
  return calling(function, from, [&](const Call& call) {
    Request request = post_send(call, mode, buffer_of(call, given), peer, Ending::at_once);
    wait_for(call, {&request, 1}, MPI_STATUS_IGNORE);
  });
}

int start_send(const char* function, const void* from, SendMode mode, const Given& given,
               const Peer& peer, MPI_Request* out) {
  return calling(function, from, [&](const Call& call) {
    *out = add_request(call, post_send(call, mode, buffer_of(call, given), peer, Ending::later));
  });
}

/// Makes a request that sends whenever it is started.
int prepare_send(const char* function, const void* from, SendMode mode, const Given& given,
                 const Peer& peer, MPI_Request* out) {
  return calling(function, from, [&](const Call& call) {
    const Buffer buffer = buffer_of(call, given);
    require_destination(call, peer);
    *out = call.state().requests.add(
        {.persistent = true, .site = call.site(), .start_again = [=](const Call& start) {
           return post_send(start, mode, buffer, peer, Ending::later);
         }});
  });
}

int probe(const char* function, const void* from, Wait::Kind kind, const Peer& peer, int* flag,
          MPI_Status* status) {
  return calling(function, from, [&](const Call& call) {
    const Receive wanted = wanted_by(call, peer);
    if (flag != nullptr) *flag = 1;
    if (peer.rank == MPI_PROC_NULL) {
      set_empty(status);
      set_status(status, MPI_PROC_NULL, MPI_ANY_TAG, 0);
      return;
    }
    if (flag != nullptr) *flag = 0;
    const Outcome outcome = call.world().probe(kind, wanted, call.site());
    if (outcome.way == way_failure) return;
    if (flag != nullptr) *flag = 1;
    const Send& found = call.world().posts().send(outcome.probed);
    set_status(status, call.peer_number(wanted.comm, outcome.way), found.tag, found.data.size);
  });
}

}  // namespace

extern "C" {

int MPI_Send(const void* buffer, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm) {
  return send("MPI_Send", __builtin_return_address(0), SendMode::standard, {buffer, count, type},
              {dest, tag, comm});
}

int MPI_Ssend(const void* buffer, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm) {
  return send("MPI_Ssend", __builtin_return_address(0), SendMode::synchronous,
              {buffer, count, type}, {dest, tag, comm});
}

int MPI_Bsend(const void* buffer, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm) {
  return send("MPI_Bsend", __builtin_return_address(0), SendMode::buffered, {buffer, count, type},
              {dest, tag, comm});
}

int MPI_Rsend(const void* buffer, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm) {
  return send("MPI_Rsend", __builtin_return_address(0), SendMode::ready, {buffer, count, type},
              {dest, tag, comm});
}

int MPI_Isend(const void* buffer, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
              MPI_Request* request) {
  return start_send("MPI_Isend", __builtin_return_address(0), SendMode::standard,
                    {buffer, count, type}, {dest, tag, comm}, request);
}

int MPI_Issend(const void* buffer, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
               MPI_Request* request) {
  return start_send("MPI_Issend", __builtin_return_address(0), SendMode::synchronous,
                    {buffer, count, type}, {dest, tag, comm}, request);
}

int MPI_Ibsend(const void* buffer, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
               MPI_Request* request) {
  return start_send("MPI_Ibsend", __builtin_return_address(0), SendMode::buffered,
                    {buffer, count, type}, {dest, tag, comm}, request);
}

int MPI_Irsend(const void* buffer, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
               MPI_Request* request) {
  return start_send("MPI_Irsend", __builtin_return_address(0), SendMode::ready,
                    {buffer, count, type}, {dest, tag, comm}, request);
}

int MPI_Send_init(const void* buffer, int count, MPI_Datatype type, int dest, int tag,
                  MPI_Comm comm, MPI_Request* request) {
  return prepare_send("MPI_Send_init", __builtin_return_address(0), SendMode::standard,
                      {buffer, count, type}, {dest, tag, comm}, request);
}

int MPI_Ssend_init(const void* buffer, int count, MPI_Datatype type, int dest, int tag,
                   MPI_Comm comm, MPI_Request* request) {
  return prepare_send("MPI_Ssend_init", __builtin_return_address(0), SendMode::synchronous,
                      {buffer, count, type}, {dest, tag, comm}, request);
}

int MPI_Bsend_init(const void* buffer, int count, MPI_Datatype type, int dest, int tag,
                   MPI_Comm comm, MPI_Request* request) {
  return prepare_send("MPI_Bsend_init", __builtin_return_address(0), SendMode::buffered,
                      {buffer, count, type}, {dest, tag, comm}, request);
}

int MPI_Rsend_init(const void* buffer, int count, MPI_Datatype type, int dest, int tag,
                   MPI_Comm comm, MPI_Request* request) {
  return prepare_send("MPI_Rsend_init", __builtin_return_address(0), SendMode::ready,
                      {buffer, count, type}, {dest, tag, comm}, request);
}

int MPI_Recv_init(void* buffer, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
                  MPI_Request* request) {
  return calling("MPI_Recv_init", __builtin_return_address(0), [&](const Call& call) {
    const Buffer into = call.buffer(buffer, count, type);
    const Peer peer{source, tag, comm};
    wanted_by(call, peer);
    *request = call.state().requests.add(
        {.kind = Request::Kind::receive,
         .persistent = true,
         .site = call.site(),
         .start_again = [=](const Call& start) { return post_receive(start, into, peer); }});
  });
}

int MPI_Recv(void* buffer, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
             MPI_Status* status) {
  return calling("MPI_Recv", __builtin_return_address(0), [&](const Call& call) {
    Request request = post_receive(call, call.buffer(buffer, count, type), {source, tag, comm});
    wait_for(call, {&request, 1}, status);
  });
}

int MPI_Irecv(void* buffer, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
              MPI_Request* request) {
  return calling("MPI_Irecv", __builtin_return_address(0), [&](const Call& call) {
    *request = add_request(
        call, post_receive(call, call.buffer(buffer, count, type), {source, tag, comm}));
  });
}

int MPI_Sendrecv(const void* send_buffer, int send_count, MPI_Datatype send_type, int dest,
                 int send_tag, void* buffer, int count, MPI_Datatype type, int source, int tag,
                 MPI_Comm comm, MPI_Status* status) {
  return calling("MPI_Sendrecv", __builtin_return_address(0), [&](const Call& call) {
    const Buffer sent = call.buffer(send_buffer, send_count, send_type);
    const Buffer filled = call.buffer(buffer, count, type);
    if (dest != MPI_PROC_NULL && source != MPI_PROC_NULL && overlap(sent, filled)) {
      throw CallError(MPI_ERR_BUFFER,
                      "the buffer that is sent and the one that is filled overlap; "
                      "MPI_Sendrecv_replace takes one for both");
    }
    Request both[] = {
        post_send(call, SendMode::standard, sent, {dest, send_tag, comm}, Ending::at_once),
        post_receive(call, filled, {source, tag, comm})};
    wait_for(call, both, status);
  });
}

int MPI_Sendrecv_replace(void* buffer, int count, MPI_Datatype type, int dest, int send_tag,
                         int source, int tag, MPI_Comm comm, MPI_Status* status) {
  return calling("MPI_Sendrecv_replace", __builtin_return_address(0), [&](const Call& call) {
    Request both[] = {post_send(call, SendMode::standard, call.buffer(buffer, count, type),
                                {dest, send_tag, comm}, Ending::at_once),
                      post_receive(call, call.buffer(buffer, count, type), {source, tag, comm})};
    wait_for(call, both, status);
  });
}

int MPI_Probe(int source, int tag, MPI_Comm comm, MPI_Status* status) {
  return probe("MPI_Probe", __builtin_return_address(0), Wait::Kind::probe, {source, tag, comm},
               nullptr, status);
}

int MPI_Iprobe(int source, int tag, MPI_Comm comm, int* flag, MPI_Status* status) {
  return probe("MPI_Iprobe", __builtin_return_address(0), Wait::Kind::test_probe,
               {source, tag, comm}, flag, status);
}
}
