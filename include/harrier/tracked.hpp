// Fields that record how steps touch them, so that steps on different fields can commute.
#pragma once

#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>

#include "harrier/describe.hpp"
#include "harrier/detail/access_log.hpp"

namespace harrier {

/// A field of an actor whose reads and writes are recorded.
///
/// Use it like a plain value: reading converts, assigning writes. An actor all of whose changing
/// fields are tracked gets field-level dependence; one untracked field makes every delivery count
/// as a write of the whole actor, which is safe and explores more.
template <class T>
class Tracked {
 public:
  Tracked() : Tracked(std::string_view{}, T{}) {}
  // NOLINTNEXTLINE: `Tracked<int> value_ = 0;` is how it is meant to be written
  Tracked(T value) : Tracked(std::string_view{}, std::move(value)) {}
  /// Names the field in reports and statistics.
  Tracked(std::string_view name, T value) : value_(std::move(value)) {
    if (detail::construction != nullptr) {
      field_ = detail::construction->add(this, sizeof *this, alignof(Tracked), 1, name);
    }
  }
  Tracked(const Tracked&) = default;
  Tracked(Tracked&&) = default;
  ~Tracked() = default;

  Tracked& operator=(const Tracked& other) {
    set(other.get());
    return *this;
  }
  Tracked& operator=(T value) {
    set(std::move(value));
    return *this;
  }

  /// Returns the value and records a read.
  const T& get() const {
    record(Access::read);
    return value_;
  }
  operator const T&() const { return get(); }  // NOLINT: reads like the value it holds
  const T& operator*() const { return get(); }
  const T* operator->() const { return &get(); }

  /// Replaces the value and records a write.
  void set(T value) {
    record(Access::write);
    value_ = std::move(value);
  }
  /// Gives access for changing the value in place and records a read and a write.
  T& edit() {
    record(Access::read);
    record(Access::write);
    return value_;
  }

  Tracked& operator++() {
    ++edit();
    return *this;
  }
  T operator++(int) { return edit()++; }
  Tracked& operator--() {
    --edit();
    return *this;
  }
  T operator--(int) { return edit()--; }
  template <class U>
  Tracked& operator+=(const U& other) {
    edit() += other;
    return *this;
  }
  template <class U>
  Tracked& operator-=(const U& other) {
    edit() -= other;
    return *this;
  }

  void describe(Text& text) const { text.add(value_); }

 private:
  void record(Access access) const {
    if (detail::access_log != nullptr) detail::access_log->add(field_, access);
  }

  T value_;
  std::uint32_t field_ = ~std::uint32_t{0};
};

/// A field of an actor that is set when the actor is built and never changes.
template <class T>
class Constant {
 public:
  // NOLINTNEXTLINE: `Constant<Ref<Server>> server_;` is initialised like the value it holds
  Constant(T value) : value_(std::move(value)) {
    if (detail::construction != nullptr) {
      detail::construction->add(this, sizeof *this, alignof(Constant), 0, {});
    }
  }
  const T& get() const { return value_; }
  operator const T&() const { return value_; }  // NOLINT: reads like the value it holds
  const T& operator*() const { return value_; }
  const T* operator->() const { return &value_; }

  void describe(Text& text) const { text.add(value_); }

 private:
  T value_;
};

}  // namespace harrier
