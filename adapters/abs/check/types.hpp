// The types of a model: made once each, compared, joined, and bound to type parameters.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "abs/syntax/model.hpp"

namespace harrier::abs {

/// What type parameters stand for.
using Bindings = std::unordered_map<const Type*, const Type*>;

class Types {
 public:
  Types(Arena& arena, Dialect dialect) : arena_(arena), dialect_(dialect) {}

  const Type* unknown() const { return &unknown_; }
  const Type* nothing() const { return &nothing_; }
  const Type* null() const { return &null_; }

  /// Makes types: the same one for the same arguments.
  const Type* data(const DataType* data, const std::vector<const Type*>& arguments);
  const Type* interface(const Interface* interface);
  const Type* object(const Class* object);
  /// Makes a parameter that is unlike every other.
  const Type* parameter(std::string_view name);

  /// Says whether a value of one type can stand where the other is wanted.
  bool assignable(const Type* from, const Type* to);
  /// Finds the smallest type that both fit; null if there is none.
  const Type* join(const Type* first, const Type* second);
  /// Replaces the parameters that are bound.
  const Type* substitute(const Type* type, const Bindings& bindings);
  std::vector<const Type*> substitute_all(std::span<const Type* const> all,
                                          const Bindings& bindings);
  /// Has what is not bound stand for `unknown`.
  Bindings closed(Bindings bindings) const;
  /// Binds the parameters in `declared` so that `actual` fits; false if it cannot.
  /// Only those that `bindings` has already, possibly as null, are bound.
  bool bind(const Type* declared, const Type* actual, Bindings& bindings);

  /// Tells the types that the language itself knows.
  void know(std::string_view name, const DataType* data);
  const Type* known(std::string_view name) const;
  const Type* of(std::string_view name, const Type* argument);  ///< List<argument>, Fut<argument>
  void know_object(const Interface* object) { top_ = object; }

  bool is(const Type* type, std::string_view name) const;
  bool is_numeric(const Type* type) const;
  bool is_reference(const Type* type) const;
  static bool is_vague(const Type* type) {
    return type->kind == Type::Kind::unknown || type->kind == Type::Kind::nothing;
  }

 private:
  bool data_assignable(const Type* from, const Type* to);
  const Type* joined_arguments(const Type* first, const Type* second);

  Arena& arena_;
  Dialect dialect_;
  // Models keep types for longer than whoever checked them.
  static constexpr Type unknown_{.kind = Type::Kind::unknown};
  static constexpr Type nothing_{.kind = Type::Kind::nothing};
  static constexpr Type null_{.kind = Type::Kind::null};
  std::map<std::pair<const DataType*, std::vector<const Type*>>, const Type*> data_;
  std::unordered_map<const void*, const Type*> references_;
  std::map<std::pair<const Type*, const Type*>, bool> assignable_;  ///< data types with arguments
  std::map<std::pair<const Type*, const Type*>, const Type*> joined_;  ///< those, too
  std::unordered_map<std::string_view, const DataType*> known_;
  const Interface* top_ = nullptr;
  std::uint32_t parameters_ = 0;
};

/// Writes a type as in a model; long ones are cut.
std::string text_of(const Type* type);

}  // namespace harrier::abs
