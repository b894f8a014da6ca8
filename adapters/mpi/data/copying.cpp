// One walk over the pieces of a buffer serves packing, unpacking and comparing.
#include "copying.hpp"

#include <algorithm>
#include <cstring>

namespace harrier::mpi {

namespace {

/// Calls `visit(piece, bytes)` for the pieces of memory in the order of the type map, until
/// `limit` bytes were seen or it returns false.
template <class Visit>
void for_each_piece(std::byte* buffer, const TypedCount& values, std::size_t limit, Visit visit) {
  if (values.type == nullptr) return;
  const Datatype& type = *values.type;
  if (type.is_dense()) {
    const std::size_t bytes = std::min(limit, values.bytes());
    if (bytes > 0) visit(buffer, bytes);
    return;
  }
  for (std::size_t element = 0; element < values.count; ++element) {
    std::byte* const base = buffer + static_cast<std::ptrdiff_t>(element) * type.extent();
    for (const TypeRun& run : type.runs()) {
      const std::size_t block = run.length * basic_type(run.basic).bytes;
      for (std::size_t i = 0; i < run.repeats; ++i) {
        if (limit == 0) return;
        const std::size_t bytes = std::min(block, limit);
        if (!visit(base + run.offset + static_cast<std::ptrdiff_t>(i) * run.stride, bytes)) return;
        limit -= bytes;
      }
    }
  }
}

// What only reads goes over the same walk.
std::byte* writable(const void* buffer) {
  return static_cast<std::byte*>(const_cast<void*>(buffer));
}

}  // namespace

void pack(const void* buffer, const TypedCount& values, std::vector<std::byte>& packed) {
  const std::size_t begin = packed.size();
  packed.resize(begin + values.bytes());
  std::byte* to = packed.data() + begin;
  for_each_piece(writable(buffer), values, values.bytes(),
                 [&](const std::byte* piece, std::size_t bytes) {
                   std::memcpy(to, piece, bytes);
                   to += bytes;
                   return true;
                 });
}

std::vector<std::byte> packed_copy(const void* buffer, const TypedCount& values) {
  std::vector<std::byte> packed;
  pack(buffer, values, packed);
  return packed;
}

void unpack(std::span<const std::byte> packed, void* buffer, const TypedCount& values) {
  const std::byte* from = packed.data();
  for_each_piece(static_cast<std::byte*>(buffer), values, packed.size(),
                 [&](std::byte* piece, std::size_t bytes) {
                   std::memcpy(piece, from, bytes);
                   from += bytes;
                   return true;
                 });
}

std::vector<MemoryRange> ranges_of(void* buffer, const TypedCount& values) {
  std::vector<MemoryRange> ranges;
  for_each_piece(static_cast<std::byte*>(buffer), values, values.bytes(),
                 [&](std::byte* piece, std::size_t bytes) {
                   if (!ranges.empty() && ranges.back().begin + ranges.back().bytes == piece)
                     ranges.back().bytes += bytes;
                   else
                     ranges.push_back({piece, bytes});
                   return true;
                 });
  return ranges;
}

bool holds(const void* buffer, const TypedCount& values, std::span<const std::byte> packed) {
  const std::byte* expected = packed.data();
  bool equal = true;
  for_each_piece(writable(buffer), values, packed.size(),
                 [&](const std::byte* piece, std::size_t bytes) {
                   equal = std::memcmp(piece, expected, bytes) == 0;
                   expected += bytes;
                   return equal;
                 });
  return equal;
}

}  // namespace harrier::mpi
