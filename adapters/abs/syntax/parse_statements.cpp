// Statements.
#include <tuple>
#include <utility>

#include "abs/syntax/parser.hpp"

namespace harrier::abs {

Statement* Parser::make(Statement::Kind kind) {
  Statement* made = model_.arena.make<Statement>();
  made->kind = kind;
  made->position = here();
  return made;
}

// Reads statements up to the '}' that encloses them; those with errors are left out.
std::span<Statement*> Parser::statement_list() {
  std::vector<Statement*> statements;
  while (!at(TokenKind::close_brace) && !at(TokenKind::end) && !at_start_of_declaration()) {
    const std::size_t first = next_;
    try {
      statements.push_back(statement());
    } catch (const SyntaxError&) {
      skip_to_next_member(first);
      if (next_ == first) take();
    }
  }
  return model_.arena.copy(statements);
}

Statement* Parser::statement() {
  const Nested nested(*this);
  const Annotations found = annotations();
  Statement* made = plain_statement(found);
  made->annotations = found;
  return made;
}

Statement* Parser::plain_statement(Annotations annotations) {
  if (at_declaration()) return variable_declaration(annotations);
  switch (peek().kind) {
    case TokenKind::open_brace:
      return block();
    case TokenKind::word_if:
      return if_statement();
    case TokenKind::word_switch:
      return switch_statement(false);
    case TokenKind::word_case:
      return switch_statement(true);
    case TokenKind::word_while:
      return while_statement();
    case TokenKind::word_foreach:
      return foreach_statement();
    case TokenKind::word_try:
      return try_statement();
    case TokenKind::word_await:
      return await_statement();
    case TokenKind::word_duration:
      if (at(TokenKind::open_paren, 1)) return duration_statement();
      break;
    case TokenKind::word_skip:
    case TokenKind::word_suspend: {
      Statement* made =
          make(at(TokenKind::word_skip) ? Statement::Kind::skip : Statement::Kind::suspend);
      take();
      expect_end(TokenKind::semicolon,
                 made->kind == Statement::Kind::skip ? "'skip'" : "'suspend'");
      return made;
    }
    case TokenKind::word_movecogto:
      report_unsupported(here(),
                         "'movecogto' needs deployment components, which are not supported");
      take();
      pure_expression();
      expect_end(TokenKind::semicolon, "the statement");
      return make(Statement::Kind::skip);
    default:
      break;
  }
  return expression_statement();
}

// A type and a name. Whatever starts like a type with arguments is taken for one: nobody compares
// constructors for nothing.
bool Parser::at_declaration() const {
  if (!at(TokenKind::type_identifier)) return false;
  std::size_t end = 1;
  while (at(TokenKind::dot, end) && at(TokenKind::type_identifier, end + 1)) end += 2;
  if (at(TokenKind::less, end) || at(TokenKind::identifier, end)) return true;
  if (at(TokenKind::word_as, end)) return !at(TokenKind::type_identifier, end + 1);
  return is_word(peek(end).kind) && !at(TokenKind::word_implements, end);
}

Statement* Parser::variable_declaration(Annotations annotations) {
  Statement* made = make(Statement::Kind::declare);
  Variable variable;
  variable.annotations = annotations;
  variable.type_use = type_expression(annotations);
  variable.position = here();
  made->position = variable.position;
  variable.name = take_name("the name of the variable").text;
  made->variable = model_.arena.make(variable);
  if (accept(TokenKind::assign)) made->expression = expression();
  expect_end(TokenKind::semicolon, "the declaration");
  return made;
}

Statement* Parser::block() {
  Statement* made = make(Statement::Kind::block);
  take();
  made->statements = statement_list();
  expect(TokenKind::close_brace, " or a statement");
  return made;
}

Statement* Parser::if_statement() {
  Statement* made = make(Statement::Kind::conditional);
  take();
  expect(TokenKind::open_paren, " before the condition");
  made->expression = pure_expression();
  expect(TokenKind::close_paren, " after the condition");
  made->first = statement();
  if (accept(TokenKind::word_else)) made->second = statement();
  return made;
}

// The old form is `case e { … }`, with or without parentheses.
Statement* Parser::switch_statement(bool old_form) {
  Statement* made = make(Statement::Kind::choose);
  take();
  if (!old_form) expect(TokenKind::open_paren, " before the value to look at");
  made->expression = pure_expression();
  if (!old_form) expect(TokenKind::close_paren, " after the value to look at");
  expect(TokenKind::open_brace, " before the branches");
  made->branches = statement_branches();
  if (old_form) accept(TokenKind::semicolon);
  return made;
}

// Reads the branches and the '}' behind them.
std::span<StatementBranch> Parser::statement_branches() {
  std::vector<StatementBranch> branches;
  while (!at(TokenKind::close_brace) && !at(TokenKind::end)) branches.push_back(statement_branch());
  expect(TokenKind::close_brace, " after the branches");
  return model_.arena.copy(branches);
}

StatementBranch Parser::statement_branch() {
  StatementBranch branch;
  branch.position = here();
  accept(TokenKind::bar);
  branch.pattern = pattern();
  expect(TokenKind::arrow, " after the pattern");
  branch.body = statement();
  return branch;
}

Statement* Parser::while_statement() {
  Statement* made = make(Statement::Kind::loop);
  take();
  expect(TokenKind::open_paren, " before the condition");
  made->expression = pure_expression();
  expect(TokenKind::close_paren, " after the condition");
  made->first = statement();
  return made;
}

Statement* Parser::foreach_statement() {
  Statement* made = make(Statement::Kind::iterate);
  const auto variable = [this](std::string_view what) {
    Variable taken;
    taken.position = here();
    taken.name = take_name(what).text;
    return model_.arena.make(taken);
  };
  take();
  expect(TokenKind::open_paren, " before the variable");
  made->variable = variable("the name of the variable");
  if (accept(TokenKind::comma)) made->index = variable("the name of the index");
  expect(TokenKind::word_in, " and a list");
  made->expression = pure_expression();
  expect(TokenKind::close_paren, " after the list");
  made->first = statement();
  return made;
}

Statement* Parser::try_statement() {
  Statement* made = make(Statement::Kind::attempt);
  take();
  made->first = statement();
  expect(TokenKind::word_catch, " after what is tried");
  if (accept(TokenKind::open_brace)) {
    made->branches = statement_branches();
  } else {
    made->branches = model_.arena.copy(std::vector{statement_branch()});
  }
  if (accept(TokenKind::word_finally)) made->second = statement();
  return made;
}

// `await o!m(…);` is an expression, everything else a guard.
Statement* Parser::await_statement() {
  Statement* made = make(Statement::Kind::await);
  take();
  Expression* first = at(TokenKind::word_duration) ? nullptr : pure_expression();
  if (first != nullptr && (at(TokenKind::not_sign) || at(TokenKind::dot))) {
    made->kind = Statement::Kind::evaluate;
    made->expression = effect_after(first);
    if (made->expression->kind == Expression::Kind::call_async) {
      made->expression->kind = Expression::Kind::call_await;
    } else {
      report(made->position, "'await' wants a future with '?', a condition, or a call with '!'");
      made->expression->kind = Expression::Kind::error;
    }
  } else {
    std::vector<Guard> all;
    guards(all, first);
    made->guards = model_.arena.copy(all);
  }
  expect_end(TokenKind::semicolon, "what is awaited");
  return made;
}

// Reads what is awaited; `first` is its first expression, or null before `duration`.
void Parser::guards(std::vector<Guard>& out, Expression* first) {
  for (;;) {
    if (first == nullptr) {
      const auto [least, most] = interval();
      out.push_back({Guard::Kind::duration, least, most});
    } else if (accept(TokenKind::question)) {
      if (first->kind != Expression::Kind::name) {
        report(first->position, "'?' follows a variable or field that holds a future");
      }
      out.push_back({Guard::Kind::future, first});
    } else {
      out.push_back({Guard::Kind::condition, first});
    }
    if (!accept(TokenKind::ampersand)) return;
    first = at(TokenKind::word_duration) ? nullptr : pure_expression();
  }
}

// Reads `duration(least, most)`, or `duration(both)`.
std::pair<Expression*, Expression*> Parser::interval() {
  take();
  const Position position = here();
  expect(TokenKind::open_paren, " before the duration");
  const std::span<Expression*> ends = expression_list(TokenKind::close_paren);
  if (ends.empty() || ends.size() > 2) {
    report(position, "a duration is one number, or the least and the most");
    Expression* none = make(Expression::Kind::error, position);
    return {none, none};
  }
  return {ends.front(), ends.back()};
}

Statement* Parser::duration_statement() {
  Statement* made = make(Statement::Kind::pause);
  std::tie(made->expression, made->target) = interval();
  expect_end(TokenKind::semicolon, "the statement");
  return made;
}

// Reads what is one expression with a word before it, an assignment, or a call.
Statement* Parser::expression_statement() {
  Statement* made = make(Statement::Kind::evaluate);
  switch (peek().kind) {
    case TokenKind::word_return:
      made->kind = Statement::Kind::give;
      break;
    case TokenKind::word_assert:
      made->kind = Statement::Kind::claim;
      break;
    case TokenKind::word_throw:
      made->kind = Statement::Kind::raise;
      break;
    case TokenKind::word_die:
      made->kind = Statement::Kind::die;
      break;
    default:
      break;
  }
  if (made->kind == Statement::Kind::evaluate) {
    if (at(TokenKind::word_else)) fail("'else' without 'if'");
    made->expression = expression();
    if (made->expression->kind == Expression::Kind::name && at(TokenKind::assign)) {
      made->kind = Statement::Kind::assign;
      made->position = position_of(take());
      made->target = made->expression;
      made->expression = expression();
    }
    if (at(TokenKind::assign)) fail("only variables and fields can be assigned to");
  } else {
    take();
    if (made->kind == Statement::Kind::give && at(TokenKind::semicolon)) {
      fail("'return' wants a value; a method of type Unit returns by itself at its end");
    }
    made->expression = expression();
  }
  expect_end(TokenKind::semicolon, "the statement");
  return made;
}

}  // namespace harrier::abs
