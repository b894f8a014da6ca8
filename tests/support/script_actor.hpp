// Runs random programs: one actor class per flavour, whose handlers interpret scripts.
#pragma once

#include "harrier/check.hpp"
#include "tests/support/random_program.hpp"

namespace harrier::testing {

/// Returns what makes the program, for Search and check(). The program is copied.
ProgramFactory factory_of(const RandomProgram& program);

/// While it exists, states and messages show actors as `@1` and messages as `#1`, by number, so
/// that whoever compares executions can put in names that do not depend on the order; otherwise
/// they show nothing that does.
class ShowNumbers {
 public:
  ShowNumbers() { ++shown_; }
  ~ShowNumbers() { --shown_; }
  ShowNumbers(const ShowNumbers&) = delete;
  ShowNumbers& operator=(const ShowNumbers&) = delete;
  static bool wanted() { return shown_ > 0; }

 private:
  static inline thread_local int shown_ = 0;
};

/// Makes programs different for as long as one exists.
template <class How>
class While {
 public:
  While() { ++wanted_; }
  ~While() { --wanted_; }
  While(const While&) = delete;
  While& operator=(const While&) = delete;
  static bool wanted() { return wanted_ > 0; }

 private:
  static inline thread_local int wanted_ = 0;
};

/// Sending uses up no fuel, and each handler sends at most once: programs go in circles.
using Endless = While<struct InCircles>;
/// Messages do not say who sent them, so that some are alike.
using Anonymous = While<struct WithoutSenders>;

}  // namespace harrier::testing
