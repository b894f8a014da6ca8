// The reductions and orders there are: one line each.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "harrier/check.hpp"
#include "order/order.hpp"
#include "reduction/reduction.hpp"

namespace harrier {

struct NamedSummary {
  std::string_view name;
  std::string_view summary;
};

std::span<const NamedSummary> reductions();
std::span<const NamedSummary> orders();

/// Makes the reduction and the order that the options name; throws UsageError for unknown ones.
std::unique_ptr<Reduction> make_reduction(const CheckOptions& options);
std::unique_ptr<Order> make_order(const CheckOptions& options);

}  // namespace harrier
