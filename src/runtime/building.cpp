// Builds actors, and finds out whether all that changes in them is tracked.
#include <algorithm>
#include <cstring>

#include "harrier/detail/runtime.hpp"

namespace harrier::detail {

Runtime::Building::Building(Runtime& runtime, ActorId actor)
    : runtime_(runtime), outer_(construction) {
  const Actor& target = runtime.actor(actor);
  context_.runtime = &runtime;
  context_.actor = actor;
  context_.object = static_cast<std::byte*>(target.object);
  context_.size = target.type->size;
  if (!runtime.knows_layout(*target.type)) {
    context_.ranges = &runtime.layouts_[target.type].ranges;
    std::memset(target.object, unwritten, target.type->size);
  }
  construction = &context_;
}

Runtime::Building::~Building() {
  construction = outer_;
  const Actor& target = runtime_.actor(context_.actor);
  if (target.built) return;
  if (context_.ranges != nullptr) {
    runtime_.layouts_.erase(target.type);
    runtime_.last_type_ = nullptr;
  }
  if (!runtime_.muted_) runtime_.drop_actors(context_.actor.index());
}

void Runtime::Building::done() {
  Actor& built = runtime_.actor(context_.actor);
  built.built = true;
  if (runtime_.options_.dependence != Dependence::field) return;
  Layout& layout = *runtime_.find_layout(*built.type);
  if (context_.ranges != nullptr)
    layout.covered = covers(layout.ranges, context_.object, *built.type);
  built.field_level = layout.covered;
}

/// Tells whether the members found leave only padding uncovered. A gap counts as padding when the
/// constructor wrote nothing there and it is smaller than what follows wants to be aligned to.
bool Runtime::Building::covers(std::vector<FieldRange> ranges, const std::byte* object,
                               const ActorType& type) {
  std::sort(ranges.begin(), ranges.end(),
            [](const FieldRange& a, const FieldRange& b) { return a.offset < b.offset; });
  ranges.push_back({type.size, 0, static_cast<std::uint32_t>(type.align), 0, {}});
  std::size_t end = 0;
  for (const FieldRange& range : ranges) {
    if (range.offset > end) {
      if (range.offset - end >= range.align) return false;
      for (std::size_t i = end; i < range.offset; ++i) {
        if (object[i] != std::byte{unwritten}) return false;
      }
    }
    end = std::max(end, range.offset + range.size);
  }
  return true;
}

}  // namespace harrier::detail
