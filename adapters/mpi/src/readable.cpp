// Whether memory that a program names can be read, which the system knows.
#include "readable.hpp"

#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "mpi/data/copying.hpp"

namespace harrier::mpi {

namespace {

/// Asks for one byte of each page, many at once.
class Pages {
 public:
  void add(const MemoryRange& range) {
    const auto begin = reinterpret_cast<std::uintptr_t>(range.begin);
    for (std::uintptr_t page = begin / page_bytes; page <= (begin + range.bytes - 1) / page_bytes;
         ++page) {
      if (page == last_) continue;
      last_ = page;
      pages_[count_++] = {reinterpret_cast<void*>(page * page_bytes), 1};
      if (count_ == pages_.size()) ask();
    }
  }
  bool all_readable() {
    ask();
    return readable_;
  }

 private:
  static constexpr std::uintptr_t page_bytes = 4096;

  void ask() {
    std::array<std::byte, 256> read;
    iovec into{read.data(), count_};
    if (readable_ && count_ != 0)
      readable_ = process_vm_readv(getpid(), &into, 1, pages_.data(), count_, 0) ==
                  static_cast<ssize_t>(count_);
    count_ = 0;
  }

  std::array<iovec, 256> pages_;
  std::size_t count_ = 0;
  std::uintptr_t last_ = 0;
  bool readable_ = true;
};

}  // namespace

bool is_readable(const Buffer& buffer) {
  // What is no larger than a page is where its begin is, or nearly so; asking takes longer than
  // reading it.
  constexpr std::size_t small_bytes = 4096;
  const TypedCount& values = buffer.values;
  if (values.count * static_cast<std::size_t>(std::max<std::ptrdiff_t>(
                         values.type->extent(), values.type->true_extent())) <=
      small_bytes)
    return true;
  Pages pages;
  for (const MemoryRange& range : ranges_of(buffer.address, values)) {
    if (range.bytes != 0) pages.add(range);
  }
  return pages.all_readable();
}

}  // namespace harrier::mpi
