// Boxes that say what a step would be in another order, so that nothing is executed only to see.
#pragma once

#include <string>

#include "examples/extending/boxes.hpp"

namespace harrier::extending {

class AnsweringBoxes : public Boxes {
 public:
  using Boxes::Boxes;

  void answer(const StepQuestion& question, StepAnswer& out) override {
    const Action& asked = action_of(question.message);
    const bool takes = asked.verb == Verb::take;
    out.depends_on_causes_only = !takes;
    out.touches_as_chosen = false;  // nothing is chosen
    if (question.executed && !takes) {
      out.kind = StepAnswer::Kind::as_executed;
      return;
    }
    Box box;
    for (std::uint32_t i = 0; i < question.prefix; ++i) apply_event(i, asked.box, box);
    for (const std::uint32_t i : question.beside()) apply_event(i, asked.box, box);
    out.kind =
        is_possible(asked.verb, box) ? StepAnswer::Kind::certain : StepAnswer::Kind::impossible;
    append_touched(asked, out.touched);
    out.knows_why = true;  // where it is impossible: what happened to the box
  }

 private:
  /// Does to a box what an event of the execution did to it, if that is the box.
  void apply_event(std::uint32_t event, const std::string& name, Box& box) const {
    const Action& action = action_of(events_[event]);
    if (action.box == name) apply(action.verb, box);
  }
};

}  // namespace harrier::extending
