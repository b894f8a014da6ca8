// Lowers expressions, patterns, functions and constructors.
#include "abs/lower/expressions.hpp"

#include <charconv>
#include <utility>

#include "abs/run/builtins.hpp"
#include "harrier/usage_error.hpp"

namespace harrier::abs::run {

void ExpressionLowering::refuse(const Position& position, const std::string& what) const {
  throw UsageError(text_of(model_, position) + ": " + what);
}

Node& ExpressionLowering::add(Node::Kind kind, const Position& position) {
  Node& node = code_.nodes.emplace_back();
  node.kind = kind;
  node.position = position;
  return node;
}

std::span<const Node* const> ExpressionLowering::keep(std::vector<const Node*> nodes) {
  return code_.node_lists.emplace_back(std::move(nodes));
}

const Node* ExpressionLowering::literal(Value value, const Position& position) {
  Node& node = add(Node::Kind::literal, position);
  node.literal = value;
  return &node;
}

const Node* ExpressionLowering::larger(const Node* one, const Node* other) {
  Node& node = add(Node::Kind::call_builtin, one->position);
  node.builtin = find_builtin("max");
  node.arguments = keep({one, other});
  return &node;
}

const Node* ExpressionLowering::unknown(const std::string& what, const Position& position) {
  Node& node = add(Node::Kind::unknown, position);
  node.text = code_.texts.emplace_back(what + " (" + text_of(model_, position) + ")");
  return &node;
}

const Node* ExpressionLowering::resolved(const Node* future) {
  Node& node = add(Node::Kind::resolved, future->position);
  node.arguments = keep({future});
  return &node;
}

const Node* ExpressionLowering::local(std::uint32_t slot, const Position& position) {
  Node& node = add(Node::Kind::local, position);
  node.index = slot;
  return &node;
}

std::span<const Node* const> ExpressionLowering::lower_all(
    std::span<Expression* const> expressions) {
  std::vector<const Node*> nodes;
  for (const Expression* expression : expressions) nodes.push_back(lower(*expression));
  return keep(std::move(nodes));
}

const Node* ExpressionLowering::lower(const Expression& expression) {
  using Kind = Expression::Kind;
  const Position& position = expression.position;
  const auto with_arguments = [&](Node::Kind kind) -> Node& {
    Node& node = add(kind, position);
    node.arguments = lower_all(expression.arguments);
    node.operation = expression.operation;
    return node;
  };
  switch (expression.kind) {
    case Kind::integer:
      return literal(code_.literals.integer(BigInteger::parse(expression.text)), position);
    case Kind::floating: {
      double value = 0;
      const std::string_view text = expression.text;
      std::from_chars(text.data(), text.data() + text.size(), value);
      return literal(code_.literals.floating(value), position);
    }
    case Kind::string:
      return literal(code_.literals.string(expression.text), position);
    case Kind::templated: {
      std::vector<const Node*> parts;
      for (std::size_t i = 0; i < expression.texts.size(); ++i) {
        parts.push_back(literal(code_.literals.string(expression.texts[i]), position));
        if (i < expression.arguments.size()) parts.push_back(lower(*expression.arguments[i]));
      }
      Node& node = add(Node::Kind::templated, position);
      node.arguments = keep(std::move(parts));
      return &node;
    }
    case Kind::local:
      return local(expression.variable->slot, position);
    case Kind::field: {
      Node& node =
          add(expression.field_constant ? Node::Kind::constant_field : Node::Kind::field, position);
      node.index = expression.field;
      return &node;
    }
    case Kind::self:
      return &add(Node::Kind::self, position);
    case Kind::destiny:
      code_.asks_for_destiny = true;
      return &add(Node::Kind::destiny, position);
    case Kind::null:
      return literal(Value::null(), position);
    case Kind::unary:
      return &with_arguments(Node::Kind::unary);
    case Kind::binary:
      return lower_binary(expression);
    case Kind::construct: {
      const run::Constructor& made = constructor(*expression.constructor);
      if (expression.arguments.empty()) return literal(Value::constant(made), position);
      Node& node = with_arguments(Node::Kind::construct);
      node.constructor = &made;
      return &node;
    }
    case Kind::call_function:
    case Kind::call_variadic:
      return lower_call(expression);
    case Kind::conditional:
      return &with_arguments(Node::Kind::conditional);
    case Kind::match:
      return lower_match(expression);
    case Kind::let:
      return lower_let(expression);
    case Kind::implements:
    case Kind::cast: {
      Node& node =
          with_arguments(expression.kind == Kind::cast ? Node::Kind::cast : Node::Kind::implements);
      node.interface = expression.interface;
      return &node;
    }
    default:
      refuse(position, "an expression that the interpreter does not know here");
  }
}

const Node* ExpressionLowering::lower_binary(const Expression& expression) {
  Node::Kind kind = Node::Kind::binary;
  if (expression.operation == Operator::both) kind = Node::Kind::both;
  if (expression.operation == Operator::either) kind = Node::Kind::either;
  Node& node = add(kind, expression.position);
  node.operation = expression.operation;
  node.arguments = lower_all(expression.arguments);
  return &node;
}

const Node* ExpressionLowering::lower_call(const Expression& expression) {
  std::span<const Node* const> arguments;
  if (expression.kind == Expression::Kind::call_variadic) {
    const Node* list = literal(Value::constant(known::nil), expression.position);
    for (std::size_t i = expression.arguments.size(); i-- > 0;) {
      Node& cons = add(Node::Kind::construct, expression.position);
      cons.constructor = &known::cons;
      cons.arguments = keep({lower(*expression.arguments[i]), list});
      list = &cons;
    }
    arguments = keep({list});
  } else {
    arguments = lower_all(expression.arguments);
  }
  if (expression.function == nullptr) {
    Node& node = add(Node::Kind::call_parameter, expression.position);
    node.index = expression.function_parameter;
    node.arguments = arguments;
    return &node;
  }
  const FunctionCode& called = function(*expression.function, expression.position);
  std::vector<FunctionArgumentNode> functions;
  for (const FunctionArgument& argument : expression.functions) {
    FunctionArgumentNode& one = functions.emplace_back();
    if (argument.lambda != nullptr) {
      one.lambda = lower(*argument.lambda);
    } else if (argument.function != nullptr) {
      one.function = &function(*argument.function, argument.position);
    } else {
      one.parameter = argument.function_parameter;
    }
  }
  Node& node = add(Node::Kind::call, expression.position);
  if (called.builtin != nullptr) node.kind = Node::Kind::call_builtin;
  if (expression.function->kind == Function::Kind::selector) node.kind = Node::Kind::select;
  node.function = &called;
  node.builtin = called.builtin;
  node.arguments = arguments;
  node.functions = code_.function_lists.emplace_back(std::move(functions));
  return &node;
}

const Node* ExpressionLowering::lower_match(const Expression& expression) {
  std::vector<Branch> branches;
  for (const CaseBranch& branch : expression.branches) {
    const PatternNode* pattern = lower(*branch.pattern);
    branches.push_back({pattern, lower(*branch.result)});
  }
  Node& node = add(Node::Kind::match, expression.position);
  node.arguments = lower_all(expression.arguments);
  node.branches = code_.branch_lists.emplace_back(std::move(branches));
  return &node;
}

const Node* ExpressionLowering::lower_let(const Expression& expression) {
  std::vector<Binding> bindings;
  for (const LetBinding& binding : expression.bindings) {
    bindings.push_back({binding.variable->slot, lower(*binding.value)});
  }
  Node& node = add(Node::Kind::let, expression.position);
  node.arguments = lower_all(expression.arguments);
  node.bindings = code_.binding_lists.emplace_back(std::move(bindings));
  return &node;
}

const LambdaCode* ExpressionLowering::lower(const Lambda& lambda) {
  LambdaCode& code = code_.lambdas.emplace_back();
  code.parameter_count = static_cast<std::uint32_t>(lambda.parameters.size());
  code.slot_count = lambda.frame.slot_count;
  for (const Lambda::Capture& capture : lambda.captures) {
    code.captures.push_back({capture.outer->slot, capture.inner->slot});
  }
  code.body = lower(*lambda.body);
  return &code;
}

const PatternNode* ExpressionLowering::lower(const Pattern& pattern) {
  PatternNode& node = code_.patterns.emplace_back();
  switch (pattern.kind) {
    case Pattern::Kind::wildcard:
      break;
    case Pattern::Kind::integer:
      node.kind = PatternNode::Kind::literal;
      node.literal = code_.literals.integer(BigInteger::parse(pattern.text));
      break;
    case Pattern::Kind::string:
      node.kind = PatternNode::Kind::literal;
      node.literal = code_.literals.string(pattern.text);
      break;
    case Pattern::Kind::bind:
      node.kind = PatternNode::Kind::bind;
      node.slot = pattern.variable->slot;
      break;
    case Pattern::Kind::compare:
      node.kind = PatternNode::Kind::compare;
      node.compared = lower(*pattern.compared);
      break;
    case Pattern::Kind::constructor: {
      node.kind = PatternNode::Kind::constructor;
      node.constructor = &constructor(*pattern.constructor);
      std::vector<const PatternNode*> arguments;
      for (const Pattern* argument : pattern.arguments) arguments.push_back(lower(*argument));
      node.arguments = code_.pattern_lists.emplace_back(std::move(arguments));
      break;
    }
    case Pattern::Kind::variable:
      refuse(pattern.position, "a pattern that was not resolved");
  }
  return &node;
}

const run::Constructor& ExpressionLowering::constructor(const abs::Constructor& source) {
  const run::Constructor*& code = constructors_[&source];
  if (code != nullptr) return *code;
  // Those of the library mean something to the interpreter; others may have the same names.
  if (source.position.file == 0) code = known::find(source.name);
  if (code == nullptr) {
    code = &code_.constructors.emplace_back(run::Constructor{
        std::string(source.name), static_cast<std::uint32_t>(source.fields.size()), Shape::plain});
  }
  return *code;
}

const FunctionCode& ExpressionLowering::function(const Function& source, const Position& used_at) {
  FunctionCode*& code = functions_[&source];
  if (code != nullptr) return *code;
  code = &code_.functions.emplace_back();
  code->name = source.name;
  code->parameter_count = static_cast<std::uint32_t>(source.parameters.size());
  switch (source.kind) {
    case Function::Kind::builtin:
      if (source.position.file == 0) code->builtin = find_builtin(source.name);
      if (code->builtin == nullptr) {
        const Position& position = source.position.file != 0 ? source.position : used_at;
        code->slot_count = code->parameter_count;
        code->body = unknown("the foreign function '" + code->name + "'", position);
      }
      code_.chooses |= code->builtin != nullptr && source.name == "random";
      code_.asks_for_component |= source.name == "thisDC";
      code_.reads_clock |= source.name == "currentms" || source.name == "lowlevelDeadline";
      break;
    case Function::Kind::selector:
      for (const Function::Selected& one : source.selected) {
        code->selected.push_back({&constructor(*one.constructor), one.field});
      }
      break;
    case Function::Kind::defined:
      // Some functions of the library are faster than their definitions, which say the same.
      if (source.position.file == 0 && source.function_parameters.empty()) {
        code->builtin = find_builtin(source.name);
      }
      if (code->builtin == nullptr) met_.push_back(&source);
      break;
  }
  return *code;
}

void ExpressionLowering::lower_met_functions() {
  while (!met_.empty()) {
    const Function& source = *met_.back();
    met_.pop_back();
    const Node* body = lower(*source.body);
    FunctionCode& code = *functions_[&source];
    code.slot_count = source.frame.slot_count;
    code.body = body;
  }
}

}  // namespace harrier::abs::run
