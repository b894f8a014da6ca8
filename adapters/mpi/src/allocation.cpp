// malloc() and its like: what the program's own code allocates lies in the heap of its rank.
//
// What libraries allocate for themselves while a rank runs (buffers of streams, caches of locales)
// must outlive the execution, so it is told apart by who calls. Where ranks are processes they have
// the C library's heap to themselves, and what this library keeps of an execution is shared.
#include <malloc.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>

#include "ranks.hpp"
#include "shared_memory.hpp"

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
  return in_program() && !Ranks::instance().are_processes() &&
         Image::instance().is_program_code(caller);
}

bool is_shared() { return SharedMemory::is_used() && !in_program(); }

/// Returns a block where it belongs; null where there is no room.
void* block_for(const void* caller, std::size_t bytes, std::size_t alignment = 16) {
  if (is_for_rank(caller) || is_shared()) {
    void* const block = is_shared() ? SharedMemory::allocate(bytes, alignment)
                                    : Ranks::instance().allocate(bytes, alignment);
    if (block == nullptr) errno = ENOMEM;
    return block;
  }
  return alignment <= 16 ? __libc_malloc(bytes) : __libc_memalign(alignment, bytes);
}

void* block_or_throw(std::size_t bytes, const void* caller, std::size_t alignment = 16) {
  void* const block = block_for(caller, std::max<std::size_t>(bytes, 1), alignment);
  if (block == nullptr) throw std::bad_alloc();
  return block;
}

/// Tells whether a block has one of our headers.
bool is_ours(const void* block) {
  return Ranks::instance().heap_of(block) != nullptr || SharedMemory::contains(block);
}

void release(void* block) {
  if (block == nullptr) return;
  if (Heap* const heap = Ranks::instance().heap_of(block)) {
    // Outside a rank it is what a destructor gives back whose rank is gone.
    if (in_program()) heap->release(block);
  } else if (SharedMemory::contains(block)) {
    SharedMemory::release(block);
  } else {
    __libc_free(block);
  }
}

}  // namespace

}  // namespace harrier::mpi

using harrier::mpi::block_for;
using harrier::mpi::block_or_throw;
using harrier::mpi::Heap;
using harrier::mpi::is_for_rank;
using harrier::mpi::is_ours;
using harrier::mpi::is_shared;
using harrier::mpi::release;

extern "C" {

void* malloc(std::size_t bytes) noexcept { return block_for(__builtin_return_address(0), bytes); }

void* calloc(std::size_t count, std::size_t bytes) noexcept {
  const void* const caller = __builtin_return_address(0);
  if (!is_for_rank(caller) && !is_shared()) return __libc_calloc(count, bytes);
  std::size_t all = 0;
  if (__builtin_mul_overflow(count, bytes, &all)) {
    errno = ENOMEM;
    return nullptr;
  }
  void* const block = block_for(caller, all);
  return block != nullptr ? std::memset(block, 0, all) : nullptr;
}

void* realloc(void* block, std::size_t bytes) noexcept {
  const void* const caller = __builtin_return_address(0);
  if (block == nullptr) return block_for(caller, bytes);
  if (!is_ours(block)) return __libc_realloc(block, bytes);
  const std::size_t room = Heap::room(block);
  if (bytes <= room && bytes != 0) return block;
  void* const larger = bytes != 0 ? block_for(caller, bytes) : nullptr;
  if (larger != nullptr) std::memcpy(larger, block, std::min(room, bytes));
  if (larger != nullptr || bytes == 0) release(block);
  return larger;
}

void free(void* block) noexcept { release(block); }

void* memalign(std::size_t alignment, std::size_t bytes) noexcept {
  return block_for(__builtin_return_address(0), bytes, alignment);
}

void* aligned_alloc(std::size_t alignment, std::size_t bytes) noexcept {
  return block_for(__builtin_return_address(0), bytes, alignment);
}

int posix_memalign(void** out, std::size_t alignment, std::size_t bytes) noexcept {
  void* const block = block_for(__builtin_return_address(0), bytes, alignment);
  if (block == nullptr) return ENOMEM;
  *out = block;
  return 0;
}

std::size_t malloc_usable_size(void* block) noexcept {
  if (block == nullptr) return 0;
  if (is_ours(block)) return Heap::room(block);
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
