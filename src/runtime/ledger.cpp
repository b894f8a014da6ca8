// The beginning and the end of a set-up in the account of an execution, and whose steps are whose.
#include "harrier/detail/ledger.hpp"

#include <string>

namespace harrier::detail {

void Ledger::clear() {
  drop_made({});
  pending_.clear();
  steps_.clear();
  step_count_ = 0;
  now_ = 0;
  setup_steps_ = 0;
  in_setup_ = true;
  given_ = {};
  misfit_.reset();
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

std::uint32_t Ledger::take_choice(std::uint32_t count) {
  Choice choice{0, count};
  const std::size_t taken = steps_.empty() ? 0 : made_.choices - steps_.back().before.choices;
  if (taken < given_.size()) {
    const Choice given = given_[taken];
    choice = as_far_as_it_fits(given, count);
    const bool has_that = given.value < count && (given.count == 0 || given.count == count);
    if (given.count != Choice::if_it_fits && !has_that && !misfit_) misfit_ = {given, count};
  }
  choices_.push_back(choice);
  ++made_.choices;
  return choice.value;
}

void Ledger::refuse_misfit() {
  const Misfit misfit = *std::exchange(misfit_, std::nullopt);
  const std::string count = std::to_string(misfit.count);
  throw NondeterminismError(event(step_count_).index(),
                            misfit.given.value >= misfit.count
                                ? "value " + std::to_string(misfit.given.value) +
                                      " is to be chosen, but there are " + count + " values"
                                : "there are " + count + " values to choose from, not " +
                                      std::to_string(misfit.given.count) + " as before");
}

void Ledger::steps_of(ActorId actor, std::vector<StepNumber>& out) const {
  out.clear();
  for (StepNumber at = last_step(actor); at != 0; at = step(at).previous) out.push_back(at);
  std::ranges::reverse(out);
}

}  // namespace harrier::detail
