// Shows on stderr how far an exploration is, in one line that is written again and again.
#pragma once

#include <string>

#include "harrier/check.hpp"

namespace harrier::tools {

/// Says how far an exploration is, and how much of its bounds is used up.
std::string progress_text(const Progress& progress, const CheckOptions& options);

/// Says how much there is likely to be: executions, or classes where random executions tell it.
std::string expected_text(const Estimate& estimate);
/// Says about how long something takes.
std::string about_time(double seconds);

class ProgressLine {
 public:
  /// `rewrite`: on a terminal; otherwise there is a new line once a second.
  explicit ProgressLine(bool rewrite) : rewrite_(rewrite) {}
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine() { clear(); }

  /// Shows how far something is after so many seconds.
  void show(const std::string& text, double seconds);
  /// Leaves no trace of the line.
  void clear();

 private:
  bool rewrite_;
  bool shown_ = false;
  double last_seconds_ = -1;
};

}  // namespace harrier::tools
