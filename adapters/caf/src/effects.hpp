// What the running step does besides sending: what it touches, and how it fails.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harrier/program.hpp"
#include "resources.hpp"

namespace harrier::caf {

class Effects {
 public:
  /// Begins a step.
  void begin() {
    failure_.reset();
    resources_.clear();
  }

  void touch(Resource resource, Access access) {
    for (ResourceAccess& known : resources_) {
      if (known.resource != resource) continue;
      if (known.access != access) known.access = Access::write;
      return;
    }
    resources_.push_back({resource, access});
  }
  void touch_shared(std::uint32_t part, Access access) { touch(shared_resource(part), access); }

  /// Records a failure; the first one counts.
  void fail(FailureKind kind, std::string text) {
    if (!failure_) failure_ = Failure{kind, std::move(text)};
  }

  std::vector<ResourceAccess>& resources() { return resources_; }
  const Failure* failure() const { return failure_ ? &*failure_ : nullptr; }

 private:
  std::vector<ResourceAccess> resources_;
  std::optional<Failure> failure_;
};

}  // namespace harrier::caf
