// What the running step does besides sending: what it touches and chooses, and how it fails.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "harrier/program.hpp"
#include "resources.hpp"

namespace harrier::caf {

class Effects {
 public:
  /// Begins a step that makes these choices first.
  void begin(std::span<const Choice> script) {
    failure_.reset();
    resources_.clear();
    script_ = script;
  }
  void end() { script_ = {}; }

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

  Choice choose(std::uint32_t count) {
    Choice choice{0, count};
    if (!script_.empty()) {
      choice.value = std::min(script_.front().value, count - 1);
      script_ = script_.subspan(1);
    }
    return choice;
  }

  std::vector<ResourceAccess>& resources() { return resources_; }
  const Failure* failure() const { return failure_ ? &*failure_ : nullptr; }

 private:
  std::span<const Choice> script_;
  std::vector<ResourceAccess> resources_;
  std::optional<Failure> failure_;
};

}  // namespace harrier::caf
