// What a rank has where it asks MPI something.
#include "rank_picture.hpp"

#include <fcntl.h>
#include <getopt.h>
#include <unistd.h>
#include <unwind.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <span>

#include "random.hpp"
#include "ranks.hpp"

namespace harrier::mpi {

namespace {

// Of an x86-64 process, as debuggers number them: rbx, rbp, r12 to r15.
constexpr std::array<int, 6> kept_registers = {3, 6, 12, 13, 14, 15};
// Programs have few files open, and those have small numbers.
constexpr int files_max = 64;

std::span<const std::byte> random_bytes() {
  const Ranks::Random& random = Ranks::instance().random();
  return {reinterpret_cast<const std::byte*>(random.state.data()), random.state.size()};
}

std::span<const std::byte> fraction_bytes() {
  const Ranks::Random& random = Ranks::instance().random();
  return std::as_bytes(std::span(&random.fractions, 1));
}

/// Where the numbers of rand() go on.
std::ptrdiff_t random_place() {
  const random_data& numbers = Ranks::instance().random().numbers;
  return numbers.fptr != nullptr ? numbers.fptr - numbers.state : 0;
}

void append(std::vector<std::byte>& out, std::span<const std::byte> bytes) {
  out.insert(out.end(), bytes.begin(), bytes.end());
}

std::vector<std::byte> random_now() {
  std::vector<std::byte> all;
  append(all, random_bytes());
  append(all, fraction_bytes());
  const std::ptrdiff_t place = random_place();
  append(all, std::as_bytes(std::span(&place, 1)));
  return all;
}

/// Tells which descriptors the process was given to write to, as standard output is: whoever has
/// started it may write there meanwhile.
std::array<bool, files_max> find_outputs() {
  std::array<bool, files_max> outputs = {};
  for (int file = 0; file < files_max; ++file) {
    const int flags = fcntl(file, F_GETFL);
    outputs[static_cast<std::size_t>(file)] = flags >= 0 && (flags & O_ACCMODE) == O_WRONLY;
  }
  outputs[STDOUT_FILENO] = outputs[STDERR_FILENO] = true;
  return outputs;
}
const std::array<bool, files_max> outputs_given = find_outputs();

}  // namespace

std::vector<std::int64_t> places_in_files() {
  const int error = errno;
  std::vector<std::int64_t> places;
  for (int file = 0; file < files_max; ++file) {
    if (outputs_given[static_cast<std::size_t>(file)]) continue;
    places.push_back(lseek(file, 0, SEEK_CUR));
  }
  errno = error;
  return places;
}

bool RankPicture::find_frame(const void* from, Frame& out) {
  struct Search {
    std::uintptr_t from;
    Frame* frame;
    bool found;
  } search{reinterpret_cast<std::uintptr_t>(from), &out, false};
  _Unwind_Backtrace(
      [](_Unwind_Context* context, void* argument) {
        auto& sought = *static_cast<Search*>(argument);
        if (_Unwind_GetIP(context) != sought.from) return _URC_NO_REASON;
        sought.frame->stack = _Unwind_GetCFA(context);
        for (std::size_t i = 0; i < kept_registers.size(); ++i) {
          sought.frame->registers[i] = _Unwind_GetGR(context, kept_registers[i]);
        }
        sought.found = true;
        return _URC_NORMAL_STOP;
      },
      &search);
  return search.found;
}

RankPicture::Numbers RankPicture::numbers(const RankState& state) {
  return {state.moment_ns, state.random, errno, optind, Ranks::instance().heap_in_use().size()};
}

bool RankPicture::take(const void* from, const RankState& state) {
  is_taken_ = find_frame(from, frame_);
  const std::span<const std::byte> stack =
      is_taken_ ? Ranks::instance().stack_from(frame_.stack) : std::span<const std::byte>();
  is_taken_ = is_taken_ && !stack.empty() && Ranks::instance().has_all_in_heap();
  if (!is_taken_) return false;
  numbers_ = numbers(state);
  random_ = random_now();
  stack_.assign(stack.begin(), stack.end());
  const std::span<const std::byte> heap = Ranks::instance().heap_in_use();
  heap_.assign(heap.begin(), heap.end());
  Image::instance().save(content_);
  return true;
}

bool RankPicture::is_now(const void* from, const RankState& state) const {
  Frame frame;
  if (!is_taken_ || !(numbers_ == numbers(state)) || !find_frame(from, frame) ||
      !(frame == frame_)) {
    return false;
  }
  return std::ranges::equal(stack_, Ranks::instance().stack_from(frame.stack)) &&
         Image::instance().holds(content_) && random_ == random_now() &&
         std::ranges::equal(heap_, Ranks::instance().heap_in_use());
}

}  // namespace harrier::mpi
