// The members of actor types: found when the first actor of a type is built, and whether all that
// changes in it is tracked.
#pragma once

#include <cstring>
#include <string>
#include <unordered_map>
#include <vector>

#include "harrier/detail/access_log.hpp"
#include "harrier/detail/types.hpp"
#include "harrier/options.hpp"
#include "runtime/actors_execution.hpp"

namespace harrier::detail {

struct Layout {
  /// Some bytes of a word somewhere in an actor.
  struct Padding {
    std::size_t offset = 0;
    std::uint64_t mask = 0;
  };
  std::vector<FieldRange> ranges;
  std::vector<Padding> padding;  ///< between the ranges, as far as can be told from one new actor
  bool covered = false;          ///< no byte that can change is left untracked
  bool plain = false;            ///< it is, and copying the bytes copies all

  /// Returns a hash of what is in the padding of an actor.
  std::uint64_t hash_of_padding(const void* object) const {
    std::uint64_t hash = 0;
    for (const Padding& one : padding) {
      std::uint64_t word = 0;
      std::memcpy(&word, static_cast<const std::byte*>(object) + one.offset, sizeof word);
      hash = (hash + (word & one.mask)) * 0x9E37'79B9'7F4A'7C15U;
    }
    return hash;
  }
};

/// Remembers, for this process, that a type has a member where there seemed to be padding.
void note_untracked_member(const ActorType& type);

class Layouts {
 public:
  explicit Layouts(const ProgramOptions& options)
      : by_field_(options.dependence == Dependence::field),
        compares_states_(options.states != StateComparison::none) {}

  /// Tells whether it matters that no byte is left untracked: for the dependence of steps, or to
  /// compare states.
  bool are_asked_for() const { return by_field_ || compares_states_; }
  bool are_for_dependence() const { return by_field_; }
  bool are_for_states() const { return compares_states_; }
  bool knows(const ActorType& type) { return find(type) != nullptr; }
  /// Returns the layout of a type, null where it is not known.
  Layout* find(const ActorType& type) {
    if (last_type_ != &type) {
      const auto known = layouts_.find(&type);
      if (known == layouts_.end()) return nullptr;
      last_type_ = &type;
      last_layout_ = &known->second;
    }
    return last_layout_;
  }
  Layout& add(const ActorType& type) { return layouts_[&type]; }
  void forget(const ActorType& type) {
    layouts_.erase(&type);
    last_type_ = nullptr;
  }
  /// Names a field of a type by its number, empty where it has no name.
  std::string field_name(const ActorType& type, std::uint32_t field);

 private:
  const bool by_field_;
  const bool compares_states_;
  std::unordered_map<const ActorType*, Layout> layouts_;
  const ActorType* last_type_ = nullptr;  ///< whose layout was looked up last
  Layout* last_layout_ = nullptr;
};

/// Builds one actor: its base and fields find the runtime through the thread's construction. An
/// actor that is not `done` in the end is dropped, unless it was there before.
class Building {
 public:
  Building(Runtime& runtime, Execution& execution, Layouts& layouts, ActorId id, bool again);
  ~Building();
  Building(const Building&) = delete;
  Building& operator=(const Building&) = delete;

  void* object() const { return context_.object; }
  void done();

 private:
  Execution& execution_;
  Layouts& layouts_;
  const bool again_;
  Construction context_;
  Construction* outer_;
};

}  // namespace harrier::detail
