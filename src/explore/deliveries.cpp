// Explores a program under every delivery model.
#include <algorithm>

#include "harrier/check.hpp"

namespace harrier {

std::vector<DeliveryResult> check_deliveries(
    const std::function<CheckResult(DeliveryModel)>& explore) {
  std::vector<DeliveryResult> results;
  for (const DeliveryModel delivery : delivery_models) {
    try {
      results.push_back({delivery, explore(delivery), {}});
    } catch (const UsageError& refusal) {
      results.push_back({delivery, {}, refusal.what()});
    }
  }
  if (std::ranges::none_of(results, &std::string::empty, &DeliveryResult::refusal)) {
    throw UsageError(results.front().refusal);
  }
  return results;
}

Verdict verdict_of(std::span<const DeliveryResult> results) {
  for (const Verdict verdict : {Verdict::nondeterminism, Verdict::violation, Verdict::incomplete}) {
    for (const DeliveryResult& one : results) {
      if (one.refusal.empty() && one.result.verdict == verdict) return verdict;
    }
  }
  return Verdict::ok;
}

std::optional<DeliveryModel> weakest_correct(std::span<const DeliveryResult> results) {
  std::optional<DeliveryModel> weakest;
  for (auto result = results.rbegin(); result != results.rend(); ++result) {
    if (!result->refusal.empty()) continue;
    if (result->result.verdict != Verdict::ok) break;
    weakest = result->delivery;
  }
  return weakest;
}

const DeliveryResult* strongest_violated(std::span<const DeliveryResult> results) {
  for (auto result = results.rbegin(); result != results.rend(); ++result) {
    if (!result->result.violations.empty()) return &*result;
  }
  return nullptr;
}

}  // namespace harrier
