// Records which tracked fields the running step touches, and which fields an actor has.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "harrier/resource.hpp"

namespace harrier {
class Hasher;
class Text;
}  // namespace harrier

namespace harrier::detail {

/// What the running step, or the guard being evaluated, has touched so far.
struct AccessLog {
  /// Fields beyond this number share the last bit: fewer commute, none is lost.
  static constexpr std::uint32_t field_limit = 64;

  std::array<std::uint64_t, 3> fields{};  ///< a bit per field, by Access
  std::vector<ResourceAccess> elements;   ///< accesses of single elements, owner left to fill in

  void clear() {
    fields = {};
    elements.clear();
  }
  /// Records an access of one element of a container field, by the hash of its key.
  void add_element(std::uint32_t field, std::size_t hash, Access access) {
    const std::uint64_t mixed = (hash + field + 1) * 0x9E37'79B9'7F4A'7C15U;
    const Resource element{Resource::element_bit | static_cast<std::uint32_t>(mixed >> 33)};
    for (ResourceAccess& known : elements) {
      if (known.resource != element) continue;
      if (known.access != access) known.access = Access::write;
      return;
    }
    elements.push_back({element, access});
  }
  void add(std::uint32_t field, Access access) {
    const std::uint32_t bit = field < field_limit ? field : field_limit - 1;
    fields[static_cast<std::size_t>(access)] |= std::uint64_t{1} << bit;
  }
};

/// A tracked or constant member found while an actor was built.
struct FieldRange {
  std::size_t offset = 0;
  std::size_t size = 0;
  std::uint32_t align = 1;
  std::uint32_t fields = 1;  ///< how many field numbers it has; none where it is constant
  bool plain = false;        ///< copying its bytes copies it
  std::string_view name;
  void (*show)(const void* member, Text& text) = nullptr;
  void (*hash)(const void* member, Hasher& hasher) = nullptr;
};

/// The number of a field, as the last member of one that holds a T. It fills the space up to its
/// end: in padding there, a class derived from the field could keep a member that nobody sees.
template <class T>
class alignas(alignof(T) > 4 ? alignof(T) : 4) FieldNumber {
 public:
  FieldNumber(std::uint32_t value) : value_(value) {}
  operator std::uint32_t&() { return value_; }
  operator const std::uint32_t&() const { return value_; }

 private:
  std::uint32_t value_;
};

class Runtime;

/// The number of a field that belongs to no actor's object; all such share the last bit.
inline constexpr std::uint32_t field_outside = ~std::uint32_t{0} - 1;

/// The actor that is being built in this thread: its base and fields register here.
struct Construction {
  Runtime* runtime = nullptr;
  ActorId actor;
  std::byte* object = nullptr;
  std::size_t size = 0;
  std::vector<FieldRange>* ranges = nullptr;  ///< null where nobody asks
  std::uint32_t next_field = 0;

  /// Registers a member of the actor and returns its first field number, or that it is outside.
  template <class Member>
  std::uint32_t add(const Member* member, std::uint32_t fields, std::string_view name) {
    FieldRange range{0, sizeof(Member), alignof(Member), fields, Member::is_plain, name};
    if constexpr (requires(Text & text) { member->describe(text); }) {
      range.show = [](const void* of, Text& text) {
        static_cast<const Member*>(of)->describe(text);
      };
    }
    if constexpr (requires(Hasher & hasher) { member->hash_append(hasher); }) {
      range.hash = [](const void* of, Hasher& hasher) {
        static_cast<const Member*>(of)->hash_append(hasher);
      };
    }
    return add(member, range);
  }
  std::uint32_t add(const void* member, FieldRange range) {
    const auto* begin = static_cast<const std::byte*>(member);
    if (begin < object || begin + range.size > object + size) return field_outside;
    range.offset = static_cast<std::size_t>(begin - object);
    if (ranges != nullptr) ranges->push_back(range);
    next_field += range.fields;
    return next_field - range.fields;
  }
  /// Names the member that was registered last, if it is this one.
  void name_last(const void* member, std::string_view name) const {
    if (ranges == nullptr || ranges->empty()) return;
    FieldRange& last = ranges->back();
    if (object + last.offset == static_cast<const std::byte*>(member)) last.name = name;
  }
};

inline thread_local AccessLog* access_log = nullptr;
inline thread_local Construction* construction = nullptr;

/// Registers a new member; what is built elsewhere, in a message or a local variable, is outside.
template <class Member>
std::uint32_t number_of_new(const Member* member, std::uint32_t fields, std::string_view name) {
  return construction != nullptr ? construction->add(member, fields, name) : field_outside;
}

/// Numbers the copy of a member: it keeps its number where its actor is copied as a whole, which no
/// step does.
template <class Member>
std::uint32_t number_of_copy(const Member* copy, std::uint32_t fields, std::uint32_t original) {
  if (construction != nullptr) return construction->add(copy, fields, {});
  return access_log != nullptr ? field_outside : original;
}

}  // namespace harrier::detail
