// What the runtime must know of a user's actor and message types, as tables of functions.
#pragma once

#include <cstddef>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "harrier/describe.hpp"
#include "harrier/hash.hpp"

namespace harrier::detail {

class Runtime;

/// A type of values the runtime stores: messages and replies.
struct ValueType {
  std::string_view name;            ///< without namespaces
  std::string_view full_name;       ///< equal for one type only
  void (*destroy)(void*) noexcept;  ///< null where there is nothing to do
  void (*describe)(const void*, Text&);
  void (*hash)(const void*, Hasher&);
};

template <class T>
constexpr ValueType make_value_type() {
  ValueType type{
      type_name<T>(), raw_type_name<T>(), nullptr,
      [](const void* value, Text& text) { text.add_message(*static_cast<const T*>(value)); },
      [](const void* value, Hasher& hasher) { hasher.add(*static_cast<const T*>(value)); }};
  if constexpr (!std::is_trivially_destructible_v<T>) {
    type.destroy = [](void* value) noexcept { static_cast<T*>(value)->~T(); };
  }
  return type;
}
template <class T>
inline constexpr ValueType value_type = make_value_type<T>();

/// How an actor type takes one message type.
struct Delivery {
  const ValueType* type;
  void (*invoke)(Runtime&, void* actor, const void* message);
  bool (*accepts)(const void* actor, const void* message);  ///< null: in every state
  bool replies_by_returning = true;  ///< otherwise whoever has its Reply may reply
};

/// How to build an actor again from the arguments it was spawned with.
struct Recipe {
  void (*construct)(void* object, const void* arguments);
  void (*destroy)(void* arguments) noexcept;  ///< null where there is nothing to do
};

/// A type of actors.
struct ActorType {
  std::string_view name;       ///< without namespaces
  std::string_view full_name;  ///< equal for one type only
  std::size_t size;
  std::size_t align;
  bool trivially_copyable;                   ///< copying its bytes copies it
  bool nothrow_copyable;                     ///< as it is where its members are and it says nothing
  void (*copy)(void* to, const void* from);  ///< null where it cannot be copied
  void (*move)(void* to, void* from);        ///< null where it cannot be copied
  void (*destroy)(void*);                    ///< null where there is nothing to do
  void (*describe)(const void*, Text&);      ///< null where it cannot be shown
  void (*hash)(const void*, Hasher&);        ///< null where it does not say what counts
};

template <class A>
constexpr ActorType make_actor_type() {
  ActorType type{type_name<A>(),
                 raw_type_name<A>(),
                 sizeof(A),
                 alignof(A),
                 std::is_trivially_copy_constructible_v<A> && std::is_trivially_destructible_v<A>,
                 std::is_nothrow_copy_constructible_v<A>,
                 nullptr,
                 nullptr,
                 nullptr,
                 nullptr,
                 nullptr};
  if constexpr (std::is_copy_constructible_v<A>) {
    type.copy = [](void* to, const void* from) { ::new (to) A(*static_cast<const A*>(from)); };
    type.move = [](void* to, void* from) { ::new (to) A(std::move(*static_cast<A*>(from))); };
  }
  if constexpr (!std::is_trivially_destructible_v<A>) {
    type.destroy = [](void* actor) { static_cast<A*>(actor)->~A(); };
  }
  if constexpr (requires(const A& actor, Text& text) { actor.describe(text); }) {
    type.describe = [](const void* actor, Text& text) {
      static_cast<const A*>(actor)->describe(text);
    };
  }
  if constexpr (requires(const A& actor, Hasher& hasher) { actor.hash_append(hasher); }) {
    type.hash = [](const void* actor, Hasher& hasher) {
      static_cast<const A*>(actor)->hash_append(hasher);
    };
  }
  return type;
}
template <class A>
inline constexpr ActorType actor_type = make_actor_type<A>();

template <class A, class Arguments>
constexpr Recipe make_recipe() {
  Recipe recipe{[](void* object, const void* arguments) {
                  std::apply([object](const auto&... argument) { ::new (object) A(argument...); },
                             *static_cast<const Arguments*>(arguments));
                },
                nullptr};
  if constexpr (!std::is_trivially_destructible_v<Arguments>) {
    recipe.destroy = [](void* arguments) noexcept {
      static_cast<Arguments*>(arguments)->~Arguments();
    };
  }
  return recipe;
}
template <class A, class Arguments>
inline constexpr Recipe recipe_of = make_recipe<A, Arguments>();

}  // namespace harrier::detail
