// MPI_Group_incl and all that is done with groups alone.
#include "arguments.hpp"

using namespace harrier::mpi;

namespace {

template <class Make>
int make_group(const char* function, const void* from, MPI_Group* out, Make make) {
  return calling(function, from, [&](const Call& call) {
    require_place(out, "new group");
    *out = add_group(call, make(call));
  });
}

std::vector<RankRange> ranges_of(int count, int ranges[][3]) {
  require_count(count, "number of ranges");
  std::vector<RankRange> list;
  for (int i = 0; i < count; ++i) list.push_back({ranges[i][0], ranges[i][1], ranges[i][2]});
  return list;
}

std::span<const int> ranks_of(const Group& group, int count, const int* ranks) {
  require_count(count, "number of ranks");
  require_none(MPI_ERR_RANK, problem_of(group, list_of(ranks, count)));
  return list_of(ranks, count);
}

}  // namespace

extern "C" {

int MPI_Group_size(MPI_Group handle, int* size) {
  return calling("MPI_Group_size", __builtin_return_address(0), [&](const Call& call) {
    *size = static_cast<int>(group_of(call, handle).size());
  });
}

int MPI_Group_rank(MPI_Group handle, int* rank) {
  return calling("MPI_Group_rank", __builtin_return_address(0), [&](const Call& call) {
    *rank = rank_in(group_of(call, handle), static_cast<int>(call.rank()));
  });
}

int MPI_Group_translate_ranks(MPI_Group first, int count, const int* ranks, MPI_Group second,
                              int* out) {
  return calling("MPI_Group_translate_ranks", __builtin_return_address(0), [&](const Call& call) {
    require_count(count, "number of ranks");
    const Group& from = group_of(call, first);
    const Group& to = group_of(call, second);
    for (int i = 0; i < count; ++i) {
      const bool known = ranks[i] >= 0 && static_cast<std::size_t>(ranks[i]) < from.size();
      if (!known && ranks[i] != MPI_PROC_NULL)
        throw CallError(MPI_ERR_RANK, "rank " + std::to_string(ranks[i]) + " of a group of " +
                                          std::to_string(from.size()));
      out[i] = translated(from, ranks[i], to);
    }
  });
}

int MPI_Group_compare(MPI_Group first, MPI_Group second, int* result) {
  return calling("MPI_Group_compare", __builtin_return_address(0), [&](const Call& call) {
    *result = comparison(group_of(call, first), group_of(call, second));
  });
}

int MPI_Group_union(MPI_Group first, MPI_Group second, MPI_Group* out) {
  return make_group("MPI_Group_union", __builtin_return_address(0), out, [&](const Call& call) {
    return united(group_of(call, first), group_of(call, second));
  });
}

int MPI_Group_intersection(MPI_Group first, MPI_Group second, MPI_Group* out) {
  return make_group(
      "MPI_Group_intersection", __builtin_return_address(0), out,
      [&](const Call& call) { return intersected(group_of(call, first), group_of(call, second)); });
}

int MPI_Group_difference(MPI_Group first, MPI_Group second, MPI_Group* out) {
  return make_group(
      "MPI_Group_difference", __builtin_return_address(0), out,
      [&](const Call& call) { return subtracted(group_of(call, first), group_of(call, second)); });
}

int MPI_Group_incl(MPI_Group handle, int count, const int* ranks, MPI_Group* out) {
  return make_group("MPI_Group_incl", __builtin_return_address(0), out, [&](const Call& call) {
    const Group& group = group_of(call, handle);
    return included(group, ranks_of(group, count, ranks));
  });
}

int MPI_Group_excl(MPI_Group handle, int count, const int* ranks, MPI_Group* out) {
  return make_group("MPI_Group_excl", __builtin_return_address(0), out, [&](const Call& call) {
    const Group& group = group_of(call, handle);
    return excluded(group, ranks_of(group, count, ranks));
  });
}

int MPI_Group_range_incl(MPI_Group handle, int count, int ranges[][3], MPI_Group* out) {
  return make_group("MPI_Group_range_incl", __builtin_return_address(0), out,
                    [&](const Call& call) {
                      const Group& group = group_of(call, handle);
                      const std::vector<RankRange> list = ranges_of(count, ranges);
                      require_none(MPI_ERR_ARG, problem_of(group, list));
                      return included(group, ranks_in(list));
                    });
}

int MPI_Group_range_excl(MPI_Group handle, int count, int ranges[][3], MPI_Group* out) {
  return make_group("MPI_Group_range_excl", __builtin_return_address(0), out,
                    [&](const Call& call) {
                      const Group& group = group_of(call, handle);
                      const std::vector<RankRange> list = ranges_of(count, ranges);
                      require_none(MPI_ERR_ARG, problem_of(group, list));
                      return excluded(group, ranks_in(list));
                    });
}

int MPI_Group_free(MPI_Group* handle) {
  return calling("MPI_Group_free", __builtin_return_address(0), [&](const Call& call) {
    require_place(handle, "group");
    group_of(call, *handle);
    if (*handle != MPI_GROUP_EMPTY) call.state().objects.groups.free(*handle);
    *handle = MPI_GROUP_NULL;
  });
}

int MPI_Comm_group(MPI_Comm comm, MPI_Group* out) {
  return make_group("MPI_Comm_group", __builtin_return_address(0), out, [&](const Call& call) {
    const std::uint32_t number = call.communicator(comm);
    const auto members = call.communicator(number).group_of(call.member(number));
    return Group(members.begin(), members.end());
  });
}
}
