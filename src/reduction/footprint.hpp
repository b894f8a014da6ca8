// What a step touches that was not executed where it is looked at.
#pragma once

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/rehearsal.hpp"

namespace harrier {

/// The steps that lead to a step, and that step, to be executed anew.
using History = std::vector<PastStep>;

/// What a step touches, owners by name. Where its program cannot tell all of it, a part that is
/// certain stands for it as long as that decides: most steps conflict because they are deliveries
/// to one actor, whatever else they do.
class Footprint {
 public:
  std::span<const NamedAccess> known() const { return touched_; }
  bool complete() const { return history_ == nullptr; }
  /// Tells whether the step was not found to be impossible. One that is says nothing about others.
  bool possible() const { return possible_; }

  bool is_sure() const { return complete() && possible(); }

  /// Makes room for so many accesses, so that a footprint that is used again need not grow late.
  void reserve(std::size_t accesses) { touched_.reserve(accesses); }

  /// Knows all that is touched.
  void assign(std::span<const NamedAccess> touched) {
    touched_.assign(touched.begin(), touched.end());
    if (history_ != nullptr) history_.reset();
    possible_ = true;
  }
  /// Knows a part, and how to find out the rest.
  void assign_part(std::span<const NamedAccess> touched, History history) {
    touched_.assign(touched.begin(), touched.end());
    history_ = std::make_shared<const History>(std::move(history));
    possible_ = true;
  }
  /// Knows that the step cannot be executed, and what was known of it before.
  void assign_impossible(std::span<const NamedAccess> touched) {
    assign(touched);
    possible_ = false;
  }
  /// Returns how to find out the rest; empty where nothing is left to find out.
  std::span<const PastStep> history() const {
    return history_ != nullptr ? std::span<const PastStep>(*history_) : std::span<const PastStep>();
  }
  /// Finds out the rest; returns what the step chooses.
  std::vector<Choice> find_out(Rehearsal& rehearsal) {
    Rehearsed rehearsed = rehearsal.rehearse(*history_);
    history_.reset();
    possible_ = rehearsed.possible;
    if (possible_) touched_ = std::move(rehearsed.touched);
    return std::move(rehearsed.choices);
  }

 private:
  std::vector<NamedAccess> touched_;
  std::shared_ptr<const History> history_;
  bool possible_ = true;
};

}  // namespace harrier
