// malloc() and its like: what the program's own code allocates lies in the heap of its rank.
//
// What libraries allocate for themselves while a rank runs (buffers of streams, caches of locales)
// must outlive the execution, so it is told apart by who calls.
#include <malloc.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>

#include "ranks.hpp"

extern "C" {
void* __libc_malloc(std::size_t bytes);
void* __libc_calloc(std::size_t count, std::size_t bytes);
void* __libc_realloc(void* block, std::size_t bytes);
void* __libc_memalign(std::size_t alignment, std::size_t bytes);
void __libc_free(void* block);
}

namespace harrier::mpi {

namespace {

/// Tells whether a block that is asked for from this place belongs to the running rank.
bool is_for_rank(const void* caller) {
  return in_program() && Image::instance().is_program_code(caller);
}

void* rank_block(std::size_t bytes, std::size_t alignment = 16) {
  void* const block = Ranks::instance().heap().allocate(bytes, alignment);
  if (block == nullptr) errno = ENOMEM;
  return block;
}

void* block_or_throw(std::size_t bytes, const void* caller, std::size_t alignment = 16) {
  void* block = nullptr;
  if (is_for_rank(caller)) {
    block = rank_block(bytes, alignment);
  } else {
    block = alignment <= 16 ? __libc_malloc(std::max<std::size_t>(bytes, 1))
                            : __libc_memalign(alignment, bytes);
  }
  if (block == nullptr) throw std::bad_alloc();
  return block;
}

void release(void* block) {
  if (block == nullptr) return;
  if (Heap* const heap = Ranks::instance().heap_of(block)) {
    // Outside a rank it is what a destructor gives back whose rank is gone.
    if (in_program()) heap->release(block);
  } else {
    __libc_free(block);
  }
}

}  // namespace

}  // namespace harrier::mpi

using harrier::mpi::block_or_throw;
using harrier::mpi::Heap;
using harrier::mpi::is_for_rank;
using harrier::mpi::rank_block;
using harrier::mpi::Ranks;
using harrier::mpi::release;

extern "C" {

void* malloc(std::size_t bytes) noexcept {
  return is_for_rank(__builtin_return_address(0)) ? rank_block(bytes) : __libc_malloc(bytes);
}

void* calloc(std::size_t count, std::size_t bytes) noexcept {
  if (!is_for_rank(__builtin_return_address(0))) return __libc_calloc(count, bytes);
  std::size_t all = 0;
  if (__builtin_mul_overflow(count, bytes, &all)) {
    errno = ENOMEM;
    return nullptr;
  }
  void* const block = rank_block(all);
  return block != nullptr ? std::memset(block, 0, all) : nullptr;
}

void* realloc(void* block, std::size_t bytes) noexcept {
  const bool for_rank = is_for_rank(__builtin_return_address(0));
  if (block == nullptr) return for_rank ? rank_block(bytes) : __libc_malloc(bytes);
  if (Ranks::instance().heap_of(block) == nullptr) return __libc_realloc(block, bytes);
  const std::size_t room = Heap::room(block);
  if (bytes <= room && bytes != 0) return block;
  void* const larger = bytes != 0 ? rank_block(bytes) : nullptr;
  if (larger != nullptr) std::memcpy(larger, block, std::min(room, bytes));
  if (larger != nullptr || bytes == 0) release(block);
  return larger;
}

void free(void* block) noexcept { release(block); }

void* memalign(std::size_t alignment, std::size_t bytes) noexcept {
  return is_for_rank(__builtin_return_address(0)) ? rank_block(bytes, alignment)
                                                  : __libc_memalign(alignment, bytes);
}

void* aligned_alloc(std::size_t alignment, std::size_t bytes) noexcept {
  return is_for_rank(__builtin_return_address(0)) ? rank_block(bytes, alignment)
                                                  : __libc_memalign(alignment, bytes);
}

int posix_memalign(void** out, std::size_t alignment, std::size_t bytes) noexcept {
  void* const block = is_for_rank(__builtin_return_address(0)) ? rank_block(bytes, alignment)
                                                               : __libc_memalign(alignment, bytes);
  if (block == nullptr) return ENOMEM;
  *out = block;
  return 0;
}

std::size_t malloc_usable_size(void* block) noexcept {
  if (block == nullptr) return 0;
  if (Ranks::instance().heap_of(block) != nullptr) return Heap::room(block);
  // The size of the C library's chunk stands in front of it, with three flags.
  return (static_cast<std::size_t*>(block)[-1] & ~std::size_t{7}) - sizeof(std::size_t);
}
}

void* operator new(std::size_t bytes) { return block_or_throw(bytes, __builtin_return_address(0)); }
void* operator new[](std::size_t bytes) {
  return block_or_throw(bytes, __builtin_return_address(0));
}
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return block_or_throw(bytes, __builtin_return_address(0), static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t bytes, std::align_val_t alignment) {
  return block_or_throw(bytes, __builtin_return_address(0), static_cast<std::size_t>(alignment));
}
void operator delete(void* block) noexcept { release(block); }
void operator delete[](void* block) noexcept { release(block); }
void operator delete(void* block, std::size_t) noexcept { release(block); }
void operator delete[](void* block, std::size_t) noexcept { release(block); }
void operator delete(void* block, std::align_val_t) noexcept { release(block); }
void operator delete[](void* block, std::align_val_t) noexcept { release(block); }
void operator delete(void* block, std::size_t, std::align_val_t) noexcept { release(block); }
void operator delete[](void* block, std::size_t, std::align_val_t) noexcept { release(block); }
