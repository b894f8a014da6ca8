// A stack of bytes with stable addresses: what a step allocates is dropped when it is undone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace harrier::detail {

class Arena {
 public:
  /// A height of the stack to come back to.
  struct Mark {
    std::uint32_t chunk = 0;
    std::uint32_t used = 0;
  };

  Arena() { grow(chunk_size); }

  void* allocate(std::size_t size, std::size_t align) {
    const std::size_t begin = (used_ + align - 1) & ~(align - 1);
    if (begin + size > chunks_[current_].size) return allocate_in_next(size, align);
    used_ = static_cast<std::uint32_t>(begin + size);
    return chunks_[current_].bytes.get() + begin;
  }

  Mark mark() const { return {current_, used_}; }

  /// Drops everything allocated since the mark; runs no destructors.
  void reset(Mark mark) {
    current_ = mark.chunk;
    used_ = mark.used;
  }

 private:
  static constexpr std::size_t chunk_size = std::size_t{1} << 16;
  struct Chunk {
    std::unique_ptr<std::byte[]> bytes;
    std::size_t size = 0;
  };

  void grow(std::size_t size) {
    chunks_.push_back({std::unique_ptr<std::byte[]>(new std::byte[size]), size});
  }

  void* allocate_in_next(std::size_t size, std::size_t align) {
    const std::size_t needed = size + align;
    ++current_;
    if (current_ == chunks_.size()) {
      grow(needed > chunk_size ? needed : chunk_size);
    } else if (chunks_[current_].size < needed) {
      chunks_[current_] = {std::unique_ptr<std::byte[]>(new std::byte[needed]), needed};
    }
    const auto address = reinterpret_cast<std::uintptr_t>(chunks_[current_].bytes.get());
    const std::size_t begin = (align - address % align) % align;
    used_ = static_cast<std::uint32_t>(begin + size);
    return chunks_[current_].bytes.get() + begin;
  }

  std::vector<Chunk> chunks_;
  std::uint32_t current_ = 0;
  std::uint32_t used_ = 0;
};

}  // namespace harrier::detail
