// Partial functions with the functions that complete them.
#include "abs/check/completion.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "abs/check/body.hpp"
#include "abs/check/clone.hpp"

namespace harrier::abs {
namespace {

/// A body is checked within another one for every level, which takes stack like nesting does.
constexpr std::uint32_t completion_height_max = 1000;
constexpr std::size_t completions_max = 10'000;

bool mentions(const Type* type, const std::vector<const Type*>& parameters) {
  if (!type->open) return false;
  if (std::find(parameters.begin(), parameters.end(), type) != parameters.end()) return true;
  return std::any_of(type->arguments.begin(), type->arguments.end(),
                     [&](const Type* argument) { return mentions(argument, parameters); });
}

/// Binds the parameters in the types of arguments to what functions take there.
class Narrowing {
 public:
  Narrowing(Types& types, Bindings& bindings) : types_(types), bindings_(bindings) {}

  void add(const Type* given, const Type* taken) {
    if (!given->open || !seen_.emplace(given, taken).second) return;
    if (given->kind == Type::Kind::parameter) {
      const auto found = bindings_.find(given);
      if (found == bindings_.end()) return;
      const Type*& bound = found->second;
      // Where several functions take it, the narrowest type fits all of them.
      if (bound == nullptr || types_.assignable(taken, bound)) bound = taken;
    } else if (taken->kind == Type::Kind::data && given->data == taken->data) {
      for (std::size_t i = 0; i < given->arguments.size(); ++i) {
        add(given->arguments[i], taken->arguments[i]);
      }
    }  // otherwise the body is checked in vain
  }

 private:
  Types& types_;
  Bindings& bindings_;
  std::set<std::pair<const Type*, const Type*>> seen_;
};

}  // namespace

void Completions::keep(Function* function) {
  partials_[function] = {.written = function,
                         .copy = clone(checker_.model.arena, function),
                         .state = State::new_,
                         .calls = {}};
}

bool Completions::has_room(const Function* function, Position position) {
  if (height_ + function->body->height < completion_height_max) return true;
  checker_.error(position, "partial functions complete each other over too many levels");
  return false;
}

bool Completions::sound(const Function* function, Position position) {
  Partial& partial = partials_.at(function);
  if (partial.state == State::under_way) {
    checker_.error(position, "partial function " + quoted(function->name) +
                                 " is completed in its own definition");
    return false;
  }
  if (partial.state != State::new_) return partial.state == State::sound;
  if (!has_room(function, position)) return false;
  partial.state = State::under_way;
  const std::size_t before = checker_.remark_count();
  const std::uint32_t height = std::exchange(height_, height_ + function->body->height + 1);
  Body body(checker_, {.place = Place::function,
                       .module = function->module,
                       .function = function,
                       .type_parameters = checker_.type_parameters_of(function)});
  body.check_function(partial.written);
  height_ = height;
  partial.calls = body.parameter_calls();
  partial.state = checker_.remark_count() == before ? State::sound : State::wrong;
  return partial.state == State::sound;
}

Bindings Completions::bound_by(const Function* function,
                               const std::vector<Callable>& functions) const {
  Bindings bindings;
  for (const Type* parameter : function->parameter_types) bindings[parameter] = nullptr;
  Narrowing narrowing(checker_.types, bindings);
  for (const Expression* call : partials_.at(function).calls) {
    const Callable& callable = functions[call->function_parameter];
    if (!callable.known || callable.arguments.size() != call->arguments.size()) continue;
    for (std::size_t i = 0; i < call->arguments.size(); ++i) {
      const Type* taken = callable.arguments[i];
      if (!mentions(taken, callable.parameters)) narrowing.add(call->arguments[i]->type, taken);
    }
  }
  return bindings;
}

const Completions::Outcome& Completions::complete(const Function* function,
                                                  const Completion& completion, Position position) {
  Key key{function, completion.functions, {}};
  for (const Type* parameter : function->parameter_types) {
    key.types.push_back(completion.bindings.at(parameter));
  }
  const auto [known, is_new] = outcomes_.try_emplace(std::move(key));
  Outcome& outcome = known->second;
  if (!is_new) return outcome;
  outcome.type = checker_.types.unknown();
  if (outcomes_.size() > completions_max) {
    checker_.error(position, "partial functions are completed in too many different ways");
  } else if (has_room(function, position)) {
    const std::uint32_t height = std::exchange(height_, height_ + function->body->height + 1);
    outcome = checked(function, completion);
    height_ = height;
  }
  return outcome;
}

Completions::Outcome Completions::checked(const Function* function, const Completion& completion) {
  Function* copy = clone(checker_.model.arena, partials_.at(function).copy);
  for (std::size_t i = 0; i < copy->parameters.size(); ++i) {
    copy->parameters[i]->type =
        checker_.types.substitute(function->argument_types[i], completion.bindings);
  }
  copy->result = checker_.types.substitute(function->result, completion.bindings);
  TypeParameters parameters = checker_.type_parameters_of(function);
  for (auto& [name, type] : parameters) type = completion.bindings.at(type);
  const std::size_t before = checker_.remark_count();
  Body body(checker_, {.place = Place::function,
                       .module = function->module,
                       .function = function,
                       .type_parameters = parameters,
                       .completion = &completion});
  body.check_function(copy);
  return {copy->body->type, checker_.take_back(before)};
}

}  // namespace harrier::abs
