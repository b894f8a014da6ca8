// The heap of one rank: at the same place in every execution, and emptied by moving a pointer.
#pragma once

#include <array>
#include <cstddef>
#include <span>

namespace harrier::mpi {

class Heap {
 public:
  Heap() = default;
  ~Heap();
  Heap(const Heap&) = delete;
  Heap& operator=(const Heap&) = delete;

  /// Takes memory that somebody else has found, instead of finding some when it is first needed.
  void use(std::byte* begin, std::byte* end);
  /// Forgets all blocks.
  void clear();
  /// Returns a block, aligned to at least 16 bytes; null where there is no room.
  void* allocate(std::size_t bytes, std::size_t alignment = 16);
  void release(void* block);
  /// Returns what blocks have taken up, with all that stands between them.
  std::span<const std::byte> in_use() const {
    return begin_ == nullptr ? std::span<const std::byte>()
                             : std::span<const std::byte>(begin_, next_);
  }
  bool contains(const void* block) const { return block >= begin_ && block < end_; }
  /// Tells whether a block may lie in the heap of some rank; cheaper than asking each.
  static bool is_in_some(const void* block) { return block >= lowest_ && block < highest_; }
  /// Returns how many bytes a block has room for.
  static std::size_t room(const void* block);

 private:
  /// Stands in front of every block.
  struct Header {
    std::size_t bytes = 0;  ///< of the block
    std::size_t bin = 0;    ///< where it goes when it is released
  };
  struct Free {
    Free* next = nullptr;
  };
  static constexpr std::size_t bin_count = 128;

  static std::size_t bin_of(std::size_t bytes);
  static std::size_t bin_bytes(std::size_t bin);
  void reserve();

  static inline const std::byte* lowest_ = nullptr;
  static inline const std::byte* highest_ = nullptr;

  std::byte* begin_ = nullptr;
  std::byte* end_ = nullptr;
  std::byte* next_ = nullptr;
  bool is_own_ = true;
  std::byte* touched_ = nullptr;  ///< how far blocks reached since pages were given back
  std::array<Free*, bin_count> free_ = {};
};

}  // namespace harrier::mpi
