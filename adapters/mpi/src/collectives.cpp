// Collective operations: what the members of a communicator do together.
#include "collectives.hpp"

#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "arguments.hpp"
#include "texts.hpp"
#include "windows.hpp"

namespace harrier::mpi {

namespace {

Leaving leaving_of(CollectiveKind kind) {
  switch (kind) {
    case CollectiveKind::bcast:
    case CollectiveKind::scatter:
      return Leaving::with_root;
    case CollectiveKind::gather:
    case CollectiveKind::reduce:
      return Leaving::root_last;
    case CollectiveKind::scan:
    case CollectiveKind::exscan:
      return Leaving::with_earlier;
    default:
      return Leaving::with_all;
  }
}

bool has_root(CollectiveKind kind) {
  const Leaving leaving = leaving_of(kind);
  return leaving == Leaving::with_root || leaving == Leaving::root_last;
}

std::string ordinal(std::uint32_t index) {
  const std::uint32_t number = index + 1;
  const std::uint32_t last = number % 10;
  const bool teen = number % 100 >= 11 && number % 100 <= 13;
  const char* const ending = teen        ? "th"
                             : last == 1 ? "st"
                             : last == 2 ? "nd"
                             : last == 3 ? "rd"
                                         : "th";
  return std::to_string(number) + ending;
}

std::string difference(const Entry& mine, const Entry& other, std::uint32_t rank) {
  const std::string at = " at rank " + std::to_string(rank);
  if (std::strcmp(mine.site.function, other.site.function) != 0) {
    return "is " + call_text(mine.site) + " here and " + call_text(other.site) + at;
  }
  const bool name_roots = mine.root != Entry::no_root && other.root != Entry::no_root;
  if (name_roots && mine.root != other.root) {
    return "has root " + std::to_string(mine.root) + " here and root " +
           std::to_string(other.root) + " in " + call_text(other.site) + at;
  }
  const bool both_reduce = !mine.operation_text.empty() && !other.operation_text.empty();
  if (both_reduce && mine.operation_text != other.operation_text) {
    return "reduces with " + mine.operation_text + " here and with " + other.operation_text +
           " in " + call_text(other.site) + at;
  }
  return {};
}

}  // namespace

std::string disagreement(const Communicator& comm, std::uint32_t index, std::uint32_t mine,
                         std::uint32_t other) {
  const std::string text =
      difference(comm.entries[mine][index], comm.entries[other][index], comm.members[other]);
  if (text.empty()) return {};
  return "the " + ordinal(index) + " collective on " + communicator_text(comm) + " " + text;
}

namespace {

/// Takes what the members brought along into the buffers of one that leaves.
void deliver_to(const Call& call, const CollectiveCall& collective, const Condition& entry) {
  const Communicator& comm = call.communicator(entry.owner);
  const std::uint32_t first = comm.peers_begin(entry.member);
  std::vector<const Contribution*> brought(comm.peers_of(entry.member).size(), nullptr);
  call.world().for_needed(entry, [&](std::uint32_t member) {
    if (member >= first && member - first < brought.size())
      brought[member - first] = comm.entries[member][entry.index].contribution.get();
  });
  const std::optional<Mismatch> mismatch = deliver(collective, brought, call_user_operation);
  if (!mismatch) return;
  if (mismatch->fit.fit != Fit::different && mismatch->fit.fit != Fit::longer &&
      mismatch->fit.fit != Fit::shorter) {
    return;
  }
  const auto source = first + static_cast<std::uint32_t>(mismatch->source);
  throw CallError(mismatch->fit.fit == Fit::different ? MPI_ERR_TYPE : MPI_ERR_TRUNCATE,
                  "it takes " + signature_text(mismatch->received) + " from rank " +
                      std::to_string(comm.members[source]) + ", which gives " +
                      signature_text(mismatch->sent) + " in " +
                      call_text(comm.entries[source][entry.index].site));
}

}  // namespace

Condition enter(const Call& call, std::uint32_t comm, Entry entry) {
  entry.site = call.site();
  return call.world().post(comm, call.member(comm), std::move(entry));
}

void require_agreement(const Call& call, const Condition& entry) {
  const Communicator& comm = call.world().posts().communicators[entry.owner];
  call.world().for_needed(entry, [&](std::uint32_t member) {
    const std::string text = disagreement(comm, entry.index, entry.member, member);
    if (!text.empty()) throw CallError(MPI_ERR_OTHER, text);
  });
}

Condition synchronise(const Call& call, std::uint32_t comm, Entry entry) {
  const Condition entered = enter(call, comm, std::move(entry));
  if (!is_settled(call, entered)) {
    call.world().wait(Wait::Kind::all, {&entered, 1}, call.site());
  }
  require_agreement(call, entered);
  return entered;
}

namespace {

/// Returns the root among all members; in an intercommunicator those beside it name none.
std::uint32_t root_of(const Call& call, std::uint32_t comm, const CollectiveCall& collective) {
  const std::uint32_t self = call.member(comm);
  if (collective.root == MPI_ROOT) return self;
  if (collective.root < 0) return Entry::no_root;
  return call.communicator(comm).peers_begin(self) + static_cast<std::uint32_t>(collective.root);
}

}  // namespace

Request post_collective(const Call& call, const Site& site, std::uint32_t comm,
                        CollectiveCall collective, Ending ending) {
  Entry entry;
  entry.site = site;
  entry.leaving = leaving_of(collective.kind);
  if (has_root(collective.kind)) entry.root = root_of(call, comm, collective);
  // Who stands beside the root of an intercommunicator says nothing else.
  if (is_reduction(collective.kind) && collective.root != MPI_PROC_NULL) {
    entry.operation = collective.operation.handle;
    entry.operation_text = operation_text(collective.operation);
  }
  Request request;
  request.kind = Request::Kind::collective;
  request.active = true;
  request.site = site;
  if (ending == Ending::later || !call.world().windows().empty()) {
    for (const UsedBuffer& used : buffers_of(collective)) {
      note_use(call, used.buffer, used.is_filled);
      if (ending == Ending::later) guard(request, used.buffer, used.is_filled);
    }
  }
  if (collective.kind != CollectiveKind::barrier) {
    entry.contribution = std::make_shared<const Contribution>(contribute(collective));
  }
  request.condition = call.world().post(comm, call.member(comm), std::move(entry));
  request.finish = [collective = std::move(collective),
                    entered = request.condition](const Call& at_end) {
    require_agreement(at_end, entered);
    if (collective.kind == CollectiveKind::barrier) return;
    deliver_to(at_end, collective, entered);
    if (at_end.world().windows().empty()) return;
    for (const UsedBuffer& used : buffers_of(collective)) {
      if (used.is_filled) note_filled(at_end, used.buffer);
    }
  };
  return request;
}

}  // namespace harrier::mpi
