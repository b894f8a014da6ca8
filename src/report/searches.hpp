// Words for explorations that are not of every class: what was seen, and what that is worth.
#pragma once

#include <optional>
#include <string>

#include "harrier/check.hpp"
#include "report/writer.hpp"

namespace harrier::report_detail {

/// Says how many classes were seen: `12,400 distinct classes of an estimated 3.0 x 10^9`.
std::string seen_text(const CheckResult& result);

/// Says how an estimate is meant: `2.1 x 10^9 to 4.4 x 10^9 with 95% confidence`.
std::string interval_text(const Estimate& estimate);

/// Returns how many classes there are likely to be, and no fewer than were seen; none where more
/// were seen than it takes for possible.
std::optional<Estimate> estimate_beside_seen(const CheckResult& result);

/// Adds how many classes there are likely to be, where that was estimated.
void add_estimate(Writer& out, const CheckResult& result);

/// Adds what the searches did, what they promise, and how likely something new is.
void add_searches(Writer& out, const CheckResult& result, const CheckOptions& explored);

/// Adds how many pairs of handlers that race were seen in both orders, and which were not.
void add_orders_seen(Writer& out, const CheckResult& result);

}  // namespace harrier::report_detail
