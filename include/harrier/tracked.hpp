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
/// Use it like a plain value: reading converts, assigning writes, copying it reads it. A container
/// is read through `->` and in a range-based for, and changed through `edit()`. Reading a pointer
/// counts as changing it, as it is not known what is done with it. An actor all of whose changing
/// fields are tracked gets field-level dependence; one untracked field makes every delivery count
/// as a write of the whole actor, which is safe and explores more.
template <class T>
class Tracked {
  using Stored = std::conditional_t<detail::Container<T>, detail::Unchanging<T>, T>;
  using Read = detail::ReadAs<T>;

 public:
  /// Tells whether copying the bytes of a field copies it.
  static constexpr bool is_plain =
      std::is_trivially_copy_constructible_v<T> && std::is_trivially_destructible_v<T>;

  Tracked() : Tracked(std::string_view{}, T{}) {}
  // NOLINTNEXTLINE: `Tracked<int> value_ = 0;` is how it is meant to be written
  Tracked(T value) : Tracked(std::string_view{}, std::move(value)) {}
  /// Names the field in reports and statistics.
  Tracked(std::string_view name, T value) : value_(std::move(value)) {
    field_ = detail::number_of_new(this, 1, name);
  }
  Tracked(const Tracked& other) noexcept(
      std::is_nothrow_copy_constructible_v<T>) requires std::is_copy_constructible_v<T>
      : value_((other.record_read(), other.value_)) {
    field_ = detail::number_of_copy(this, 1, other.field_);
  }
  Tracked(Tracked&& other) noexcept(std::is_nothrow_move_constructible_v<T>)
      : value_((other.record_move(), std::move(other.value_))) {
    field_ = detail::number_of_copy(this, 1, other.field_);
  }
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
    record_read();
    return value_;
  }
  operator Read() const { return get(); }  // NOLINT: reads like the value it holds
  Read operator*() const { return get(); }
  const Stored* operator->() const {
    record_read();
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
    record_change();
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

  void describe(Text& text) const {
    record_read();
    text.add(static_cast<const T&>(value_));
  }
  void hash_append(Hasher& hasher) const {
    record_read();
    hasher.add(static_cast<const T&>(value_));
  }

 private:
  void record(Access access) const {
    if (detail::access_log != nullptr) detail::access_log->add(field_, access);
  }
  void record_read() const {
    record(Access::read);
    if constexpr (detail::PointsToMutable<T>) record(Access::write);
  }
  void record_move() const {
    if constexpr (is_plain) {
      record_read();  // it keeps its value
    } else {
      record_change();
    }
  }
  void record_change() const {
    record(Access::read);
    record(Access::write);
  }

  Stored value_;
  detail::FieldNumber<Stored> field_ = detail::field_outside;
};

/// A field of an actor that never changes once it is set: when the actor is built, or once later.
///
/// One that is set later is for references that go in a circle: `System::set` gives it its value in
/// the set-up, a handler by `set` or `=`. Reading it before and setting it again are misuse.
template <class T>
class Constant {
  using Read = detail::ReadAs<T>;

 public:
  static constexpr bool is_plain =
      std::is_trivially_copy_constructible_v<T> && std::is_trivially_destructible_v<T>;

  Constant() : Constant(T{}, 1) { field_ |= unset; }
  // NOLINTNEXTLINE: `Constant<Ref<Server>> server_;` is initialised like the value it holds
  Constant(T value) : Constant(std::move(value), 0) {}
  /// Copies one that has its value, or none yet.
  Constant(const Constant& other) noexcept(
      std::is_nothrow_copy_constructible_v<T>) requires std::is_copy_constructible_v<T>
      : value_((other.note_copy(), other.value_)) {
    const std::uint32_t fields = other.field_ == fixed ? 0 : 1;
    const std::uint32_t field =
        detail::number_of_copy(this, fields, other.field_ & ~unset) & ~unset;
    if (fields != 0) field_ = field | (other.field_ & unset);
  }
  ~Constant() = default;

  /// Gives a value to one that has none yet.
  void set(T value) {
    if (field_ != fixed) record(Access::write);
    if ((field_ & unset) == 0) throw detail::Misuse{"a Constant that has its value is set again"};
    field_ &= ~unset;
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
  operator Read() const { return get(); }  // NOLINT: reads like the value it holds
  Read operator*() const { return get(); }
  const T* operator->() const {
    if (field_ != fixed) note_read();
    return &value_;
  }

  void describe(Text& text) const {
    if (field_ != fixed) record(Access::read);
    text.add(value_);
  }
  void hash_append(Hasher& hasher) const {
    if (field_ != fixed) record(Access::read);
    hasher.add_word(field_ != fixed && (field_ & unset) != 0 ? 1 : 0);
    hasher.add(value_);
  }

 private:
  static constexpr std::uint32_t fixed = ~std::uint32_t{0} >> 1U;  ///< for one that is built set
  static constexpr std::uint32_t unset = ~fixed;

  Constant(T value, std::uint32_t fields) : value_(std::move(value)) {
    const std::uint32_t field = detail::number_of_new(this, fields, {});
    if (fields != 0) field_ = field & ~unset;
  }
  void note_copy() const {
    if (field_ != fixed) record(Access::read);
  }
  void note_read() const {
    record(Access::read);
    if ((field_ & unset) != 0) {
      throw detail::Misuse{
          "a Constant is read before it is set; give it its value in the constructor, by "
          "System::set or by set()"};
    }
  }
  void record(Access access) const {
    if (detail::access_log != nullptr) detail::access_log->add(field_ & ~unset, access);
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
