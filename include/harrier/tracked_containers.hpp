// Containers and counters that record what is touched element by element.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "harrier/describe.hpp"
#include "harrier/detail/access_log.hpp"
#include "harrier/detail/containers.hpp"
#include "harrier/hash.hpp"

namespace harrier {

template <class A>
class Ref;

namespace detail {

/// Records accesses of a container: of single elements and of the whole.
///
/// Two field numbers keep them apart: reading an element reads the first, changing one updates the
/// second; whoever looks at the whole reads the second, whoever changes the whole writes both. So
/// elements meet only on themselves, and the whole meets every change.
class ContainerLog {
 public:
  template <class Container>
  ContainerLog(const Container* container, std::string_view name)
      : field_(number_of_new(container, 2, name)) {}
  /// Belongs to a copy, where reading the original was recorded.
  template <class Container>
  ContainerLog(const Container* copy, const ContainerLog& original)
      : field_(number_of_copy(copy, 2, original.field_)) {}
  ContainerLog(const ContainerLog&) = delete;
  ContainerLog& operator=(const ContainerLog&) = delete;
  ~ContainerLog() = default;

  void read(std::size_t hash) const { record(hash, Access::read, 0, Access::read); }
  void write(std::size_t hash) const { record(hash, Access::write, 1, Access::update); }
  void read_all() const {
    if (access_log != nullptr) access_log->add(field_ + 1, Access::read);
  }
  void write_all() const {
    if (access_log == nullptr) return;
    access_log->add(field_, Access::write);
    access_log->add(field_ + 1, Access::write);
  }
  void change_all() const {
    read_all();
    write_all();
  }

 private:
  void record(std::size_t hash, Access element, std::uint32_t field, Access whole) const {
    if (access_log == nullptr) return;
    access_log->add_element(field_, hash, element);
    access_log->add(field_ + field, whole);
  }

  FieldNumber<void*> field_;
};

template <class T>
inline constexpr bool is_reference_to_actor = false;
template <class A>
inline constexpr bool is_reference_to_actor<Ref<A>> = true;

}  // namespace detail

/// A map in a field of an actor: operations on different keys commute.
template <class Key, class Value>
class TrackedMap {
  static_assert(
      !detail::is_reference_to_actor<Key>,
      "harrier: a TrackedMap's key must be a value of its own, not a reference to an actor");

 public:
  static constexpr bool is_plain = false;

  explicit TrackedMap(std::string_view name = {}) : log_(this, name) {}
  TrackedMap(const TrackedMap& other) : map_(other.all()), log_(this, other.log_) {}
  TrackedMap(TrackedMap&& other) noexcept : map_(other.take()), log_(this, other.log_) {}
  ~TrackedMap() = default;
  TrackedMap& operator=(const TrackedMap& other) {
    log_.write_all();
    map_ = other.all();
    return *this;
  }
  TrackedMap& operator=(TrackedMap&& other) noexcept {
    log_.write_all();
    map_ = other.take();
    return *this;
  }

  /// Returns the value of a key, if it has one.
  std::optional<Value> find(const Key& key) const {
    log_.read(hash(key));
    const auto at = map_.find(key);
    return at == map_.end() ? std::nullopt : std::optional<Value>(at->second);
  }
  bool contains(const Key& key) const {
    log_.read(hash(key));
    return map_.contains(key);
  }
  /// Gives a key a value, whether it had one or not.
  void set(const Key& key, Value value) {
    log_.write(hash(key));
    map_.insert_or_assign(key, std::move(value));
  }
  /// Gives access for changing a key's value in place; a new key gets a default one.
  Value& edit(const Key& key) {
    log_.read(hash(key));
    log_.write(hash(key));
    return map_[key];
  }
  void erase(const Key& key) {
    log_.write(hash(key));
    map_.erase(key);
  }
  void clear() {
    log_.write_all();
    map_.clear();
  }
  template <class K>
  Value& operator[](const K& key) {
    static_assert(detail::never<K>,
                  "harrier: a TrackedMap is read by find(key) and changed by set(key, value) or "
                  "edit(key)");
    return edit(key);
  }
  std::size_t size() const { return all().size(); }
  bool empty() const { return all().empty(); }
  auto begin() const { return all().begin(); }
  auto end() const { return all().end(); }
  /// Returns the whole map, in order of keys; every change of an element conflicts with that.
  const std::map<Key, Value>& all() const {
    log_.read_all();
    return map_;
  }

