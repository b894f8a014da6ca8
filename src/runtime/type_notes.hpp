// What this process has found out about actor types, for the programs that it makes from now on.
#pragma once

#include <atomic>
#include <mutex>
#include <set>

#include "harrier/detail/types.hpp"

namespace harrier::detail {

/// The types that something is known of.
class TypeNotes {
 public:
  void add(const ActorType& type) {
    const std::lock_guard lock(mutex_);
    types_.insert(&type);
    any_.store(true, std::memory_order_release);
  }
  bool contains(const ActorType& type) {
    if (!any_.load(std::memory_order_acquire)) return false;
    const std::lock_guard lock(mutex_);
    return types_.contains(&type);
  }

 private:
  std::atomic<bool> any_ = false;
  std::mutex mutex_;
  std::set<const ActorType*> types_;
};

}  // namespace harrier::detail
