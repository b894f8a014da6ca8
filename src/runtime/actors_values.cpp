// Hashes of actors and of the values that they hold and send.
#include "runtime/actors_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "harrier/usage_error.hpp"
#include "runtime/addresses.hpp"

namespace harrier::detail {

/// Refuses what says itself what counts: it may leave out who is who.
void ValueHashes::refuse_own_hash(const ActorType& type) {
  throw UsageError(
      fmt::format("{} says by hash_append what of it counts, so interchangeable actors cannot be "
                  "renamed in it: "
                  "leave out --comparator symmetric",
                  type.name));
}

void ValueHashes::require_renamed(std::string_view where, const Hasher& hasher) const {
  if (!renames() || hasher.unrenamed().empty()) return;
  throw UsageError(
      fmt::format("{} holds a {}, in which interchangeable actors cannot be renamed: it says by "
                  "hash_append what "
                  "counts, is plain bytes, or orders references; leave out --comparator symmetric",
                  where, hasher.unrenamed()));
}

Fingerprint ValueHashes::of(const ValueType& type, const void* value) const {
  Hasher hasher(names_);
  hasher.add_bytes(type.full_name);
  type.hash(value, hasher);
  if (!hasher.refused().empty()) {
    throw UsageError(fmt::format(
        "states cannot be compared: {} holds a {}, which cannot be hashed; give it 'void "
        "hash_append(harrier::Hasher&) const'",
        type.name, hasher.refused()));
  }
  require_renamed(type.name, hasher);
  return hasher.value();
}

/// Hashes an actor in which nobody waits, by its members.
Fingerprint ValueHashes::of(ActorId id) const {
  const Execution::Actor& target = execution_.actor(id);
  const ActorType& type = *target.type;
  const Layout& layout = *layouts_.find(type);
  Hasher hasher(names_);
  hasher.add_bytes(type.full_name);
  const bool failed = !execution_.steps.empty() && execution_.steps.back().failed &&
                      execution_.ledger.last().actor == id;
  hasher.add_word((target.alive ? 1U : 0U) | (failed ? 2U : 0U));
  std::string_view field;
  if (type.hash != nullptr) {
    if (renames()) refuse_own_hash(type);
    type.hash(target.object, hasher);
  } else {
    for (const FieldRange& range : layout.ranges) {
      if (range.hash == nullptr) continue;  // the base, which never changes
      range.hash(static_cast<const std::byte*>(target.object) + range.offset, hasher);
      if (!hasher.refused().empty() && field.empty()) field = range.name;
    }
    if (!layout.covered) add_untracked(hasher, target, layout);
  }
  if (!hasher.refused().empty()) {
    throw UsageError(fmt::format(
        "states cannot be compared: {} {} of type {}, which cannot be hashed; give that type, or "
        "{}, "
        "'void hash_append(harrier::Hasher&) const'",
        type.name, field.empty() ? std::string("has a member") : fmt::format("has '{}'", field),
        hasher.refused(), type.name));
  }
  require_renamed(type.name, hasher);
  return hasher.value();
}

/// Hashes the bytes of members that are not tracked.
void ValueHashes::add_untracked(Hasher& hasher, const Execution::Actor& target,
                                const Layout& layout) const {
  const ActorType& type = *target.type;
  if (renames()) {
    throw UsageError(fmt::format(
        "{} has a member that is not tracked, in which interchangeable actors cannot be renamed: "
        "make it a harrier::Tracked or harrier::Constant, or leave out --comparator symmetric",
        type.name));
  }
  if (type.destroy != nullptr) {
    throw UsageError(fmt::format(
        "states cannot be compared: {} has a member that is not tracked and is not plain bytes; "
        "make it a harrier::Tracked, or give {} 'void hash_append(harrier::Hasher&) const'",
        type.name, type.name));
  }
  std::vector<FieldRange> ranges = layout.ranges;
  std::ranges::sort(ranges, {}, &FieldRange::offset);
  ranges.push_back({type.size, 0, 1, 0, false, {}});
  const auto* bytes = static_cast<const char*>(target.object);
  std::size_t end = 0;
  for (const FieldRange& range : ranges) {
    if (range.offset > end) {
      const std::string_view gap(bytes + end, range.offset - end);
      if (holds_address(gap)) {
        throw UsageError(fmt::format(
            "states cannot be compared: {} has a member that is not tracked and seems to hold an "
            "address; give {} 'void hash_append(harrier::Hasher&) const'",
            type.name, type.name));
      }
      hasher.add_bytes(gap);
    }
    end = std::max(end, range.offset + range.size);
  }
}

}  // namespace harrier::detail
