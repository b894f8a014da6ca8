// Executions drawn by a sampler, as something that a walk can follow.
#include "sampling/sampled.hpp"

#include <algorithm>
#include <cmath>

namespace harrier {

Coverage Sampled::covers() const {
  return ended_ && has_one_execution() ? Coverage::every_execution()
                                       : Coverage::part("executions that were drawn at random");
}

std::optional<Step> Sampled::next(const State& state) {
  if (state.trace.empty()) {
    // After the only execution there is nothing more to draw.
    if (state.enabled.empty() || (ended_ && has_one_execution())) return std::nullopt;
    draw_ = Draw(seed_, number_++);
    ended_ = false;
    log_probability_ = 0;
    product_ = 1;
    sampler_->begin(state.trace, draw_);
  }
  if (ended_) return std::nullopt;
  drew_ |= state.enabled.size() > 1;
  const Sampler::Pick pick = sampler_->pick(state.trace, state.enabled);
  weigh(pick.probability);
  return Step{state.enabled[pick.index], {}};
}

/// Takes note of the probability of something that was drawn.
void Sampled::weigh(double probability) {
  if (!weighs_) return;
  product_ *= probability;
  if (product_ >= product_min) return;
  weighs_ = product_ > 0;  // otherwise nobody knows it
  log_probability_ += weighs_ ? std::log(product_) : 0;
  product_ = 1;
}

std::uint32_t Sampled::draw_choice(std::uint32_t count) {
  drew_ |= count > 1;
  weigh(1.0 / count);
  return static_cast<std::uint32_t>(draw_.below(count));
}

void Sampled::finish(const State& state) {
  ended_ = true;
  classes_->add(names_.of(state.trace));
  if (state.trace.empty()) return;
  double log_share = 0;
  if (weighs_) {
    log_share = weight_.log_share(state.trace, names_.ready_after());
    estimate_.add(log_share - log_probability_ - std::log(product_));
  }
  sampler_->end(state.trace, log_share);
}

ReductionStatistics Sampled::statistics() const {
  ReductionStatistics statistics;
  statistics.seen = classes_->seen();
  statistics.guarantee = sampler_->guarantee();
  if (weighs_ && number_ > 0) {
    Estimate& estimate = statistics.estimate.emplace(estimate_.estimate());
    // What was seen is there for sure.
    const auto distinct = static_cast<double>(classes_->seen().distinct);
    estimate.classes = std::max(estimate.classes, distinct);
    estimate.low = std::max(estimate.low, distinct);
    estimate.high = std::max(estimate.high, distinct);
  }
  return statistics;
}

}  // namespace harrier
