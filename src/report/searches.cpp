// Words for explorations that are not of every class: what was seen, and what that is worth.
#include "report/searches.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/text.hpp"
#include "explore/searches.hpp"

namespace harrier::report_detail {

namespace {

/// How many pairs of handlers the text names; the JSON has them all.
constexpr std::size_t pairs_shown_max = 10;

std::string classes_text(std::uint64_t count) {
  return count == 1 ? "1 distinct class" : base::grouped(count) + " distinct classes";
}

std::string part_text(const SearchPart& part) {
  std::string text = part.search;
  if (part.bound) {
    text += fmt::format(" with bound {}{}", *part.bound, part.ended ? ", to its end" : "");
  }
  return fmt::format("{}: {}, {} new {}, in {}", text, base::counted(part.executions, "execution"),
                     base::grouped(part.distinct), part.distinct == 1 ? "class" : "classes",
                     base::seconds_text(part.seconds));
}

}  // namespace

std::string interval_text(const Estimate& estimate) {
  if (estimate.probes == 0) {
    return fmt::format("{} to {}", base::about(estimate.low), base::about(estimate.high));
  }
  const std::string confidence = fmt::format("{:.0f}% confidence", 100 * estimate.confidence);
  if (!std::isfinite(estimate.high)) {
    return fmt::format("at least {} with {}", base::about(estimate.low), confidence);
  }
  return fmt::format("{} to {} with {}", base::about(estimate.low), base::about(estimate.high),
                     confidence);
}

std::string seen_text(const CheckResult& result) {
  std::string text = (result.seen->full ? "more than " : "") + classes_text(result.seen->distinct);
  // Where more was seen than estimated, the estimate says nothing.
  const auto distinct = static_cast<double>(result.seen->distinct);
  if (result.estimate && result.estimate->classes > distinct) {
    text += " of an estimated " + base::about(result.estimate->classes);
  }
  return text;
}

std::optional<Estimate> estimate_beside_seen(const CheckResult& result) {
  if (!result.estimate || !result.seen) return result.estimate;
  const auto seen = static_cast<double>(result.seen->distinct);
  Estimate estimate = *result.estimate;
  if (estimate.high < seen) return std::nullopt;
  estimate.low = std::max(estimate.low, seen);
  estimate.classes = std::max(estimate.classes, seen);
  return estimate;
}

void add_estimate(Writer& out, const CheckResult& result) {
  const std::optional<Estimate> estimate = estimate_beside_seen(result);
  if (!estimate) return;
  // Without probes it rests on how much of what is known to be left was explored.
  out.indented(fmt::format("estimate: {} {} ({})", base::about(estimate->classes),
                           estimate->probes != 0 ? "classes" : "executions",
                           interval_text(*estimate)));
}

void add_searches(Writer& out, const CheckResult& result, const CheckOptions& explored) {
  add_estimate(out, result);
  if (result.parts.size() > 1) {
    if (search_kind(explored.search) == SearchKind::portfolio) {
      out.indented("there is no time to explore all of them, so these searches shared it:");
    }
    for (const SearchPart& part : result.parts) out.indented(part_text(part));
  }
  for (const SearchPart& part : result.parts) {
    if (!part.guarantee.empty()) out.indented(part.search + ": " + part.guarantee);
  }
  if (!result.seen) return;
  const bool drew = std::ranges::any_of(
      result.parts, [](const SearchPart& part) { return !part.bound.has_value(); });
  if (drew && result.seen->drawn > 0) {
    out.indented(fmt::format("one more execution would be of a new class with a chance of {:.3g}%",
                             100 * result.seen->chance_of_new()));
  }
  if (result.seen->full) {
    out.indented("the table of classes is full: what came later is not counted");
  }
}

void add_orders_seen(Writer& out, const CheckResult& result) {
  std::vector<const RaceCount*> one_way;
  for (const RaceCount& race : result.races) {
    if (!race.both_ways) one_way.push_back(&race);
  }
  const std::size_t pairs = result.races.size();
  out.headline("coverage", Style::strong,
               fmt::format("{} of {} of handlers that conflict were seen in both orders",
                           pairs - one_way.size(), base::counted(pairs, "pair")));
  for (std::size_t i = 0; i < std::min(one_way.size(), pairs_shown_max); ++i) {
    const RaceCount& race = *one_way[i];
    out.indented(fmt::format(
        "never reversed: {}: {} x {}{}", race.field, race.first, race.second,
        race.always_first.empty() ? "" : fmt::format(", always {} first", race.always_first)));
  }
  if (one_way.size() > pairs_shown_max) {
    out.indented("and " + base::counted(one_way.size() - pairs_shown_max, "more pair"));
  }
}

}  // namespace harrier::report_detail
