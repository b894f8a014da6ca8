// Memory for a large table that is looked into all over.
#pragma once

#include <cstddef>
#include <memory>

namespace harrier {

/// Bytes that are zero. Many of them are asked for in huge pages, where the system has them: a
/// table of a gigabyte has more pages than the processor knows the places of. They are given back
/// at once.
class TableMemory {
 public:
  TableMemory() = default;
  explicit TableMemory(std::size_t bytes);
  std::byte* data() const { return bytes_.get(); }

 private:
  struct Free {
    std::size_t mapped_bytes;  ///< 0: it was not mapped
    void operator()(std::byte* bytes) const;
  };
  std::unique_ptr<std::byte, Free> bytes_{nullptr, Free{0}};
};

}  // namespace harrier
