// The board as it would be had only some steps of the execution happened.
#include "past_board.hpp"

#include <algorithm>
#include <limits>

namespace harrier::mpi {

namespace {

constexpr StepNumber not_yet = std::numeric_limits<StepNumber>::max();

/// Adds the end of the next thing of a list.
void add_end(std::vector<StepNumber>& ends, StepNumber end) {
  const StepNumber last = ends.empty() ? never : ends.back();
  ends.push_back(std::max(last, end == never ? not_yet : end));
}

}  // namespace

void PastBoard::learn() {
  if (is_known_) return;
  is_known_ = true;
  const std::size_t ranks = posts_.sends.size();
  receive_ends_.resize(ranks);
  arrival_ends_.resize(ranks);
  for (std::uint32_t rank = 0; rank < ranks; ++rank) {
    receive_ends_[rank].clear();
    for (std::uint32_t i = 0; i < posts_.receives[rank].size(); ++i) {
      add_end(receive_ends_[rank], whole_.closed_by(rank, i));
    }
    arrival_ends_[rank].clear();
    for (const SendId& send : whole_.arrivals(rank)) {
      add_end(arrival_ends_[rank], whole_.closed_by(send));
    }
  }
  lock_ends_.resize(whole_.lock_count());
  for (std::uint32_t lock = 0; lock < whole_.lock_count(); ++lock) {
    lock_ends_[lock].clear();
    for (const LockHold& hold : whole_.holds(lock)) add_end(lock_ends_[lock], hold.returned_by);
  }
}

void PastBoard::set(std::uint32_t prefix, std::span<const std::uint32_t> beside) {
  learn();
  prefix_ = prefix;
  last_ = beside.empty() ? prefix : beside.back() + 1;
  ++moment_;
  if (last_ > happened_.size()) happened_.resize(last_, 0);
  for (const std::uint32_t step : beside) happened_[step] = moment_;
}

std::size_t PastBoard::first_open(const Ends& ends) const {
  return static_cast<std::size_t>(std::ranges::upper_bound(ends, prefix_) - ends.begin());
}

bool PastBoard::is_received(SendId send) const {
  if (!is_met(send)) return false;
  const Receive& met = posts_.receives[posts_.send(send).dest][whole_.receive_of(send)];
  return !met.keeps || has_happened(met.begun_by);
}

SendId PastBoard::sender_of(std::uint32_t rank, std::uint32_t receive) const {
  const SendId send = whole_.sender_of(rank, receive);
  return send && has_happened(whole_.closed_by(send)) ? send : SendId();
}

bool PastBoard::has_entered(std::uint32_t comm, std::uint32_t member, std::uint32_t number) const {
  const std::vector<Entry>& entries = posts_.communicators[comm].entries[member];
  return entries.size() > number && has_happened(entries[number].by);
}

bool PastBoard::is_free(std::uint32_t lock, bool exclusive) const {
  if (lock >= lock_ends_.size()) return true;
  const std::span<const LockHold> holds = whole_.holds(lock);
  for (std::size_t i = first_open(lock_ends_[lock]); i < holds.size(); ++i) {
    if (holds[i].taken_by > last_) break;
    if (!has_happened(holds[i].taken_by) || has_happened(holds[i].returned_by)) continue;
    if (exclusive || holds[i].exclusive) return false;
  }
  return true;
}

/// Returns the first receive that takes a send and has not met another one.
std::optional<std::uint32_t> PastBoard::first_receive(SendId send) const {
  const Send& posted = posts_.send(send);
  const std::vector<Receive>& receives = posts_.receives[posted.dest];
  for (std::size_t i = first_open(receive_ends_[posted.dest]); i < receives.size(); ++i) {
    const Receive& receive = receives[i];
    if (receive.by > last_) break;
    const auto number = static_cast<std::uint32_t>(i);
    if (receive.takes(send.rank, posted) && has_happened(receive.by) &&
        !has_happened(whole_.closed_by(posted.dest, number)))
      return number;
  }
  return std::nullopt;
}

std::optional<std::uint32_t> PastBoard::match_of(SendId send) const {
  const std::uint32_t dest = posts_.send(send).dest;
  const std::optional<std::uint32_t> number = first_receive(send);
  if (!number) return std::nullopt;
  return first_for(dest, send.rank, posts_.receives[dest][*number]) == send ? number : std::nullopt;
}

SendId PastBoard::first_for(std::uint32_t rank, std::uint32_t source,
                            const Receive& receive) const {
  const std::vector<SendId>& arrivals = whole_.arrivals(rank);
  for (std::size_t i = first_open(arrival_ends_[rank]); i < arrivals.size(); ++i) {
    const Send& posted = posts_.send(arrivals[i]);
    if (posted.by > last_) break;
    if (arrivals[i].rank == source && receive.takes(source, posted) && has_happened(posted.by) &&
        !has_happened(whole_.closed_by(arrivals[i])))
      return arrivals[i];
  }
  return {};
}

}  // namespace harrier::mpi
