// Which moments of a rank another one knows of.
#include "clocks.hpp"

#include <algorithm>

namespace harrier::mpi {

namespace {

void join_into(std::span<std::uint32_t> clock, std::span<const std::uint32_t> other) {
  for (std::size_t i = 0; i < other.size(); ++i) clock[i] = std::max(clock[i], other[i]);
}

}  // namespace

void Clocks::start(std::size_t ranks) {
  ranks_ = ranks;
  clocks_.clear();
  stamps_.clear();
  locks_.clear();
}

void Clocks::turn_on() {
  if (is_on()) return;
  clocks_.assign(ranks_ * ranks_, 0);
  for (std::size_t rank = 0; rank < ranks_; ++rank) clocks_[rank * ranks_ + rank] = 1;
}

std::uint32_t Clocks::stamp(std::uint32_t rank) {
  if (!is_on()) return 0;
  const std::span<std::uint32_t> mine = of(rank);
  stamps_.insert(stamps_.end(), mine.begin(), mine.end());
  ++mine[rank];
  return static_cast<std::uint32_t>(stamps_.size() / ranks_);
}

void Clocks::join(std::uint32_t rank, std::uint32_t stamp) {
  if (stamp == 0) return;
  join_into(of(rank),
            std::span<const std::uint32_t>(stamps_).subspan((stamp - 1) * ranks_, ranks_));
}

void Clocks::take_lock(std::uint32_t lock, std::uint32_t rank, bool exclusive) {
  if (lock >= locks_.size()) return;
  join_into(of(rank), locks_[lock].exclusive);
  if (exclusive) join_into(of(rank), locks_[lock].shared);
}

void Clocks::return_lock(std::uint32_t lock, std::uint32_t rank, bool exclusive) {
  if (lock >= locks_.size()) locks_.resize(lock + 1);
  Clock& known = exclusive ? locks_[lock].exclusive : locks_[lock].shared;
  known.resize(ranks_);
  join_into(known, of(rank));
  ++of(rank)[rank];
}

}  // namespace harrier::mpi
