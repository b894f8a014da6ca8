// Turns message and state values into hashes without help from the user, so that states can be
// compared.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

#include "harrier/describe.hpp"
#include "harrier/detail/members.hpp"
#include "harrier/fingerprint.hpp"
#include "harrier/ids.hpp"

namespace harrier {

/// Collects values into a fingerprint; knows names of actors and requests that are the same in
/// every execution.
class Hasher {
 public:
  /// Names what ids stand for.
  class Names {
   public:
    virtual Fingerprint actor(ActorId actor) const = 0;
    virtual Fingerprint request(MessageId request) const = 0;

   protected:
    ~Names() = default;
  };

  explicit Hasher(const Names& names) : names_(names) {}

  /// Adds a value. A type with `void hash_append(harrier::Hasher&) const` or, as a free function,
  /// `void hash_append(harrier::Hasher&, const T&)` says itself what of it counts.
  template <class T>
  void add(const T& value) {
    if constexpr (requires { value.hash_append(*this); }) {
      if constexpr (!requires { typename T::HashesAllOfIt; }) note_unrenamed<T>();
      value.hash_append(*this);
    } else if constexpr (requires { hash_append(*this, value); }) {
      note_unrenamed<T>();
      hash_append(*this, value);
    } else if constexpr (std::same_as<T, ActorId>) {
      add_word(value ? 1 : 0);
      if (value) value_.add(names_.actor(value));
      ++named_;
    } else if constexpr (std::same_as<T, MessageId>) {
      add_word(value ? 1 : 0);
      if (value) value_.add(names_.request(value));
    } else if constexpr (requires {
                           { value.id() } -> std::same_as<ActorId>;
                         }) {
      add(value.id());
    } else if constexpr (requires {
                           { value.request } -> std::same_as<const MessageId&>;
                         }) {
      add(value.request);
    } else if constexpr (std::is_enum_v<T> || std::integral<T>) {
      add_word(static_cast<std::uint64_t>(value));
    } else if constexpr (std::floating_point<T>) {
      add_number(value);
    } else if constexpr (std::convertible_to<const T&, std::string_view> && !std::is_pointer_v<T>) {
      add_bytes(std::string_view(value));
    } else if constexpr (requires { value.has_value(), *value; }) {
      add_word(value.has_value() ? 1 : 0);
      if (value.has_value()) add(*value);
    } else if constexpr (requires { std::variant_size<T>::value; }) {
      add_word(value.index());
      if (!value.valueless_by_exception()) {
        std::visit([this](const auto& alternative) { this->add(alternative); }, value);
      }
    } else if constexpr (requires { typename T::hasher; } && std::ranges::input_range<const T>) {
      add_unordered(value);
    } else if constexpr (std::ranges::input_range<const T>) {
      std::uint64_t count = 0;
      for (const auto& element : value) {
        if constexpr (requires { typename T::key_compare; }) {
          add_element<T>(element);
        } else {
          add(element);
        }
        ++count;
      }
      add_word(count);
    } else if constexpr (requires { std::tuple_size<T>::value; }) {
      std::apply([this](const auto&... element) { (this->add(element), ...); }, value);
    } else if constexpr (std::is_empty_v<T>) {
      // Nothing can differ.
    } else if constexpr (detail::has_visible_members<T>()) {
      detail::visit_members(value, [this](const auto& member) { this->add(member); });
    } else if constexpr (std::is_trivially_copyable_v<T> && std::is_class_v<T> &&
                         std::has_unique_object_representations_v<T>) {
      note_unrenamed<T>();
      add_bytes({reinterpret_cast<const char*>(&value), sizeof value});
    } else {
      refuse<T>();
    }
  }

  void add_word(std::uint64_t word) { value_.add(word); }
  void add_bytes(std::string_view bytes);

  /// Adds values whose order does not count.
  template <class Container>
  void add_unordered(const Container& values) {
    Fingerprint sum;
    std::uint64_t count = 0;
    for (const auto& element : values) {
      Hasher one(names_);
      one.template add_element<Container>(element);
      sum += one.value();
      if (refused_.empty()) refused_ = one.refused();
      if (unrenamed_.empty()) unrenamed_ = one.unrenamed();
      named_ += one.named_;
      ++count;
    }
    value_.add(sum);
    add_word(count);
  }

  Fingerprint value() const { return value_; }
  /// Returns the first type that could not be hashed; empty where all could.
  std::string_view refused() const { return refused_; }
  /// Returns the first type whose value may depend on who is who of actors beyond the references
  /// that were added: it says itself what counts, is bytes, or has an order that comes from ids.
  std::string_view unrenamed() const { return unrenamed_; }

 private:
  template <class T>
  void refuse() {
    if (refused_.empty()) refused_ = detail::raw_type_name<T>();
  }
  template <class T>
  void note_unrenamed() {
    if (unrenamed_.empty()) unrenamed_ = detail::raw_type_name<T>();
  }

  /// All that is not a number counts as the same.
  template <std::floating_point T>
  void add_number(T value) {
    const auto number = static_cast<double>(value);
    const bool is_exact = static_cast<T>(number) == value;
    add_word(number != number ? ~std::uint64_t{0} : std::bit_cast<std::uint64_t>(number));
    if (!is_exact && number == number) {
      add_word(std::bit_cast<std::uint64_t>(static_cast<double>(value - static_cast<T>(number))));
    }
  }

  /// Adds an element of a container that has an order of its own, whose keys decide about it.
  template <class Container, class Element>
  void add_element(const Element& element) {
    const std::uint64_t named_before = named_;
    if constexpr (requires { typename Container::mapped_type; }) {
      add(element.first);
      if (named_ != named_before) note_unrenamed<Container>();
      add(element.second);
    } else {
      add(element);
      if constexpr (requires { typename Container::key_type; }) {
        if (named_ != named_before) note_unrenamed<Container>();
      }
    }
  }

  const Names& names_;
  Fingerprint value_;
  std::string_view refused_;
  std::string_view unrenamed_;
  std::uint64_t named_ = 0;  ///< references to actors so far
};

}  // namespace harrier
