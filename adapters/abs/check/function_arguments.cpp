// Partial functions: calls that complete them, and of what completes them.
#include <algorithm>

#include "abs/check/body.hpp"

namespace harrier::abs {

// Finds the number of a function parameter of the partial function that this is the body of.
std::uint32_t Body::function_parameter(std::string_view name) const {
  if (setting_.function == nullptr) return FunctionArgument::no_index;
  const auto& all = setting_.function->function_parameters;
  const auto found = std::find(all.begin(), all.end(), name);
  return found == all.end() ? FunctionArgument::no_index
                            : static_cast<std::uint32_t>(found - all.begin());
}

void Body::check_function_argument(FunctionArgument& argument) {
  if (argument.lambda != nullptr) return check_lambda(argument.lambda);
  argument.function_parameter = function_parameter(argument.name);
  if (argument.function_parameter != FunctionArgument::no_index) return;
  const Declared* declared =
      checker_.find(setting_.module, NameKind::function, argument.name, argument.position);
  if (declared != nullptr) argument.function = declared->function;
}

void Body::check_lambda(Lambda* lambda) {
  const std::size_t before = mark();
  levels_.emplace_back();
  for (Variable* parameter : lambda->parameters) {
    parameter->type =
        checker_.resolve(parameter->type_use, setting_.module, setting_.type_parameters);
    declare(parameter, true);
  }
  check(lambda->body);
  Level level = std::move(levels_.back());
  levels_.pop_back();
  leave(before);
  lambda->frame = frame_of(level);
  lambda->captures = checker_.model.arena.copy(level.captures);
}

// What is passed for a function parameter is known only in a body that is being completed.
Callable Body::callable_of(const FunctionArgument& argument) const {
  if (argument.lambda != nullptr) {
    Callable callable{.known = true, .result = argument.lambda->body->type};
    for (const Variable* parameter : argument.lambda->parameters) {
      callable.arguments.push_back(parameter->type);
    }
    return callable;
  }
  if (argument.function != nullptr) {
    const Function& function = *argument.function;
    return {.known = true,
            .arguments = {function.argument_types.begin(), function.argument_types.end()},
            .parameters = {function.parameter_types.begin(), function.parameter_types.end()},
            .result = function.result};
  }
  if (setting_.completion == nullptr || argument.function_parameter == FunctionArgument::no_index) {
    return {};
  }
  return setting_.completion->functions[argument.function_parameter];
}

const Type* Body::check_parameter_call(Expression* expression) {
  if (!expression->functions.empty()) {
    error(expression->position, quoted(expression->text) + " takes no functions");
  }
  parameter_calls_.push_back(expression);
  if (setting_.completion == nullptr) return unknown();
  const Callable& callable = setting_.completion->functions[expression->function_parameter];
  if (!callable.known) return unknown();
  return apply(expression, callable.arguments, callable.parameters, callable.result);
}

// A partial function calls itself with the functions it was completed with.
const Type* Body::check_recursion(Expression* expression) {
  const Function* function = setting_.function;
  std::vector<FunctionArgument> functions;
  for (std::uint32_t i = 0; i < function->function_parameters.size(); ++i) {
    FunctionArgument argument;
    argument.position = expression->position;
    argument.name = function->function_parameters[i];
    argument.function_parameter = i;
    functions.push_back(argument);
  }
  expression->functions = checker_.model.arena.copy(functions);
  expression->function = function;
  if (setting_.completion != nullptr) {
    const Bindings& bindings = setting_.completion->bindings;
    const auto wanted = checker_.types.substitute_all(function->argument_types, bindings);
    return apply(expression, wanted, {}, checker_.types.substitute(function->result, bindings));
  }
  Bindings bindings;
  for (const Type* parameter : function->parameter_types) bindings[parameter] = nullptr;
  if (check_count(expression, function->argument_types.size())) {
    match(expression, function->argument_types, bindings);
  }
  return checker_.types.substitute(function->result, checker_.types.closed(bindings));
}

// The functions tell first what type parameters stand for, then the arguments, and what is left
// open then is told by what the completed body gives.
const Type* Body::check_completion(Expression* expression, const Function* function) {
  Types& types = checker_.types;
  const std::size_t before = checker_.remark_count();
  const std::size_t count = function->function_parameters.size();
  expression->function = function;
  if (expression->functions.size() != count) {
    error(expression->position, "wrong number of functions for " + quoted(expression->text) +
                                    ": expected " + std::to_string(count) + ", found " +
                                    std::to_string(expression->functions.size()));
  }
  Completion completion;
  for (const FunctionArgument& argument : expression->functions) {
    completion.functions.push_back(callable_of(argument));
  }
  const bool sound = checker_.completions.sound(function, expression->position) &&
                     expression->functions.size() == count;
  Bindings open;
  for (const Type* parameter : function->parameter_types) open[parameter] = nullptr;
  if (sound) {
    for (const auto& [parameter, bound] :
         checker_.completions.bound_by(function, completion.functions)) {
      if (bound == nullptr) continue;
      completion.bindings[parameter] = bound;
      open.erase(parameter);
    }
  }
  if (check_count(expression, function->argument_types.size())) {
    match(expression, types.substitute_all(function->argument_types, completion.bindings), open);
  }
  completion.bindings.merge(types.closed(open));
  // Within a partial function, its own functions are known only where it is completed.
  const bool known = std::all_of(completion.functions.begin(), completion.functions.end(),
                                 [](const Callable& callable) { return callable.known; });
  if (!sound || !known || checker_.remark_count() != before) {
    return types.substitute(function->result, completion.bindings);
  }
  const Completions::Outcome& outcome =
      checker_.completions.complete(function, completion, expression->position);
  if (!outcome.problem.empty()) {
    error(expression->position,
          quoted(expression->text) + " cannot be completed so: " + outcome.problem);
  }
  std::erase_if(open, [](const auto& binding) { return binding.second != nullptr; });
  types.bind(function->result, outcome.type, open);
  for (const auto& [parameter, bound] : types.closed(open)) completion.bindings[parameter] = bound;
  return types.substitute(function->result, completion.bindings);
}

}  // namespace harrier::abs
