// Making a violation short and saying why it happens. Everything said is checked by executing it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harrier/check.hpp"

namespace harrier {

/// The shortest execution found that violates the same property at the same place.
struct Minimised {
  Violation violation;
  /// Deliveries that come before one of a message that was sent earlier.
  std::size_t out_of_order = 0;
  bool certified = false;  ///< no execution with fewer steps violates it
};

/// Looks for a shorter execution, for at most so many seconds: with fewer steps, then with fewer
/// deliveries out of the order of sending, then with smaller choices. A violation without an end,
/// such as a hang, stays as it is.
Minimised minimise(const ProgramFactory& make, const Violation& violation,
                   const CheckOptions& options, double seconds_max);

/// Why an execution violates a property.
struct Explanation {
  /// Two steps whose order decides.
  struct Pair {
    std::size_t first = 0;  ///< numbers of the steps in the violating execution, counted from 1
    std::size_t second = 0;
    std::string on;  ///< the field or actor that both touch
  };
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

/// Explains a violation, in at most so many seconds.
Explanation explain(const ProgramFactory& make, const Violation& violation,
                    const CheckOptions& options, double seconds_max);

}  // namespace harrier
