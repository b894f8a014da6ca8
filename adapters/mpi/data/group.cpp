// The algebra of groups, as the standard defines it (MPI 4.0, section 7.3).
#include "mpi/data/group.hpp"

#include <mpi.h>

#include <algorithm>

namespace harrier::mpi {

namespace {

bool contains(const Group& group, int process) {
  return std::find(group.begin(), group.end(), process) != group.end();
}

std::string rank_text(int rank, const Group& group) {
  return "rank " + std::to_string(rank) + " of a group of " + std::to_string(group.size());
}

}  // namespace

std::optional<std::string> problem_of(const Group& group, std::span<const int> ranks) {
  std::vector<bool> seen(group.size());
  for (const int rank : ranks) {
    if (rank < 0 || static_cast<std::size_t>(rank) >= group.size()) return rank_text(rank, group);
    if (seen[static_cast<std::size_t>(rank)]) return "rank " + std::to_string(rank) + " twice";
    seen[static_cast<std::size_t>(rank)] = true;
  }
  return std::nullopt;
}

std::optional<std::string> problem_of(const Group& group, std::span<const RankRange> ranges) {
  for (const auto& [first, last, step] : ranges) {
    if (step == 0) return "a range with step 0";
    if ((step > 0 && last < first) || (step < 0 && last > first))
      return "a range from " + std::to_string(first) + " to " + std::to_string(last) +
             " with step " + std::to_string(step);
    for (const int end : {first, last})
      if (end < 0 || static_cast<std::size_t>(end) >= group.size()) return rank_text(end, group);
  }
  return problem_of(group, ranks_in(ranges));
}

std::vector<int> ranks_in(std::span<const RankRange> ranges) {
  std::vector<int> ranks;
  for (const auto& [first, last, step] : ranges)
    for (int rank = first; step > 0 ? rank <= last : rank >= last; rank += step)
      ranks.push_back(rank);
  return ranks;
}

Group included(const Group& group, std::span<const int> ranks) {
  Group made;
  for (const int rank : ranks) made.push_back(group[static_cast<std::size_t>(rank)]);
  return made;
}

Group excluded(const Group& group, std::span<const int> ranks) {
  return subtracted(group, included(group, ranks));
}

Group united(const Group& first, const Group& second) {
  Group made = first;
  const Group rest = subtracted(second, first);
  made.insert(made.end(), rest.begin(), rest.end());
  return made;
}

Group intersected(const Group& first, const Group& second) {
  Group made;
  for (const int process : first)
    if (contains(second, process)) made.push_back(process);
  return made;
}

Group subtracted(const Group& first, const Group& second) {
  Group made;
  for (const int process : first)
    if (!contains(second, process)) made.push_back(process);
  return made;
}

int rank_in(const Group& group, int process) {
  const auto found = std::find(group.begin(), group.end(), process);
  return found == group.end() ? MPI_UNDEFINED : static_cast<int>(found - group.begin());
}

int comparison(const Group& first, const Group& second) {
  if (first == second) return MPI_IDENT;
  return std::is_permutation(first.begin(), first.end(), second.begin(), second.end())
             ? MPI_SIMILAR
             : MPI_UNEQUAL;
}

int translated(const Group& from, int rank, const Group& to) {
  return rank == MPI_PROC_NULL ? rank : rank_in(to, from[static_cast<std::size_t>(rank)]);
}

}  // namespace harrier::mpi
