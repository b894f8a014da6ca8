// Where the blocks of a collective lie.
#include "mpi/data/blocks.hpp"

#include <utility>

namespace harrier::mpi {

namespace {

// One class for both sides: what is sent is only read.
std::byte* writable(const void* address) {
  return static_cast<std::byte*>(const_cast<void*>(address));
}

}  // namespace

Blocks Blocks::equal(const void* address, int count, TypeRef type) {
  Blocks blocks;
  blocks.address_ = writable(address);
  blocks.each_ = {std::move(type), static_cast<std::size_t>(count)};
  return blocks;
}

Blocks Blocks::varying(const void* address, std::span<const int> counts,
                       std::span<const int> displacements, TypeRef type) {
  Blocks blocks;
  blocks.address_ = writable(address);
  for (std::size_t i = 0; i < counts.size(); ++i)
    blocks.places_.push_back(
        {displacements[i] * type->extent(), {type, static_cast<std::size_t>(counts[i])}});
  return blocks;
}

Blocks Blocks::mixed(const void* address, std::span<const int> counts,
                     std::span<const MPI_Aint> displacements, std::vector<TypeRef> types) {
  Blocks blocks;
  blocks.address_ = writable(address);
  for (std::size_t i = 0; i < counts.size(); ++i)
    blocks.places_.push_back(
        {displacements[i], {std::move(types[i]), static_cast<std::size_t>(counts[i])}});
  return blocks;
}

Buffer Blocks::block(std::size_t index) const {
  if (!places_.empty()) return {address_ + places_[index].offset, places_[index].values};
  if (each_.type == nullptr) return {};
  const std::ptrdiff_t bytes = static_cast<std::ptrdiff_t>(each_.count) * each_.type->extent();
  return {address_ + static_cast<std::ptrdiff_t>(index) * bytes, each_};
}

}  // namespace harrier::mpi
