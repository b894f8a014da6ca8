// What a rank keeps asking about in vain, between two things that it does or learns.
#include "polls.hpp"

#include "rank_picture.hpp"

namespace harrier::mpi {

namespace {

// Rounds that ask more often are found in hindsight.
constexpr std::size_t asked_ahead_max = 256;

}  // namespace

Polls::Polls() {
  ahead_.picture = std::make_unique<RankPicture>();
  anchor_.picture = std::make_unique<RankPicture>();
}

Polls::~Polls() = default;

void Polls::clear() {
  polls_.clear();
  is_ahead_ = false;
  vain_moves_ = 0;
  note_change();
}

void Polls::note_change() {
  has_anchor_ = false;
  asked_ = 0;
  next_anchor_ = 1;
}

bool Polls::asks_for_the_same(const Poll& poll, const Wait& wait,
                              std::span<const Condition> waited) {
  return poll.kind == wait.kind && poll.wanted.source == wait.wanted.source &&
         poll.wanted.tag == wait.wanted.tag && poll.wanted.comm == wait.wanted.comm &&
         std::ranges::equal(poll.waited, waited);
}

std::size_t Polls::find(const Wait& wait, std::span<const Condition> waited, std::uint32_t number) {
  for (std::size_t i = 0; i < polls_.size(); ++i) {
    if (!asks_for_the_same(polls_[i], wait, waited)) continue;
    polls_[i].number = number;
    return i;
  }
  polls_.push_back({wait.kind, wait.wanted, {waited.begin(), waited.end()}, number, 0, no_wait, 0});
  return polls_.size() - 1;
}

void Polls::note_failure(std::size_t poll, std::uint32_t number, std::uint32_t step,
                         std::uint32_t failures_max) {
  if (polls_[poll].failures++ == failures_max) polls_[poll].bound_failure = step;
  polls_[poll].failed_before = number;
}

void Polls::append_others(const Begun& begun, std::vector<std::uint32_t>& out) const {
  for (std::size_t i = 0; i < polls_.size(); ++i) {
    if (i != begun.poll && std::ranges::find(begun.asked, i) != begun.asked.end())
      out.push_back(polls_[i].number);
  }
}

bool Polls::has_gone_round(std::size_t poll, const void* from, const RankState& state,
                           std::vector<std::uint32_t>& others) {
  if (has_anchor_ && anchor_.poll == poll && anchor_.from == from &&
      anchor_.picture->is_now(from, state)) {
    append_others(anchor_, others);
    return true;
  }
  if (has_anchor_) anchor_.asked.push_back(poll);
  if (++asked_ < next_anchor_) return false;
  next_anchor_ = 2 * asked_;
  has_anchor_ = anchor_.picture->take(from, state);
  anchor_.poll = poll;
  anchor_.from = from;
  anchor_.asked.clear();
  return false;
}

bool Polls::begin_round(std::size_t poll, const void* from, const RankState& state) {
  if (!ahead_.picture->take(from, state)) return false;
  is_ahead_ = true;
  ahead_.poll = poll;
  ahead_.from = from;
  ahead_.asked.clear();
  return true;
}

Polls::Round Polls::go_on(std::size_t poll, const void* from, const RankState& state,
                          std::vector<std::uint32_t>& others) {
  if (poll != ahead_.poll || from != ahead_.from) {
    ahead_.asked.push_back(poll);
    return ahead_.asked.size() < asked_ahead_max ? Round::goes_on : Round::progress;
  }
  if (!ahead_.picture->is_now(from, state)) return Round::progress;
  append_others(ahead_, others);
  return Round::in_vain;
}

}  // namespace harrier::mpi
