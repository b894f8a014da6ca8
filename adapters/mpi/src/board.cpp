// What has become of what the ranks posted.
#include "board.hpp"

#include <algorithm>

namespace harrier::mpi {

void Board::clear() {
  ranks_.resize(posts_.sends.size());
  for (Rank& rank : ranks_) {
    rank.met.clear();
    rank.got.clear();
    rank.open_sends.clear();
    rank.open_receives.clear();
  }
  locks_.clear();
  for (std::vector<std::uint32_t>& members : entered_) std::ranges::fill(members, 0);
}

void Board::add_send(std::uint32_t rank) {
  std::vector<std::uint32_t>& met = ranks_[rank].met;
  const SendId send{rank, static_cast<std::uint32_t>(met.size())};
  met.push_back(nothing);
  ranks_[posts_.send(send).dest].open_sends.push_back(send);
}

void Board::add_receive(std::uint32_t rank) {
  Rank& at = ranks_[rank];
  at.open_receives.push_back(static_cast<std::uint32_t>(at.got.size()));
  at.got.emplace_back();
}

void Board::add_entry(std::uint32_t comm, std::uint32_t member) {
  if (comm >= entered_.size()) entered_.resize(comm + 1);
  if (member >= entered_[comm].size()) entered_[comm].resize(member + 1);
  ++entered_[comm][member];
}

void Board::take_lock(std::uint32_t lock, bool exclusive) {
  if (lock >= locks_.size()) locks_.resize(lock + 1);
  ++(exclusive ? locks_[lock].exclusive : locks_[lock].shared);
}

void Board::return_lock(std::uint32_t lock, bool exclusive) {
  --(exclusive ? locks_[lock].exclusive : locks_[lock].shared);
}

bool Board::is_free(std::uint32_t lock, bool exclusive) const {
  if (lock >= locks_.size()) return true;
  return locks_[lock].exclusive == 0 && (!exclusive || locks_[lock].shared == 0);
}

void Board::cancel(std::uint32_t rank, std::uint32_t receive) {
  std::erase(ranks_[rank].open_receives, receive);
}

void Board::cancel(SendId send) { std::erase(ranks_[posts_.send(send).dest].open_sends, send); }

void Board::match(SendId send, std::uint32_t receive) {
  Rank& at = ranks_[posts_.send(send).dest];
  ranks_[send.rank].met[send.index] = receive;
  at.got[receive] = send;
  at.open_sends.erase(std::ranges::find(at.open_sends, send));
  at.open_receives.erase(std::ranges::find(at.open_receives, receive));
}

std::optional<std::uint32_t> Board::match_of(SendId send) const {
  const Send& posted = posts_.send(send);
  const Rank& at = ranks_[posted.dest];
  for (const std::uint32_t number : at.open_receives) {
    const Receive& receive = posts_.receives[posted.dest][number];
    if (!receive.takes(send.rank, posted)) continue;
    return first_for(posted.dest, send.rank, receive) == send ? std::optional(number)
                                                              : std::nullopt;
  }
  return std::nullopt;
}

SendId Board::first_for(std::uint32_t rank, std::uint32_t source, const Receive& receive) const {
  for (const SendId& send : ranks_[rank].open_sends) {
    if (send.rank == source && receive.takes(source, posts_.send(send))) return send;
  }
  return {};
}

}  // namespace harrier::mpi
