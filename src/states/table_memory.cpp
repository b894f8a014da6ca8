// Memory for a large table that is looked into all over.
#include "states/table_memory.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <new>

namespace harrier {

namespace {

constexpr std::size_t huge_page = std::size_t{1} << 21U;
/// From so many bytes on pages are mapped.
constexpr std::size_t mapped_min = huge_page;

/// Maps pages that begin where a huge one can.
std::byte* mapped(std::size_t bytes) {
  const std::size_t all = bytes + huge_page;
  void* const memory =
      mmap(nullptr, all, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  auto* const from = static_cast<std::byte*>(memory);
  const std::size_t before = -reinterpret_cast<std::uintptr_t>(memory) % huge_page;
  if (before != 0) munmap(from, before);
  munmap(from + before + bytes, huge_page - before);
  madvise(from + before, bytes, MADV_HUGEPAGE);  // small pages do as well, where this is refused
  return from + before;
}

/// Rounds up to whole pages where pages are mapped.
std::size_t mapped_bytes(std::size_t bytes) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return bytes < mapped_min ? 0 : (bytes + page - 1) / page * page;
}

std::byte* allocated(std::size_t bytes) {
  void* const memory = std::calloc(bytes, 1);
  if (memory == nullptr) throw std::bad_alloc();
  return static_cast<std::byte*>(memory);
}

}  // namespace

TableMemory::TableMemory(std::size_t bytes) : bytes_(nullptr, Free{mapped_bytes(bytes)}) {
  const std::size_t rounded = bytes_.get_deleter().mapped_bytes;
  bytes_.reset(rounded == 0 ? allocated(bytes) : mapped(rounded));
}

void TableMemory::Free::operator()(std::byte* bytes) const {
  if (mapped_bytes == 0) {
    std::free(bytes);
  } else {
    munmap(bytes, mapped_bytes);
  }
}

}  // namespace harrier
