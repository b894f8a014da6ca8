// The receives of each actor along the trace, and which of them race with a message.
#include "core/receives.hpp"

#include "core/happens_before.hpp"

namespace harrier {

/// Adds an event and its past to a row.
void Receives::include(std::uint64_t* row, std::uint32_t event) const {
  const std::uint64_t* from = bits_.data() + rows_[event].begin;
  for (std::uint32_t word = 0; word <= event / 64; ++word) row[word] |= from[word];
  row[event / 64] |= std::uint64_t{1} << (event % 64);
}

void Receives::push(const Program& program, const Trace& trace) {
  const auto self = static_cast<std::uint32_t>(rows_.size());
  const Event& event = trace[self];
  const auto begin = static_cast<std::uint32_t>(bits_.size());
  rows_.push_back({begin, event.actor});
  bits_.resize(begin + self / 64 + 1, 0);
  std::uint64_t* const row = bits_.data() + begin;
  causes_.clear();
  causes_of(program, event.message, causes_);
  for (const EventId cause : causes_) include(row, cause.value);
  if (own_.size() <= event.actor.index()) own_.resize(event.actor.index() + 1);
  std::vector<std::uint32_t>& own = own_[event.actor.index()];
  if (!own.empty()) include(row, own.back());
  own.push_back(self);
}

void Receives::pop() {
  own_[rows_.back().actor.index()].pop_back();
  bits_.resize(rows_.back().begin);
  rows_.pop_back();
}

/// Computes the past of a message; returns its receiver's receives, null where there are none.
const std::vector<std::uint32_t>* Receives::own_of(const Program& program, MessageId message) {
  const ActorId receiver = program.origin(message).receiver;
  if (receiver.index() >= own_.size() || own_[receiver.index()].empty()) return nullptr;
  past_.assign(rows_.size() / 64 + 1, 0);
  causes_.clear();
  causes_of(program, message, causes_);
  for (const EventId cause : causes_) include(past_.data(), cause.value);
  return &own_[receiver.index()];
}

std::uint32_t Receives::first_after(std::uint32_t event) const {
  const std::uint32_t next = event + 1;
  for (std::uint32_t word = next / 64; word < past_.size(); ++word) {
    std::uint64_t bits = past_[word];
    if (word == next / 64) bits &= ~std::uint64_t{0} << (next % 64);
    if (bits != 0) return word * 64 + static_cast<std::uint32_t>(std::countr_zero(bits));
  }
  return none;
}

}  // namespace harrier
