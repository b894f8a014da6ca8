// What a step touches that was not executed yet.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/names.hpp"
#include "harrier/program.hpp"

namespace harrier {

/// The steps that lead to a step, and that step, to be executed anew.
struct History {
  Program* program = nullptr;
  std::vector<PastStep> steps;
  std::vector<Name> actors;  ///< of those that exist before the last step
};

/// What a step touches, owners by name. Where a program has to execute its steps anew to find out,
/// a part that is certain stands for it as long as that decides: most steps conflict because they
/// are deliveries to one actor, whatever else they do.
class Footprint {
 public:
  std::span<const ResourceAccess> known() const { return touched_; }
  bool complete() const { return history_ == nullptr; }
  /// Tells whether the step was not found to be impossible. One that is says nothing about others.
  bool possible() const { return possible_; }

  bool is_sure() const { return complete() && possible(); }

  /// Knows all that is touched.
  void assign(std::span<const ResourceAccess> touched) {
    touched_.assign(touched.begin(), touched.end());
    if (history_ != nullptr) history_.reset();
    possible_ = true;
  }
  /// Knows a part, and how to find out the rest.
  void assign_part(std::span<const ResourceAccess> touched, std::shared_ptr<const History> history);
  /// Finds out the rest; returns what the step chooses.
  std::vector<Choice> find_out();

 private:
  std::vector<ResourceAccess> touched_;
  std::shared_ptr<const History> history_;
  bool possible_ = true;
};

}  // namespace harrier
