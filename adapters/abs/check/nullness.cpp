// Checks what `[Nonnull]` promises.
#include "abs/check/nullness.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

namespace harrier::abs {

namespace {

enum class Nullness : std::uint8_t { nonnull, nullable, null };

std::string_view to_string(Nullness nullness) {
  return nullness == Nullness::nonnull    ? "Nonnull"
         : nullness == Nullness::nullable ? "Nullable"
                                          : "Null";
}

Nullness join(Nullness first, Nullness second) {
  return first == second ? first : Nullness::nullable;
}

/// Returns what a type says as written; none where it says nothing.
std::optional<Nullness> annotated(const TypeUse* use) {
  if (use == nullptr) return std::nullopt;
  if (has_annotation(use->annotations, "Nonnull")) return Nullness::nonnull;
  if (has_annotation(use->annotations, "Nullable")) return Nullness::nullable;
  return std::nullopt;
}

Nullness declared(const Variable* variable) {
  return annotated(variable->type_use).value_or(Nullness::nullable);
}

/// What is known of variables and fields at a place; of the others what they are declared as.
using Facts = std::map<const Variable*, Nullness>;

Nullness known(const Facts& facts, const Variable* variable) {
  const auto found = facts.find(variable);
  return found != facts.end() ? found->second : declared(variable);
}

Facts join(const Facts& first, const Facts& second) {
  Facts both;
  for (const auto& [variable, nullness] : first) {
    both[variable] = join(nullness, known(second, variable));
  }
  for (const auto& [variable, nullness] : second) {
    both.try_emplace(variable, join(nullness, known(first, variable)));
  }
  return both;
}

/// Checks one body.
class NullnessOfBody {
 public:
  NullnessOfBody(Checker& checker, const Class* owner, const TypeUse* result)
      : checker_(checker), owner_(owner), result_(result) {}

  void check(std::span<Statement* const> statements, Facts& facts) {
    for (const Statement* statement : statements) check(*statement, facts);
  }
  void check_value(const Expression& value, const TypeUse* wanted, const Facts& facts) {
    check(value, facts);
    if (annotated(wanted) == Nullness::nonnull) {
      require_nonnull(value.position, nullness_of(value, facts));
    }
    if (wanted == nullptr || wanted->arguments.size() != 1) return;
    if (annotated(wanted->arguments[0]) != Nullness::nonnull) return;
    if (const auto inside = nullness_inside(value, facts)) require_nonnull(value.position, *inside);
  }
  void require_nonnull(Position position, Nullness given) {
    if (given == Nullness::nonnull) return;
    checker_.error(position, "nullable type " + std::string(to_string(given)) +
                                 " does not match declared type Nonnull");
  }

 private:
  const Variable* variable_of(const Expression& expression) const {
    if (expression.kind == Expression::Kind::local) return expression.variable;
    if (expression.kind == Expression::Kind::field && owner_ != nullptr) {
      return owner_->fields[expression.field].variable;
    }
    return nullptr;
  }

  // ---- statements

  void check(const Statement& statement, Facts& facts) {
    using Kind = Statement::Kind;
    switch (statement.kind) {
      case Kind::declare:
        declare(statement, facts);
        return;
      case Kind::assign:
        assign(statement, facts);
        return;
      case Kind::give:
        check_value(*statement.expression, result_, facts);
        return;
      case Kind::conditional:
        check_choice(statement, facts);
        return;
      case Kind::loop:
        check_loop(statement, facts);
        return;
      case Kind::block:
        check(statement.statements, facts);
        return;
      case Kind::choose:
      case Kind::iterate:
      case Kind::attempt:
        check_parts(statement, facts);
        return;
      default:
        if (statement.expression != nullptr) check(*statement.expression, facts);
        let_others_run(statement, facts);
    }
  }

  void declare(const Statement& statement, Facts& facts) {
    const Variable* variable = statement.variable;
    if (statement.expression == nullptr) {
      if (declared(variable) == Nullness::nonnull) {
        require_nonnull(statement.position, Nullness::null);
      }
      facts[variable] = Nullness::null;
      return;
    }
    check_value(*statement.expression, variable->type_use, facts);
    facts[variable] = nullness_of(*statement.expression, facts);
    let_others_run(statement, facts);
  }

  void assign(const Statement& statement, Facts& facts) {
    const Variable* variable = variable_of(*statement.target);
    if (variable == nullptr) return;
    check_value(*statement.expression, variable->type_use, facts);
    const Nullness given = nullness_of(*statement.expression, facts);
    let_others_run(statement, facts);
    facts[variable] = given;
  }

