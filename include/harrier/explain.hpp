// Making a violation short and saying why it happens. Everything said is checked by executing it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harrier/check.hpp"

namespace harrier {

/// How much may be spent on making a violation short, or on explaining it.
struct Effort {
  double seconds_max = 1;
  /// Steps executed in searches; 0: no bound. Where it and not the clock ends them, the same is
  /// found again.
  std::uint64_t steps_max = 0;
};

/// The shortest execution found that violates the same property at the same place.
struct Minimised {
  Violation violation;
  /// Deliveries that come before one of a message that was sent earlier.
  std::size_t out_of_order = 0;
  bool certified = false;  ///< no execution with fewer steps violates it
};

/// Looks for a shorter execution: with fewer steps, then with fewer deliveries out of the order of
/// sending, then with smaller choices. A violation without an end, such as a hang, stays as it is.
Minimised minimise(const ProgramFactory& make, const Violation& violation,
                   const CheckOptions& options, const Effort& effort = {});

/// Why an execution violates a property.
struct Explanation {
  /// Two steps whose order decides.
  struct Pair {
    std::size_t first = 0;  ///< numbers of the steps in the violating execution, counted from 1
    std::size_t second = 0;
    std::string on;  ///< the field or actor that both touch
  };
  std::vector<StepText> steps;  ///< of the violating execution
  std::optional<Pair> pair;
  /// The step, counted from 1, one of whose choices decides, where no pair does.
  std::optional<std::size_t> choice;

  /// An execution that goes the other way there and violates nothing; empty where none was found.
  Schedule passing;
  std::vector<StepText> passing_steps;
  /// How many steps both begin with.
  std::size_t common = 0;

  /// After this many steps every continuation violates something, and before the last of them some
  /// does not; none where no passing execution was found.
  std::optional<std::size_t> no_return;
  bool no_return_exact = false;  ///< otherwise it may be an earlier step

  /// Per step: it is a reason for the violation. All, where a whole execution violates.
  std::vector<bool> matters;

  /// Says in one sentence why; empty where nothing decides.
  std::string sentence;
};

/// Explains a violation.
Explanation explain(const ProgramFactory& make, const Violation& violation,
                    const CheckOptions& options, const Effort& effort = {});

/// What was found out about a violation; what was not asked for is not there.
struct Explained {
  std::optional<Minimised> shortest;
  std::optional<Explanation> why;
};

/// What to find out about the violations of a result, and how much to spend on each of them.
struct ExplainOptions {
  bool shortest = true;
  bool why = true;
  Effort effort = {.seconds_max = 1, .steps_max = 1'000'000};
  double seconds_max = 5;  ///< for all of them together
};

/// Puts the shortest execution of each violation into a result, and returns for each what was found
/// out; none where there is no more time, or where the program does not do again what it did.
std::vector<std::optional<Explained>> explain_violations(const ProgramFactory& make,
                                                         CheckResult& result,
                                                         const CheckOptions& options,
                                                         const ExplainOptions& how = {});

}  // namespace harrier
