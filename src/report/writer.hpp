// Collects what a report says, line by line.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "harrier/report.hpp"
#include "report/canvas.hpp"
#include "report/steps.hpp"

namespace harrier::report_detail {

class Writer {
 public:
  explicit Writer(const ReportOptions& options) : options_(options) {}

  /// Adds a line that opens with a prefix in a style: `violation: …`.
  void headline(std::string_view prefix, Style style, std::string_view text) {
    out_ += styled(std::string(prefix) + ":", style, options_.color) + ' ' + safe(text) + '\n';
  }
  void tip(std::string_view text) { headline("tip", Style::strong, text); }
  void line(std::string_view text = {}) { out_ += safe(text) + '\n'; }
  void indented(std::string_view text) { out_ += "  " + safe(text) + '\n'; }
  /// Adds a drawing, set off from what is around it.
  void block(const std::string& drawing) {
    if (!drawing.empty()) out_ += '\n' + drawing + '\n';
  }

  /// Adds lines that another report made.
  void add(const std::string& lines) { out_ += lines; }

  /// Names an option as the reader would type it.
  std::string option(std::string name) const {
    if (!options_.command_line) return name;
    std::ranges::replace(name, '_', '-');
    return "--" + name;
  }
  /// Names an option with a value.
  std::string option(const std::string& name, const std::string& value) const {
    return option(name) + (options_.command_line ? " " : " = ") + value;
  }

  std::string take() { return std::move(out_); }

 private:
  std::string safe(std::string_view text) const { return printable(text, options_.unicode); }

  const ReportOptions& options_;
  std::string out_;
};

}  // namespace harrier::report_detail
