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
  ContainerLog(const Container* container, std::string_view name) {
    if (construction != nullptr) field_ = construction->add(container, 2, name);
  }

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

 private:
  void record(std::size_t hash, Access element, std::uint32_t field, Access whole) const {
    if (access_log == nullptr) return;
    access_log->add_element(field_, hash, element);
    access_log->add(field_ + field, whole);
  }

  FieldNumber<void*> field_ = ~std::uint32_t{1};
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
  explicit TrackedMap(std::string_view name = {}) : log_(this, name) {}

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

  void describe(Text& text) const { text.add(map_); }
  void hash_append(Hasher& hasher) const { hasher.add(map_); }

 private:
  static std::size_t hash(const Key& key) { return std::hash<Key>{}(key); }

  std::map<Key, Value> map_;
  detail::ContainerLog log_;
};

/// A vector in a field of an actor: operations on different elements commute.
template <class T>
class TrackedVector {
 public:
  explicit TrackedVector(std::size_t size = 0, T value = {}, std::string_view name = {})
      : vector_(size, std::move(value)), log_(this, name) {}

  const T& operator[](std::size_t index) const {
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
    log_.read_all();
    log_.write_all();
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

  void describe(Text& text) const { text.add(vector_); }
  void hash_append(Hasher& hasher) const { hasher.add(vector_); }

 private:
  std::vector<T> vector_;
  detail::ContainerLog log_;
};

/// A number in a field of an actor whose additions commute: only reading it orders them.
template <class T = int>
class Counter {
 public:
  Counter(T value = {}, std::string_view name = {})
      : value_(value) {  // NOLINT: `Counter<> n_ = 0;`
    if (detail::construction != nullptr) {
      field_ = detail::construction->add(this, 1, name);
    }
  }

  Counter& operator+=(T amount) {
    record(Access::update);
    value_ += amount;
    return *this;
  }
  Counter& operator-=(T amount) { return *this += -amount; }
  void operator++() { *this += 1; }
  void operator++(int) { *this += 1; }
  void operator--() { *this += -1; }
  void operator--(int) { *this += -1; }

  T get() const {
    record(Access::read);
    return value_;
  }
  operator T() const { return get(); }  // NOLINT: reads like the number it holds
  void set(T value) {
    record(Access::write);
    value_ = value;
  }

  void describe(Text& text) const { text.add(value_); }
  void hash_append(Hasher& hasher) const { hasher.add(value_); }

 private:
  void record(Access access) const {
    if (detail::access_log != nullptr) detail::access_log->add(field_, access);
  }

  T value_;
  detail::FieldNumber<T> field_ = ~std::uint32_t{0};
};

}  // namespace harrier
