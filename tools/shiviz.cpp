// An execution as a log for ShiViz, with vector clocks.
#include "tools/shiviz.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/canvas.hpp"
#include "report/steps.hpp"
#include "tools/json.hpp"
#include "tools/page_run.hpp"

namespace harrier::tools {

namespace {

using report_detail::printable;

/// Names a host: without blanks, which end it.
std::string host_of(const std::string& name) {
  std::string host = printable(name, true);
  std::ranges::replace(host, ' ', '_');
  return host.empty() ? "_" : host;
}

}  // namespace

ShivizLog::ShivizLog(const std::string& trace_name) {
  text_ = fmt::format("=== {} ===\n", trace_name);
}

void ShivizLog::start(const RecordedNews&) {
  const std::string host(report_detail::setup_name);
  clocks_.push_back({{host, 1}});
  latest_[host] = clocks_.back();
  write("starts", host, clocks_.back());
}

void ShivizLog::add(const RecordedStep& step, const RecordedNews&) {
  const std::string host = host_of(step.text.to);
  Clock clock = latest_[host];
  const auto join = [&clock](const Clock& other) {
    for (const auto& [name, time] : other) {
      clock[name] = std::max(clock[name], time);
    }
  };
  if (step.causes.empty()) join(clocks_.front());
  for (const std::size_t cause : step.causes) join(clocks_[cause]);
  ++clock[host];
  std::string what = fmt::format("{}. {} from {}", step.text.number,
                                 printable(step.text.text, true), printable(step.text.from, true));
  if (step.text.failure) what += "; " + printable(to_string(*step.text.failure), true);
  write(what, host, clock);
  latest_[host] = clock;
  clocks_.push_back(std::move(clock));
}

void ShivizLog::write(const std::string& what, const std::string& host, const Clock& clock) {
  Json json;
  for (const auto& [name, time] : clock) json[name] = time;
  text_ += fmt::format("{}\n{} {}\n", what, host, json.dump());
}

}  // namespace harrier::tools
