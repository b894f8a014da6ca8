// How large an exploration would be, before it is made.
#include "explore/estimate.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include "explore/search.hpp"
#include "explore/settled.hpp"
#include "sampling/actor_walk.hpp"
#include "sampling/sampled.hpp"

namespace harrier {

Estimate estimate_once(const ProgramFactory& make, const CheckOptions& options,
                       const EstimateOptions& effort) {
  CheckOptions probing = options;
  probing.search = "estimate";
  probing.order = "fifo";
  probing.keep_going = true;
  probing.audit = false;
  probing.stats = false;
  probing.environment = Environment::total;
  probing.undelivered = Undelivered::ignore;
  probing.executions_max = effort.probes_max;
  probing.seconds_max = effort.seconds_max;
  Search search(make, probing,
                std::make_unique<Sampled>(std::make_unique<ActorWalk>(), options.seed,
                                          std::make_shared<ClassTable>(0)));
  const CheckResult probed = search.run();
  Estimate estimate = probed.estimate.value_or(Estimate());
  estimate.cut = probed.incomplete.cut;
  estimate.depth_max = options.depth_max != 0 ? options.depth_max : Sampled::steps_max;
  estimate.seconds = probed.seconds;
  return estimate;
}

Estimate estimate_meanwhile(const ProgramFactory& make, const CheckOptions& options) {
  constexpr double moment = 0.2;
  CheckOptions quiet = options;
  quiet.on_progress = {};
  quiet.on_execution = {};
  quiet.on_hang = {};
  return estimate_once(make, quiet, {.seconds_max = moment});
}

std::optional<Estimate> expected_executions(std::uint64_t explored, double share, double by_tree) {
  constexpr double least_share = 0.0001;
  constexpr std::uint64_t fewest = 100;
  if (explored < fewest || share < least_share || share >= 1) return std::nullopt;
  const auto done = static_cast<double>(explored);
  const double by_share = done / share;
  Estimate estimate;
  estimate.low = std::max(done, std::min(by_share, by_tree));
  estimate.high = std::max(by_share, by_tree);
  estimate.classes = std::sqrt(estimate.low * estimate.high);
  return estimate;
}

Estimate estimate(const ProgramFactory& make, const CheckOptions& options,
                  const EstimateOptions& effort) {
  return until_settled([&] { return estimate_once(make, options, effort); });
}

bool has_fewer_classes(const StatesSeen& states, const Estimate& estimate) {
  return estimate.cut == 0 && estimate.high < static_cast<double>(states.distinct);
}

}  // namespace harrier
