// The contract of a preference: which permitted step goes first, never what is permitted.
#pragma once

#include <span>

#include "core/trace.hpp"
#include "harrier/program.hpp"

namespace harrier {

class Order {
 public:
  Order() = default;
  Order(const Order&) = delete;
  Order& operator=(const Order&) = delete;
  virtual ~Order() = default;

  /// Sorts the enabled steps of the current state, given in order of sending, preferred ones first.
  virtual void sort(Program& program, const Trace& trace, std::span<MessageId> enabled) = 0;
};

}  // namespace harrier
