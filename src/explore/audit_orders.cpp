// Other orders of an execution's steps, in which nothing may be different.
#include "explore/audit_orders.hpp"

#include <cmath>
#include <queue>

#include "core/access_chains.hpp"

namespace harrier {

AuditOrders::AuditOrders(const Trace& trace) : followers_(trace.size()), precedents_(trace.size()) {
  AccessChains accesses;
  for (std::uint32_t event = 0; event < trace.size(); ++event) {
    const auto follows = [&](std::size_t earlier) {
      followers_[earlier].push_back(event);
      precedents_[event].push_back(static_cast<std::uint32_t>(earlier));
    };
    for (const EventId cause : trace.causes(event)) follows(cause.index());
    for (const std::uint32_t earlier : accesses.push(trace.resources(event))) follows(earlier);
  }
}

EventOrder AuditOrders::reversed() const {
  std::vector<std::size_t> waits_for(precedents_.size());
  std::priority_queue<std::uint32_t> ready;
  for (std::uint32_t event = 0; event < precedents_.size(); ++event) {
    waits_for[event] = precedents_[event].size();
    if (waits_for[event] == 0) ready.push(event);
  }
  EventOrder order;
  while (!ready.empty()) {
    order.push_back(ready.top());
    ready.pop();
    for (const std::uint32_t follower : followers_[order.back()]) {
      if (--waits_for[follower] == 0) ready.push(follower);
    }
  }
  return order;
}

std::uint64_t AuditOrders::pair_count() const {
  const std::uint64_t events = followers_.size();
  return events < 2 ? 0 : events * (events - 1) / 2;
}

std::optional<EventOrder> AuditOrders::swapped(std::uint64_t pair, bool early) const {
  // Pairs are numbered by the later event, then by the earlier one.
  auto later = static_cast<std::uint32_t>((1 + std::sqrt(8.0 * static_cast<double>(pair) + 1)) / 2);
  while (std::uint64_t{later} * (later - 1) / 2 > pair) --later;
  while (std::uint64_t{later} * (later + 1) / 2 <= pair) ++later;
  const auto earlier = static_cast<std::uint32_t>(pair - std::uint64_t{later} * (later - 1) / 2);
  const std::vector<bool> before_later = reached(later, precedents_);
  if (before_later[earlier]) return std::nullopt;
  const std::vector<bool> before_earlier = reached(earlier, precedents_);
  const std::vector<bool> behind_later = reached(later, followers_);
  const std::vector<bool> behind_earlier = reached(earlier, followers_);
  const auto comes_first = [&](std::uint32_t event) {
    if (event == earlier || event == later) return false;
    return early ? before_later[event] || before_earlier[event]
                 : !behind_later[event] && !behind_earlier[event];
  };
  EventOrder order;
  for (std::uint32_t event = 0; event < followers_.size(); ++event) {
    if (comes_first(event)) order.push_back(event);
  }
  order.push_back(later);
  order.push_back(earlier);
  for (std::uint32_t event = 0; event < followers_.size(); ++event) {
    if (event != earlier && event != later && !comes_first(event)) order.push_back(event);
  }
  return order;
}

std::vector<bool> AuditOrders::reached(std::uint32_t from,
                                       const std::vector<std::vector<std::uint32_t>>& next) const {
  std::vector<bool> reached(next.size(), false);
  std::vector<std::uint32_t> left{from};
  while (!left.empty()) {
    const std::uint32_t event = left.back();
    left.pop_back();
    if (reached[event]) continue;
    reached[event] = true;
    left.insert(left.end(), next[event].begin(), next[event].end());
  }
  return reached;
}

}  // namespace harrier
