// Builds actors, and finds out whether all that changes in them is tracked.
#include "runtime/actors_layouts.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "runtime/type_notes.hpp"

namespace harrier::detail {

namespace {

constexpr unsigned char unwritten = 0xA5;

/// The types in which a step changed what had been taken for padding.
TypeNotes& untracked_types() {
  static TypeNotes notes;
  return notes;
}

/// Adds a byte to the padding of a type, which has at least a word: the base's runtime.
void add_byte(std::size_t offset, std::size_t size, std::vector<Layout::Padding>& padding) {
  constexpr std::size_t word = sizeof(std::uint64_t);
  const std::size_t begin = std::min(offset / word * word, size - word);
  if (padding.empty() || padding.back().offset != begin) padding.push_back({begin, 0});
  std::array<std::byte, word> bytes{};
  std::memcpy(bytes.data(), &padding.back().mask, word);
  bytes[offset - begin] = std::byte{0xFF};
  std::memcpy(&padding.back().mask, bytes.data(), word);
}

/// Tells whether the members found leave only padding uncovered. A gap counts as padding when the
/// constructor wrote nothing there and it is smaller than what follows wants to be aligned to; a
/// member that is not initialised looks like that, too.
bool covers(const Layout& layout, const std::byte* object, const ActorType& type,
            std::vector<Layout::Padding>& padding) {
  if (untracked_types().contains(type)) return false;
  std::vector<FieldRange> ranges = layout.ranges;
  std::ranges::sort(ranges, {}, &FieldRange::offset);
  ranges.push_back({type.size, 0, static_cast<std::uint32_t>(type.align), 0, false, {}});
  std::size_t end = 0;
  for (const FieldRange& range : ranges) {
    if (range.offset > end) {
      if (range.offset - end >= range.align) return false;
      for (std::size_t i = end; i < range.offset; ++i) {
        if (object[i] != std::byte{unwritten}) return false;
      }
      for (std::size_t i = end; i < range.offset; ++i) add_byte(i, type.size, padding);
    }
    end = std::max(end, range.offset + range.size);
  }
  return true;
}

}  // namespace

void note_untracked_member(const ActorType& type) { untracked_types().add(type); }

std::string Layouts::field_name(const ActorType& type, std::uint32_t field) {
  const Layout* const layout = find(type);
  if (layout == nullptr) return {};
  for (const FieldRange& range : layout->ranges) {
    if (field < range.fields) return std::string(range.name);
    field -= range.fields;
  }
  return {};
}

Building::Building(Runtime& runtime, Execution& execution, Layouts& layouts, ActorId id, bool again)
    : execution_(execution), layouts_(layouts), again_(again), outer_(construction) {
  const Execution::Actor& target = execution.actor(id);
  context_.runtime = &runtime;
  context_.actor = id;
  context_.object = static_cast<std::byte*>(target.object);
  context_.size = target.type->size;
  if (!layouts.knows(*target.type)) {
    context_.ranges = &layouts.add(*target.type).ranges;
  }
  // Where states are compared, padding must be the same in all of them.
  if (context_.ranges != nullptr || layouts.are_for_states()) {
    std::memset(target.object, unwritten, target.type->size);
  }
  construction = &context_;
}

Building::~Building() {
  construction = outer_;
  const Execution::Actor& target = execution_.actor(context_.actor);
  if (target.built) return;
  if (context_.ranges != nullptr) layouts_.forget(*target.type);
  if (again_) return;
  execution_.drop_actors(context_.actor.index());
  execution_.ledger.drop_actors(context_.actor.index());
}

void Building::done() {
  Execution::Actor& built = execution_.actor(context_.actor);
  built.built = true;
  Layout& layout = *layouts_.find(*built.type);
  if (context_.ranges != nullptr) {
    layout.covered = covers(layout, context_.object, *built.type, layout.padding);
    layout.plain = layout.covered && built.type->destroy == nullptr &&
                   built.type->nothrow_copyable &&
                   std::ranges::all_of(layout.ranges, &FieldRange::plain);
  }
  built.field_level = layout.covered && layouts_.are_for_dependence();
  const bool is_padded = layout.covered && !layout.padding.empty();
  built.padded = is_padded && layouts_.are_asked_for() ? &layout : nullptr;
  built.bytewise = built.type->trivially_copyable || layout.plain;
}

}  // namespace harrier::detail
