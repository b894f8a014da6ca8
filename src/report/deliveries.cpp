// Says under which delivery models a program is correct.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "harrier/report.hpp"
#include "report/writer.hpp"

namespace harrier {

namespace {

using base::counted;
using report_detail::Style;
using report_detail::Writer;

std::string row_text(const DeliveryResult& row) {
  const std::string text =
      fmt::format("{:<{}}", fmt::format("{}:", to_string(row.delivery)), sizeof "mailbox: ");
  if (!row.refusal.empty()) return fmt::format("{}not possible: {}", text, row.refusal);
  const std::string_view verdict = to_string(row.result.verdict);
  if (!row.result.violations.empty()) {
    return fmt::format("{}{}, {}", text, verdict, row.result.violations.front().message());
  }
  const std::string reason = row.result.incomplete_reason();
  return fmt::format("{}{}, {}{}{}", text, verdict, counted(row.result.executions, "execution"),
                     reason.empty() ? "" : "; ", reason);
}

std::string verdict_text(std::span<const DeliveryResult> results, const std::string& program) {
  const std::optional<DeliveryModel> weakest = weakest_correct(results);
  const bool settled = std::ranges::all_of(results, [](const DeliveryResult& one) {
    return !one.refusal.empty() || one.result.complete || !one.result.violations.empty();
  });
  const std::string_view known = settled ? "" : "known to be ";
  if (!weakest) return fmt::format("{} is not {}correct under any delivery model", program, known);
  const std::string_view name = to_string(*weakest);
  if (*weakest == results.front().delivery) {
    return fmt::format("{} is correct under {} delivery, the weakest, and so under all", program,
                       name);
  }
  return fmt::format("{} is the weakest delivery under which {} is {}correct", name, program,
                     known);
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
    text += fmt::format("\nunder {} delivery:\n{}", to_string(violated->delivery),
                        report(violated->result.violations.front(), options));
  }
  return text;
}

}  // namespace harrier
