// Turns message and state values into text without help from the user: `Set{5}`, `[1, 2]`, `"hi"`.
#pragma once

#include <concepts>
#include <cstdio>
#include <cstring>
#include <functional>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

#include "harrier/detail/enumerators.hpp"
#include "harrier/detail/members.hpp"
#include "harrier/detail/type_names.hpp"
#include "harrier/ids.hpp"

namespace harrier {

/// Returns the name of a type without its namespaces.
template <class T>
constexpr std::string_view type_name() {
  return detail::short_type_name(detail::raw_type_name<T>());
}

/// Collects text about values; knows how the current program names its actors.
class Text {
 public:
  explicit Text(std::function<std::string(ActorId)> actor_name)
      : actor_name_(std::move(actor_name)) {}

  std::string& out() { return out_; }
  void add(ActorId actor) { out_ += actor ? actor_name_(actor) : std::string("nobody"); }
  /// Appends words as they are: `text.add("token=")`.
  template <std::size_t size>
  void add(const char (&words)[size]) {
    out_.append(words, strnlen(words, size));
  }

  /// Appends a value. A type with `void describe(harrier::Text&) const` or, as a free function,
  /// `void describe(harrier::Text&, const T&)` shows itself.
  template <class T>
  void add(const T& value) {
    if constexpr (requires { value.describe(*this); }) {
      value.describe(*this);
    } else if constexpr (requires { describe(*this, value); }) {
      describe(*this, value);
    } else if constexpr (std::same_as<T, bool>) {
      out_ += value ? "true" : "false";
    } else if constexpr (std::same_as<T, char>) {
      out_ += '\'';
      out_ += value;
      out_ += '\'';
    } else if constexpr (std::integral<T>) {
      out_ += std::to_string(value);
    } else if constexpr (std::floating_point<T>) {
      char digits[32];
      std::snprintf(digits, sizeof digits, "%g", static_cast<double>(value));
      out_ += digits;
    } else if constexpr (std::is_enum_v<T>) {
      add_enumerator(value);
    } else if constexpr (std::convertible_to<const T&, std::string_view>) {
      out_ += '"';
      out_ += std::string_view(value);
      out_ += '"';
    } else if constexpr (requires { value.has_value(), *value; }) {
      if (value.has_value()) {
        add(*value);
      } else {
        out_ += "none";
      }
    } else if constexpr (requires { std::variant_size<T>::value; }) {
      if (value.valueless_by_exception()) {
        out_ += "none";
      } else {
        std::visit([this](const auto& alternative) { this->add(alternative); }, value);
      }
    } else if constexpr (std::ranges::input_range<const T>) {
      out_ += '[';
      const char* separator = "";
      for (const auto& element : value) {
        out_ += separator;
        add(element);
        separator = ", ";
      }
      out_ += ']';
    } else if constexpr (requires { std::tuple_size<T>::value; }) {
      out_ += '(';
      std::apply([this](const auto&... element) { this->add_all(element...); }, value);
      out_ += ')';
    } else {
      add_aggregate(value);
    }
  }

  /// Appends a message as its type's name and its content in braces.
  template <class M>
  void add_message(const M& message) {
    constexpr bool shows_itself = requires { message.describe(*this); }
    || requires { describe(*this, message); };
    if constexpr (std::is_class_v<M> && std::is_aggregate_v<M> && !shows_itself) {
      add_aggregate(message);
    } else {
      add(message);
    }
  }

 private:
  template <class... Elements>
  void add_all(const Elements&... elements) {
    const char* separator = "";
    ((out_ += separator, add(elements), separator = ", "), ...);
  }

  template <class T>
  void add_enumerator(T value) {
    const std::string_view name = detail::enumerator_name(value);
    if (name.empty()) {
      out_ += std::to_string(static_cast<std::underlying_type_t<T>>(value));
    } else {
      out_ += name;
    }
  }

  template <class T>
  void add_aggregate(const T& value) {
    out_ += detail::type_name_of<T>.shown();
    if constexpr (detail::has_visible_members<T>()) {
      out_ += '{';
      const char* separator = "";
      detail::visit_members(value, [&](const auto& member) {
        out_ += separator;
        add(member);
        separator = ", ";
      });
      out_ += '}';
    } else {
      out_ += "{…}";
    }
  }

  std::function<std::string(ActorId)> actor_name_;
  std::string out_;
};

}  // namespace harrier
