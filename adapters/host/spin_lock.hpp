// A lock that calls no function of the system, so that what takes the place of those can use it.
#pragma once

#include <atomic>

namespace harrier::host {

class SpinLock {
 public:
  void lock() {
    while (taken_.test_and_set(std::memory_order_acquire)) {
    }
  }
  void unlock() { taken_.clear(std::memory_order_release); }

 private:
  std::atomic_flag taken_;
};

}  // namespace harrier::host
