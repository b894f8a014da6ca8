// The mean of weights that were drawn independently, with an interval for what they are drawn from.
#pragma once

#include <cstdint>
#include <limits>

#include "harrier/check.hpp"

namespace harrier {

/// Collects the logarithms of weights whose expectation is what is to be estimated.
///
/// Where few of the weights make up most of their sum, the largest ones have probably not been
/// drawn yet, and the mean is probably too low. So the interval widens as the effective number of
/// weights (Kish: the square of the sum by the sum of the squares) falls, and where that is small
/// only a lower end is told. By Markov's inequality that is right whatever the weights are: their
/// mean is above twenty times its expectation with a probability of at most 5%.
class CountEstimate {
 public:
  static constexpr double confidence = 0.95;
  /// The logarithm of the weight of what counts for nothing.
  static constexpr double no_weight = -std::numeric_limits<double>::infinity();

  void add(double log_weight);
  Estimate estimate() const;

 private:
  void rescale(double log_scale);

  std::uint64_t count_ = 0;
  double log_scale_ = 0;  ///< the sums are of weights divided by its exponential
  double sum_ = 0;
  double squares_ = 0;
};

}  // namespace harrier
