// What is left to explore, as a value that can be written down and put into another search.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "reduction/footprint.hpp"

namespace harrier {

/// A step that was explored, or is to be, from some state.
struct WorkStep {
  Name name;
  std::vector<Choice> choices;
  Footprint touched;
  std::uint32_t depth = 0;  ///< in a branch: how many steps of it come before
};

/// What is left to explore from one state.
struct StateWork {
  bool begun = false;              ///< something was explored from it, or asked for
  bool asks = false;               ///< for a step that was not executed yet
  std::vector<WorkStep> asleep;    ///< what was explored from it
  std::vector<WorkStep> branches;  ///< what is to be, each branch before the next; below a step
                                   ///< what follows it, one deeper
};

/// A path, and what is left to explore from each state on it: all that is left of a search that
/// stands at its end, or is about to take its last step.
struct Work {
  struct Onward {
    MessageId message;
    std::vector<Choice> choices;
  };
  std::vector<Onward> path;
  std::vector<StateWork> states;  ///< one more than steps, or as many: then the last is to be taken

  std::string text() const;
  /// Reads what `text` wrote; throws UsageError for anything else.
  static Work parse(std::string_view text);
};

}  // namespace harrier
