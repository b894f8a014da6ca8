// The buffers that a collective takes or fills: one, or one per rank, within the program's memory.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "mpi/data/signature.hpp"

namespace harrier::mpi {

/// Values in the program's memory.
struct Buffer {
  void* address = nullptr;
  TypedCount values;
};

/// The blocks of one side of a call. The arguments are copied: a program may change them while
/// a nonblocking collective is under way only by mistake, but it may.
class Blocks {
 public:
  Blocks() = default;
  /// Blocks of the same count, one after the other.
  static Blocks equal(const void* address, int count, TypeRef type);
  /// Blocks of their own counts, at multiples of the extent.
  static Blocks varying(const void* address, std::span<const int> counts,
                        std::span<const int> displacements, TypeRef type);
  /// Blocks of their own counts and types, at distances in bytes.
  static Blocks mixed(const void* address, std::span<const int> counts,
                      std::span<const MPI_Aint> displacements, std::vector<TypeRef> types);

  /// Returns the block for or from a rank; blocks of the same count have no end.
  Buffer block(std::size_t index) const;

 private:
  struct Place {
    std::ptrdiff_t offset;
    TypedCount values;
  };

  std::byte* address_ = nullptr;
  TypedCount each_;  ///< where all have the same count
  std::vector<Place> places_;
};

}  // namespace harrier::mpi
