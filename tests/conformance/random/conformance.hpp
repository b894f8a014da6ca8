// What must hold for every random program, as checks that can be repeated while one is shrunk.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harrier/check.hpp"
#include "reduction/reduction.hpp"
#include "tests/conformance/random/configurations.hpp"
#include "tests/support/random_program.hpp"

namespace harrier::testing {

/// What a reduction promises; all of them promise every class.
struct Promise {
  std::string_view reduction;
  bool field = true;             ///< valid for `--dependence field`; refused there otherwise
  bool takes_sleep = false;      ///< can be combined with `--sleep`
  bool once = false;             ///< no class twice
  bool once_with_sleep = false;  ///< no class twice with `--sleep`
  bool none_blocked = false;
};
std::span<const Promise> promises();

/// One way to explore a program.
struct Trial {
  Promise promise;
  std::string order = "fifo";
  Dependence dependence = Dependence::field;
  bool sleep = false;
  /// Makes the reduction where it is one that only a test knows.
  std::function<std::unique_ptr<Reduction>()> make = {};

  /// Says it as on the command line.
  std::string text() const;
};

/// How large a program may be.
struct Limits {
  std::size_t configurations_max = 2'000;
  std::uint64_t executions_max = 3'000;
};

/// A program with what is known of it.
class Subject {
 public:
  explicit Subject(RandomProgram program, Limits limits = {});

  const RandomProgram& program() const { return program_; }
  const ProgramFactory& factory() const { return factory_; }
  /// Tells whether the set-up works and the program is within the limits.
  bool fits();
  const Configurations& configurations(Dependence dependence);
  EventNames& names(Dependence dependence) { return names_[dependence]; }

 private:
  RandomProgram program_;
  Limits limits_;
  ProgramFactory factory_;
  std::map<Dependence, EventNames> names_;
  std::map<Dependence, Configurations> configurations_;
};

/// Something that must hold for a program; it returns what is wrong.
struct Check {
  std::string name;
  std::function<std::optional<std::string>(Subject&)> run;
};

/// Independent steps commute, and equal sets of events lead to equal states.
Check dependence_is_right(Dependence dependence);
/// `exhaustive` runs every order once, and classes are named as they should be.
Check exhaustive_is_exhaustive(Dependence dependence);
/// A reduction keeps its promise.
Check keeps_promise(Trial trial);
/// All ways to get back to an earlier state explore the same.
Check backtracking_is_exact(Dependence dependence);
/// Executing everything a second time gives the same.
Check audit_passes(Dependence dependence);

/// All checks of a program. With `all_orders` every reduction meets every order, otherwise each
/// meets one, which changes with the seed.
std::vector<Check> all_checks(std::uint64_t seed, bool all_orders);

/// A check that failed, with the smallest program found.
struct Counterexample {
  std::string check;
  std::string wrong;
  RandomProgram program;

  std::string text() const;
};
/// Shrinks a program for which a check fails.
Counterexample shrink_counterexample(const RandomProgram& program, const Check& check,
                                     Limits limits = {});

}  // namespace harrier::testing
