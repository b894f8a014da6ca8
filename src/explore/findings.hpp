// Collects what is wrong with executions, the same property at the same place once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/trace.hpp"
#include "harrier/check.hpp"

namespace harrier {

class Findings {
 public:
  /// Keeps at most so many different ones; 0 for all.
  explicit Findings(std::size_t kept_max = 0) : kept_max_(kept_max) {}

  bool empty() const { return kept_.empty(); }
  /// How many were met, whether kept or not.
  std::uint64_t met() const { return met_; }
  const std::vector<Violation>& kept() const { return kept_; }
  /// A finding that was added.
  struct Added {
    std::size_t place = none;  ///< of its group; none where there is no room for one
    /// What was made of it where it is the first of its group or shows it in fewer steps than
    /// before, otherwise null.
    Violation* shown = nullptr;
  };
  static constexpr std::size_t none = ~std::size_t{0};
  /// Adds a finding about the execution that a trace is, or begins with.
  Added add(Finding finding, const Trace& trace);
  /// Counts an execution in which a finding of a group was met; the same one once.
  void count(std::size_t place, std::uint64_t execution);
  /// Adds what another search has kept and met in so many executions.
  void merge(Violation other, std::uint64_t executions);
  /// Takes note that what is met from now on is not counted.
  void stop_counting();
  /// Takes the kept ones out. One that was met in an execution that did not come to its end counts
  /// as met once.
  std::vector<Violation> take() { return std::move(kept_); }
  /// Returns in how many executions each of them was met, to their end.
  const std::vector<std::uint64_t>& counts() const { return counts_; }

 private:
  std::size_t kept_max_;
  std::uint64_t met_ = 0;
  std::vector<Violation> kept_;
  std::vector<std::uint64_t> counts_;  ///< per kept one
  std::vector<std::uint64_t> last_;    ///< per kept one, the execution counted last
  std::unordered_map<std::string, std::size_t> groups_;  ///< their places in kept_
};

}  // namespace harrier
