// Expressions without calls.
#include <algorithm>

#include "abs/check/body.hpp"
#include "base/text.hpp"

namespace harrier::abs {

const Type* Body::check(Expression* expression) {
  expression->type = typed(expression);
  return expression->type;
}

const Type* Body::typed(Expression* expression) {
  switch (expression->kind) {
    case Expression::Kind::error:
    case Expression::Kind::local:  // never twice
    case Expression::Kind::field:
      return unknown();
    case Expression::Kind::integer:
      return known("Int");
    case Expression::Kind::floating:
      return known("Float");
    case Expression::Kind::string:
      return known("String");
    case Expression::Kind::templated:
      check_arguments(expression);
      return known("String");
    case Expression::Kind::name:
      return check_name(expression);
    case Expression::Kind::self:
      return check_self(expression);
    case Expression::Kind::destiny:
      return check_destiny(expression);
    case Expression::Kind::null:
      return checker_.types.null();
    case Expression::Kind::unary:
      return check_unary(expression);
    case Expression::Kind::binary:
      return check_binary(expression);
    case Expression::Kind::construct:
      return check_construct(expression);
    case Expression::Kind::call_function:
      return check_function_call(expression);
    case Expression::Kind::call_variadic:
      return check_variadic(expression);
    case Expression::Kind::conditional:
      return check_conditional(expression);
    case Expression::Kind::match:
      return check_match(expression);
    case Expression::Kind::let:
      return check_let(expression);
    case Expression::Kind::implements:
    case Expression::Kind::cast:
      return check_cast(expression);
    case Expression::Kind::create:
      return check_create(expression);
    case Expression::Kind::get:
      return check_get(expression);
    case Expression::Kind::call_async:
    case Expression::Kind::call_await:
    case Expression::Kind::call_sync:
      return check_call(expression);
    case Expression::Kind::original:
      error(expression->position,
            "'original' stands only in methods of traits that modify another method");
      return unknown();
  }
  return unknown();
}

const Type* Body::check_name(Expression* expression) {
  if (!expression->qualified_by_this) {
    if (const Variable* variable = find_variable(expression->text)) {
      expression->kind = Expression::Kind::local;
      expression->variable = variable;
      return variable->type;
    }
  }
  const Field* field = find_field(expression->text);
  if (field == nullptr) {
    std::vector<std::string> candidates;
    for (const Visible& visible : visible_) candidates.emplace_back(visible.name);
    if (setting_.owner != nullptr) {
      for (const Field& other : setting_.owner->fields)
        candidates.emplace_back(other.variable->name);
    }
    error(expression->position, (expression->qualified_by_this ? "field " : "name ") +
                                    quoted(expression->text) + " cannot be resolved" +
                                    base::did_you_mean(expression->text, candidates));
    return unknown();
  }
  if (in_fields_ && field->variable->slot >= field_under_way_) {
    error(expression->position,
          "field " + quoted(expression->text) + " cannot be used before it is defined");
  }
  expression->kind = Expression::Kind::field;
  expression->field = field->variable->slot;
  fields_read_.push_back(expression);
  return field->variable->type;
}

const Type* Body::check_self(const Expression* expression) {
  if (setting_.owner != nullptr) return setting_.owner->type;
  error(expression->position, "there is no 'this' here: no object runs this code");
  return unknown();
}

const Type* Body::check_destiny(const Expression* expression) {
  if (setting_.place != Place::method) {
    error(expression->position, "there is no 'destiny' here: only methods have one");
  }
  return known("Destiny");
}

const Type* Body::check_unary(Expression* expression) {
  Expression* operand = expression->arguments[0];
  const Type* type = check(operand);
  if (expression->operation == Operator::no) {
    want(operand, known("Bool"));
    return known("Bool");
  }
  if (!checker_.types.is_numeric(type)) {
    error(operand->position, "expected a number, but found type " + text_of(type));
    return unknown();
  }
  return type;
}

const Type* Body::check_binary(Expression* expression) {
  const Type* left = check(expression->arguments[0]);
  const Type* right = check(expression->arguments[1]);
  switch (expression->operation) {
    case Operator::both:
    case Operator::either:
      want(expression->arguments[0], known("Bool"));
      want(expression->arguments[1], known("Bool"));
      return known("Bool");
    case Operator::less:
    case Operator::greater:
    case Operator::less_equal:
    case Operator::greater_equal:
    case Operator::equal:
    case Operator::unequal:
      return check_comparison(expression, left, right);
    default:
      return check_arithmetic(expression, left, right);
  }
}

const Type* Body::check_comparison(const Expression* expression, const Type* left,
                                   const Type* right) {
  if (checker_.types.join(left, right) == nullptr) {
    error(expression->position, "cannot compare types " + text_of(left) + " and " + text_of(right));
  }
  return known("Bool");
}

const Type* Body::check_arithmetic(Expression* expression, const Type* left, const Type* right) {
  Types& types = checker_.types;
  const bool adds = expression->operation == Operator::add;
  if (adds && types.is(left, "String") && types.is(right, "String")) return left;
  const bool concatenates = adds && (types.is(left, "String") || types.is(right, "String"));
  for (const Type* type : {left, right}) {
    if (types.is_numeric(type) || (concatenates && types.is(type, "String"))) continue;
    error(expression->position, std::string("expected a number") + (adds ? " or a string" : "") +
                                    ", but found type " + text_of(type));
    return unknown();
  }
  if (Types::is_vague(left) && Types::is_vague(right)) return unknown();
  const Type* joined = types.join(left, right);
  if (joined == nullptr) {
    error(expression->position,
          (concatenates ? "cannot add types " : "cannot compute with types ") + text_of(left) +
              " and " + text_of(right) + (concatenates ? "; use toString(…)" : ""));
    return unknown();
  }
  if (expression->operation != Operator::divide || types.is(joined, "Float")) return joined;
  if (checker_.model.dialect == Dialect::legacy && types.is(joined, "Int") &&
      expression->position.file != 0) {
    expression->operation = Operator::divide_integers;
    return joined;
  }
  return known("Rat");
}

const Type* Body::check_conditional(Expression* expression) {
  check_arguments(expression);
  want(expression->arguments[0], known("Bool"));
  const Type* positive = expression->arguments[1]->type;
  const Type* negative = expression->arguments[2]->type;
  if (const Type* joined = checker_.types.join(positive, negative)) return joined;
  error(expression->position, "the two branches have different types, " + text_of(positive) +
                                  " and " + text_of(negative));
  return unknown();
}

const Type* Body::check_match(Expression* expression) {
  const Type* subject = check(expression->arguments[0]);
  if (checker_.types.is_reference(subject) && !Types::is_vague(subject)) {
    error(expression->arguments[0]->position,
          "'case' looks at values of data types, but found type " + text_of(subject));
    subject = unknown();
  }
  const Type* result = checker_.types.nothing();
  for (CaseBranch& branch : expression->branches) {
    const std::size_t before = mark();
    check_pattern(branch.pattern, subject, true);
    const Type* type = check(branch.result);
    leave(before);
    const Type* joined = checker_.types.join(result, type);
    if (joined == nullptr) {
      error(branch.result->position,
            "the branches have different types, " + text_of(result) + " and " + text_of(type));
      joined = unknown();
    }
    result = joined;
  }
  return result;
}

const Type* Body::check_let(Expression* expression) {
  const std::size_t before = mark();
  for (LetBinding& binding : expression->bindings) {
    Variable* variable = binding.variable;
    check(binding.value);
    variable->type =
        checker_.resolve(variable->type_use, setting_.module, setting_.type_parameters);
    if (!fits(binding.value->type, variable->type)) {
      error(binding.value->position, "cannot assign " + text_of(binding.value->type) + " to type " +
                                         text_of(variable->type));
    }
    declare(variable);
  }
  const Type* type = check(expression->arguments[0]);
  leave(before);
  return type;
}

// `e implements I` and `e as I`.
const Type* Body::check_cast(Expression* expression) {
  Expression* operand = expression->arguments[0];
  const Type* type = check(operand);
  if (!checker_.types.is_reference(type)) {
    error(operand->position, "expected an object reference, but found type " + text_of(type));
  }
  TypeUse use;
  use.position = expression->position;
  use.name = expression->text;
  const Type* wanted = checker_.resolve(&use, setting_.module, {});
  if (wanted->kind == Type::Kind::interface) {
    expression->interface = wanted->interface;
  } else if (!Types::is_vague(wanted)) {
    error(expression->position, quoted(expression->text) + " is not an interface");
    wanted = unknown();
  }
  return expression->kind == Expression::Kind::cast ? wanted : known("Bool");
}

}  // namespace harrier::abs
