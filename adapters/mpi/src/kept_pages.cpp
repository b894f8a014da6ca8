// What a large buffer holds, kept to see whether the program changes it.
#include "kept_pages.hpp"

#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace harrier::mpi {

namespace {

constexpr std::size_t page_bytes = 4096;
// The rest of a buffer that is touched in more places is not looked at.
constexpr std::size_t kept_bytes_max = std::size_t{4} << 20;

/// Tells for each page of some memory whether it is there; nothing where it is not all mapped.
std::vector<unsigned char> pages_of(const std::byte* begin, std::size_t bytes) {
  const auto first = reinterpret_cast<std::uintptr_t>(begin) / page_bytes;
  const auto last = (reinterpret_cast<std::uintptr_t>(begin) + bytes - 1) / page_bytes;
  std::vector<unsigned char> pages(last - first + 1);
  if (mincore(reinterpret_cast<void*>(first * page_bytes), pages.size() * page_bytes,
              pages.data()) != 0)
    pages.clear();
  return pages;
}

/// Copies memory that may not be readable; tells whether it is.
bool copy(const std::byte* from, std::size_t bytes, std::byte* to) {
  const iovec into{to, bytes};
  const iovec out{const_cast<std::byte*>(from), bytes};
  return process_vm_readv(getpid(), &into, 1, &out, 1, 0) == static_cast<ssize_t>(bytes);
}

}  // namespace

bool KeptPages::keep(const std::byte* begin, std::size_t bytes) {
  parts_.clear();
  content_.clear();
  const std::vector<unsigned char> pages = pages_of(begin, bytes);
  if (pages.empty()) return false;
  const std::byte* at = begin;
  const std::byte* const end = begin + bytes;
  std::size_t kept = 0;
  for (const unsigned char page : pages) {
    const auto place = reinterpret_cast<std::uintptr_t>(at);
    const std::byte* const next = std::min(end, at + (page_bytes - place % page_bytes));
    const bool is_there = (page & 1U) != 0;
    if (is_there && kept + page_bytes > kept_bytes_max) break;
    if (is_there) kept += page_bytes;
    if (parts_.empty() || parts_.back().was_there != is_there) parts_.push_back({at, 0, is_there});
    parts_.back().bytes += static_cast<std::size_t>(next - at);
    at = next;
  }
  for (const Part& part : parts_) {
    if (!part.was_there) continue;
    const std::size_t before = content_.size();
    content_.resize(before + part.bytes);
    if (!copy(part.begin, part.bytes, content_.data() + before)) return false;
  }
  return true;
}

bool KeptPages::hold() const {
  const std::byte* content = content_.data();
  for (const Part& part : parts_) {
    if (part.was_there) {
      if (std::memcmp(part.begin, content, part.bytes) != 0) return false;
      content += part.bytes;
      continue;
    }
    const std::byte* at = part.begin;
    const std::byte* const end = part.begin + part.bytes;
    for (const unsigned char page : pages_of(part.begin, part.bytes)) {
      const auto place = reinterpret_cast<std::uintptr_t>(at);
      const std::byte* const next = std::min(end, at + (page_bytes - place % page_bytes));
      const bool holds_something = (page & 1U) != 0 && std::any_of(at, next, [](std::byte one) {
                                     return one != std::byte{};
                                   });
      if (holds_something) return false;
      at = next;
    }
  }
  return true;
}

}  // namespace harrier::mpi
