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
  std::uint64_t k = 0;           ///< of udpor
  bool actors_only = false;      ///< refuses `--dependence field` and `--delivery mailbox`
  bool mailbox = true;           ///< valid for `--delivery mailbox`; refused there otherwise
  bool takes_sleep = false;      ///< can be combined with `--sleep`
  bool once = false;             ///< no class twice
  bool once_with_sleep = false;  ///< no class twice with `--sleep`
  bool none_blocked = false;
};
std::span<const Promise> promises();
/// Tells whether a reduction is to be used with a model; it is to refuse the others.
bool is_valid(const Promise& promise, const Model& model);

/// One way to explore a program.
struct Trial {
  Promise promise;
  std::string order = "fifo";
  Model model = {};
  bool sleep = false;
  bool silent = false;  ///< the program says nothing about steps it has not executed
  /// Makes the reduction where it is one that only a test knows.
  std::function<std::unique_ptr<Reduction>()> make = {};

  /// Says it as on the command line.
  std::string text() const;
};

/// How large a program may be.
struct Limits {
  std::size_t configurations_max = 3'000;
  std::uint64_t executions_max = 20'000;
};

/// A program with what is known of it.
class Subject {
 public:
  explicit Subject(RandomProgram program, Limits limits = {});

  const RandomProgram& program() const { return program_; }
  const ProgramFactory& factory() const { return factory_; }
  /// Tells whether the set-up works and the program is within the limits, for messages in any
  /// order.
  bool fits();
  const Configurations& configurations(const Model& model);
  EventNames& names(const Model& model) { return names_[model]; }

 private:
  RandomProgram program_;
  Limits limits_;
  ProgramFactory factory_;
  std::map<Model, EventNames> names_;
  std::map<Model, Configurations> configurations_;
};

/// Returns how a trial is explored.
CheckOptions options_of(const Trial& trial);

/// Something that must hold for a program; it returns what is wrong.
struct Check {
  std::string name;
  std::function<std::optional<std::string>(Subject&)> run;
};

/// Independent steps commute, and equal sets of events lead to equal states.
Check dependence_is_right(Model model);
/// `exhaustive` runs every order once, and classes are named as they should be.
Check exhaustive_is_exhaustive(Model model);
/// A reduction keeps its promise.
Check keeps_promise(Trial trial);
/// A search that is taken out after each execution, written down and put into another one explores
/// the same.
Check work_can_be_moved(Trial trial);
/// All ways to get back to an earlier state explore the same.
Check backtracking_is_exact(Model model);
/// Executing everything a second time gives the same.
Check audit_passes(Model model);

/// The checks of a program. Either all there are, or for each reduction one order, and apart from
/// `bag` one delivery model, which change with the seed.
std::vector<Check> checks_of(std::uint64_t seed, bool all);

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
