// Sends, receives and their requests, as all functions of MPI make and finish them.
#include "transfer.hpp"

#include <algorithm>
#include <cstring>

namespace harrier::mpi {

namespace {

constexpr int tag_max = 0x0fff'ffff;

void require_count(int count) {
  if (count < 0) throw CallError(MPI_ERR_COUNT, "the count is " + std::to_string(count));
}

std::size_t type_size(MPI_Datatype type) { return (static_cast<std::uint32_t>(type) >> 8) & 0xffU; }

std::size_t bytes_of(const Buffer& buffer) {
  return static_cast<std::size_t>(buffer.count) * type_size(buffer.type);
}

void require_tag(int tag, bool may_be_any) {
  if (tag == MPI_ANY_TAG && may_be_any) return;
  if (tag >= 0 && tag <= tag_max) return;
  throw CallError(MPI_ERR_TAG, "the tag is " + std::to_string(tag) + "; tags are 0 to " +
                                   std::to_string(tag_max));
}

void require_rank(const Call& call, std::uint32_t comm, int rank, bool may_be_any) {
  if (rank == MPI_ANY_SOURCE && may_be_any) return;
  const std::uint32_t size = call.size_of(comm);
  if (rank >= 0 && static_cast<std::uint32_t>(rank) < size) return;
  throw CallError(MPI_ERR_RANK, "the rank is " + std::to_string(rank) + "; " +
                                    call.world().posts().communicators[comm].name +
                                    " has ranks 0 to " + std::to_string(size - 1));
}

}  // namespace

Request post_send(const Call& call, SendMode mode, const Buffer& buffer, const Peer& peer) {
  World& world = call.world();
  const std::uint32_t comm = call.communicator(peer.comm);
  require_count(buffer.count);
  require_tag(peer.tag, false);
  Request request;
  request.kind = Request::Kind::send;
  request.active = true;
  request.site = call.site();
  request.buffer = buffer.address;
  request.count = buffer.count;
  request.type = buffer.type;
  if (peer.rank == MPI_PROC_NULL) return request;
  require_rank(call, comm, peer.rank, false);
  Send send;
  send.comm = comm;
  send.dest = call.rank_of(comm, peer.rank);
  send.tag = peer.tag;
  send.site = call.site();
  send.waits = mode == SendMode::synchronous || mode == SendMode::ready ||
               (mode == SendMode::standard && world.decide_waiting());
  if (mode == SendMode::ready && !world.is_awaited(send, call.rank())) {
    throw CallError(MPI_ERR_OTHER, "no receive is posted for it");
  }
  const auto* const bytes = static_cast<const std::byte*>(buffer.address);
  request.condition = world.post(send, {bytes, bytes_of(buffer)});
  return request;
}

Request post_receive(const Call& call, const Buffer& buffer, const Peer& peer) {
  require_count(buffer.count);
  const Receive receive = wanted_by(call, peer);
  Request request;
  request.kind = Request::Kind::receive;
  request.active = true;
  request.site = call.site();
  request.buffer = buffer.address;
  request.count = buffer.count;
  request.type = buffer.type;
  if (peer.rank != MPI_PROC_NULL) request.condition = call.world().post(receive);
  return request;
}

Receive wanted_by(const Call& call, const Peer& peer) {
  Receive receive;
  receive.comm = call.communicator(peer.comm);
  require_tag(peer.tag, true);
  if (peer.rank != MPI_PROC_NULL) require_rank(call, receive.comm, peer.rank, true);
  if (peer.rank >= 0) receive.source = static_cast<int>(call.rank_of(receive.comm, peer.rank));
  if (peer.tag != MPI_ANY_TAG) receive.tag = peer.tag;
  receive.site = call.site();
  return receive;
}

void set_empty(MPI_Status* status) {
  if (status == MPI_STATUS_IGNORE) return;
  status->MPI_SOURCE = MPI_ANY_SOURCE;
  status->MPI_TAG = MPI_ANY_TAG;
  status->MPI_ERROR = MPI_SUCCESS;
  status->count_lo = status->count_hi_and_cancelled = 0;
}

void set_status(MPI_Status* status, int source, int tag, std::size_t bytes) {
  if (status == MPI_STATUS_IGNORE) return;
  status->MPI_SOURCE = source;
  status->MPI_TAG = tag;
  status->count_lo = static_cast<int>(bytes & 0xffff'ffffU);
  status->count_hi_and_cancelled = static_cast<int>(bytes >> 32U) << 1;
}

namespace {

void finish_receive(const Call& call, const Request& request, MPI_Status* status) {
  World& world = call.world();
  if (request.condition.kind == Condition::Kind::nothing) {
    set_status(status, MPI_PROC_NULL, MPI_ANY_TAG, 0);
    return;
  }
  const SendId from = world.board().sender_of(request.condition.owner, request.condition.index);
  const Send& send = world.posts().send(from);
  const std::span<const std::byte> data = world.data(send.data);
  const std::size_t room = bytes_of({request.buffer, request.count, request.type});
  if (data.size() > room) {
    throw CallError(MPI_ERR_TRUNCATE, "there is room for " + std::to_string(room) +
                                          " bytes, rank " + std::to_string(from.rank) + " sends " +
                                          std::to_string(data.size()));
  }
  std::memcpy(request.buffer, data.data(), data.size());
  set_status(status, static_cast<int>(call.member(send.comm, from.rank)), send.tag, data.size());
}

}  // namespace

void finish(const Call& call, Request& request, MPI_Status* status) {
  if (!request.active) {
    set_empty(status);
    return;
  }
  request.active = false;
  switch (request.kind) {
    case Request::Kind::free:
    case Request::Kind::send:
      set_empty(status);
      break;
    case Request::Kind::receive:
      finish_receive(call, request, status);
      break;
    case Request::Kind::collective:
      set_empty(status);
      if (request.finish) request.finish(status);
      break;
  }
}

bool is_settled(const Call& call, const Condition& condition) {
  return condition.kind == Condition::Kind::nothing ||
         (condition.kind == Condition::Kind::send &&
          !call.world().posts().send(condition.send()).waits);
}

void wait_for(const Call& call, std::span<Request> requests, MPI_Status* last_status) {
  std::vector<Condition> conditions;
  for (const Request& request : requests) {
    if (!is_settled(call, request.condition)) conditions.push_back(request.condition);
  }
  if (!conditions.empty()) call.world().wait(Wait::Kind::all, conditions, call.site());
  for (Request& request : requests) {
    finish(call, request, &request == &requests.back() ? last_status : MPI_STATUS_IGNORE);
  }
}

}  // namespace harrier::mpi