  void check_choice(const Statement& statement, Facts& facts) {
    check(*statement.expression, facts);
    Facts otherwise = facts;
    learn(*statement.expression, true, facts);
    learn(*statement.expression, false, otherwise);
    check(*statement.first, facts);
    if (statement.second != nullptr) check(*statement.second, otherwise);
    facts = join(facts, otherwise);
  }

  void check_loop(const Statement& statement, Facts& facts) {
    forget_assigned(statement, facts);
    check(*statement.expression, facts);
    Facts within = facts;
    learn(*statement.expression, true, within);
    check(*statement.first, within);
    learn(*statement.expression, false, facts);
  }

  /// Parts of which nobody knows which are executed, and how far.
  void check_parts(const Statement& statement, Facts& facts) {
    if (statement.expression != nullptr) check(*statement.expression, facts);
    forget_assigned(statement, facts);
    const auto check_part = [&](const Statement* part) {
      if (part == nullptr) return;
      Facts within = facts;
      check(*part, within);
    };
    check_part(statement.first);
    check_part(statement.second);
    for (const StatementBranch& branch : statement.branches) check_part(branch.body);
  }

  /// Forgets what is known of everything that a statement may assign.
  void forget_assigned(const Statement& statement, Facts& facts) {
    if (statement.kind == Statement::Kind::assign) {
      if (const Variable* variable = variable_of(*statement.target)) facts.erase(variable);
    }
    let_others_run(statement, facts);
    for (const Statement* part : {statement.first, statement.second}) {
      if (part != nullptr) forget_assigned(*part, facts);
    }
    for (const Statement* part : statement.statements) forget_assigned(*part, facts);
    for (const StatementBranch& branch : statement.branches) forget_assigned(*branch.body, facts);
  }

  /// Where other tasks may run, or methods of this object, fields may have changed.
  void let_others_run(const Statement& statement, Facts& facts) const {
    const bool calls = statement.expression != nullptr && statement.expression->has_effect() &&
                       statement.expression->kind != Expression::Kind::create &&
                       statement.expression->kind != Expression::Kind::call_async;
    const bool lets = calls || statement.kind == Statement::Kind::await ||
                      statement.kind == Statement::Kind::suspend;
    if (!lets || owner_ == nullptr) return;
    for (const Field& field : owner_->fields) facts.erase(field.variable);
  }

  // ---- expressions

  /// Adds what a condition says that holds, or does not.
  void learn(const Expression& condition, bool holds, Facts& facts) const {
    const auto is = [&](Operator operation) {
      return condition.kind == Expression::Kind::binary && condition.operation == operation;
    };
    if (condition.kind == Expression::Kind::unary && condition.operation == Operator::no) {
      return learn(*condition.arguments[0], !holds, facts);
    }
    if ((is(Operator::both) && holds) || (is(Operator::either) && !holds)) {
      learn(*condition.arguments[0], holds, facts);
      learn(*condition.arguments[1], holds, facts);
      return;
    }
    if (!is(Operator::equal) && !is(Operator::unequal)) return;
    const bool null_first = condition.arguments[0]->kind == Expression::Kind::null;
    if (!null_first && condition.arguments[1]->kind != Expression::Kind::null) return;
    const Variable* variable = variable_of(*condition.arguments[null_first ? 1 : 0]);
    if (variable == nullptr) return;
    facts[variable] = is(Operator::equal) == holds ? Nullness::null : Nullness::nonnull;
  }

  Nullness nullness_of(const Expression& expression, const Facts& facts) {
    using Kind = Expression::Kind;
    switch (expression.kind) {
      case Kind::null:
        return Nullness::null;
      case Kind::self:
      case Kind::destiny:
      case Kind::create:
      case Kind::call_async:
        return Nullness::nonnull;
      case Kind::local:
      case Kind::field: {
        const Variable* variable = variable_of(expression);
        return variable != nullptr ? known(facts, variable) : Nullness::nonnull;
      }
      case Kind::conditional: {
        Facts holds = facts;
        Facts otherwise = facts;
        learn(*expression.arguments[0], true, holds);
        learn(*expression.arguments[0], false, otherwise);
        return join(nullness_of(*expression.arguments[1], holds),
                    nullness_of(*expression.arguments[2], otherwise));
      }
      case Kind::match: {
        Nullness all = nullness_of(*expression.branches[0].result, facts);
        for (const CaseBranch& branch : expression.branches) {
          all = join(all, nullness_of(*branch.result, facts));
        }
        return all;
      }
      case Kind::let:
        return nullness_of(*expression.arguments[0], facts);
      case Kind::call_sync:
      case Kind::call_await:
        return result_of_call(expression);
      case Kind::call_function:
        return result_of_function(expression, facts);
      case Kind::get:
        return nullness_inside(*expression.arguments[0], facts).value_or(Nullness::nullable);
      case Kind::cast:
        return Nullness::nullable;
      default:
        return Nullness::nonnull;  // no reference
    }
  }

