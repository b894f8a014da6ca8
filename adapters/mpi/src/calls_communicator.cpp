// Communicators: how they are made of others, and freed.
#include <algorithm>
#include <utility>
#include <vector>

#include "arguments.hpp"
#include "attribute_calls.hpp"
#include "collectives.hpp"
#include "texts.hpp"

using namespace harrier;
using namespace harrier::mpi;

namespace {

MPI_Comm hold(const Call& call, std::uint32_t number) {
  return call.state().communicators.add({.number = number, .made_by = call.site()});
}

/// Names what the members of a communicator make together in their k-th collective; the same in
/// every order.
std::uint64_t key_of(const Call& call, const Condition& entry, std::int64_t color) {
  const std::uint64_t parent = call.world().posts().communicators[entry.owner].key;
  return mix(mix(parent, entry.index + 1), static_cast<std::uint64_t>(color));
}

std::uint32_t make(const Call& call, const Condition& entry, std::int64_t color,
                   std::span<const std::uint32_t> members) {
  return call.world().communicator(key_of(call, entry, color), members, call.site());
}

std::uint32_t duplicate(const Call& call, const Condition& entry) {
  const std::vector<std::uint32_t> members = call.communicator(entry.owner).members;
  const std::uint32_t number = make(call, entry, 0, members);
  call.world().set_groups(number, call.communicator(entry.owner).first_size);
  return number;
}

MPI_Comm copy(const Call& call, MPI_Comm comm) {
  const std::uint32_t parent = call.communicator(comm);
  const Condition entry = synchronise(call, parent);
  const std::uint32_t number = duplicate(call, entry);
  inherit_all(call, comm, number);
  return hold(call, number);
}

/// Makes a communicator of two groups, or of one where the parent has one; nothing of what has
/// nobody on one side, or is not for the caller.
MPI_Comm make_part(const Call& call, const Condition& entry, std::int64_t color,
                   std::vector<std::uint32_t> first, const std::vector<std::uint32_t>& second) {
  const bool is_inter = call.communicator(entry.owner).is_inter();
  if (is_inter && (first.empty() || second.empty())) return MPI_COMM_NULL;
  const std::size_t first_size = first.size();
  first.insert(first.end(), second.begin(), second.end());
  if (std::ranges::find(first, call.rank()) == first.end()) return MPI_COMM_NULL;
  const std::uint32_t number = make(call, entry, color, first);
  if (is_inter) call.world().set_groups(number, static_cast<std::uint32_t>(first_size));
  inherit_handler(call, entry.owner, number);
  return hold(call, number);
}

/// Makes a communicator of those who gave the same colour, in the order of their keys.
MPI_Comm split(const Call& call, MPI_Comm comm, int color, int key) {
  const std::uint32_t parent = call.communicator(comm);
  if (color < 0 && color != MPI_UNDEFINED) {
    throw CallError(MPI_ERR_ARG, "the colour is " + std::to_string(color) +
                                     "; colours are not negative, or MPI_UNDEFINED");
  }
  const Condition entry = synchronise(call, parent, {.color = color, .key = key});
  if (color == MPI_UNDEFINED) return MPI_COMM_NULL;
  const Communicator& from = call.communicator(parent);
  const auto chosen = [&](std::size_t begin, std::size_t end) {
    std::vector<std::pair<std::int64_t, std::size_t>> sorted;
    for (std::size_t i = begin; i < end; ++i) {
      const Entry& other = from.entries[i][entry.index];
      if (other.color == color) sorted.emplace_back(other.key, i);
    }
    std::ranges::sort(sorted);
    std::vector<std::uint32_t> members;
    for (const auto& [sort_key, member] : sorted) members.push_back(from.members[member]);
    return members;
  };
  const std::size_t middle = from.is_inter() ? from.first_size : from.members.size();
  return make_part(call, entry, color, chosen(0, middle), chosen(middle, from.members.size()));
}

std::vector<std::uint32_t> members_of(const Call& call, MPI_Group group) {
  const Group& ranks = group_of(call, group);
  return {ranks.begin(), ranks.end()};
}

void require_members(const Call& call, std::uint32_t parent, std::span<const std::uint32_t> all,
                     const std::vector<std::uint32_t>& members) {
  for (const std::uint32_t member : members) {
    if (std::ranges::find(all, member) == all.end()) {
      throw CallError(MPI_ERR_GROUP, "rank " + std::to_string(member) + " of the group is not in " +
                                         call.name_of(parent));
    }
  }
}

/// Makes a communicator of a group, and of the one that the other side gives; all of a side give
/// the same.
MPI_Comm create(const Call& call, MPI_Comm comm, MPI_Group group) {
  const std::uint32_t parent = call.communicator(comm);
  const std::vector<std::uint32_t> mine = members_of(call, group);
  const std::uint32_t self = call.member(parent);
  require_members(call, parent, call.communicator(parent).group_of(self), mine);
  const Condition entry = synchronise(call, parent, {.group = mine});
  const Communicator& from = call.communicator(parent);
  for (const std::uint32_t member : mine) {
    if (from.entries[call.member(parent, member)][entry.index].group == mine) continue;
    throw CallError(MPI_ERR_GROUP,
                    "rank " + std::to_string(member) + " gives another group than this one");
  }
  if (!from.is_inter()) return make_part(call, entry, mine.empty() ? 0 : mine.front(), mine, {});
  return make_part(call, entry, 0, from.entries.front()[entry.index].group,
                   from.entries.back()[entry.index].group);
}

/// Distinguishes those who meet to make a communicator from communicators that programs make.
constexpr std::uint64_t meeting_key = 0x6d656574;

/// Makes a communicator of a group whose members alone meet for it, by a tag.
MPI_Comm create_among(const Call& call, MPI_Comm comm, MPI_Group group, int tag) {
  const std::uint32_t parent = call.communicator(comm);
  const std::vector<std::uint32_t> members = members_of(call, group);
  if (std::ranges::find(members, call.rank()) == members.end()) return MPI_COMM_NULL;
  require_members(call, parent, call.communicator(parent).members, members);
  std::uint64_t key = mix(call.communicator(parent).key, meeting_key);
  key = mix(key, static_cast<std::uint32_t>(tag));
  for (const std::uint32_t member : members) key = mix(key, member + 1);
  const std::uint32_t meeting = call.world().communicator(key, members, call.site());
  const std::uint32_t number = make(call, synchronise(call, meeting), 0, members);
  inherit_handler(call, parent, number);
  return hold(call, number);
}

void require_own(MPI_Comm comm) {
  if (comm == MPI_COMM_WORLD || comm == MPI_COMM_SELF) {
    throw CallError(MPI_ERR_COMM, "MPI_COMM_WORLD and MPI_COMM_SELF cannot be freed");
  }
}

}  // namespace

