// What a rank keeps asking about in vain, between two things that it does or learns.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "wait.hpp"

namespace harrier::mpi {

class Polls {
 public:
  void clear() { polls_.clear(); }
  /// Returns the place of what a test asks for; `number` is the one that asks now.
  std::size_t find(const Wait& wait, std::span<const Condition> waited, std::uint32_t number) {
    for (std::size_t i = 0; i < polls_.size(); ++i) {
      if (!asks_for_the_same(polls_[i], wait, waited)) continue;
      polls_[i].number = number;
      return i;
    }
    polls_.push_back({wait.kind, wait.wanted, {waited.begin(), waited.end()}, number, 0});
    return polls_.size() - 1;
  }
  std::uint32_t failures(std::size_t poll) const { return polls_[poll].failures; }
  void note_failure(std::size_t poll) { ++polls_[poll].failures; }
  /// Appends the waits that asked last for everything else.
  void append_others(std::size_t poll, std::vector<std::uint32_t>& out) const {
    for (std::size_t i = 0; i < polls_.size(); ++i) {
      if (i != poll) out.push_back(polls_[i].number);
    }
  }

 private:
  struct Poll {
    Wait::Kind kind;
    Receive wanted;
    std::vector<Condition> waited;
    std::uint32_t number;
    std::uint32_t failures;
  };

  static bool asks_for_the_same(const Poll& poll, const Wait& wait,
                                std::span<const Condition> waited) {
    return poll.kind == wait.kind && poll.wanted.source == wait.wanted.source &&
           poll.wanted.tag == wait.wanted.tag && poll.wanted.comm == wait.wanted.comm &&
           std::ranges::equal(poll.waited, waited);
  }

  std::vector<Poll> polls_;
};

}  // namespace harrier::mpi
