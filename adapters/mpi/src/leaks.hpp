// What a rank has made and never freed.
#pragma once

#include <string>
#include <vector>

#include "rank_state.hpp"

namespace harrier::mpi {

/// Something that is left of a call, so many times.
struct Leak {
  std::string what;  ///< "the datatype of MPI_Type_contiguous at a.c:7"
  std::size_t count = 1;
};

/// Returns what is left, in the order of kinds and then of time.
std::vector<Leak> leaks_of(const RankState& state);

/// Says so in a sentence.
std::string leak_text(const Leak& leak);

}  // namespace harrier::mpi
