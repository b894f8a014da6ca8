// Prefers the message that was sent last (Aichernig et al. 2009, section 5.2: nHeur).
#pragma once

#include <algorithm>

#include "order/order.hpp"

namespace harrier {

class Newest final : public Order {
 public:
  void sort(const Trace&, std::span<MessageId> enabled) override { std::ranges::reverse(enabled); }
};

}  // namespace harrier
