// Memory that the processes of an execution share, at the same place in all of them.
//
// Where ranks are processes, what calls of MPI look at and change lies here, so that one rank finds
// what another has posted. The processes take turns, but an explorer's other threads may allocate
// at any time.
#pragma once

#include <cstddef>

namespace harrier::mpi {

class SharedMemory {
 public:
  /// Says for a while that what this thread allocates for the library is shared. Does nothing as
  /// long as no program asked for shared memory.
  class Use {
   public:
    Use();
    ~Use();
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;

   private:
    bool before_;
  };
  /// Says for a while that nothing is.
  class Rest {
   public:
    Rest();
    ~Rest();
    Rest(const Rest&) = delete;
    Rest& operator=(const Rest&) = delete;

   private:
    bool before_;
  };

  /// Asks for it; from now on `Use` has an effect.
  static void ask_for();
  /// Tells whether what this thread allocates is to be shared.
  static bool is_used();
  /// Says that what this thread allocates is always shared: it is that of a rank.
  static void use_always();

  /// Returns a block; null where there is no room.
  static void* allocate(std::size_t bytes, std::size_t alignment);
  /// Tells whether a block lies here, or in what a process shared that has forked this one off.
  static bool contains(const void* block);
  static void release(void* block);
};

}  // namespace harrier::mpi
