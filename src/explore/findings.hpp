// Collects what is wrong with executions, the same thing once.
#pragma once

#include <cstddef>
#include <cstdint>
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
  /// Adds a finding about the execution that a trace is, unless the same is known; returns what was
  /// made of it, or null.
  Violation* add(Finding finding, const Trace& trace);
  std::vector<Violation> take() { return std::move(kept_); }

 private:
  std::size_t kept_max_;
  std::uint64_t met_ = 0;
  std::vector<Violation> kept_;
};

}  // namespace harrier
