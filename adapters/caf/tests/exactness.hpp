// Compares what a reduction explores of a CAF test with everything, class by class.
#pragma once

#include <map>
#include <set>
#include <string>

#include "core/classes.hpp"
#include "harrier/caf.hpp"

namespace harrier::caf_tests {

/// What an exploration met.
struct Explored {
  std::map<ClassName, std::uint64_t> classes;           ///< and how often
  std::map<ClassName, std::set<std::string>> outcomes;  ///< what was seen, by class
  std::set<std::string> all_outcomes;
  CheckResult result;
};

/// Explores a program; `outcome` says at the end of each execution what it saw.
Explored explore(const ProgramFactory& make, const CheckOptions& options,
                 const std::function<std::string()>& outcome = nullptr);

/// Expects `optimal` to meet every class of `exhaustive` and none of them twice: `count` classes.
void expect_exact(const ProgramFactory& make, std::size_t count);
void expect_exact(const caf::Test& test, std::size_t count, const caf::Options& how = {});

/// What a test does that tells what it saw, in a text that is empty at its start.
using TellingTest = std::function<void(::caf::actor_system&, std::string& seen)>;
/// Expects the same, and that exactly these outcomes are seen.
void expect_outcomes(const TellingTest& test, std::size_t count,
                     const std::set<std::string>& outcomes, const caf::Options& how = {});

/// Returns options that collect every violation.
CheckOptions with(const std::string& reduction);

}  // namespace harrier::caf_tests