  const MethodSignature* method_of(const Expression& call) const {
    return call.receiver != nullptr ? checker_.find_method(call.receiver->type, call.text)
                                    : nullptr;
  }

  Nullness result_of_call(const Expression& call) const {
    const MethodSignature* method = method_of(call);
    if (method == nullptr) return Nullness::nonnull;
    return annotated(method->result_use).value_or(Nullness::nullable);
  }

  Nullness result_of_function(const Expression& call, const Facts& facts) {
    if (call.function == nullptr) return Nullness::nonnull;
    if (const auto said = annotated(call.function->result_use)) return *said;
    const Type* result = call.function->result;
    if (result == nullptr || result->kind != Type::Kind::parameter) return Nullness::nullable;
    return nullness_of_parameter(call, call.function->argument_types, result, facts)
        .value_or(Nullness::nonnull);
  }

  /// Finds what a type parameter stands for, from the arguments that have it as their type, or
  /// inside; none where they do not say.
  std::optional<Nullness> nullness_of_parameter(const Expression& call,
                                                std::span<const Type* const> types,
                                                const Type* parameter, const Facts& facts) {
    std::optional<Nullness> all;
    for (std::size_t i = 0; i < std::min(types.size(), call.arguments.size()); ++i) {
      std::optional<Nullness> one;
      if (types[i] == parameter) {
        one = nullness_of(*call.arguments[i], facts);
      } else if (types[i]->arguments.size() == 1 && types[i]->arguments[0] == parameter) {
        one = nullness_inside(*call.arguments[i], facts);
      }
      if (one) all = all ? join(*all, *one) : one;
    }
    return all;
  }

  /// Says what the elements of a list, a set or the like are; none where nobody says.
  std::optional<Nullness> nullness_inside(const Expression& expression, const Facts& facts) {
    if (const Variable* variable = variable_of(expression)) {
      const TypeUse* use = variable->type_use;
      if (use == nullptr || use->arguments.size() != 1) return std::nullopt;
      return annotated(use->arguments[0]);
    }
    const bool constructs = expression.kind == Expression::Kind::construct;
    if (constructs && expression.constructor != nullptr) {
      const DataType* data = expression.constructor->data;
      if (data == nullptr || data->parameter_types.size() != 1) return std::nullopt;
      return nullness_of_parameter(expression, expression.constructor->arguments,
                                   data->parameter_types[0], facts);
    }
    return std::nullopt;
  }

  void check(const Expression& expression, const Facts& facts) {
    for (const Expression* argument : expression.arguments) check(*argument, facts);
    for (const CaseBranch& branch : expression.branches) check(*branch.result, facts);
    for (const LetBinding& binding : expression.bindings) {
      check_value(*binding.value, binding.variable->type_use, facts);
    }
    if (const MethodSignature* method = method_of(expression)) {
      check_arguments(expression, method->parameters, facts);
    } else if (expression.kind == Expression::Kind::call_function &&
               expression.function != nullptr) {
      check_arguments(expression, expression.function->parameters, facts);
      check_elements(expression, facts);
    } else if (expression.created != nullptr) {
      for (std::size_t i = 0; i < expression.arguments.size(); ++i) {
        check_argument(*expression.arguments[i], expression.created->fields[i].variable, facts);
      }
    }
  }

  void check_arguments(const Expression& call, std::span<Variable* const> parameters,
                       const Facts& facts) {
    for (std::size_t i = 0; i < std::min(parameters.size(), call.arguments.size()); ++i) {
      check_argument(*call.arguments[i], parameters[i], facts);
    }
  }

  void check_argument(const Expression& argument, const Variable* parameter, const Facts& facts) {
    if (declared(parameter) != Nullness::nonnull) return;
    require_nonnull(argument.position, nullness_of(argument, facts));
  }

  /// What is put among elements that are not null must not be null either.
  void check_elements(const Expression& call, const Facts& facts) {
    const std::span<const Type* const> types = call.function->argument_types;
    for (std::size_t i = 0; i < std::min(types.size(), call.arguments.size()); ++i) {
      if (types[i]->arguments.size() != 1) continue;
      if (nullness_inside(*call.arguments[i], facts) != Nullness::nonnull) continue;
      for (std::size_t j = 0; j < std::min(types.size(), call.arguments.size()); ++j) {
        if (types[j] != types[i]->arguments[0]) continue;
        if (types[j]->kind != Type::Kind::parameter) continue;
        require_nonnull(call.arguments[j]->position, nullness_of(*call.arguments[j], facts));
      }
    }
  }

