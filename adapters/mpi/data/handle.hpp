// Handles as MPICH encodes them, and tables of the objects behind those that a rank makes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace harrier::mpi {

/// What a handle refers to: bits 26 to 29.
enum class ObjectKind : std::uint32_t {
  communicator = 0x1,
  group = 0x2,
  datatype = 0x3,
  errhandler = 0x5,
  operation = 0x6,
  info = 0x7,
  window = 0x8,
  keyval = 0x9,
  request = 0xb,
};

/// Who made the object of a handle: bits 30 and 31.
enum class HandleOrigin : std::uint32_t { none = 0, predefined = 1, direct = 2, indirect = 3 };

constexpr ObjectKind kind_of(int handle) {
  return static_cast<ObjectKind>((static_cast<std::uint32_t>(handle) >> 26U) & 0xfU);
}

constexpr HandleOrigin origin_of(int handle) {
  return static_cast<HandleOrigin>(static_cast<std::uint32_t>(handle) >> 30U);
}

/// The call that made an object, for whoever words it.
struct Origin {
  const char* function = "";
  const void* from = nullptr;  ///< where the call returns to
};

/// The objects of one kind that a rank has made, by handle. A handle is never used again in an
/// execution, so that a stale one is known as freed and not taken for a newer object.
template <class Object>
class HandleTable {
 public:
  explicit HandleTable(ObjectKind kind)
      : first_((static_cast<std::uint32_t>(HandleOrigin::indirect) << 30U) |
               (static_cast<std::uint32_t>(kind) << 26U)) {}

  int add(Object object) {
    slots_.push_back({std::move(object), true});
    return static_cast<int>(first_ + static_cast<std::uint32_t>(slots_.size() - 1));
  }

  /// Returns the object, or nullptr where the handle is not of this table or was freed.
  Object* find(int handle) {
    const std::size_t index = index_of(handle);
    return index < slots_.size() && slots_[index].live ? &slots_[index].object : nullptr;
  }
  const Object* find(int handle) const { return const_cast<HandleTable*>(this)->find(handle); }

  /// Returns whether the handle was one of this table and its object is gone.
  bool freed(int handle) const {
    const std::size_t index = index_of(handle);
    return index < slots_.size() && !slots_[index].live;
  }

  /// Forgets the object; the handle must be that of a live one.
  void free(int handle) {
    Slot& slot = slots_[index_of(handle)];
    slot.live = false;
    slot.object = Object();
    while (first_live_ < slots_.size() && !slots_[first_live_].live) ++first_live_;
  }

  /// Calls `visit(handle, object)` for each live object, oldest first.
  template <class Visit>
  void for_each(Visit visit) const {
    for (std::size_t i = first_live_; i < slots_.size(); ++i)
      if (slots_[i].live)
        visit(static_cast<int>(first_ + static_cast<std::uint32_t>(i)), slots_[i].object);
  }

  /// The same for who changes them.
  template <class Visit>
  void for_each_changing(Visit visit) {
    for (std::size_t i = first_live_; i < slots_.size(); ++i)
      if (slots_[i].live)
        visit(static_cast<int>(first_ + static_cast<std::uint32_t>(i)), slots_[i].object);
  }

  /// Forgets everything: a new execution begins.
  void clear() {
    slots_.clear();
    first_live_ = 0;
  }

 private:
  struct Slot {
    Object object;
    bool live;
  };

  std::size_t index_of(int handle) const {
    const std::uint32_t index = static_cast<std::uint32_t>(handle) - first_;
    return index;
  }

  std::uint32_t first_;
  std::vector<Slot> slots_;
  std::size_t first_live_ = 0;  ///< those before are gone
};

}  // namespace harrier::mpi
