// Constructors, functions, methods, and new objects.
#include <algorithm>

#include "abs/check/body.hpp"
#include "base/text.hpp"

namespace harrier::abs {

void Body::check_arguments(Expression* expression) {
  for (Expression* argument : expression->arguments) check(argument);
}

bool Body::check_count(const Expression* expression, std::size_t wanted) {
  const std::size_t found = expression->arguments.size();
  if (found == wanted) return true;
  error(expression->position, "wrong number of arguments of " + quoted(expression->text) +
                                  ": expected " + std::to_string(wanted) + ", found " +
                                  std::to_string(found));
  return false;
}

// Binds type parameters so that the arguments fit, and reports those that do not.
bool Body::match(const Expression* expression, std::span<const Type* const> wanted,
                 Bindings& bindings) {
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const Expression* argument = expression->arguments[i];
    if (checker_.types.bind(wanted[i], argument->type, bindings)) continue;
    error(argument->position, "type " + text_of(argument->type) + " of argument " +
                                  std::to_string(i + 1) + " of " + quoted(expression->text) +
                                  " does not go with the types of the arguments before it");
    return false;
  }
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const Expression* argument = expression->arguments[i];
    const Type* type = checker_.types.substitute(wanted[i], bindings);
    if (fits(argument->type, type)) continue;
    error(argument->position, "type " + text_of(argument->type) + " of argument " +
                                  std::to_string(i + 1) + " of " + quoted(expression->text) +
                                  " does not match declared type " + text_of(type));
  }
  return true;
}

// Checks arguments against types with parameters, and finds what the result is then. Parameters
// that no argument binds are of no type in particular.
const Type* Body::apply(const Expression* expression, std::span<const Type* const> wanted,
                        std::span<const Type* const> parameters, const Type* result) {
  Bindings bindings;
  const bool counted = check_count(expression, wanted.size());
  for (const Type* parameter : parameters) bindings[parameter] = counted ? nullptr : unknown();
  if (counted && !match(expression, wanted, bindings)) return unknown();
  return checker_.types.substitute(result, bindings);
}

const Type* Body::check_construct(Expression* expression) {
  check_arguments(expression);
  const Declared* declared =
      checker_.find(setting_.module, NameKind::constructor, expression->text, expression->position);
  if (declared == nullptr) return unknown();
  const Constructor* constructor = declared->constructor;
  expression->constructor = constructor;
  return apply(expression, constructor->arguments, constructor->data->parameter_types,
               constructor->data->type);
}

const Type* Body::check_function_call(Expression* expression) {
  check_arguments(expression);
  expression->function_parameter = function_parameter(expression->text);
  if (expression->function_parameter != FunctionArgument::no_index) {
    return check_parameter_call(expression);
  }
  if (!expression->functions.empty()) {
    const Declared* declared = checker_.find(setting_.module, NameKind::partial_function,
                                             expression->text, expression->position);
    for (FunctionArgument& argument : expression->functions) check_function_argument(argument);
    return declared == nullptr ? unknown() : check_completion(expression, declared->function);
  }
  const Function* within = setting_.function;
  if (within != nullptr && !within->function_parameters.empty() &&
      within->name == expression->text) {
    return check_recursion(expression);
  }
  const Declared* declared =
      checker_.find(setting_.module, NameKind::function, expression->text, expression->position);
  if (declared == nullptr) return unknown();
  const Function* function = declared->function;
  expression->function = function;
  return apply(expression, function->argument_types, function->parameter_types, function->result);
}

// `f[a, b]` is `f(Cons(a, Cons(b, Nil)))`.
const Type* Body::check_variadic(Expression* expression) {
  check_arguments(expression);
  const Type* element = checker_.types.nothing();
  for (const Expression* argument : expression->arguments) {
    const Type* joined = checker_.types.join(element, argument->type);
    if (joined == nullptr) {
      error(argument->position, "all elements must have the same type " + text_of(element) +
                                    ", but found type " + text_of(argument->type));
      element = unknown();
      break;
    }
    element = joined;
  }
  const Declared* declared =
      checker_.find(setting_.module, NameKind::function, expression->text, expression->position);
  if (declared == nullptr) return unknown();
  const Function* function = declared->function;
  expression->function = function;
  if (function->argument_types.size() != 1) {
    error(expression->position, "function " + quoted(expression->text) +
                                    " does not take one list, so it cannot be called with '[…]'");
    return unknown();
  }
  Bindings bindings;
  for (const Type* parameter : function->parameter_types) bindings[parameter] = nullptr;
  const Type* list = checker_.types.of("List", element);
  checker_.types.bind(function->argument_types[0], list, bindings);
  const Type* wanted = checker_.types.substitute(function->argument_types[0], bindings);
  if (!fits(list, wanted)) {
    error(expression->position, "type " + text_of(list) + " of the elements of " +
                                    quoted(expression->text) + " does not match declared type " +
                                    text_of(wanted));
  }
  return checker_.types.substitute(function->result, bindings);
}

