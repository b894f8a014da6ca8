// The heap of one rank: at the same place in every execution, and emptied by moving a pointer.
#include "heap.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <new>

namespace harrier::mpi {

namespace {

// Address space only: pages are there when they are touched.
constexpr std::size_t heap_bytes = std::size_t{16} << 30;
// What an execution leaves touched beyond this is given back to the system.
constexpr std::size_t kept_bytes = std::size_t{8} << 20;

}  // namespace

Heap::~Heap() {
  if (begin_ != nullptr && is_own_) munmap(begin_, heap_bytes);
}

void Heap::use(std::byte* begin, std::byte* end) {
  is_own_ = false;
  begin_ = next_ = touched_ = begin;
  end_ = end;
}

void Heap::reserve() {
  void* const memory = mmap(nullptr, heap_bytes, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return;
  begin_ = next_ = touched_ = static_cast<std::byte*>(memory);
  end_ = begin_ + heap_bytes;
  if (lowest_ == nullptr || begin_ < lowest_) lowest_ = begin_;
  highest_ = std::max<const std::byte*>(highest_, end_);
}

void Heap::clear() {
  if (begin_ == nullptr) return;
  touched_ = std::max(touched_, next_);
  if (touched_ > begin_ + kept_bytes) {
    madvise(begin_ + kept_bytes, static_cast<std::size_t>(touched_ - begin_) - kept_bytes,
            MADV_DONTNEED);
    touched_ = begin_ + kept_bytes;
  }
  next_ = begin_;
  free_ = {};
}

/// Four sizes between two powers of two.
std::size_t Heap::bin_of(std::size_t bytes) {
  const std::size_t units = std::max<std::size_t>((bytes + 15) / 16, 1);
  if (units <= 4) return units - 1;
  const auto exponent = static_cast<std::size_t>(std::bit_width(units - 1)) - 3;
  return 4 * exponent + ((units - 1) >> exponent);
}

std::size_t Heap::bin_bytes(std::size_t bin) {
  if (bin < 4) return (bin + 1) * 16;
  const std::size_t exponent = bin / 4 - 1;
  return ((bin % 4 + 4 + 1) << exponent) * 16;
}

void* Heap::allocate(std::size_t bytes, std::size_t alignment) {
  if (begin_ == nullptr) reserve();
  if (begin_ == nullptr || bytes > static_cast<std::size_t>(end_ - begin_) / 2) return nullptr;
  const std::size_t bin = bin_of(bytes);
  if (alignment <= 16 && free_[bin] != nullptr) {
    Free* const block = free_[bin];
    free_[bin] = block->next;
    return block;
  }
  const std::size_t room = bin_bytes(bin);
  const auto from = reinterpret_cast<std::uintptr_t>(next_) + sizeof(Header);
  const std::size_t aligned = (from + alignment - 1) / alignment * alignment;
  std::byte* const block = next_ + (aligned - from) + sizeof(Header);
  if (block > end_ || room > static_cast<std::size_t>(end_ - block)) return nullptr;
  new (block - sizeof(Header)) Header{room, bin};
  next_ = block + room;
  return block;
}

void Heap::release(void* block) {
  const std::size_t bin = (static_cast<Header*>(block) - 1)->bin;
  free_[bin] = new (block) Free{free_[bin]};
}

std::size_t Heap::room(const void* block) { return (static_cast<const Header*>(block) - 1)->bytes; }

}  // namespace harrier::mpi
