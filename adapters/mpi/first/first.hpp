// What the writable memory of all loaded files held before any constructor ran.
#pragma once

#include <cstddef>

extern "C" {

/// Bytes from `begin` on, and what they were.
struct HarrierFirstRange {
  const std::byte* begin;
  const std::byte* end;
  const std::byte* content;
};

/// Returns the ranges; none in a program that is not explored.
const HarrierFirstRange* harrier_mpi_first_ranges(std::size_t* count);
}
