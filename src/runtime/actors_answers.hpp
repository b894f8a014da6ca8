// Finds out what a step of native actors would do had its actor another past.
#pragma once

#include <span>
#include <vector>

#include "runtime/actors_deliverable.hpp"

namespace harrier::detail {

class ActorAnswers {
 public:
  ActorAnswers(Execution& execution, Runtime& runtime, LocalReplay& replay,
               Deliverable& deliverable, const Outsides& outsides)
      : execution_(execution),
        runtime_(runtime),
        replay_(replay),
        deliverable_(deliverable),
        outsides_(outsides) {}

  void answer(const StepQuestion& question, StepAnswer& out);

 private:
  bool is_as_executed(const StepQuestion& question) const;
  void answer_too_late(MessageId id, const Past& past, StepAnswer& out) const;
  bool go_back(ActorId receiver);
  bool rehearse(MessageId id, bool run, StepAnswer& out);
  bool is_refused(MessageId other, AccessLog& log);

  Execution& execution_;
  Runtime& runtime_;
  LocalReplay& replay_;
  Deliverable& deliverable_;
  const Outsides& outsides_;

  // Of the question.
  std::vector<StepNumber> own_;       ///< the receiver's steps
  std::vector<StepNumber> happened_;  ///< those of them that have happened where it is about
  Rehearsed rehearsed_;
};

}  // namespace harrier::detail