const Type* Body::check_create(Expression* expression) {
  check_arguments(expression);
  const Declared* declared =
      checker_.find(setting_.module, NameKind::class_, expression->text, expression->position);
  if (declared == nullptr) return unknown();
  const Class* created = declared->class_declared;
  expression->created = created;
  if (has_annotation(created->annotations, "Plain") && !expression->in_same_group) {
    error(expression->position,
          "class " + quoted(expression->text) +
              " is [Plain]; create it with 'new local', or read plain 'new' so with '--new local'");
  }
  const bool is_cog = has_annotation(created->annotations, "COG");
  if (is_cog && checker_.model.dialect == Dialect::legacy) {
    expression->in_same_group = false;  // then plain 'new' was enough
  } else if (is_cog && expression->in_same_group) {
    error(expression->position,
          "class " + quoted(expression->text) + " is [COG]; create it with 'new'");
  }
  std::vector<const Type*> wanted;
  for (std::size_t i = 0; i < created->parameter_count; ++i) {
    wanted.push_back(created->fields[i].variable->type);
  }
  apply(expression, wanted, {}, unknown());
  return created->type;
}

const Type* Body::check_get(Expression* expression) {
  forbid(expression->position, "get expressions", "a blocking get");
  Expression* future = expression->arguments[0];
  const Type* type = check(future);
  if (future->kind == Expression::Kind::destiny) {
    checker_.warn(expression->position,
                  "'destiny.get' waits for the end of the very task that waits: a deadlock");
  }
  if (Types::is_vague(type)) return unknown();
  if (checker_.types.is(type, "Destiny")) return known("Destiny");
  if (checker_.types.is(type, "Fut")) return type->arguments[0];
  error(future->position, "expected a future, but found type " + text_of(type));
  return unknown();
}

const Type* Body::check_call(Expression* expression) {
  const bool waits = expression->kind == Expression::Kind::call_await;
  const bool synchronous = expression->kind == Expression::Kind::call_sync;
  if (waits) forbid(expression->position, "await expressions", "an await");
  const Type* receiver = check(expression->receiver);
  check_arguments(expression);
  if (!checker_.types.is_reference(receiver)) {
    error(expression->receiver->position,
          "expected an object reference, but found type " + text_of(receiver));
    return unknown();
  }
  if (receiver->kind == Type::Kind::null) {
    error(expression->receiver->position, "nothing can be called on 'null'");
    return unknown();
  }
  if (Types::is_vague(receiver)) return unknown();
  const MethodSignature* signature = checker_.find_method(receiver, expression->text);
  if (signature == nullptr) {
    std::vector<std::string> candidates;
    if (receiver->kind == Type::Kind::interface) {
      for (const MethodSignature* other : receiver->interface->methods) {
        candidates.emplace_back(other->name);
      }
    } else {
      for (const Method* other : receiver->object->methods) candidates.emplace_back(other->name());
    }
    error(expression->position, "type " + text_of(receiver) + " has no method " +
                                    quoted(expression->text) +
                                    base::did_you_mean(expression->text, candidates));
    return unknown();
  }
  if (synchronous && !signature->atomic) {
    forbid(expression->position, "synchronous calls of methods that are not [Atomic]",
           "a synchronous call of method '" + std::string(signature->name) +
               "', which is not [Atomic],");
  }
  std::vector<const Type*> wanted;
  for (const Variable* parameter : signature->parameters) wanted.push_back(parameter->type);
  apply(expression, wanted, {}, unknown());
  const Type* result = signature->result_use->type;
  return synchronous || waits ? result : checker_.types.of("Fut", result);
}

}  // namespace harrier::abs
