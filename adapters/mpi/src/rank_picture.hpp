// What a rank has where it asks MPI something: everything that decides what it does next, but for
// what MPI tells it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "image.hpp"
#include "rank_state.hpp"

namespace harrier::mpi {

/// The variables of the program and of its libraries, the heap of the rank, its stack from where it
/// has called MPI up to main(), the registers that a call keeps, its places in rand(), getopt()
/// and its clock. Only for the rank that runs.
class RankPicture {
 public:
  /// Keeps what the rank has now, which has called MPI from there. Tells whether that can be found.
  bool take(const void* from, const RankState& state);
  /// Tells whether the rank has the same now. What is quick to compare comes first.
  bool is_now(const void* from, const RankState& state) const;
  void forget() { is_taken_ = false; }
  bool is_taken() const { return is_taken_; }

 private:
  /// The frame of the program that has called MPI.
  struct Frame {
    std::uintptr_t stack = 0;  ///< its stack pointer behind the call
    std::array<std::uintptr_t, 6> registers = {};
    friend bool operator==(const Frame&, const Frame&) = default;
  };
  struct Numbers {
    std::int64_t moment_ns = 0;
    std::uint64_t random = 0;
    int error = 0;
    int option = 0;
    std::size_t heap_bytes = 0;
    friend bool operator==(const Numbers&, const Numbers&) = default;
  };

  static bool find_frame(const void* from, Frame& out);
  static Numbers numbers(const RankState& state);

  bool is_taken_ = false;
  Frame frame_;
  Numbers numbers_;
  std::vector<std::byte> random_;
  std::vector<std::byte> stack_;
  std::vector<std::byte> heap_;
  Content content_;
};

/// Returns how far the files of the process are read and written, but for what is printed.
std::vector<std::int64_t> places_in_files();

}  // namespace harrier::mpi
