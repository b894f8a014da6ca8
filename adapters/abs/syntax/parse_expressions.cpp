// Expressions: those with effects, then operators by precedence, then what they are made of.
#include <algorithm>
#include <optional>

#include "abs/syntax/parser.hpp"

namespace harrier::abs {
namespace {

struct BinaryOperator {
  Operator operation;
  int precedence;  ///< binds the tighter the higher
};

constexpr int lowest_precedence = 1;

std::optional<BinaryOperator> binary_operator(TokenKind kind) {
  switch (kind) {
    case TokenKind::either:
      return BinaryOperator{Operator::either, 1};
    case TokenKind::both:
      return BinaryOperator{Operator::both, 2};
    case TokenKind::equal:
      return BinaryOperator{Operator::equal, 3};
    case TokenKind::unequal:
      return BinaryOperator{Operator::unequal, 3};
    case TokenKind::less:
      return BinaryOperator{Operator::less, 4};
    case TokenKind::greater:
      return BinaryOperator{Operator::greater, 4};
    case TokenKind::less_equal:
      return BinaryOperator{Operator::less_equal, 4};
    case TokenKind::greater_equal:
      return BinaryOperator{Operator::greater_equal, 4};
    case TokenKind::plus:
      return BinaryOperator{Operator::add, 5};
    case TokenKind::minus:
      return BinaryOperator{Operator::subtract, 5};
    case TokenKind::times:
      return BinaryOperator{Operator::multiply, 6};
    case TokenKind::divide:
      return BinaryOperator{Operator::divide, 6};
    case TokenKind::modulo:
      return BinaryOperator{Operator::modulo, 6};
    default:
      return std::nullopt;
  }
}

}  // namespace

Expression* Parser::make(Expression::Kind kind, Position position) {
  Expression* made = model_.arena.make<Expression>();
  made->kind = kind;
  made->position = position;
  return made;
}

Expression* Parser::text_node(Expression::Kind kind, const Token& token) {
  Expression* made = make(kind, position_of(token));
  made->text = token.text;
  return made;
}

// Knows how high an expression is once its parts are known: chains of operators grow without
// nesting, and what walks the tree is recursive all the same.
Expression* Parser::settled(Expression* made) {
  std::uint32_t height = 0;
  const auto over = [&](const Expression* part) {
    if (part != nullptr) height = std::max<std::uint32_t>(height, part->height + 1U);
  };
  over(made->receiver);
  for (const Expression* argument : made->arguments) over(argument);
  for (const CaseBranch& branch : made->branches) over(branch.result);
  for (const LetBinding& binding : made->bindings) over(binding.value);
  for (const FunctionArgument& argument : made->functions) {
    if (argument.lambda != nullptr) over(argument.lambda->body);
  }
  if (height > nesting_max) fail_nesting();
  made->height = static_cast<std::uint16_t>(height);
  return made;
}

// Reads an expression that may have effects, where one may stand.
Expression* Parser::expression() {
  if (at(TokenKind::word_new)) return settled(creation());
  if (at(TokenKind::word_original) && at(TokenKind::open_paren, 1)) return settled(original_call());
  if ((at(TokenKind::word_core) || at(TokenKind::type_identifier)) && at(TokenKind::dot, 1) &&
      at(TokenKind::word_original, 2)) {
    fail("'core.original' and 'DELTA.original' need deltas, which are not supported");
  }
  if (at(TokenKind::word_await)) {
    take();
    Expression* call = effect_after(pure_expression());
    if (call->kind != Expression::Kind::call_async) fail("expected '!' and a method after 'await'");
    call->kind = Expression::Kind::call_await;
    return call;
  }
  return effect_after(pure_expression());
}

// Reads `.get`, `.m(…)` or `!m(…)` behind what they apply to.
Expression* Parser::effect_after(Expression* receiver) {
  const bool synchronous = at(TokenKind::dot);
  if (!synchronous && !at(TokenKind::not_sign)) return receiver;
  if (receiver->kind == Expression::Kind::binary || receiver->kind == Expression::Kind::unary) {
    fail("a call or get cannot be part of another expression; assign it to a variable first");
  }
  take();
  const Position position = here();
  if (synchronous && accept(TokenKind::word_get)) {
    Expression* made = make(Expression::Kind::get, position);
    made->arguments = model_.arena.copy(std::vector{receiver});
    return settled(made);
  }
  Expression* made =
      make(synchronous ? Expression::Kind::call_sync : Expression::Kind::call_async, position);
  made->receiver = receiver;
  made->text = take_name(synchronous ? "'get' or a method" : "a method").text;
  if (!at(TokenKind::open_paren)) {
    if (synchronous) fail("fields of other objects cannot be seen; call a method instead");
    fail_expected("'(' and the arguments of the call");
  }
  take();
  made->arguments = expression_list(TokenKind::close_paren);
  return settled(made);
}

Expression* Parser::creation() {
  Expression* made = make(Expression::Kind::create, position_of(take()));
  made->in_same_group = plain_new_stays_;
  if (accept(TokenKind::word_local)) {
    made->in_same_group = true;
  } else if (at(TokenKind::identifier) && peek().text == "cog" &&
             at(TokenKind::type_identifier, 1)) {
    if (!legacy()) {
      report(here(),
             "'new cog' is the old form of 'new'; read old models with '--dialect legacy', "
             "where plain 'new' stays in the cog");
    }
    take();
    made->in_same_group = false;
  }
  made->text = qualified_name(true, "the class to create");
  expect(TokenKind::open_paren, " before the arguments of the new object");
  made->arguments = expression_list(TokenKind::close_paren);
  return made;
}

Expression* Parser::original_call() {
  Expression* made = text_node(Expression::Kind::original, take());
  take();
  made->arguments = expression_list(TokenKind::close_paren);
  return made;
}

Expression* Parser::pure_expression() {
  const Nested nested(*this);
  Expression* made = binary_expression(lowest_precedence);
  while (at(TokenKind::word_implements) ||
         (at(TokenKind::word_as) && (!legacy() || at(TokenKind::type_identifier, 1)))) {
    const auto kind =
        at(TokenKind::word_as) ? Expression::Kind::cast : Expression::Kind::implements;
    Expression* test = make(kind, position_of(take()));
    test->text = qualified_name(true, "an interface");
    test->arguments = model_.arena.copy(std::vector{made});
    made = settled(test);
  }
  return made;
}

Expression* Parser::binary_expression(int precedence) {
  Expression* left = unary_expression();
  for (;;) {
    const auto found = binary_operator(peek().kind);
    if (!found || found->precedence < precedence) return left;
    Expression* made = make(Expression::Kind::binary, position_of(take()));
    made->operation = found->operation;
    Expression* right = binary_expression(found->precedence + 1);
    made->arguments = model_.arena.copy(std::vector{left, right});
    left = settled(made);
  }
}

Expression* Parser::unary_expression() {
  if (at(TokenKind::tilde) && !legacy()) {
    fail("'~' is the old form of '!'; write '!', or read old models with '--dialect legacy'");
  }
  if (!at(TokenKind::not_sign) && !at(TokenKind::minus) && !at(TokenKind::tilde)) {
    return settled(primary_expression());
  }
  const Nested nested(*this);
  const bool negative = at(TokenKind::minus);
  Expression* made = make(Expression::Kind::unary, position_of(take()));
  made->operation = negative ? Operator::negate : Operator::no;
  made->arguments = model_.arena.copy(std::vector{unary_expression()});
  return settled(made);
}

Expression* Parser::primary_expression() {
  switch (peek().kind) {
    case TokenKind::integer:
      return text_node(Expression::Kind::integer, take());
    case TokenKind::floating:
      return text_node(Expression::Kind::floating, take());
    case TokenKind::string: {
      Expression* made = text_node(Expression::Kind::string, take());
      made->text = decoded(made->text, "\\\"tnr");
      return made;
    }
    case TokenKind::template_whole:
    case TokenKind::template_start:
      return template_string();
    case TokenKind::open_paren: {
      take();
      Expression* made = pure_expression();
      expect(TokenKind::close_paren, "");
      return made;
    }
    case TokenKind::type_identifier:
      return name_expression();
    default:
      return at_name() ? name_expression() : primary_of_word();
  }
}

Expression* Parser::primary_of_word() {
  switch (peek().kind) {
    case TokenKind::word_this:
      return this_expression();
    case TokenKind::word_destiny:
      return text_node(Expression::Kind::destiny, take());
    case TokenKind::word_null:
      return text_node(Expression::Kind::null, take());
    case TokenKind::word_when:
    case TokenKind::word_if:
      return conditional_expression();
    case TokenKind::word_case:
      return case_expression();
    case TokenKind::word_let:
      return let_expression();
    case TokenKind::word_new:
    case TokenKind::word_await:
      fail(name_of(peek().kind) +
           " cannot be part of another expression; assign its result to a variable first");
    default:
      fail_expected("an expression");
  }
}

// `this.x` is a field; `this.m(…)` and `this.f.get` are for effect_after().
Expression* Parser::this_expression() {
  const Token& self = take();
  const bool is_field =
      at(TokenKind::dot) && at(TokenKind::identifier, 1) && !at(TokenKind::open_paren, 2);
  if (!is_field) return text_node(Expression::Kind::self, self);
  take();
  Expression* made = text_node(Expression::Kind::name, take());
  made->qualified_by_this = true;
  return made;
}

// Reads a variable, function call, variadic literal or constructor.
Expression* Parser::name_expression() {
  std::size_t last = 0;
  while (at(TokenKind::type_identifier, last) && at(TokenKind::dot, last + 1) &&
         (at(TokenKind::type_identifier, last + 2) || at(TokenKind::identifier, last + 2))) {
    last += 2;
  }
  if (at(TokenKind::type_identifier, last)) return constructor_expression();
  if (at(TokenKind::open_paren, last + 1) || at(TokenKind::open_bracket, last + 1) || last > 0) {
    return function_expression();
  }
  return text_node(Expression::Kind::name, take());
}

Expression* Parser::constructor_expression() {
  Expression* made = make(Expression::Kind::construct, here());
  made->text = qualified_name(true, "a constructor");
  if (accept(TokenKind::open_paren)) made->arguments = expression_list(TokenKind::close_paren);
  return made;
}

Expression* Parser::function_expression() {
  Expression* made = make(Expression::Kind::call_function, here());
  made->text = qualified_name(false, "a function");
  if (accept(TokenKind::open_bracket)) {
    made->kind = Expression::Kind::call_variadic;
    made->arguments = expression_list(TokenKind::close_bracket);
    return made;
  }
  expect(TokenKind::open_paren, " and the arguments of the function");
  // Only what follows tells whether these are arguments, or functions that complete a partial one.
  std::vector<Expression*> arguments;
  std::vector<FunctionArgument> functions;
  bool has_lambda = false;
  while (!at(TokenKind::close_paren)) {
    FunctionArgument function;
    function.position = here();
    if (at_lambda()) {
      has_lambda = true;
      function.lambda = lambda();
    } else {
      arguments.push_back(pure_expression());
      function = {};
    }
    functions.push_back(function);
    if (!accept(TokenKind::comma)) break;
    if (at(TokenKind::close_paren)) fail_expected("an expression");
  }
  expect(TokenKind::close_paren, " or ',' between arguments");
  if (!at(TokenKind::open_paren)) {
    if (has_lambda) fail_expected("'(' and the arguments behind the functions");
    made->arguments = model_.arena.copy(arguments);
    return made;
  }
  take();
  auto next_argument = arguments.begin();
  for (FunctionArgument& function : functions) {
    if (function.lambda == nullptr) function = function_argument_of(*next_argument++);
  }
  made->functions = model_.arena.copy(functions);
  made->arguments = expression_list(TokenKind::close_paren);
  return made;
}

FunctionArgument Parser::function_argument_of(Expression* argument) {
  FunctionArgument made;
  made.position = argument->position;
  made.name = argument->text;
  if (argument->kind != Expression::Kind::name || argument->qualified_by_this) {
    report(argument->position, "expected the name of a function or an anonymous function");
  }
  return made;
}

// An anonymous function starts with `()` and `=>`, or with `(`, a type and a name.
bool Parser::at_lambda() const {
  if (!at(TokenKind::open_paren)) return false;
  if (at(TokenKind::close_paren, 1)) return at(TokenKind::arrow, 2);
  if (at(TokenKind::open_bracket, 1)) return true;
  const std::size_t end = type_end(1);
  return end != 0 && at(TokenKind::identifier, end);
}

Lambda* Parser::lambda() {
  const Nested nested(*this);
  Lambda made;
  made.position = here();
  made.parameters = parameter_list();
  expect(TokenKind::arrow, " before what the function computes");
  made.body = pure_expression();
  return model_.arena.make(made);
}

Expression* Parser::template_string() {
  constexpr std::string_view escapes = "`$";
  Expression* made = make(Expression::Kind::templated, here());
  std::vector<std::string_view> texts{decoded(peek().text, escapes)};
  std::vector<Expression*> arguments;
  bool open = take().kind == TokenKind::template_start;
  while (open) {
    arguments.push_back(pure_expression());
    if (!at(TokenKind::template_part) && !at(TokenKind::template_end)) {
      fail_expected("'$' and the rest of the template string");
    }
    open = at(TokenKind::template_part);
    texts.push_back(decoded(take().text, escapes));
  }
  made->texts = model_.arena.copy(texts);
  made->arguments = model_.arena.copy(arguments);
  return made;
}

Expression* Parser::conditional_expression() {
  Expression* made = make(Expression::Kind::conditional, position_of(take()));
  Expression* condition = pure_expression();
  expect(TokenKind::word_then, " and what the expression is if the condition holds");
  Expression* positive = pure_expression();
  expect(TokenKind::word_else, " and what the expression is otherwise");
  Expression* negative = pure_expression();
  made->arguments = model_.arena.copy(std::vector{condition, positive, negative});
  return made;
}

Expression* Parser::case_expression() {
  Expression* made = make(Expression::Kind::match, position_of(take()));
  made->arguments = model_.arena.copy(std::vector{pure_expression()});
  expect(TokenKind::open_brace, " before the branches");
  std::vector<CaseBranch> branches;
  do {
    accept(TokenKind::bar);
    CaseBranch branch;
    branch.position = here();
    branch.pattern = pattern();
    expect(TokenKind::arrow, " after the pattern");
    branch.result = pure_expression();
    branches.push_back(branch);
    accept(TokenKind::semicolon);
  } while (!at(TokenKind::close_brace) && !at(TokenKind::end));
  expect(TokenKind::close_brace, " after the branches");
  made->branches = model_.arena.copy(branches);
  return made;
}

Expression* Parser::let_expression() {
  Expression* made = make(Expression::Kind::let, position_of(take()));
  std::vector<LetBinding> bindings;
  do {
    const bool parenthesised = accept(TokenKind::open_paren);
    LetBinding binding;
    binding.variable = parameter();
    if (parenthesised) expect(TokenKind::close_paren, " after the variable");
    expect(TokenKind::assign, " and the value of the variable");
    binding.value = pure_expression();
    bindings.push_back(binding);
  } while (accept(TokenKind::comma));
  expect(TokenKind::word_in, " and what the variables are for");
  made->bindings = model_.arena.copy(bindings);
  made->arguments = model_.arena.copy(std::vector{pure_expression()});
  return made;
}

std::span<Expression*> Parser::expression_list(TokenKind close) {
  std::vector<Expression*> expressions;
  if (accept(close)) return {};
  do {
    expressions.push_back(pure_expression());
  } while (accept(TokenKind::comma));
  expect(close, " or ',' between arguments");
  return model_.arena.copy(expressions);
}

// Takes off the quotes, and the backslashes where they stand before one of `escapes`.
std::string_view Parser::decoded(std::string_view raw, std::string_view escapes) {
  std::string_view inner = raw.substr(1);
  constexpr std::string_view quotes = "\"`$";
  if (!inner.empty() && quotes.find(inner.back()) != std::string_view::npos) inner.remove_suffix(1);
  if (inner.find('\\') == std::string_view::npos) return inner;
  std::string text;
  for (std::size_t i = 0; i < inner.size(); ++i) {
    const bool escaped = inner[i] == '\\' && i + 1 < inner.size() &&
                         escapes.find(inner[i + 1]) != std::string_view::npos;
    if (!escaped) {
      text += inner[i];
      continue;
    }
    const char c = inner[++i];
    text += c == 't' ? '\t' : c == 'n' ? '\n' : c == 'r' ? '\r' : c;
  }
  return model_.arena.copy(std::string_view(text));
}

}  // namespace harrier::abs
