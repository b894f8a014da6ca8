// Executions drawn by a sampler, as something that a walk can follow.
#include "sampling/sampled.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

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
  if (std::ranges::any_of(state.trace.events(), &Event::infeasible)) {
    // It stands for no class, and what it was drawn with teaches nothing.
    if (weighs_ && drawn_) drawn_->log_weights.push_back(CountEstimate::no_weight);
    if (weighs_ && !drawn_) estimate_.add(CountEstimate::no_weight);
    sampler_->end(state.trace, 0);
    return;
  }
  const ClassName name = names_.of(state.trace);
  if (drawn_) {
    drawn_->classes.push_back(name);
  } else {
    classes_->add(name);
  }
  if (state.trace.empty()) return;
  double log_share = 0;
  if (weighs_) {
    log_share = weight_.log_share(state.trace, names_.ready_after());
    const double log_weight = log_share - log_probability_ - std::log(product_);
    if (drawn_) {
      drawn_->log_weights.push_back(log_weight);
    } else {
      estimate_.add(log_weight);
    }
  }
  sampler_->end(state.trace, log_share);
}

std::unique_ptr<Sampled> Sampled::fork(std::uint64_t number) const {
  auto forked =
      std::make_unique<Sampled>(sampler_->fork(number), seed_, std::make_shared<ClassTable>(0));
  forked->number_ = number;
  Drawn drawn;
  drawn.knowledge = sampler_->knowledge();
  forked->drawn_ = std::move(drawn);
  return forked;
}

Sampled::Drawn Sampled::take_drawn() {
  Drawn drawn = std::move(drawn_).value();
  drawn.weighs = weighs_;
  drawn.sampler = std::move(sampler_);
  return drawn;
}

void Sampled::join(Drawn drawn) {
  for (const ClassName name : drawn.classes) classes_->add(name);
  weighs_ &= drawn.weighs;
  for (const double log_weight : drawn.log_weights) estimate_.add(log_weight);
  sampler_->join(*drawn.sampler);
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
