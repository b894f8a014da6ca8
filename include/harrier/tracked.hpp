// Fields that record how steps touch them, so that steps on different fields can commute.
#pragma once

#include <cstdint>
#include <ranges>
#include <string_view>
#include <type_traits>
#include <utility>

#include "harrier/describe.hpp"
#include "harrier/detail/access_log.hpp"
#include "harrier/detail/containers.hpp"
#include "harrier/detail/misuse.hpp"
#include "harrier/hash.hpp"

namespace harrier {

/// A field of an actor whose reads and writes are recorded.
///
/// Use it like a plain value: reading converts, assigning writes. A container is read through `->`
/// and in a range-based for, and changed through `edit()`. An actor all of whose changing
/// fields are tracked gets field-level dependence; one untracked field makes every delivery count
/// as a write of the whole actor, which is safe and explores more.
template <class T>
class Tracked {
  using Stored = std::conditional_t<detail::Container<T>, detail::Unchanging<T>, T>;

 public:
  Tracked() : Tracked(std::string_view{}, T{}) {}
  // NOLINTNEXTLINE: `Tracked<int> value_ = 0;` is how it is meant to be written
  Tracked(T value) : Tracked(std::string_view{}, std::move(value)) {}
  /// Names the field in reports and statistics.
  Tracked(std::string_view name, T value) : value_(std::move(value)) {
    if (detail::construction != nullptr) {
      field_ = detail::construction->add(this, 1, name);
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
  const Stored* operator->() const {
    record(Access::read);
    return &value_;
  }

  auto begin() const requires std::ranges::range<const T> { return std::ranges::begin(get()); }
  auto end() const requires std::ranges::range<const T> { return std::ranges::end(get()); }
  template <class Key>
  decltype(auto) operator[](const Key& key) requires detail::Container<T> {
    static_assert(detail::never<Key>,
                  "harrier: an element of a tracked container is read through get() and changed "
                  "through edit(): field.edit()[key] = value");
    return edit()[key];
  }

  /// Replaces the value and records a write.
  void set(T value) {
    record(Access::write);
    static_cast<T&>(value_) = std::move(value);
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

  void describe(Text& text) const { text.add(static_cast<const T&>(value_)); }
  void hash_append(Hasher& hasher) const { hasher.add(static_cast<const T&>(value_)); }

 private:
  void record(Access access) const {
    if (detail::access_log != nullptr) detail::access_log->add(field_, access);
  }

  Stored value_;
  detail::FieldNumber<Stored> field_ = ~std::uint32_t{0};
};

/// A field of an actor that never changes once it is set: when the actor is built, or once later.
///
/// One that is set later is for references that go in a circle: `System::set` gives it its value in
/// the set-up, a handler by `set` or `=`. Reading it before and setting it again are misuse.
template <class T>
class Constant {
 public:
  Constant() : Constant(T{}, 1) { field_ |= unset; }
  // NOLINTNEXTLINE: `Constant<Ref<Server>> server_;` is initialised like the value it holds
  Constant(T value) : Constant(std::move(value), 0) {}
  Constant(const Constant&) = default;
  Constant(Constant&&) = default;
  ~Constant() = default;

  /// Gives a value to one that has none yet.
  void set(T value) {
    if ((field_ & unset) == 0) throw detail::Misuse{"a Constant that has its value is set again"};
    field_ &= ~unset;
    if (detail::access_log != nullptr) detail::access_log->add(field_, Access::write);
    value_ = std::move(value);
  }
  Constant& operator=(T value) {
    set(std::move(value));
    return *this;
  }
  Constant& operator=(const Constant& other) {
    set(other.get());
    return *this;
  }

  const T& get() const {
    if (field_ != fixed) note_read();
    return value_;
  }
  operator const T&() const { return get(); }  // NOLINT: reads like the value it holds
  const T& operator*() const { return get(); }
  const T* operator->() const { return &get(); }

  void describe(Text& text) const { text.add(value_); }
  void hash_append(Hasher& hasher) const {
    hasher.add_word(field_ != fixed && (field_ & unset) != 0 ? 1 : 0);
    hasher.add(value_);
  }

 private:
  static constexpr std::uint32_t fixed = ~std::uint32_t{0} >> 1U;  ///< for one that is built set
  static constexpr std::uint32_t unset = ~fixed;

  Constant(T value, std::uint32_t fields) : value_(std::move(value)) {
    if (detail::construction == nullptr) return;
    const std::uint32_t field = detail::construction->add(this, fields, {});
    if (fields != 0) field_ = field & ~unset;
  }
  void note_read() const {
    if ((field_ & unset) != 0) {
      throw detail::Misuse{
          "a Constant is read before it is set; give it its value in the constructor, by "
          "System::set or by set()"};
    }
    if (detail::access_log != nullptr) detail::access_log->add(field_, Access::read);
  }

  T value_;
  /// Its number as a field; the highest bit is on until it is set.
  detail::FieldNumber<T> field_ = fixed;
};

namespace detail {

/// A name as a template's argument.
template <std::size_t size>
struct FieldName {
  // NOLINTNEXTLINE: `Named<Field, "name">` is written with a literal
  constexpr FieldName(const char (&name)[size]) {
    for (std::size_t i = 0; i < size; ++i) text[i] = name[i];
  }
  /// Returns the name without the underscore at its end.
  constexpr std::string_view view() const {
    std::string_view name(text, size - 1);
    if (name.size() > 1 && name.back() == '_') name.remove_suffix(1);
    return name;
  }
  char text[size] = {};
};

/// A field that knows its name.
template <class Field, FieldName name>
class Named : public Field {
 public:
  Named() { tell(); }
  template <class First, class... Rest>
  requires(std::is_constructible_v<Field, First, Rest...> &&
           !std::is_same_v<std::remove_cvref_t<First>, Named>)
      Named(First&& first, Rest&&... rest)  // NOLINT: initialised like the field it is
      : Field(std::forward<First>(first), std::forward<Rest>(rest)...) {
    tell();
  }
  using Field::operator=;
  template <class Value>
  requires(!std::is_same_v<std::remove_cvref_t<Value>, Named>) Named& operator=(Value&& value) {
    Field::operator=(std::forward<Value>(value));
    return *this;
  }

 private:
  void tell() const {
    if (construction != nullptr) construction->name_last(this, name.view());
  }
};

}  // namespace detail

}  // namespace harrier

/// Declares a field of an actor that is named in reports as it is in the program:
/// `HARRIER_FIELD(tickets_, harrier::Tracked<int>) = 0;` is called `tickets`.
#define HARRIER_FIELD(name, ...) ::harrier::detail::Named<__VA_ARGS__, #name> name
