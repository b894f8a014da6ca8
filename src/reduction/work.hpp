// What is left to explore, as a value that can be written down and put into another search.
#pragma once

#include <cstdint>
#include <memory>
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
  bool open = false;        ///< more is planned behind it than is said here
};

/// What is left to explore from one state.
struct StateWork {
  bool begun = false;     ///< something was explored from it, or asked for
  bool asks = false;      ///< for a step that was not executed yet
  bool explored = false;  ///< some step was executed from it
  bool free = false;    ///< nothing was planned behind it when it was reached: all that follows is
                        ///< explored from there, whatever it is
  bool shared = false;  ///< with other searches: this one explores the step that the path goes on
                        ///< with, and hands over whatever else is to be explored from there
  std::vector<WorkStep> asleep;    ///< what was explored from it; where it is shared, what comes
                                   ///< before the path's step, with what is planned below that
  std::vector<WorkStep> branches;  ///< what is to be, each branch before the next; below a step
                                   ///< what follows it, one deeper
};

class Sequence;

/// What those who share an exploration know by now of the states above a task.
class KnownElsewhere {
 public:
  KnownElsewhere() = default;
  KnownElsewhere(const KnownElsewhere&) = delete;
  KnownElsewhere& operator=(const KnownElsewhere&) = delete;
  virtual ~KnownElsewhere() = default;

  /// Tells whether what is explored or planned from a state on the task's path leads to an
  /// equivalent of a sequence, of which all is known; takes the sequence apart.
  virtual bool covers(std::size_t state, Sequence& sequence) = 0;
};

/// A path, and what is left to explore from each state on it: all that is left of a search that
/// stands at its end, or is about to take its last step.
struct Work {
  struct Onward {
    MessageId message;  ///< none where only its name is known
    Name name;
    std::vector<Choice> choices;
    std::vector<NamedAccess> touched;  ///< where it was executed
  };
  std::vector<Onward> path;
  std::vector<StateWork> states;  ///< one more than steps, or as many: then the last is to be taken
  /// Whom to ask about the shared states where they do not say themselves what is planned there;
  /// not written down.
  std::shared_ptr<KnownElsewhere> elsewhere;
  /// How many of its first steps begin an execution that somebody has explored: the races among
  /// them were reversed then, as far as nothing else stands beside them; not written down.
  std::size_t steps_known = 0;

  /// Returns how many states are shared; they are the first ones.
  std::size_t shared_count() const;

  std::string text() const;
  /// Reads what `text` wrote; throws UsageError for anything else.
  static Work parse(std::string_view text);
};

}  // namespace harrier
