// Ctrl-C: the first one asks the exploration to end with what it has, the second one kills.
#pragma once

#include <atomic>

namespace harrier::tools {

/// Takes SIGINT and SIGTERM while it lives.
class InterruptGuard {
 public:
  InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;
  ~InterruptGuard();

  /// Becomes true with the first signal.
  const std::atomic<bool>* flag() const;
  /// Asks for an end as the first signal does.
  void request() const;
};

}  // namespace harrier::tools
