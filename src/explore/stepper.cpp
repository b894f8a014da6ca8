// One execution that somebody goes through by hand, forward and back.
#include "explore/stepper.hpp"

#include <algorithm>
#include <utility>

#include "explore/narrate.hpp"
#include "explore/registries.hpp"
#include "explore/replay.hpp"
#include "explore/walk.hpp"
#include "harrier/usage_error.hpp"
#include "property/consequences.hpp"
#include "property/end_state.hpp"

namespace harrier {

Stepper::Stepper(const ProgramFactory& make, const CheckOptions& options)
    : options_(options), program_(make(program_options(options, options.backtrack))) {
  trace_.start(program_->start());
}

Schedule Stepper::schedule() const { return schedule_of(trace_); }

std::vector<MessageId> Stepper::deliverable() {
  std::vector<MessageId> enabled;
  program_->enabled(enabled);
  return enabled;
}

void Stepper::forward(MessageId message, std::span<const std::uint32_t> values) {
  const StepReport* report = nullptr;
  try {
    report = &program_->execute(message, as_choices(values));
  } catch (const NondeterminismError& error) {
    repeat(*program_, trace_);  // what became of the step is not known
    throw UsageError(error.what());
  }
  std::vector<EventId> causes;
  program_->further_causes(message, causes);
  trace_.push(*report, causes);
  steps_.push_back(describe_step(*program_, trace_, *report));
  failures_.emplace_back();
  if (report->failure != nullptr && !last_follows_failure(trace_)) {
    failures_.back() = describe_failure(*program_, trace_, *report);
  }
}

void Stepper::back() {
  trace_.pop();
  steps_.pop_back();
  failures_.pop_back();
  if (Undo* const undo = program_->undo()) {
    undo->take_back();
  } else {
    repeat(*program_, trace_);
  }
}

std::vector<ActorView> Stepper::actors() { return view_actors(*program_, trace_); }

std::vector<Finding> Stepper::findings() {
  std::vector<Finding> found;
  for (const std::optional<Finding>& failure : failures_) {
    if (failure) found.push_back(*failure);
  }
  if (!found.empty() || has_failed(trace_) || is_infeasible(trace_) || !deliverable().empty())
    return found;
  return examine_end(*program_, trace_,
                     {.environment = options_.environment,
                      .undelivered = options_.undelivered,
                      .warns = false})
      .violations;
}

}  // namespace harrier