  void describe(Text& text) const { text.add(all()); }
  void hash_append(Hasher& hasher) const { hasher.add(all()); }

 private:
  static std::size_t hash(const Key& key) { return std::hash<Key>{}(key); }
  std::map<Key, Value>&& take() {
    log_.change_all();
    return std::move(map_);
  }

  std::map<Key, Value> map_;
  detail::ContainerLog log_;
};

/// A vector in a field of an actor: operations on different elements commute.
template <class T>
class TrackedVector {
 public:
  static constexpr bool is_plain = false;

  explicit TrackedVector(std::size_t size = 0, T value = {}, std::string_view name = {})
      : vector_(size, std::move(value)), log_(this, name) {}
  TrackedVector(const TrackedVector& other) : vector_(other.all()), log_(this, other.log_) {}
  TrackedVector(TrackedVector&& other) noexcept : vector_(other.take()), log_(this, other.log_) {}
  ~TrackedVector() = default;
  TrackedVector& operator=(const TrackedVector& other) {
    log_.write_all();
    vector_ = other.all();
    return *this;
  }
  TrackedVector& operator=(TrackedVector&& other) noexcept {
    log_.write_all();
    vector_ = other.take();
    return *this;
  }

  detail::ReadAs<T> operator[](std::size_t index) const {
    log_.read(index);
    return vector_[index];
  }
  void set(std::size_t index, T value) {
    log_.write(index);
    vector_[index] = std::move(value);
  }
  /// Gives access for changing an element in place.
  T& edit(std::size_t index) {
    log_.read(index);
    log_.write(index);
    return vector_[index];
  }
  void push_back(T value) {
    log_.change_all();
    vector_.push_back(std::move(value));
  }
  void clear() {
    log_.write_all();
    vector_.clear();
  }
  std::size_t size() const { return all().size(); }
  bool empty() const { return all().empty(); }
  auto begin() const { return all().begin(); }
  auto end() const { return all().end(); }
  /// Returns the whole vector; every change of an element conflicts with that.
  const std::vector<T>& all() const {
    log_.read_all();
    return vector_;
  }

  void describe(Text& text) const { text.add(all()); }
  void hash_append(Hasher& hasher) const { hasher.add(all()); }

 private:
  std::vector<T>&& take() {
    log_.change_all();
    return std::move(vector_);
  }

  std::vector<T> vector_;
  detail::ContainerLog log_;
};

/// A whole number in a field of an actor whose additions commute: only reading it orders them.
template <class T = int>
class Counter {
  static_assert(std::is_integral_v<T> && !std::is_same_v<T, bool>,
                "harrier: a Counter holds a whole number: additions of other values depend on "
                "their order; use harrier::Tracked");

 public:
  static constexpr bool is_plain = true;

  // NOLINTNEXTLINE: `Counter<> n_ = 0;` is how it is meant to be written
  Counter(T value = {}, std::string_view name = {}) : value_(value) {
    field_ = detail::number_of_new(this, 1, name);
  }
  Counter(const Counter& other) noexcept : value_(other.get()) {
    field_ = detail::number_of_copy(this, 1, other.field_);
  }
  ~Counter() = default;
  Counter& operator=(const Counter& other) {
    set(other.get());
    return *this;
  }
  Counter& operator=(T value) {
    set(value);
    return *this;
  }

  Counter& operator+=(T amount) {
    record(Access::update);
    value_ += amount;
    return *this;
  }
  Counter& operator-=(T amount) {
    record(Access::update);
    value_ -= amount;
    return *this;
  }
  void operator++() { *this += 1; }
  void operator++(int) { *this += 1; }
  void operator--() { *this -= 1; }
  void operator--(int) { *this -= 1; }

  T get() const {
    record(Access::read);
    return value_;
  }
  operator T() const { return get(); }  // NOLINT: reads like the number it holds
  void set(T value) {
    record(Access::write);
    value_ = value;
  }

  void describe(Text& text) const { text.add(get()); }
  void hash_append(Hasher& hasher) const { hasher.add(get()); }

 private:
  void record(Access access) const {
    if (detail::access_log != nullptr) detail::access_log->add(field_, access);
  }

  T value_;
  detail::FieldNumber<T> field_ = detail::field_outside;
};

}  // namespace harrier
