// Patterns of case, switch, catch and recover.
#include "abs/check/body.hpp"

namespace harrier::abs {

// `may_compare`: a variable that there is already is compared; in catch and recover it is an error.
void Body::check_pattern(Pattern* pattern, const Type* type, bool may_compare) {
  const auto want_literal = [&](std::string_view name) {
    pattern->type = known(name);
    if (Types::is_vague(type) || pattern->type == type) return;
    // Once, a literal was compared with whatever there was.
    if (checker_.model.dialect == Dialect::legacy && type->kind == Type::Kind::parameter) return;
    error(pattern->position, "this pattern has type " + text_of(pattern->type) +
                                 ", but the value has type " + text_of(type));
  };
  switch (pattern->kind) {
    case Pattern::Kind::wildcard:
    case Pattern::Kind::bind:  // never twice
    case Pattern::Kind::compare:
      pattern->type = type;
      return;
    case Pattern::Kind::integer:
      return want_literal("Int");
    case Pattern::Kind::string:
      return want_literal("String");
    case Pattern::Kind::constructor:
      return check_constructor_pattern(pattern, type, may_compare);
    case Pattern::Kind::variable:
      break;
  }
  pattern->type = type;
  if (find_variable(pattern->text) == nullptr && find_field(pattern->text) == nullptr) {
    Variable variable;
    variable.position = pattern->position;
    variable.name = pattern->text;
    variable.type = type;
    pattern->kind = Pattern::Kind::bind;
    pattern->variable = checker_.model.arena.make(variable);
    declare(pattern->variable);
    return;
  }
  if (!may_compare) {
    error(pattern->position,
          "variable " + quoted(pattern->text) +
              " exists already; a pattern that catches exceptions cannot compare");
    return;
  }
  pattern->kind = Pattern::Kind::compare;
  pattern->compared = checker_.model.arena.make<Expression>();
  pattern->compared->kind = Expression::Kind::name;
  pattern->compared->position = pattern->position;
  pattern->compared->text = pattern->text;
  const Type* compared = check(pattern->compared);
  if (checker_.types.join(compared, type) == nullptr) {
    error(pattern->position, "variable " + quoted(pattern->text) + " has type " +
                                 text_of(compared) + ", but is compared with a value of type " +
                                 text_of(type));
  }
}

void Body::check_constructor_pattern(Pattern* pattern, const Type* type, bool may_compare) {
  pattern->type = type;
  const Declared* declared =
      checker_.find(setting_.module, NameKind::constructor, pattern->text, pattern->position);
  Bindings bindings;
  const Constructor* constructor = declared == nullptr ? nullptr : declared->constructor;
  if (constructor != nullptr) {
    pattern->constructor = constructor;
    const DataType* data = constructor->data;
    if (type->kind == Type::Kind::data && type->data == data) {
      for (std::size_t i = 0; i < data->parameter_types.size(); ++i) {
        bindings[data->parameter_types[i]] = type->arguments[i];
      }
    } else {
      for (const Type* parameter : data->parameter_types) bindings[parameter] = unknown();
      const bool compares_anything =
          checker_.model.dialect == Dialect::legacy && type->kind == Type::Kind::parameter;
      if (!Types::is_vague(type) && !compares_anything) {
        error(pattern->position,
              "type " + text_of(type) + " has no constructor " + quoted(pattern->text));
        constructor = nullptr;
      }
    }
  }
  if (constructor != nullptr && constructor->arguments.size() != pattern->arguments.size()) {
    error(pattern->position, "wrong number of arguments of " + quoted(pattern->text) +
                                 ": expected " + std::to_string(constructor->arguments.size()) +
                                 ", found " + std::to_string(pattern->arguments.size()));
    constructor = nullptr;
  }
  for (std::size_t i = 0; i < pattern->arguments.size(); ++i) {
    const Type* argument = constructor == nullptr
                               ? unknown()
                               : checker_.types.substitute(constructor->arguments[i], bindings);
    check_pattern(pattern->arguments[i], argument, may_compare);
  }
}

}  // namespace harrier::abs
