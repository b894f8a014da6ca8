// A process on a terminal of its own, to which one can type.
#pragma once

#include <sys/types.h>

#include <string>

#include "tests/support/process.hpp"

namespace harrier::testing_support {

/// A terminal of 120 columns and 40 rows with a process; it echoes what is typed.
class Terminal {
 public:
  explicit Terminal(const Command& command);
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;
  ~Terminal();

  /// Types a line.
  void type(const std::string& line) const;
  /// Waits until a text is shown that was not waited for before, and returns all up to it; an empty
  /// text when the process ends without it.
  std::string wait_for(const std::string& text);
  /// Waits for the end; `out` has all that was shown.
  Outcome finish();

 private:
  bool read_some();

  pid_t process_ = -1;
  int terminal_ = -1;
  double deadline_ = 0;
  std::string shown_;
  std::size_t waited_for_ = 0;  ///< so much of it
};

}  // namespace harrier::testing_support
