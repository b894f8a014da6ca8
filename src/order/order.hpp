// The contract of a preference: which permitted step goes first, never what is permitted.
#pragma once

#include <span>

#include "core/trace.hpp"

namespace harrier {

class Order {
 public:
  Order() = default;
  Order(const Order&) = delete;
  Order& operator=(const Order&) = delete;
  virtual ~Order() = default;

  /// Is told once which program is explored; while it sorts, that is in the state behind the trace.
  virtual void attach(Program& program) { static_cast<void>(program); }
  /// Sorts the enabled steps of the state behind a trace, given in order of sending, preferred ones
  /// first. The same for the same trace, unless the order learns.
  virtual void sort(const Trace& trace, std::span<MessageId> enabled) = 0;
  /// Tells whether it remembers other executions of the search, as two published orders do.
  virtual bool learns() const { return false; }
};

}  // namespace harrier