  Checker& checker_;
  const Class* owner_;
  const TypeUse* result_;
};

/// Checks a whole model.
class NullnessOfModel {
 public:
  explicit NullnessOfModel(Checker& checker) : checker_(checker) {}

  void check() {
    for (const Module* module : checker_.model.modules) {
      if (module->position.file == 0) continue;  // the library
      for (const Function* function : module->functions) check_function(*function);
      for (const Interface* interface : module->interfaces) {
        for (const MethodSignature* signature : interface->signatures) check_uses(*signature);
      }
      for (const Class* owner : module->classes) check_class(*owner);
      if (module->main != nullptr) check_body(module->main->body, nullptr, nullptr);
    }
  }

 private:
  void check_function(const Function& function) {
    check_use(function.result_use);
    for (const Variable* parameter : function.parameters) check_use(parameter->type_use);
    if (function.body == nullptr) return;
    NullnessOfBody(checker_, nullptr, nullptr).check_value(*function.body, function.result_use, {});
  }

  void check_class(const Class& owner) {
    for (const Field& field : owner.fields) check_use(field.variable->type_use);
    check_fields(owner);
    for (const Method* method : owner.methods) {
      check_uses(*method->signature);
      check_overrides(owner, *method->signature);
      check_body(method->body, &owner, method->signature->result_use);
    }
    for (const StatementBranch& branch : owner.recover) {
      Statement* const body[] = {branch.body};
      check_body(body, &owner, nullptr);
    }
  }

  /// Fields that have no value of their own need one from the init block.
  void check_fields(const Class& owner) {
    NullnessOfBody body(checker_, &owner, nullptr);
    Facts facts;
    for (const Field& field : owner.fields) {
      if (field.parameter) continue;
      if (field.initial != nullptr) {
        body.check_value(*field.initial, field.variable->type_use, facts);
      } else {
        facts[field.variable] = Nullness::null;
      }
    }
    for (const Statement* statement : owner.initial) check_declared(*statement);
    body.check(owner.initial, facts);
    for (const Field& field : owner.fields) {
      const bool needs_value = !field.parameter && field.initial == nullptr &&
                               declared(field.variable) == Nullness::nonnull;
      if (needs_value) body.require_nonnull(field.variable->position, known(facts, field.variable));
    }
  }

  void check_body(std::span<Statement* const> statements, const Class* owner,
                  const TypeUse* result) {
    for (const Statement* statement : statements) check_declared(*statement);
    Facts facts;
    NullnessOfBody(checker_, owner, result).check(statements, facts);
  }

  /// A method may promise more than its interface, and ask for less.
  void check_overrides(const Class& owner, const MethodSignature& own) {
    for (const Interface* interface : owner.implemented) {
      for (const MethodSignature* wanted : interface->methods) {
        if (wanted->name != own.name || wanted->parameters.size() != own.parameters.size())
          continue;
        NullnessOfBody body(checker_, nullptr, nullptr);
        if (annotated(wanted->result_use) == Nullness::nonnull) {
          body.require_nonnull(own.position,
                               annotated(own.result_use).value_or(Nullness::nullable));
        }
        for (std::size_t i = 0; i < own.parameters.size(); ++i) {
          if (declared(own.parameters[i]) != Nullness::nonnull) continue;
          body.require_nonnull(own.parameters[i]->position, declared(wanted->parameters[i]));
        }
      }
    }
  }

  void check_uses(const MethodSignature& signature) {
    check_use(signature.result_use);
    for (const Variable* parameter : signature.parameters) check_use(parameter->type_use);
  }

  void check_declared(const Statement& statement) {
    if (statement.variable != nullptr) check_use(statement.variable->type_use);
    for (const Statement* part : {statement.first, statement.second}) {
      if (part != nullptr) check_declared(*part);
    }
    for (const Statement* part : statement.statements) check_declared(*part);
    for (const StatementBranch& branch : statement.branches) check_declared(*branch.body);
  }

  /// Only what can be null can be said never to be.
  void check_use(const TypeUse* use) {
    if (use == nullptr || use->type == nullptr) return;
    for (const TypeUse* argument : use->arguments) check_use(argument);
    if (!annotated(use)) return;
    const Type* type = use->type;
    if (checker_.types.is_reference(type) || checker_.types.is(type, "Fut")) return;
    if (Types::is_vague(type) || type->kind == Type::Kind::parameter) return;
    checker_.error(use->position, "type " + text_of(type) +
                                      " cannot be annotated with a nullable type: only references "
                                      "and futures can be null");
  }

  Checker& checker_;
};

}  // namespace

void check_nullness(Checker& checker) { NullnessOfModel(checker).check(); }

}  // namespace harrier::abs
