// What explorations that compare states come to on random programs.
// HARRIER_STATES_PROGRAMS and HARRIER_STATES_SEED say how many, and where to begin.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "explore/search.hpp"

namespace harrier::testing {

/// What an exploration came to.
struct Met {
  std::map<Fingerprint, std::string> states;
  std::set<std::string> texts;
  std::set<std::string> ends;
  std::set<std::string> failures;               ///< the steps that fail
  std::size_t first_failure = ~std::size_t{0};  ///< its steps
  CheckResult result;

  /// Adds what another search came to.
  void add(const Met& other);
};

/// Notes what another reduction comes to.
class Noting final : public Reduction {
 public:
  Noting(std::unique_ptr<Reduction> reduced, Met& met) : reduced_(std::move(reduced)), met_(met) {}
  Coverage covers() const override { return reduced_->covers(); }
  std::optional<Step> next(const State& state) override { return reduced_->next(state); }
  void leave(const State& state) override { reduced_->leave(state); }
  bool explores_choices() const override { return reduced_->explores_choices(); }
  ReductionStatistics statistics() const override { return reduced_->statistics(); }
  void enter(const State& state) override;

 private:
  const std::unique_ptr<Reduction> reduced_;
  Met& met_;
};

Met explore_with(const ProgramFactory& make, const CheckOptions& options,
                 std::unique_ptr<Reduction> reduction);

/// Explores every execution up to its first failure; not complete where there are many.
Met explore_executions(const ProgramFactory& make, CheckOptions options);
/// Explores every state and every step; not complete where there are some thousands.
Met explore_plainly(const ProgramFactory& make, const CheckOptions& options);

template <class Search>
Met explore_states(const ProgramFactory& make, const CheckOptions& options,
                   StateReduction reduction = StateReduction::none) {
  StateOptions states;
  states.reduction = reduction;
  return explore_with(make, options, std::make_unique<Search>(states));
}

CheckOptions options_for(Dependence dependence, DeliveryModel delivery);

/// Tells whether the set-up of the program that was explored does not fail.
bool starts(const Met& met);

/// Calls `look` with random programs and ways to run them; it returns whether it has looked at the
/// program. Every other program has messages that are alike.
using Look = std::function<bool(const ProgramFactory& make, const CheckOptions& options)>;
void for_each_program(std::uint64_t programs, const Look& look);

}  // namespace harrier::testing
