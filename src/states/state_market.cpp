// Where searches that explore states together leave each other something to do.
#include "states/state_market.hpp"

#include <utility>

namespace harrier {

void StateMarket::count_wanted() {
  const auto wanted =
      static_cast<std::int64_t>(waiting_) - static_cast<std::int64_t>(given_.size());
  wanted_.store(is_eager_ ? 1 : wanted, std::memory_order_relaxed);
}

void StateMarket::give(GivenSteps steps) {
  {
    const std::lock_guard lock(mutex_);
    given_.push_back(std::move(steps));
    count_wanted();
  }
  given_or_over_.notify_one();
}

std::optional<GivenSteps> StateMarket::take() {
  std::unique_lock lock(mutex_);
  ++waiting_;
  count_wanted();
  if (waiting_ == searches_ && given_.empty()) {
    is_over_ = true;
    given_or_over_.notify_all();
  }
  given_or_over_.wait(lock, [this] { return is_over_ || !given_.empty(); });
  if (is_over_) return std::nullopt;
  --waiting_;
  GivenSteps steps = std::move(given_.front());
  given_.pop_front();
  count_wanted();
  return steps;
}

void StateMarket::stop() {
  {
    const std::lock_guard lock(mutex_);
    is_over_ = true;
  }
  given_or_over_.notify_all();
}

}  // namespace harrier
