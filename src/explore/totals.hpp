// Adds up what several searches established about parts of one exploration.
#pragma once

#include <cstdint>
#include <string>

#include "explore/findings.hpp"
#include "explore/search.hpp"
#include "harrier/check.hpp"
#include "reduction/work_text.hpp"

namespace harrier {

/// Tells whether a search that stopped so was to go on elsewhere.
bool goes_on_elsewhere(Incomplete::Why why);
/// Tells whether nobody is to explore any more once a portion has come to this.
bool ends_exploration(const CheckResult& result);

class Totals {
 public:
  Totals();

  /// Adds a portion. What is the same wherever it was found does not depend on the order of these
  /// calls, except which of several equally short executions shows a violation.
  void add(Search::Portion portion);
  /// Tells whether a portion has ended the exploration: with a violation, or because it could not
  /// go on.
  bool is_over() const { return over_; }
  const CheckResult& so_far() const { return result_; }
  /// Returns how many executions were not followed beyond a bound.
  std::uint64_t cut() const { return cut_; }
  std::vector<Violation> violations() const { return violations_.kept(); }

  /// Writes all of it down; violations by the executions that show them.
  void write(WorkWriter& writer) const;
  /// Reads that, and replays the executions; throws UsageError where they do not fit the program.
  static Totals read(WorkReader& reader, const ProgramFactory& make, const CheckOptions& options);

  /// Returns the result, its violations not shown again yet; `explored`: nothing is left.
  CheckResult take(bool explored, Incomplete why, std::uint64_t depth_max);

 private:
  CheckResult result_;
  Findings violations_;
  Findings warnings_;
  std::uint64_t cut_ = 0;
  bool over_ = false;
};

}  // namespace harrier
