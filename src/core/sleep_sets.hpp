// Sleep sets: in each state on the path, the steps whose exploration would repeat what is done.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "core/trace.hpp"

namespace harrier {

/// A step that was explored from a state, or from one above it, with what it touched there.
struct Sleeper {
  Name name;
  MessageId message;
  std::span<const Choice> choices;
  std::span<const NamedAccess> touched;
};

/// The sleep sets of all states on the path, as one stack: a state's set is what it inherits from
/// the state above, less what conflicts with the step between, and what was explored from it since.
class SleepSets {
 public:
  std::size_t size() const { return sets_.size(); }

  /// Begins with the empty set of the initial state.
  void start() { sets_.push_back({}); }
  /// Enters the state behind a step that touched this and delivered that message.
  void push(MessageId delivered, std::span<const NamedAccess> touched);
  /// Leaves the last state entered.
  void pop();
  /// Adds a step that was explored from the last state entered.
  void add(const Sleeper& explored);

  std::size_t count(std::size_t state) const {
    const std::size_t end =
        state + 1 < sets_.size() ? sets_[state + 1].members_begin : members_.size();
    return end - sets_[state].members_begin;
  }
  Sleeper member(std::size_t state, std::size_t index) const {
    return sleeper(members_[sets_[state].members_begin + index]);
  }
  /// Returns how many of them were explored from the state itself; they are the last ones.
  std::size_t own_count(std::size_t state) const {
    const std::size_t end =
        state + 1 < sets_.size() ? sets_[state + 1].records_begin : records_.size();
    return end - sets_[state].records_begin;
  }
  /// Finds the choices with which a message does not sleep in a state: the first such, in
  /// `choices`. False where it sleeps whatever it chooses.
  bool awake(std::size_t state, MessageId message, std::vector<Choice>& choices) const;

 private:
  struct Set {
    std::uint32_t members_begin = 0;
    std::uint32_t records_begin = 0;
  };
  struct Record {
    Name name;
    MessageId message;
    std::uint32_t choices_begin = 0;
    std::uint32_t choices_end = 0;
    std::uint32_t touched_begin = 0;
    std::uint32_t touched_end = 0;
  };

  /// The variants of a message that sleep in a state, where there are many of them.
  struct Variants {
    static constexpr std::size_t no_state = ~std::size_t{0};
    std::size_t state = no_state;
    MessageId message;
    std::size_t looked_at = 0;                                  ///< members of the state
    std::vector<Choice> awake;                                  ///< what came before it sleeps
    std::unordered_map<std::uint64_t, std::uint32_t> sleeping;  ///< records, by what they choose
  };

  Sleeper sleeper(std::uint32_t record) const;
  bool awake_among_many(std::size_t state, MessageId message, std::vector<Choice>& choices) const;

  std::vector<Set> sets_;
  std::vector<std::uint32_t> members_;  ///< indices into records_
  std::vector<Record> records_;
  std::vector<Choice> choices_;
  std::vector<NamedAccess> touched_;
  mutable Variants variants_;  ///< of the state that was asked about last
};

}  // namespace harrier
