// Runs the program's main() once per rank, each on a stack and with memory of its own, or as a
// process.
//
// One rank runs at a time. Where they are stacks, the program's writable memory is that of the rank
// that ran last; before another one runs it is saved and the other's put in its place. An execution
// that is over is left, not unwound: all that its stacks could hold lies in memory that the next
// one makes anew.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "heap.hpp"
#include "host/fiber.hpp"
#include "image.hpp"
#include "rank_process.hpp"

namespace harrier::mpi {

class Ranks {
 public:
  /// The memory of a process is there once, so they are too.
  static Ranks& instance();

  using Main = std::function<int(int, char**)>;
  /// Says what every rank runs, with which words, and whether the program's constructors before.
  void set_program(Main main, std::vector<std::string> words, bool constructs);

  /// Begins an execution with so many ranks. Where they are processes, shared memory is in use.
  void start(std::size_t count, bool as_processes);
  /// Runs a rank until it suspends itself or ends.
  void run(std::uint32_t rank);
  /// Ends what is left of an execution and gives the process the memory back that it had.
  void leave();

  // For the rank that runs.
  std::uint32_t current() const { return current_; }
  /// Tells whether the caller stands on the stack of a rank.
  bool is_running() const { return runs_ && (!as_processes_ || in_process_); }
  bool are_processes() const { return as_processes_; }
  /// Tells whether this is the process of a rank.
  bool in_process() const { return in_process_; }
  /// Ends the process of the rank because another of its threads has called a function of MPI.
  [[noreturn]] void end_by_thread(const char* function) {
    ranks_[current_]->process.end_by_thread(function);
  }
  /// Says how the process of a rank came to an end that the rank did not come to.
  std::string death(std::uint32_t rank) const { return ranks_[rank]->process.death(); }
  /// Tells whether a rank runs on another thread, whose memory the caller must leave alone.
  bool is_running_elsewhere() const;
  void suspend();
  /// Leaves the running rank for good.
  [[noreturn]] void abandon();
  /// Runs what was to be run at the end of the program, the last one first.
  void run_exit_functions();
  void add_exit_function(void (*function)(void*), void* argument);
  /// Returns memory of the rank, as for malloc(); null where there is no room.
  void* allocate(std::size_t bytes, std::size_t alignment = 16);
  /// Returns memory of a rank that need not be the one that runs; they must be stacks.
  void* allocate_for(std::uint32_t rank, std::size_t bytes, std::size_t alignment) {
    return ranks_[rank]->heap.allocate(bytes, alignment);
  }
  void release(void* block);
  /// The state of rand() and its like.
  struct Random;
  Random& random();

  /// Tells whether a rank has come to its end, or was left.
  bool has_ended(std::uint32_t rank) const {
    const Rank& asked = *ranks_[rank];
    return asked.started && (as_processes_ ? asked.process.has_ended() : !asked.fiber.active());
  }
  /// Returns the status that main() or exit() gave.
  int status(std::uint32_t rank) const { return ranks_[rank]->status; }
  void set_status(int status) { ranks_[current_]->status = status; }
  /// Returns the heap that a block lies in, if any.
  Heap* heap_of(const void* block);
  /// Returns where a byte of a rank's memory is now, which may be swapped out.
  void* address_of(std::uint32_t rank, void* address);

  /// Returns the heap of the running rank, as far as it is in use.
  std::span<const std::byte> heap_in_use() const;
  /// Tells whether that is all that the rank has allocated: the C library maps large blocks
  /// elsewhere.
  bool has_all_in_heap() const;
  /// Returns the stack of the running rank from a place up to where its main() was called; empty
  /// where that is no place on it.
  std::span<const std::byte> stack_from(std::uintptr_t place) const;

 private:
  struct ExitFunction {
    void (*function)(void*);
    void* argument;
  };
  /// How far a rank has read its options, as far as the C library shows it.
  struct GetoptState {
    char* argument = nullptr;
    int index = 0;  ///< 1 would keep the library's place in a word of several options
    int errors = 1;
    int option = '?';

    /// Puts it in place and keeps what was there.
    void swap();
  };
  struct Rank {
    Rank();
    ~Rank();
    Content content;
    host::Fiber fiber;
    RankProcess process;
    Heap heap;
    std::vector<ExitFunction> exit_functions;
    std::unique_ptr<Random> random;
    bool started = false;
    bool random_is_fresh = false;
    int error = 0;  ///< errno
    GetoptState options;
    int status = 0;
    const std::byte* stack_base = nullptr;  ///< the frame that has called main()
  };
  static constexpr std::uint32_t nobody = ~std::uint32_t{0};

  void load(std::uint32_t rank);
  void run_process(std::uint32_t rank);
  void run_main();

  Main main_;
  bool constructs_ = true;
  std::vector<std::string> words_;
  std::vector<std::unique_ptr<Rank>> ranks_;  ///< never fewer than there were
  std::size_t count_ = 0;
  std::uint32_t current_ = nobody;  ///< whose memory is in place
  Content outside_;                 ///< what the process had before the first rank ran
  bool has_outside_ = false;
  std::atomic<bool> runs_ = false;
  bool as_processes_ = false;
  bool in_process_ = false;
  std::size_t mapped_before_ = 0;  ///< bytes of large blocks when the process of the rank began
  pid_t made_in_ = 0;              ///< the process that made the ranks
  std::atomic<std::thread::id> thread_ = {};  ///< the one that explores
};

/// Tells whether code of the program runs on this thread: on a rank's stack, not in a call of MPI.
bool in_program();

/// Says for a while that code of this library runs.
class InLibrary {
 public:
  InLibrary();
  ~InLibrary();
  InLibrary(const InLibrary&) = delete;
  InLibrary& operator=(const InLibrary&) = delete;

 private:
  bool before_;
};

/// Says for a while that code of the program runs, which a call of MPI has called.
class InProgram {
 public:
  InProgram();
  ~InProgram();
  InProgram(const InProgram&) = delete;
  InProgram& operator=(const InProgram&) = delete;

 private:
  bool before_;
};

}  // namespace harrier::mpi
