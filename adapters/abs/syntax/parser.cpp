// The parser's way with tokens and errors.
#include "abs/syntax/parser.hpp"

#include <algorithm>

namespace harrier::abs {

Parser::Parser(Model& model, std::uint32_t file, std::vector<Token> tokens,
               Diagnostics& diagnostics, bool plain_new_stays)
    : model_(model),
      file_(file),
      tokens_(std::move(tokens)),
      diagnostics_(diagnostics),
      plain_new_stays_(plain_new_stays) {}

const Token& Parser::peek(std::size_t ahead) const {
  return tokens_[std::min(next_ + ahead, tokens_.size() - 1)];
}

const Token& Parser::take() {
  const Token& token = peek();
  if (next_ + 1 < tokens_.size()) ++next_;
  return token;
}

bool Parser::accept(TokenKind kind) {
  if (!at(kind)) return false;
  take();
  return true;
}

const Token& Parser::expect(TokenKind kind, std::string_view where) {
  if (!at(kind)) fail_expected(name_of(kind) + std::string(where));
  return take();
}

// What is missing at the end of a line is reported there, and taken for granted.
void Parser::expect_end(TokenKind kind, std::string_view of) {
  if (accept(kind)) return;
  const Token& last = tokens_[next_ == 0 ? 0 : next_ - 1];
  if (last.line == peek().line || last.text.find('\n') != std::string_view::npos) {
    fail_expected(name_of(kind) + " after " + std::string(of));
  }
  report({file_, last.line, last.column + static_cast<std::uint32_t>(last.text.size())},
         "expected " + name_of(kind) + " after " + std::string(of));
}

Position Parser::position_of(const Token& token) const { return {file_, token.line, token.column}; }

void Parser::report(Position position, std::string text) {
  if (errors_ > errors_max || position == last_error_) return;
  last_error_ = position;
  if (++errors_ > errors_max) text = too_many_errors;
  diagnostics_.push_back({Severity::error, position, std::move(text)});
}

void Parser::report_unsupported(Position position, std::string text) {
  diagnostics_.push_back({Severity::unsupported, position, std::move(text)});
}

void Parser::fail(std::string text) {
  report(here(), std::move(text));
  throw SyntaxError{};
}

void Parser::fail_expected(std::string_view expected) {
  if ((at(TokenKind::dot) || at(TokenKind::not_sign)) &&
      (at(TokenKind::identifier, 1) || at(TokenKind::word_get, 1))) {
    fail("a call or get cannot be part of another expression; assign it to a variable first");
  }
  std::string text = "expected " + std::string(expected) + ", found " + found_text(peek());
  if (!legacy() && was_name_once(peek().kind)) {
    text += "; old models that use it as a name are read with '--dialect legacy'";
  }
  fail(text);
}

void Parser::fail_nesting() {
  report(here(), "nested more than " + std::to_string(nesting_max) + " levels deep");
  // Nothing further in makes sense, and every level would say so.
  next_ = tokens_.size() - 1;
  errors_ = errors_max + 1;
  throw SyntaxError{};
}

// Stops behind the ';' or the block that ends a broken statement or member, which began at `first`,
// or before the '}' that encloses it.
void Parser::skip_to_next_member(std::size_t first) {
  std::size_t depth = 0;
  for (std::size_t i = first; i < next_; ++i) {
    if (tokens_[i].kind == TokenKind::open_brace) ++depth;
    if (tokens_[i].kind == TokenKind::close_brace && depth > 0) --depth;
  }
  while (!at(TokenKind::end) && !at_start_of_declaration()) {
    if (at(TokenKind::open_brace)) ++depth;
    if (at(TokenKind::close_brace)) {
      if (depth == 0) return;
      take();
      if (--depth == 0) return;
      continue;
    }
    const bool ends = at(TokenKind::semicolon) && depth == 0;
    take();
    if (ends) return;
  }
}

// Such words before a name stand nowhere else, so they are found whatever the braces before them.
bool Parser::at_start_of_declaration() const {
  switch (peek().kind) {
    case TokenKind::word_module:
    case TokenKind::word_data:
    case TokenKind::word_type:
    case TokenKind::word_exception:
    case TokenKind::word_interface:
    case TokenKind::word_class:
    case TokenKind::word_trait:
    case TokenKind::word_delta:
    case TokenKind::word_productline:
    case TokenKind::word_def:
      return at(TokenKind::type_identifier, 1) || at(TokenKind::open_bracket, 1) ||
             peek().column == 1;
    default:
      return false;
  }
}

void Parser::skip_to_next_declaration() {
  while (!at(TokenKind::end) && !at_start_of_declaration()) take();
}

// Words that came into the language later were names before.
bool Parser::was_name_once(TokenKind kind) {
  switch (kind) {
    case TokenKind::word_after:
    case TokenKind::word_as:
    case TokenKind::word_core:
    case TokenKind::word_destiny:
    case TokenKind::word_die:
    case TokenKind::word_duration:
    case TokenKind::word_exclude:
    case TokenKind::word_features:
    case TokenKind::word_from:
    case TokenKind::word_group:
    case TokenKind::word_opt:
    case TokenKind::word_original:
    case TokenKind::word_product:
    case TokenKind::word_require:
    case TokenKind::word_root:
    case TokenKind::word_to:
      return true;
    default:
      return false;
  }
}

bool Parser::at_name() const {
  return at(TokenKind::identifier) || (legacy() && was_name_once(peek().kind));
}

const Token& Parser::take_name(std::string_view what) {
  if (!at_name()) fail_expected(what);
  return take();
}

}  // namespace harrier::abs
