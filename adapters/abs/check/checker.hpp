// What the parts of the checker share: the model, its types and names, and how remarks are made.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "abs/check/completion.hpp"
#include "abs/check/names.hpp"
#include "abs/check/types.hpp"
#include "abs/syntax/model.hpp"

namespace harrier::abs {

/// The type parameters that can be named, by name.
using TypeParameters = std::unordered_map<std::string_view, const Type*>;

/// `'x'`.
std::string quoted(std::string_view text);

class Checker {
 public:
  Checker(Model& model, Diagnostics& diagnostics);

  /// Checks everything but which main block runs.
  void run();

  Model& model;
  Types types;
  Names names;
  Completions completions;

  void error(Position position, std::string text);
  void warn(Position position, std::string text);
  void warn_of_scheduler(Position position);
  void refuse(Position position, std::string text);
  std::size_t remark_count() const { return diagnostics_.size(); }
  /// Takes back all remarks but the first ones; the text of the first that was serious, if any.
  std::string take_back(std::size_t count);

  /// Finds a declaration. Reports if there is none, several, or one that is not supported; then
  /// null.
  const Declared* find(const Module* module, NameKind kind, std::string_view name,
                       Position position);
  /// Resolves a type as written; `unknown` after an error.
  const Type* resolve(TypeUse* use, const Module* module, const TypeParameters& parameters);
  /// Finds a method by name in what can be called on a type; null if there is none.
  const MethodSignature* find_method(const Type* type, std::string_view name) const;
  const TypeParameters& type_parameters_of(const Function* function) const {
    return function_parameters_.at(function);
  }

 private:
  // checker.cpp
  const Type* resolve_new(TypeUse* use, const Module* module, const TypeParameters& parameters);
  const Type* resolve_synonym(TypeSynonym* synonym);
  void check_bodies();
  void check_class_bodies(Class* owner);

  // declarations.cpp
  void declare_types();
  void declare_parameters(std::span<std::string_view> names, Position position,
                          const Module* module, TypeParameters& out);
  void declare_data(DataType* data);
  void declare_constructor(Constructor* constructor, const TypeParameters& parameters);
  void declare_function(Function* function);
  void declare_selector(Function* function);
  void declare_variables(std::span<Variable*> variables, const Module* module,
                         const TypeParameters& parameters);
  void declare_signature(MethodSignature* signature, const Module* module);

  // classes.cpp
  void declare_interface(Interface* interface);
  void inherit(Interface* interface);
  bool has_cycle(const Interface* interface) const;
  void merge_methods(std::vector<const MethodSignature*>& methods, const Interface* from,
                     Position position);
  void declare_class(Class* owner);
  void check_class(const Class* owner);
  void check_implementation(const Method* method, const MethodSignature* wanted,
                            const Class* owner);
  void check_run(const MethodSignature* signature);

  // traits.cpp
  void flatten(Class* owner);

  Diagnostics& diagnostics_;
  std::unordered_map<const DataType*, TypeParameters> data_parameters_;
  std::unordered_map<const Function*, TypeParameters> function_parameters_;
};

/// Says whether `[Name]` is among the annotations.
bool has_annotation(Annotations annotations, std::string_view name);
/// Finds `[name: value]`; null if there is none.
const Annotation* find_annotation(Annotations annotations, std::string_view name);
/// Says in which interface a method is declared.
std::string_view owner_of(const Class* owner, const MethodSignature* signature);

}  // namespace harrier::abs