extern "C" {

int MPI_Comm_dup(MPI_Comm comm, MPI_Comm* out) {
  return calling("MPI_Comm_dup", __builtin_return_address(0),
                 [&](const Call& call) { *out = copy(call, comm); });
}

int MPI_Comm_dup_with_info(MPI_Comm comm, MPI_Info, MPI_Comm* out) {
  return calling("MPI_Comm_dup_with_info", __builtin_return_address(0),
                 [&](const Call& call) { *out = copy(call, comm); });
}

int MPI_Comm_idup(MPI_Comm comm, MPI_Comm* out, MPI_Request* request) {
  return calling("MPI_Comm_idup", __builtin_return_address(0), [&](const Call& call) {
    const std::uint32_t parent = call.communicator(comm);
    Request started;
    started.kind = Request::Kind::collective;
    started.active = true;
    started.site = call.site();
    started.condition = enter(call, parent, {});
    // The handle may be given at once; it must not be used before the request is done.
    *out = hold(call, duplicate(call, started.condition));
    started.finish = [entry = started.condition](const Call& at_end) {
      require_agreement(at_end, entry);
    };
    *request = call.state().requests.add(std::move(started));
  });
}

int MPI_Comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm* out) {
  return calling("MPI_Comm_create", __builtin_return_address(0),
                 [&](const Call& call) { *out = create(call, comm, group); });
}

int MPI_Comm_create_group(MPI_Comm comm, MPI_Group group, int tag, MPI_Comm* out) {
  return calling("MPI_Comm_create_group", __builtin_return_address(0),
                 [&](const Call& call) { *out = create_among(call, comm, group, tag); });
}

int MPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm* out) {
  return calling("MPI_Comm_split", __builtin_return_address(0),
                 [&](const Call& call) { *out = split(call, comm, color, key); });
}

/// All ranks share memory here, as on one machine.
int MPI_Comm_split_type(MPI_Comm comm, int type, int key, MPI_Info, MPI_Comm* out) {
  return calling("MPI_Comm_split_type", __builtin_return_address(0), [&](const Call& call) {
    *out = split(call, comm, type == MPI_UNDEFINED ? MPI_UNDEFINED : 0, key);
  });
}

int MPI_Comm_free(MPI_Comm* comm) {
  return calling("MPI_Comm_free", __builtin_return_address(0), [&](const Call& call) {
    const std::uint32_t number = call.communicator(*comm);
    require_own(*comm);
    synchronise(call, number, {.leaving = Leaving::alone});
    auto& all = call.state().objects.communicators;
    if (const auto data = all.find(number); data != all.end()) {
      delete_attributes(call, *comm, data->second.attributes);
      all.erase(number);
    }
    call.state().communicators.free(*comm);
    *comm = MPI_COMM_NULL;
  });
}

int MPI_Comm_compare(MPI_Comm first, MPI_Comm second, int* result) {
  return calling("MPI_Comm_compare", __builtin_return_address(0), [&](const Call& call) {
    const std::vector<Communicator>& all = call.world().posts().communicators;
    const std::uint32_t one = call.communicator(first);
    const std::uint32_t other = call.communicator(second);
    if (one == other) {
      *result = MPI_IDENT;
    } else if (all[one].members == all[other].members) {
      *result = MPI_CONGRUENT;
    } else {
      *result = std::ranges::is_permutation(all[one].members, all[other].members) ? MPI_SIMILAR
                                                                                  : MPI_UNEQUAL;
    }
  });
}
}
