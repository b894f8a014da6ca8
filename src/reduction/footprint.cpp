// What a step touches that was not executed yet.
#include "reduction/footprint.hpp"

namespace harrier {

void Footprint::assign_part(std::span<const ResourceAccess> touched,
                            std::shared_ptr<const History> history) {
  touched_.assign(touched.begin(), touched.end());
  history_ = std::move(history);
  possible_ = true;
}

std::vector<Choice> Footprint::find_out() {
  const std::shared_ptr<const History> history = std::move(history_);
  const std::vector<Name>& actors = history->actors;
  ProbedStep step;
  step.choices = history->steps.back().choices;
  possible_ = history->program->rerun(history->steps, step);
  if (!possible_) return step.choices;
  touched_.clear();
  for (const ResourceAccess& one : step.touched) {
    // What belongs to actors that the step itself creates is nobody else's.
    const std::uint32_t owner = one.resource.owner();
    const std::optional<std::uint32_t> other = one.resource.other_end();
    if (owner >= actors.size() || (other && *other >= actors.size())) continue;
    const std::uint32_t part = other ? Resource::channel_bit | actors[*other] : one.resource.part();
    touched_.push_back({Resource::of(actors[owner], part), one.access});
  }
  return step.choices;
}

}  // namespace harrier
