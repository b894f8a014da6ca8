// Shows on stderr how far an exploration is, in one line that is written again and again.
#include "tools/progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "base/text.hpp"
#include "explore/estimate.hpp"

namespace harrier::tools {

namespace {

constexpr double line_seconds = 1;

std::string clock_text(double seconds) {
  const auto whole = static_cast<std::uint64_t>(seconds);
  return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

std::string percent_text(double part) {
  return fmt::format("{}%", static_cast<int>(std::floor(std::min(part, 1.0) * 100)));
}

std::string seconds_left_text(const Progress& progress, const CheckOptions& options) {
  if (options.seconds_max <= 0) return {};
  const double left = std::max(0.0, std::ceil(options.seconds_max - progress.seconds));
  return fmt::format(", {} left of --seconds-max", clock_text(left));
}

std::string states_text(const Progress& progress, const CheckOptions& options) {
  std::string text = base::counted(progress.states->distinct, "state");
  if (progress.seconds > 0) {
    const double rate = static_cast<double>(progress.states->distinct) / progress.seconds;
    text += fmt::format(", {}/s", base::grouped(static_cast<std::uint64_t>(rate)));
  }
  const auto bytes = static_cast<double>(progress.states->bytes);
  text += fmt::format(", {} steps, depth {}, {}, {:.0f} MB", base::grouped(progress.steps),
                      base::grouped(progress.depth), clock_text(progress.seconds), bytes / 1e6);
  if (const std::uint64_t most = options.states.bytes_max; most > 0) {
    text += fmt::format(" ({} of --memory-max)", percent_text(bytes / static_cast<double>(most)));
  }
  text += seconds_left_text(progress, options);
  if (progress.estimate && has_fewer_classes(*progress.states, *progress.estimate)) {
    text += fmt::format(", but about {} classes of executions: explore those, without --states",
                        base::about(progress.estimate->classes));
  }
  return text;
}

}  // namespace

std::string expected_text(const Estimate& estimate) {
  return fmt::format("about {} {} ({} to {})", base::about(estimate.classes),
                     estimate.probes != 0 ? "classes" : "executions", base::about(estimate.low),
                     std::isfinite(estimate.high) ? base::about(estimate.high) : "more");
}

std::string about_time(double seconds) {
  constexpr double minute = 60;
  constexpr double hour = 60 * minute;
  constexpr double day = 24 * hour;
  if (seconds < 2 * minute) return fmt::format("{:.0f} s", seconds);
  if (seconds < 2 * hour) return fmt::format("{:.0f} min", seconds / minute);
  if (seconds < 2 * day) return fmt::format("{:.0f} h", seconds / hour);
  return base::about(seconds / day) + " days";
}

std::string progress_text(const Progress& progress, const CheckOptions& options) {
  if (progress.states) return states_text(progress, options);
  std::string text = base::counted(progress.executions, "execution");
  if (progress.blocked > 0) text += fmt::format(", {} blocked", base::grouped(progress.blocked));
  if (progress.seconds > 0) {
    const double rate = static_cast<double>(progress.executions) / progress.seconds;
    text += fmt::format(", {}/s", base::grouped(static_cast<std::uint64_t>(rate)));
  }
  text +=
      fmt::format(", depth {}, {}", base::grouped(progress.depth), clock_text(progress.seconds));
  if (progress.explored) {
    text += fmt::format(", {} of known branches", percent_text(*progress.explored));
  }
  if (progress.estimate) {
    const Estimate& estimate = *progress.estimate;
    text += ", " + expected_text(estimate);
    const double rate = static_cast<double>(progress.executions) / progress.seconds;
    const double left = estimate.classes - static_cast<double>(progress.executions);
    if (rate > 0 && left > 0) text += fmt::format(", {} left", about_time(left / rate));
  }
  if (options.executions_max > 0) {
    const double part =
        static_cast<double>(progress.executions) / static_cast<double>(options.executions_max);
    text += fmt::format(", {} of --executions-max", percent_text(part));
  }
  return text + seconds_left_text(progress, options);
}

void ProgressLine::show(const std::string& text, double seconds) {
  if (!rewrite_ && shown_ && seconds < last_seconds_ + line_seconds) return;
  last_seconds_ = seconds;
  std::fprintf(stderr, rewrite_ ? "\r%s\x1b[K" : "%s\n", text.c_str());
  std::fflush(stderr);
  shown_ = true;
}

void ProgressLine::clear() {
  if (rewrite_ && shown_) {
    std::fputs("\r\x1b[K", stderr);
    std::fflush(stderr);
  }
  shown_ = false;
}

}  // namespace harrier::tools
