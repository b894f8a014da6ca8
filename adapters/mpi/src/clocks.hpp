// Which moments of a rank another one knows of: what decides whether accesses to one window can
// meet.
//
// Every rank has a vector clock. What it posts carries the clock of that moment, and whoever waits
// for it learns of it. A lock passes on what those who held it before knew: in the orders where
// they come later they do not, and all orders of locks are explored. There are clocks only where
// there are windows; what came before the first one is known to all who have a part in it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace harrier::mpi {

/// A moment of a rank: between two things that it posted.
struct Moment {
  std::uint32_t rank = 0;
  std::uint32_t count = 0;
};

class Clocks {
 public:
  /// Begins an execution without windows.
  void start(std::size_t ranks);
  /// From now on it is recorded who knows what.
  void turn_on();
  bool is_on() const { return !clocks_.empty(); }

  Moment now(std::uint32_t rank) const { return {rank, at(rank, rank)}; }
  bool knows(std::uint32_t rank, Moment moment) const {
    return known(rank, moment.rank) >= moment.count;
  }
  /// Returns up to which moment a rank knows of another.
  std::uint32_t known(std::uint32_t rank, std::uint32_t other) const { return at(rank, other); }

  /// Returns a copy of what a rank knows now, and begins its next moment; 0 where there are no
  /// clocks.
  std::uint32_t stamp(std::uint32_t rank);
  /// A rank learns what somebody knew.
  void join(std::uint32_t rank, std::uint32_t stamp);

  void take_lock(std::uint32_t lock, std::uint32_t rank, bool exclusive);
  void return_lock(std::uint32_t lock, std::uint32_t rank, bool exclusive);

 private:
  using Clock = std::vector<std::uint32_t>;
  /// What those knew who have given a lock back.
  struct Lock {
    Clock exclusive;
    Clock shared;
  };

  std::uint32_t at(std::uint32_t rank, std::uint32_t other) const {
    return is_on() ? clocks_[rank * ranks_ + other] : 0;
  }
  std::span<std::uint32_t> of(std::uint32_t rank) {
    return std::span(clocks_).subspan(rank * ranks_, ranks_);
  }

  std::size_t ranks_ = 0;
  Clock clocks_;  ///< of one rank after the other
  Clock stamps_;  ///< one after the other
  std::vector<Lock> locks_;
};

}  // namespace harrier::mpi
