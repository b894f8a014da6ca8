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
  /// Adds a finding about the execution that a trace is, and counts it once for each `moment`.
  /// Returns what was made of it where it is the first of its group or shows it in fewer steps than
  /// before, otherwise null.
  Violation* add(Finding finding, const Trace& trace, std::uint64_t moment);
  /// Takes note that what is met from now on is not counted.
  void stop_counting();
  std::vector<Violation> take() { return std::move(kept_); }

 private:
  std::size_t kept_max_;
  std::uint64_t met_ = 0;
  std::vector<Violation> kept_;
  struct Group {
    std::size_t place = 0;  ///< in kept_
    std::uint64_t moment = 0;
  };
  std::unordered_map<std::string, Group> groups_;
};

}  // namespace harrier
