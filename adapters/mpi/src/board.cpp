// What has become of what the ranks posted in the current execution so far.
#include "board.hpp"

#include <algorithm>

namespace harrier::mpi {

void Board::clear() {
  ranks_.resize(posts_.sends.size());
  for (Rank& rank : ranks_) {
    rank.sends.clear();
    rank.receives.clear();
    rank.arrivals.clear();
    rank.open_sends.clear();
    rank.open_receives.clear();
  }
  locks_.clear();
}

void Board::add_send(std::uint32_t rank) {
  std::vector<SendState>& sends = ranks_[rank].sends;
  const SendId send{rank, static_cast<std::uint32_t>(sends.size())};
  sends.emplace_back();
  Rank& to = ranks_[posts_.send(send).dest];
  to.arrivals.push_back(send);
  to.open_sends.push_back(send);
}

void Board::add_receive(std::uint32_t rank) {
  Rank& at = ranks_[rank];
  at.open_receives.push_back(static_cast<std::uint32_t>(at.receives.size()));
  at.receives.emplace_back();
}

void Board::take_lock(std::uint32_t lock, const LockHold& hold) {
  if (lock >= locks_.size()) locks_.resize(lock + 1);
  locks_[lock].all.push_back(hold);
  ++(hold.exclusive ? locks_[lock].exclusive : locks_[lock].shared);
}

void Board::return_lock(std::uint32_t lock, std::uint32_t rank, StepNumber step) {
  Lock& of = locks_[lock];
  const auto last = std::find_if(of.all.rbegin(), of.all.rend(),
                                 [&](const LockHold& hold) { return hold.rank == rank; });
  last->returned_by = step;
  --(last->exclusive ? of.exclusive : of.shared);
}

bool Board::is_free(std::uint32_t lock, bool exclusive) const {
  if (lock >= locks_.size()) return true;
  return locks_[lock].exclusive == 0 && (!exclusive || locks_[lock].shared == 0);
}

void Board::cancel(std::uint32_t rank, std::uint32_t receive, StepNumber step) {
  ranks_[rank].receives[receive].closed_by = step;
  std::erase(ranks_[rank].open_receives, receive);
}

void Board::cancel(SendId send, StepNumber step) {
  ranks_[send.rank].sends[send.index].closed_by = step;
  std::erase(ranks_[posts_.send(send).dest].open_sends, send);
}

void Board::match(SendId send, std::uint32_t receive, StepNumber step) {
  Rank& at = ranks_[posts_.send(send).dest];
  ranks_[send.rank].sends[send.index] = {receive, step};
  at.receives[receive] = {send, step};
  at.open_sends.erase(std::ranges::find(at.open_sends, send));
  at.open_receives.erase(std::ranges::find(at.open_receives, receive));
}

bool Board::is_received(SendId send) const {
  const std::uint32_t receive = state(send).receive;
  if (receive == nothing) return false;
  const Receive& met = posts_.receives[posts_.send(send).dest][receive];
  return !met.keeps || met.begun_by != never;
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

bool Board::is_awaited(SendId send) const {
  const Send& posted = posts_.send(send);
  return std::ranges::any_of(ranks_[posted.dest].open_receives, [&](std::uint32_t number) {
    return posts_.receives[posted.dest][number].takes(send.rank, posted);
  });
}

SendId Board::first_for(std::uint32_t rank, std::uint32_t source, const Receive& receive) const {
  for (const SendId& send : ranks_[rank].open_sends) {
    if (send.rank == source && receive.takes(source, posts_.send(send))) return send;
  }
  return {};
}

}  // namespace harrier::mpi
