// Sends, receives and their requests, as all functions of MPI make and finish them.
#include "transfer.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "mpi/data/copying.hpp"
#include "readable.hpp"
#include "texts.hpp"
#include "windows.hpp"

namespace harrier::mpi {

namespace {

constexpr int tag_max = 0x0fff'ffff;
// Of a receive into more than that only what the program has touched is kept.
constexpr std::size_t packed_bytes_max = 65'536;

void require_tag(int tag, bool may_be_any) {
  if (tag == MPI_ANY_TAG && may_be_any) return;
  if (tag >= 0 && tag <= tag_max) return;
  throw CallError(MPI_ERR_TAG, "the tag is " + std::to_string(tag) + "; tags are 0 to " +
                                   std::to_string(tag_max));
}

void require_rank(const Call& call, std::uint32_t comm, int rank, bool may_be_any) {
  if (rank == MPI_ANY_SOURCE && may_be_any) return;
  const std::uint32_t size = call.peer_count(comm);
  if (rank >= 0 && static_cast<std::uint32_t>(rank) < size) return;
  throw CallError(MPI_ERR_RANK, "the rank is " + rank_text(rank) + "; " + call.name_of(comm) +
                                    " has ranks 0 to " + std::to_string(size - 1));
}

/// Reports where a call uses a buffer that another one is still to fill, or fills one that is used.
void require_apart(const Call& call, const Buffer& buffer, bool is_filled) {
  const auto meets = [&](const Buffer& other, bool other_is_filled) {
    return (is_filled || other_is_filled) && overlap(buffer, other);
  };
  call.state().requests.for_each([&](MPI_Request, const Request& request) {
    if (!request.active || request.condition.kind == Condition::Kind::nothing) return;
    const bool receives = request.kind == Request::Kind::receive;
    bool is_met =
        (receives || request.kind == Request::Kind::send) && meets(request.buffer, receives);
    for (const Guarded& one : request.guarded) is_met |= meets(one.buffer, one.is_filled);
    if (is_met) {
      call.report("its buffer overlaps with that of " + call_text(request.site) +
                  ", which is not done (local concurrency)");
    }
  });
}

}  // namespace

void require_destination(const Call& call, const Peer& peer) {
  const std::uint32_t comm = call.communicator(peer.comm);
  require_tag(peer.tag, false);
  if (peer.rank != MPI_PROC_NULL) require_rank(call, comm, peer.rank, false);
}

Request post_send(const Call& call, SendMode mode, const Buffer& buffer, const Peer& peer,
                  Ending ending) {
  World& world = call.world();
  require_destination(call, peer);
  Request request;
  request.active = true;
  request.site = call.site();
  if (peer.rank == MPI_PROC_NULL) return request;
  note_use(call, buffer, false);
  require_apart(call, buffer, false);
  Send send;
  send.comm = call.communicator(peer.comm);
  send.dest = call.rank_of(send.comm, peer.rank);
  send.tag = peer.tag;
  send.site = call.site();
  send.values = buffer.values;
  send.is_buffered = mode == SendMode::buffered;
  send.has_request = ending == Ending::later;
  if (send.is_buffered) require_room(call, buffer);
  send.waits = mode == SendMode::synchronous || mode == SendMode::ready ||
               (mode == SendMode::standard && world.decide_waiting());
  if (mode == SendMode::ready && !world.is_awaited(send, call.rank())) {
    throw CallError(MPI_ERR_OTHER,
                    "rank " + std::to_string(send.dest) + " has not posted a receive for it yet");
  }
  request.buffer = buffer;
  request.condition = world.post(send, buffer.address);
  if (send.is_buffered)
    call.state().buffered.push_back(
        {Condition::Kind::received, call.rank(), 0, request.condition.index});
  return request;
}

Request post_receive(const Call& call, const Buffer& buffer, const Peer& peer) {
  const Receive receive = wanted_by(call, peer);
  Request request;
  request.kind = Request::Kind::receive;
  request.active = true;
  request.site = call.site();
  request.buffer = buffer;
  if (peer.rank == MPI_PROC_NULL) return request;
  note_use(call, buffer, true);
  require_apart(call, buffer, true);
  request.condition = call.world().post(receive);
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

void guard(Request& request, const Buffer& buffer, bool is_filled) {
  if (buffer.values.bytes() == 0) return;
  std::vector<std::byte> before;
  if (is_filled && buffer.values.bytes() > packed_bytes_max) {
    const std::vector<MemoryRange> ranges = ranges_of(buffer.address, buffer.values);
    if (ranges.size() == 1) {
      std::optional<KeptPages> pages(std::in_place);
      if (!pages->keep(ranges.front().begin, ranges.front().bytes)) pages.reset();
      request.guarded.push_back({buffer, is_filled, {}, std::move(pages)});
      return;
    }
  }
  if (!is_filled || is_readable(buffer)) before = packed_copy(buffer.address, buffer.values);
  request.guarded.push_back({buffer, is_filled, std::move(before)});
}

MPI_Request add_request(const Call& call, Request request) {
  if (request.kind == Request::Kind::receive) guard(request, request.buffer, true);
  return call.state().requests.add(std::move(request));
}

namespace {

/// Reports where the program has changed a buffer while it was MPI's.
void require_unchanged(const Call& call, const Request& request) {
  bool unchanged = true;
  if (request.kind == Request::Kind::send && request.condition.kind == Condition::Kind::send) {
    const Send& send = call.world().posts().send(request.condition.send());
    unchanged = holds(request.buffer.address, send.values, call.world().data(send.data));
  }
  for (const Guarded& one : request.guarded)
    unchanged = unchanged && (!one.pages || one.pages->hold()) &&
                (one.before.empty() || holds(one.buffer.address, one.buffer.values, one.before));
  if (unchanged) return;
  call.report("the buffer of " + call_text(request.site) +
              " is changed before the request is done (local concurrency)");
}

/// Takes note of what a message has changed in buffers that others wait with.
void look_again(const Call& call, const Buffer& filled) {
  call.state().requests.for_each_changing([&](MPI_Request, Request& other) {
    for (Guarded& one : other.guarded) {
      if (!other.active || (one.before.empty() && !one.pages) || !overlap(one.buffer, filled))
        continue;
      if (one.pages) {
        const MemoryRange range = ranges_of(one.buffer.address, one.buffer.values).front();
        one.pages->keep(range.begin, range.bytes);
      } else {
        one.before = packed_copy(one.buffer.address, one.buffer.values);
      }
    }
  });
}

}  // namespace

void set_empty(MPI_Status* status) {
  if (status == MPI_STATUS_IGNORE) return;
  set_status(status, MPI_ANY_SOURCE, MPI_ANY_TAG, 0);
  status->MPI_ERROR = MPI_SUCCESS;
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
  set_status(status, call.peer_number(send.comm, from.rank), send.tag, data.size());
  const SignatureFit fit = compare(send.values, request.buffer.values);
  if (fit.fit == Fit::different || fit.fit == Fit::longer) {
    const std::string what = fit.fit == Fit::longer
                                 ? "there is room for " + signature_text(request.buffer.values)
                                 : "it receives " + signature_text(request.buffer.values);
    throw CallError(fit.fit == Fit::longer ? MPI_ERR_TRUNCATE : MPI_ERR_TYPE,
                    what + " in " + call_text(request.site) + "; rank " +
                        std::to_string(from.rank) + " sends " + signature_text(send.values) +
                        " with " + call_text(send.site));
  }
  unpack(data, request.buffer.address, request.buffer.values);
  note_filled(call, request.buffer);
}

}  // namespace

void query(const Generalized& request, MPI_Status* status) {
  MPI_Status found = {};
  set_status(&found, MPI_ANY_SOURCE, MPI_ANY_TAG, 0);
  {
    const InProgram program;
    interface().query(request.query, request.extra, &found);
  }
  if (status == MPI_STATUS_IGNORE) return;
  found.MPI_ERROR = status->MPI_ERROR;
  *status = found;
}

void finish(const Call& call, Request& request, MPI_Status* status) {
  // The error in a status belongs to the program.
  set_status(status, MPI_ANY_SOURCE, MPI_ANY_TAG, 0);
  if (!request.active) return;
  request.active = false;
  require_unchanged(call, request);
  const std::vector<Guarded> guarded = std::exchange(request.guarded, {});
  if (std::exchange(request.is_cancelled, false)) {
    if (status != MPI_STATUS_IGNORE) status->count_hi_and_cancelled |= 1;
    return;
  }
  if (const std::shared_ptr<Generalized> own = request.generalized) {
    query(*own, status);
    const InProgram program;
    own->release(own->extra);
    return;
  }
  if (request.kind == Request::Kind::receive) finish_receive(call, request, status);
  if (request.kind == Request::Kind::collective && request.finish) request.finish(call);
  for (const Guarded& one : guarded) {
    if (one.is_filled) look_again(call, one.buffer);
  }
}

void append_given_up(const HandleTable<Request>& requests, std::vector<Condition>& out) {
  requests.for_each([&](MPI_Request, const Request& request) {
    if (request.is_given_up) out.push_back(request.condition);
  });
}

void finish_given_up(const Site& site) {
  const Call call(site.function, site.from, When::anytime);
  HandleTable<Request>& requests = call.state().requests;
  std::vector<MPI_Request> done;
  requests.for_each([&](MPI_Request handle, const Request& request) {
    if (request.is_given_up && call.world().is_done(request.condition)) done.push_back(handle);
  });
  for (const MPI_Request handle : done) {
    Request request = std::move(*requests.find(handle));
    requests.free(handle);
    --call.state().given_up;
    finish(call, request, MPI_STATUS_IGNORE);
  }
}

bool is_settled(const Call& call, const Condition& condition) {
  switch (condition.kind) {
    case Condition::Kind::nothing:
      return true;
    case Condition::Kind::send:
      return !call.world().posts().send(condition.send()).waits;
    case Condition::Kind::received:
    case Condition::Kind::met:
    case Condition::Kind::receive:
    case Condition::Kind::lock:
    case Condition::Kind::memory:
      return false;
    case Condition::Kind::entry: {
      bool only_itself = true;
      call.world().for_needed(condition, [&](std::uint32_t member) {
        only_itself = only_itself && member == condition.member;
      });
      return only_itself;
    }
  }
  return false;
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
