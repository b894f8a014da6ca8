// Intercommunicators: how two groups find each other, and become one.
#include <algorithm>
#include <utility>
#include <vector>

#include "arguments.hpp"
#include "attribute_calls.hpp"
#include "base/mix.hpp"
#include "collectives.hpp"

using namespace harrier::mpi;

namespace {

using harrier::mix;

// Distinguish the communicators of leaders, and what is merged, from those that programs make.
constexpr std::uint64_t leaders_key = 0x6c656164657273;
constexpr std::int64_t merged_color = -2;

using Members = std::vector<std::uint32_t>;

MPI_Comm hold(const Call& call, std::uint32_t number) {
  return call.state().communicators.add({.number = number, .made_by = call.site()});
}

/// Lets two leaders tell each other who is in their groups.
Members exchange_groups(const Call& call, const Members& own, const Peer& peer) {
  World& world = call.world();
  require_destination(call, peer);
  const std::uint32_t number = call.communicator(peer.comm);
  const std::uint32_t other = call.rank_of(number, peer.rank);
  const Communicator& between = call.communicator(number);
  const std::uint64_t key =
      mix(mix(between.key, leaders_key), static_cast<std::uint32_t>(peer.tag));
  const Members all = between.members;
  const std::uint32_t hidden = world.communicator(key, all, call.site());
  Send send;
  send.comm = hidden;
  send.dest = other;
  send.tag = peer.tag;
  send.site = call.site();
  send.values = {predefined_type(MPI_INT), own.size()};
  world.post(send, own.data());
  Receive receive;
  receive.comm = hidden;
  receive.source = static_cast<int>(other);
  receive.tag = peer.tag;
  receive.site = call.site();
  const Condition told = world.post(receive);
  world.wait(Wait::Kind::all, {&told, 1}, call.site());
  const Send& met = world.posts().send(world.board().sender_of(told.owner, told.index));
  const std::span<const std::byte> data = world.data(met.data);
  Members theirs(data.size() / sizeof(std::uint32_t));
  std::copy(data.begin(), data.end(), std::as_writable_bytes(std::span(theirs)).begin());
  return theirs;
}

/// Makes the communicator of two groups; both sides give it the same name.
std::uint32_t join(const Call& call, const Members& own, const Members& theirs) {
  const bool own_first = *std::ranges::min_element(own) < *std::ranges::min_element(theirs);
  const Members& first = own_first ? own : theirs;
  const Members& second = own_first ? theirs : own;
  Members all = first;
  all.insert(all.end(), second.begin(), second.end());
  std::uint64_t key = mix(leaders_key, first.size());
  for (const std::uint32_t member : all) key = mix(key, member);
  key = mix(key, ++call.state().intercommunicators[key]);
  const std::uint32_t number = call.world().communicator(key, all, call.site());
  call.world().set_groups(number, static_cast<std::uint32_t>(first.size()));
  return number;
}

std::uint32_t require_inter(const Call& call, MPI_Comm comm) {
  const std::uint32_t number = call.communicator(comm);
  if (!call.communicator(number).is_inter())
    throw CallError(MPI_ERR_COMM, call.name_of(number) + " is no intercommunicator");
  return number;
}

}  // namespace

extern "C" {

int MPI_Intercomm_create(MPI_Comm local, int local_leader, MPI_Comm peer, int remote_leader,
                         int tag, MPI_Comm* out) {
  return calling("MPI_Intercomm_create", __builtin_return_address(0), [&](const Call& call) {
    const std::uint32_t number = call.communicator(local);
    const Members own = call.communicator(number).members;
    if (local_leader < 0 || static_cast<std::size_t>(local_leader) >= own.size())
      throw CallError(MPI_ERR_RANK, "the local leader is " + std::to_string(local_leader) + "; " +
                                        call.name_of(number) + " has ranks 0 to " +
                                        std::to_string(own.size() - 1));
    const auto leader = static_cast<std::uint32_t>(local_leader);
    Entry entry;
    entry.root = leader;
    if (call.member(number) == leader)
      entry.group = exchange_groups(call, own, {remote_leader, tag, peer});
    const Condition entered = synchronise(call, number, std::move(entry));
    const Members theirs = call.communicator(number).entries[leader][entered.index].group;
    const bool overlap = std::ranges::any_of(
        theirs, [&](std::uint32_t member) { return std::ranges::find(own, member) != own.end(); });
    if (overlap || theirs.empty()) throw CallError(MPI_ERR_COMM, "the two groups are not disjoint");
    const std::uint32_t made = join(call, own, theirs);
    if (call.world().is_strict()) {
      // It is collective over both groups, so it may wait for everybody.
      const Members all = call.communicator(made).members;
      const std::uint64_t key = mix(call.communicator(made).key, leaders_key);
      synchronise(call, call.world().communicator(key, all, call.site()), {});
    }
    inherit_handler(call, number, made);
    *out = hold(call, made);
  });
}

int MPI_Intercomm_merge(MPI_Comm comm, int high, MPI_Comm* out) {
  return calling("MPI_Intercomm_merge", __builtin_return_address(0), [&](const Call& call) {
    const std::uint32_t number = require_inter(call, comm);
    const Condition entered = synchronise(call, number, {.color = high != 0 ? 1 : 0});
    const Communicator& from = call.communicator(number);
    const auto is_high = [&](std::uint32_t member) {
      return from.entries[member][entered.index].color != 0;
    };
    const std::uint32_t self = call.member(number);
    const std::uint32_t begin = from.group_begin(self);
    for (std::uint32_t i = 0; i < from.group_of(self).size(); ++i) {
      if (is_high(begin + i) != (high != 0))
        throw CallError(MPI_ERR_ARG, "rank " + std::to_string(from.members[begin + i]) +
                                         " of the same group gives another value for high");
    }
    Members all = from.members;
    if (is_high(0) && !is_high(from.first_size))
      std::ranges::rotate(all, all.begin() + from.first_size);
    const std::uint64_t key =
        mix(mix(from.key, entered.index + 1), static_cast<std::uint64_t>(merged_color));
    const std::uint32_t made = call.world().communicator(key, all, call.site());
    inherit_handler(call, number, made);
    *out = hold(call, made);
  });
}

int MPI_Comm_test_inter(MPI_Comm comm, int* flag) {
  return calling("MPI_Comm_test_inter", __builtin_return_address(0), [&](const Call& call) {
    *flag = call.communicator(call.communicator(comm)).is_inter() ? 1 : 0;
  });
}

int MPI_Comm_remote_size(MPI_Comm comm, int* size) {
  return calling("MPI_Comm_remote_size", __builtin_return_address(0), [&](const Call& call) {
    *size = call.membership(require_inter(call, comm)).remote_size;
  });
}

int MPI_Comm_remote_group(MPI_Comm comm, MPI_Group* out) {
  return calling("MPI_Comm_remote_group", __builtin_return_address(0), [&](const Call& call) {
    const std::uint32_t number = require_inter(call, comm);
    const auto peers = call.communicator(number).peers_of(call.member(number));
    *out = add_group(call, Group(peers.begin(), peers.end()));
  });
}
}
