// The memory of a rank that loads and stores of the program may not meet: buffers of what is under
// way, and windows. It is made of what the rank has asked for when it is first needed after a call.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <vector>

#include "mpi/data/copying.hpp"
#include "site.hpp"

namespace harrier::mpi {

struct WatchedMemory {
  enum class Use : unsigned char {
    given,   ///< MPI reads it: stores are wrong
    filled,  ///< MPI stores into it: loads are wrong as well
    window   ///< others may access it
  };
  const std::byte* begin = nullptr;
  const std::byte* end = nullptr;
  Use use = Use::given;
  Site site = {};                 ///< of the call that uses it
  MPI_Win window = MPI_WIN_NULL;  ///< of a window, and where the memory begins there
  std::ptrdiff_t offset = 0;
};

class Watched {
 public:
  /// Says that a call may have changed what is under way.
  void forget() { is_known_ = false; }
  bool is_known() const { return is_known_; }
  /// Begins to list it anew.
  void clear();
  void add(const WatchedMemory& memory);
  /// Adds all memory of a buffer.
  void add(void* address, const TypedCount& values, WatchedMemory::Use use, const Site& site);

  /// Calls `visit(memory)` for what some bytes lie in.
  template <class Visit>
  void for_touched(const std::byte* begin, const std::byte* end, Visit visit) const {
    if (begin >= highest_ || end <= lowest_) return;
    for (const WatchedMemory& memory : memories_) {
      if (begin < memory.end && memory.begin < end) visit(memory);
    }
  }

 private:
  bool is_known_ = false;
  const std::byte* lowest_ = nullptr;
  const std::byte* highest_ = nullptr;
  std::vector<WatchedMemory> memories_;
};

}  // namespace harrier::mpi
