// A stack of plain values that grows and shrinks by the million.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace harrier {

/// What std::vector is, less what its `resize` and range `insert` have to think of: shrinking is
/// one store, and what was above the top is overwritten later.
template <class T>
requires std::is_trivially_copyable_v<T>
class Stack {
 public:
  Stack() = default;
  Stack(const Stack&) = default;
  Stack(Stack&& other) noexcept { swap(other); }
  Stack& operator=(Stack other) noexcept {
    swap(other);
    return *this;
  }
  ~Stack() = default;

  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  const T& operator[](std::size_t index) const { return slots_.data()[index]; }
  const T& back() const { return slots_.data()[size_ - 1]; }
  operator std::span<const T>() const { return {slots_.data(), size_}; }

  void clear() { size_ = 0; }
  void shrink(std::size_t size) { size_ = size; }
  /// Adds an element and returns it, with whatever value it has.
  T& add() {
    if (size_ == room_) grow(1);
    return slots_.data()[size_++];
  }
  void push_back(const T& value) { add() = value; }
  void append(std::span<const T> values) {
    if (values.size() > room_ - size_) grow(values.size());
    for (const T& value : values) slots_.data()[size_++] = value;
  }

 private:
  void swap(Stack& other) noexcept {
    slots_.swap(other.slots_);
    std::swap(size_, other.size_);
    std::swap(room_, other.room_);
  }
  [[gnu::noinline]] void grow(std::size_t by) {
    room_ = std::max(2 * room_, size_ + by);
    slots_.resize(room_);
  }

  std::vector<T> slots_;
  std::size_t size_ = 0;
  std::size_t room_ = 0;  ///< the number of slots, which takes a division to find out
};

}  // namespace harrier
