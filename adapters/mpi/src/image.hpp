// The writable memory of the explored program: what every rank must have for itself.
//
// It is found once. What it held before any constructor ran, of the program or of its libraries, is
// what each rank begins with. Whatever a library other than the program's own has placed there
// (objects that the linker copied into the executable: stdout, std::cout) stays with that library.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace harrier::mpi {

/// A copy of the program's writable memory.
using Content = std::vector<std::byte>;

class Image {
 public:
  /// The one of this process.
  static Image& instance();

  /// Finds the program's memory and keeps what is in it.
  void take();

  std::size_t size() const { return initial_.size(); }
  /// Copies what is in the memory now.
  void save(Content& out) const;
  void load(const Content& content) const;
  /// Tells whether the memory holds what was copied.
  bool holds(const Content& content) const;
  void load_initial() const { load(initial_); }

  /// Tells whether an address belongs to the code of the program or of its own libraries.
  bool is_program_code(const void* address) const;
  /// Tells whether an address lies in what is swapped when another rank runs.
  bool contains(const void* address) const;
  /// Returns where a byte of the memory lies in a saved copy of it.
  std::byte* in(Content& content, const void* address) const;

  /// Runs the constructors of the program, and of its libraries where those have not run.
  void run_constructors(int count, char** words, bool of_libraries) const;

 private:
  struct Range {
    std::byte* begin = nullptr;
    std::byte* end = nullptr;
  };
  using Constructor = void (*)(int, char**, char**);
  struct Constructors {
    const Constructor* begin = nullptr;
    std::size_t count = 0;
    bool is_library = false;
  };
  class Finder;

  void put_initial(const std::byte* begin, const std::byte* end, const std::byte* content);

  std::vector<Range> data_;
  std::vector<Range> code_;
  std::vector<Constructors> constructors_;  ///< in the order in which they run
  /// What thread-local variables begin with, and how many bytes of it are not zero.
  struct ThreadLocals {
    std::byte* begin = nullptr;
    std::size_t bytes = 0;
    const std::byte* initial = nullptr;
    std::size_t initial_bytes = 0;
  };
  std::vector<ThreadLocals> thread_locals_;
  Content initial_;
};

}  // namespace harrier::mpi
