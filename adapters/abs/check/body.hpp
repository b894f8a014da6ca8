// Checks one body: a function, method, init block, recover block or main block.
//
// Gives every variable a slot of the body's frame, every name its meaning and every expression its
// type. After an error an expression has the type `unknown`, which fits everywhere, so that a
// mistake is told once.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "abs/check/checker.hpp"

namespace harrier::abs {

enum class Place : std::uint8_t { function, method, initial, recover, main };

/// Where a body stands.
struct Setting {
  Place place = Place::main;
  const Module* module = nullptr;
  Class* owner = nullptr;
  const Function* function = nullptr;
  Method* method = nullptr;
  TypeParameters type_parameters = {};
  const Completion* completion = nullptr;  ///< of `function`, where it is known
};

class Body {
 public:
  Body(Checker& checker, Setting setting);

  void check_function(Function* function);
  Frame check_method();
  Frame check_initial();  ///< field initialisers and the init block
  Frame check_recover();
  Frame check_block(std::span<Statement*> statements);
  void check_domain_class(Expression* value);

  /// Lists the expressions that read or name a field.
  const std::vector<Expression*>& fields_read() const { return fields_read_; }
  /// Lists the calls of function parameters.
  const std::vector<const Expression*>& parameter_calls() const { return parameter_calls_; }

 private:
  /// A frame under way: that of the body itself, or of a lambda in it.
  struct Level {
    std::vector<const Variable*> parameters;
    std::vector<Lambda::Capture> captures;
    std::vector<const Variable*> locals;
  };
  struct Visible {
    std::string_view name;
    Variable* variable = nullptr;
    std::size_t level = 0;
  };

  // body.cpp: variables
  void declare(Variable* variable, bool parameter = false);
  Variable* find_variable(std::string_view name);
  Variable* captured(Variable* variable, std::size_t from, std::size_t to);
  const Field* find_field(std::string_view name) const;
  Frame frame_of(Level& level);
  Frame finish() { return frame_of(levels_.front()); }
  std::size_t mark() const { return visible_.size(); }
  void leave(std::size_t mark) { visible_.resize(mark); }
  void error(Position position, std::string text) { checker_.error(position, std::move(text)); }
  bool fits(const Type* from, const Type* to) { return checker_.types.assignable(from, to); }
  const Type* known(std::string_view name) const { return checker_.types.known(name); }
  const Type* unknown() const { return checker_.types.unknown(); }
  void want(const Expression* expression, const Type* type);

  // expressions.cpp
  const Type* check(Expression* expression);
  const Type* typed(Expression* expression);
  const Type* check_name(Expression* expression);
  const Type* check_self(const Expression* expression);
  const Type* check_destiny(const Expression* expression);
  const Type* check_unary(Expression* expression);
  const Type* check_binary(Expression* expression);
  const Type* check_arithmetic(Expression* expression, const Type* left, const Type* right);
  const Type* check_comparison(const Expression* expression, const Type* left, const Type* right);
  const Type* check_conditional(Expression* expression);
  const Type* check_match(Expression* expression);
  const Type* check_let(Expression* expression);
  const Type* check_cast(Expression* expression);

  // calls.cpp
  const Type* check_construct(Expression* expression);
  const Type* check_function_call(Expression* expression);
  const Type* check_variadic(Expression* expression);
  const Type* check_create(Expression* expression);
  const Type* check_get(Expression* expression);
  const Type* check_call(Expression* expression);
  const Type* apply(const Expression* expression, std::span<const Type* const> wanted,
                    std::span<const Type* const> parameters, const Type* result);
  bool match(const Expression* expression, std::span<const Type* const> wanted, Bindings& bindings);
  bool check_count(const Expression* expression, std::size_t wanted);
  void check_arguments(Expression* expression);

  // function_arguments.cpp
  std::uint32_t function_parameter(std::string_view name) const;
  void check_function_argument(FunctionArgument& argument);
  void check_lambda(Lambda* lambda);
  Callable callable_of(const FunctionArgument& argument) const;
  const Type* check_parameter_call(Expression* expression);
  const Type* check_recursion(Expression* expression);
  const Type* check_completion(Expression* expression, const Function* function);

  // patterns.cpp
  void check_pattern(Pattern* pattern, const Type* type, bool may_compare);
  void check_constructor_pattern(Pattern* pattern, const Type* type, bool may_compare);

  // statements.cpp
  void check_statements(std::span<Statement*> statements);
  void check_statement(Statement* statement);
  void check_declaration(Statement* statement);
  void check_assignment(Statement* statement);
  void check_return(Statement* statement);
  void check_choice(Statement* statement);
  void check_iteration(Statement* statement);
  void check_attempt(Statement* statement);
  void check_await(const Statement* statement);
  void check_pause(const Statement* statement);
  void check_interval(Expression* least, Expression* most);
  void check_deadline(const Annotation& annotation, const Statement* statement);
  void check_annotations(const Statement* statement);
  void check_placement(const Annotation& annotation, const Statement* statement);
  void check_value(const Statement* statement, std::string_view name, const Type* wanted);
  bool reads_field(const Expression* expression) const;
  /// Reports what the place forbids: `what` is in the plural, `one` of it.
  void forbid(Position position, std::string_view what, std::string_view one);

  Checker& checker_;
  Setting setting_;
  std::vector<Level> levels_;
  std::vector<Visible> visible_;
  std::vector<Expression*> fields_read_;
  std::vector<const Expression*> parameter_calls_;
  const Statement* last_ = nullptr;  ///< the statement that may be a return
  std::size_t field_under_way_ = 0;  ///< while fields are initialised: the number of those that are
  bool in_fields_ = false;
  std::uint32_t finally_depth_ = 0;
};

}  // namespace harrier::abs
