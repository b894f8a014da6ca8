// How large an exploration would be, before it is made.
#include "explore/estimate.hpp"

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

Estimate estimate(const ProgramFactory& make, const CheckOptions& options,
                  const EstimateOptions& effort) {
  return until_settled([&] { return estimate_once(make, options, effort); });
}

}  // namespace harrier
