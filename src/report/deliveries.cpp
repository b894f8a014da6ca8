// Says under which delivery models a program is correct.
#include <algorithm>

#include "base/text.hpp"
#include "harrier/report.hpp"
#include "report/writer.hpp"

namespace harrier {

namespace {

using report_detail::Style;
using report_detail::Writer;

std::string row_text(const DeliveryResult& row) {
  constexpr std::size_t width = sizeof "mailbox: ";
  std::string text = std::string(to_string(row.delivery)) + ":";
  text.resize(width, ' ');
  if (!row.refusal.empty()) return text + "not possible: " + row.refusal;
  text += to_string(row.result.verdict);
  if (!row.result.violations.empty()) return text + ", " + row.result.violations.front().message();
  text += ", " + base::counted(row.result.executions, "execution");
  const std::string reason = row.result.incomplete_reason();
  return reason.empty() ? text : text + "; " + reason;
}

std::string verdict_text(std::span<const DeliveryResult> results, const std::string& program) {
  const std::optional<DeliveryModel> weakest = weakest_correct(results);
  const bool settled = std::ranges::all_of(results, [](const DeliveryResult& one) {
    return !one.refusal.empty() || one.result.complete || !one.result.violations.empty();
  });
  const std::string known = settled ? "" : "known to be ";
  if (!weakest) return program + " is not " + known + "correct under any delivery model";
  const std::string name(to_string(*weakest));
  if (*weakest == results.front().delivery) {
    return program + " is correct under " + name + " delivery, the weakest, and so under all";
  }
  return name + " is the weakest delivery under which " + program + " is " + known + "correct";
}

Style style_of(Verdict verdict) {
  if (verdict == Verdict::ok) return Style::good;
  return verdict == Verdict::incomplete ? Style::notice : Style::bad;
}

}  // namespace

std::string report(std::span<const DeliveryResult> results, const ReportOptions& options) {
  Writer out(options);
  const Verdict verdict = verdict_of(results);
  out.headline(to_string(verdict), style_of(verdict), verdict_text(results, options.program));
  for (const DeliveryResult& row : results) out.indented(row_text(row));
  std::string text = out.take();
  if (const DeliveryResult* violated = strongest_violated(results)) {
    text += "\nunder " + std::string(to_string(violated->delivery)) + " delivery:\n" +
            report(violated->result.violations.front(), options);
  }
  return text;
}

}  // namespace harrier
