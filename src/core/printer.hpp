// What a program can tell of what its steps print.
#pragma once

#include <string>
#include <vector>

#include "harrier/program.hpp"

namespace harrier {

/// A part that programs have whose output is known step by step: models do.
class Printer {
 public:
  virtual ~Printer() = default;
  /// Returns what the last step printed, or the set-up where there was none, as reports show it.
  virtual std::vector<std::string> printed() const = 0;
};

/// Returns what a program can tell; null where it cannot.
inline const Printer* printer_of(const Program& program) {
  return dynamic_cast<const Printer*>(&program);
}

}  // namespace harrier
