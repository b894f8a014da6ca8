// The mean of weights that were drawn independently, with an interval for what they are drawn from.
#include "sampling/count_estimate.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace harrier {

namespace {

/// So many standard deviations of a normal distribution hold 95% of it.
constexpr double deviations = 1.96;
/// Where the scale is so much below a weight, its square is out of range soon.
constexpr double log_range = 50;
/// Fewer effective weights than that say nothing about an upper end.
constexpr double effective_min = 200;
/// Widens the interval where the weights are far from a normal distribution.
constexpr double skewness = 10;

}  // namespace

void CountEstimate::rescale(double log_scale) {
  const double factor = std::exp(log_scale_ - log_scale);
  sum_ *= factor;
  squares_ *= factor * factor;
  log_scale_ = log_scale;
}

void CountEstimate::add(double log_weight) {
  ++count_;
  if (log_weight == no_weight) return;
  if (sum_ == 0) log_scale_ = log_weight;
  if (log_weight > log_scale_ + log_range) rescale(log_weight);
  const double weight = std::exp(log_weight - log_scale_);
  sum_ += weight;
  squares_ += weight * weight;
}

Estimate CountEstimate::estimate() const {
  Estimate estimate;
  estimate.probes = count_;
  estimate.confidence = confidence;
  estimate.high = std::numeric_limits<double>::infinity();
  if (sum_ == 0) return estimate;
  const auto n = static_cast<double>(count_);
  const double mean = sum_ / n;
  estimate.classes = std::max(std::exp(std::log(mean) + log_scale_), 1.0);
  const double effective = sum_ * sum_ / squares_;
  if (effective < effective_min) {
    estimate.low = std::max(estimate.classes * (1 - confidence), 1.0);
    return estimate;
  }
  const double error = deviations * std::sqrt(std::max(1 / effective - 1 / n, 0.0)) *
                       (1 + skewness / std::sqrt(effective));
  estimate.low = std::max(estimate.classes * std::exp(-error), 1.0);
  estimate.high = estimate.classes * std::exp(error);
  return estimate;
}

}  // namespace harrier
