// Rebuilds one actor by running it again on its own past messages, its effects discarded.
#pragma once

#include <span>
#include <vector>

#include "runtime/actors_execution.hpp"
#include "runtime/actors_layouts.hpp"

namespace harrier::detail {

class LocalReplay {
 public:
  LocalReplay(Execution& execution, Layouts& layouts, Runtime& runtime)
      : execution_(execution), layouts_(layouts), runtime_(runtime) {}

  /// Returns an actor, rebuilt if it was to be.
  Execution::Actor& fresh(ActorId id) {
    Execution::Actor& wanted = execution_.actor(id);
    if (wanted.stale) rebuild(id);
    return wanted;
  }
  /// Puts an actor into the state before `base`, or as built where there is none, and runs it
  /// through the given steps of its own.
  void run_through(ActorId id, const Execution::Step* base, std::span<const StepNumber> steps);

 private:
  void rebuild(ActorId id);
  void repeat(StepNumber number);

  Execution& execution_;
  Layouts& layouts_;
  Runtime& runtime_;
  std::vector<StepNumber> own_;
};

}  // namespace harrier::detail
