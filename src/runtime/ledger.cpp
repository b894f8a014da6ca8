// The beginning and the end of a set-up in the account of an execution, and whose steps are whose.
#include "harrier/detail/ledger.hpp"

namespace harrier::detail {

void Ledger::clear() {
  drop_made({});
  pending_.clear();
  steps_.clear();
  step_count_ = 0;
  now_ = 0;
  setup_steps_ = 0;
  in_setup_ = true;
}

const StepReport& Ledger::end_setup() {
  in_setup_ = false;
  setup_steps_ = step_count_;
  report_ = {};
  report_.receivers = receivers_;
  report_.created_count = made_.actors;
  report_.object_count = made_.objects;
  return report_;
}

void Ledger::steps_of(ActorId actor, std::vector<StepNumber>& out) const {
  out.clear();
  for (StepNumber at = last_step(actor); at != 0; at = step(at).previous) out.push_back(at);
  std::ranges::reverse(out);
}

}  // namespace harrier::detail
