// Says in words how short a violation was made, and why it happens.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "harrier/explain.hpp"
#include "harrier/report.hpp"
#include "report/side_by_side.hpp"
#include "report/writer.hpp"

namespace harrier {

namespace {

using report_detail::Style;
using report_detail::Writer;

void add_why(Writer& out, const Explanation& why) {
  out.headline("why", Style::strong, why.sentence);
  if (why.pair && !why.pair->on.empty()) {
    out.indented(fmt::format("steps {} and {} both touch {}", why.pair->first, why.pair->second,
                             why.pair->on));
  }
  if (why.no_return) {
    out.indented(fmt::format("after step {}{} every continuation violates something",
                             *why.no_return, why.no_return_exact ? "" : ", if not before,"));
  }
  const auto idle = static_cast<std::size_t>(std::ranges::count(why.matters, false));
  if (idle == 0) return;
  std::vector<std::string> numbers;
  for (std::size_t i = 0; i < why.matters.size(); ++i) {
    if (!why.matters[i]) numbers.push_back(std::to_string(i + 1));
  }
  out.indented(fmt::format("{} that {} not matter: {}", base::counted(idle, "step"),
                           idle == 1 ? "does" : "do", base::join(numbers, ", ")));
}

}  // namespace

std::string report(const Minimised& shortest, const ReportOptions& options) {
  Writer out(options);
  const std::string steps = base::counted(shortest.violation.schedule.steps.size(), "step");
  out.headline("shortest", Style::strong,
               shortest.certified ? fmt::format("{}; no shorter execution violates this", steps)
                                  : fmt::format("{}, the shortest found", steps));
  return out.take();
}

std::string report(const Explanation& why, const ReportOptions& options) {
  Writer out(options);
  if (why.passing_steps.empty()) {
    out.headline("why", Style::strong,
                 why.sentence.empty() ? "no execution that passes was found" : why.sentence);
    return out.take();
  }
  add_why(out, why);
  out.headline("passing", Style::strong,
               fmt::format("this execution violates nothing; it differs after {}",
                           base::counted(why.common, "step")));
  out.block(report_detail::side_by_side(
      {.title = "violating", .steps = why.steps, .matters = why.matters},
      {.title = "passing", .steps = why.passing_steps}, why.common, options));
  if (options.replay_line) {
    Violation passing;
    passing.schedule = why.passing;
    out.headline("replay", Style::strong, options.replay_line(passing));
  }
  return out.take();
}

}  // namespace harrier
