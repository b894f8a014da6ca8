// Copies values between a user's buffer, where a datatype says how they lie, and packed bytes.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "signature.hpp"

namespace harrier::mpi {

/// A piece of memory without a gap.
struct MemoryRange {
  std::byte* begin = nullptr;
  std::size_t bytes = 0;
};

/// Writes the values of a buffer behind the end of `packed`.
void pack(const void* buffer, const TypedCount& values, std::vector<std::byte>& packed);
/// Returns the values of a buffer without gaps.
std::vector<std::byte> packed_copy(const void* buffer, const TypedCount& values);

/// Writes packed values into a buffer; as many as there are bytes, at most those of `values`.
void unpack(std::span<const std::byte> packed, void* buffer, const TypedCount& values);

/// Returns where the values lie in memory, in the order of the type map, touching pieces joined.
std::vector<MemoryRange> ranges_of(void* buffer, const TypedCount& values);

/// Returns whether packed bytes are what the buffer holds now.
bool holds(const void* buffer, const TypedCount& values, std::span<const std::byte> packed);

}  // namespace harrier::mpi
