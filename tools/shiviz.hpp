// An execution as a log for ShiViz, with vector clocks.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "explore/record.hpp"

namespace harrier::tools {

/// Writes a log while an execution is recorded: for each step a line that says what it is, and one
/// with its actor and clock. ShiViz reads it with
/// `(?<event>.*)\n(?<host>\S*) (?<clock>{.*})` and the delimiter `^=== (?<trace>.*) ===$`.
class ShivizLog final : public Recorder {
 public:
  explicit ShivizLog(const std::string& trace_name);

  void start(const RecordedNews& news) override;
  void add(const RecordedStep& step, const RecordedNews& news) override;
  const std::string& text() const { return text_; }

 private:
  using Clock = std::map<std::string, std::size_t>;

  void write(const std::string& what, const std::string& host, const Clock& clock);

  std::string text_;
  std::vector<Clock> clocks_;            ///< of the set-up and of every step
  std::map<std::string, Clock> latest_;  ///< by host
};

}  // namespace harrier::tools
