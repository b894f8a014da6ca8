// "external32": how values look that leave for another machine, of the same size and order of bytes
// everywhere.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "signature.hpp"

namespace harrier::mpi {

/// Returns how many bytes the values take.
std::size_t external_bytes(const TypedCount& values);

/// Writes packed values so; nothing where a number is too large for its external size.
std::optional<std::vector<std::byte>> to_external(std::span<const std::byte> packed,
                                                  const TypedCount& values);
/// Reads them back, as packed values.
std::vector<std::byte> from_external(std::span<const std::byte> external, const TypedCount& values);

}  // namespace harrier::mpi
