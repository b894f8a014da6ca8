// Samplers that draw executions in between, while an exploration of classes stands still.
//
// Depth first is best where everything can be explored, and worst where its first decision was the
// wrong one. So from some size on samplers get a small share of the executions. What they do is
// counted apart and decided by counts alone: the same program leads to the same executions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "explore/findings.hpp"
#include "explore/watchdog.hpp"
#include "harrier/check.hpp"
#include "sampling/sampled.hpp"

namespace harrier {

class Turns {
 public:
  Turns(const ProgramFactory& make, const CheckOptions& options);

  /// How far the exploration is.
  struct Place {
    std::uint64_t executions = 0;
    std::uint64_t steps = 0;
    std::uint64_t steps_replayed = 0;
    std::uint64_t depth_max = 0;
    double seconds = 0;
  };
  bool is_due(const Place& place) const {
    return place.executions >= due_executions_ || place.steps + place.steps_replayed >= due_steps_;
  }
  /// Draws some executions; tells whether the exploration goes on.
  bool take(const Place& place);
  /// Returns how many executions were drawn.
  std::uint64_t executions() const { return drawn_.executions; }
  /// Adds what was drawn, and found so, to the result of the exploration.
  void finish(CheckResult& result);

 private:
  struct Part {
    std::unique_ptr<Sampled> sampled;
    std::uint64_t next = 0;  ///< the number of its next execution
  };

  bool draw(std::size_t part, std::uint64_t executions, const Place& place);

  const ProgramFactory& make_;
  CheckOptions options_;
  std::vector<Part> parts_;
  Watchdog watchdog_;
  DrawnBeside drawn_;
  Findings violations_;
  CheckResult ended_;  ///< what a part came to that no other part can change
  std::uint64_t due_executions_;
  std::uint64_t due_steps_;
  std::size_t turn_ = 0;
  bool is_over_ = false;  ///< nothing more is drawn
};

}  // namespace harrier
