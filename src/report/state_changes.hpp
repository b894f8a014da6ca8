// How the states of actors change in an execution, step by step, in words.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "explore/record.hpp"
#include "explore/replay.hpp"
#include "harrier/report.hpp"

namespace harrier {

/// A part of a text that stays, or one that changes.
struct ChangedPart {
  std::string before;
  std::string after;
  bool same = true;
  friend bool operator==(const ChangedPart&, const ChangedPart&) = default;
};

/// Compares two texts word by word.
std::vector<ChangedPart> changed_parts(std::string_view before, std::string_view after);

/// Says how a step changes a state, and what it prints: `value=(0 → 5)`; nothing where neither can
/// be seen.
std::string change_text(const SeenStep& step, const ReportOptions& options);

/// Collects what changes while an execution is recorded.
class StateChanges final : public Recorder {
 public:
  explicit StateChanges(const ReportOptions& options) : options_(options) {}

  void start(const RecordedNews& news) override;
  void add(const RecordedStep& step, const RecordedNews& news) override;

  /// Returns a line for each step that changes a state or prints, `  3  server  value=(0 → 5)`;
  /// nothing where neither can be shown.
  std::string text() const;

 private:
  struct Line {
    std::size_t step = 0;
    std::string actor;
    std::string change;
  };

  void add(const std::string& actor, const SeenStep& step);

  const ReportOptions& options_;
  std::vector<Line> lines_;
};

}  // namespace harrier
