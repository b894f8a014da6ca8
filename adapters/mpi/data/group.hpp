// Groups: ordered sets of processes, which are named by their rank in MPI_COMM_WORLD.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace harrier::mpi {

using Group = std::vector<int>;

/// First, last and step, as in MPI_Group_range_incl.
using RankRange = std::array<int, 3>;

/// Say what is wrong with ranks that a group is made from: out of range, twice, or no range.
std::optional<std::string> problem_of(const Group& group, std::span<const int> ranks);
std::optional<std::string> problem_of(const Group& group, std::span<const RankRange> ranges);

/// Lists the ranks of ranges that have no problem.
std::vector<int> ranks_in(std::span<const RankRange> ranges);

Group included(const Group& group, std::span<const int> ranks);
Group excluded(const Group& group, std::span<const int> ranks);
/// The first group, then those of the second that are not in it.
Group united(const Group& first, const Group& second);
/// Those of the first that are in the second.
Group intersected(const Group& first, const Group& second);
/// Those of the first that are not in the second.
Group subtracted(const Group& first, const Group& second);

/// Returns the rank of a process in a group, or MPI_UNDEFINED.
int rank_in(const Group& group, int process);
/// Returns MPI_IDENT, MPI_SIMILAR or MPI_UNEQUAL.
int comparison(const Group& first, const Group& second);
/// Returns the rank in `to` of a rank in `from`; MPI_PROC_NULL stays.
int translated(const Group& from, int rank, const Group& to);

}  // namespace harrier::mpi
