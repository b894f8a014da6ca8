// Names, types, annotations, parameters and patterns.
#include "abs/syntax/parser.hpp"

namespace harrier::abs {

// Reads `A.B.C` or, if no type name is wanted, `A.B.c`.
std::string_view Parser::qualified_name(bool type_name, std::string_view what) {
  const std::size_t first = next_;
  while (at(TokenKind::type_identifier)) {
    if (at(TokenKind::dot, 1) &&
        (at(TokenKind::type_identifier, 2) || (!type_name && at(TokenKind::identifier, 2)))) {
      take();
      take();
      continue;
    }
    if (!type_name) break;
    take();
    return joined_name(first);
  }
  if (type_name || !at_name()) fail_expected(what);
  take();
  return joined_name(first);
}

// Joins the tokens from there to here; they are one piece of text unless somebody put blanks
// between.
std::string_view Parser::joined_name(std::size_t first_token) {
  const std::string_view first = tokens_[first_token].text;
  const std::string_view last = tokens_[next_ - 1].text;
  const auto span = static_cast<std::size_t>(last.data() + last.size() - first.data());
  std::size_t length = 0;
  for (std::size_t i = first_token; i < next_; ++i) length += tokens_[i].text.size();
  if (length == span) return {first.data(), span};
  std::string joined;
  for (std::size_t i = first_token; i < next_; ++i) joined += tokens_[i].text;
  return model_.arena.copy(std::string_view(joined));
}

TypeUse* Parser::type_use() { return type_expression(annotations()); }

TypeUse* Parser::type_expression(Annotations annotations) {
  const Nested nested(*this);
  TypeUse use;
  use.position = here();
  use.annotations = annotations;
  use.name = qualified_name(true, "a type");
  use.arguments = type_arguments();
  return model_.arena.make(use);
}

std::span<TypeUse*> Parser::type_arguments() {
  std::vector<TypeUse*> arguments;
  if (!accept(TokenKind::less)) return {};
  do {
    arguments.push_back(type_use());
  } while (accept(TokenKind::comma));
  expect(TokenKind::greater, " or ',' between type arguments");
  return model_.arena.copy(arguments);
}

// Reads `<A, B>` behind a declared name.
std::vector<std::string_view> Parser::type_parameters() {
  std::vector<std::string_view> parameters;
  if (!accept(TokenKind::less)) return parameters;
  do {
    parameters.push_back(expect(TokenKind::type_identifier, " as a type parameter").text);
  } while (accept(TokenKind::comma));
  expect(TokenKind::greater, " or ',' between type parameters");
  return parameters;
}

// Finds how far ahead the token behind a type is, if one starts there; 0 if none does.
std::size_t Parser::type_end(std::size_t ahead) const {
  constexpr std::size_t longest_type = 1000;
  if (!at(TokenKind::type_identifier, ahead)) return 0;
  ++ahead;
  while (at(TokenKind::dot, ahead) && at(TokenKind::type_identifier, ahead + 1)) ahead += 2;
  if (!at(TokenKind::less, ahead)) return ahead;
  std::size_t depth = 0;
  for (const std::size_t limit = ahead + longest_type; ahead < limit; ++ahead) {
    switch (peek(ahead).kind) {
      case TokenKind::less:
        ++depth;
        break;
      case TokenKind::greater:
        if (--depth == 0) return ahead + 1;
        break;
      case TokenKind::type_identifier:
      case TokenKind::dot:
      case TokenKind::comma:
      case TokenKind::open_bracket:
      case TokenKind::close_bracket:
      case TokenKind::colon:
        break;
      default:
        return 0;
    }
  }
  return 0;
}

Annotations Parser::annotations() {
  if (!at(TokenKind::open_bracket)) return {};
  std::vector<Annotation> found;
  while (accept(TokenKind::open_bracket)) {
    do {
      Annotation annotation;
      annotation.position = here();
      if (at(TokenKind::type_identifier) && at(TokenKind::colon, 1)) {
        annotation.name = take().text;
        take();
      }
      annotation.value = pure_expression();
      found.push_back(annotation);
    } while (accept(TokenKind::comma));
    expect(TokenKind::close_bracket, " or ',' between annotations");
  }
  return model_.arena.copy(found);
}

Variable* Parser::parameter() {
  Variable variable;
  variable.annotations = annotations();
  variable.type_use = type_expression(variable.annotations);
  variable.position = here();
  variable.name = take_name("the name of the parameter").text;
  return model_.arena.make(variable);
}

std::span<Variable*> Parser::parameter_list() {
  std::vector<Variable*> parameters;
  expect(TokenKind::open_paren, " before the parameters");
  if (accept(TokenKind::close_paren)) return {};
  do {
    parameters.push_back(parameter());
  } while (accept(TokenKind::comma));
  expect(TokenKind::close_paren, " or ',' between parameters");
  return model_.arena.copy(parameters);
}

Pattern* Parser::pattern() {
  const Nested nested(*this);
  Pattern made;
  made.position = here();
  if (accept(TokenKind::underscore)) {
    made.kind = Pattern::Kind::wildcard;
  } else if (at(TokenKind::integer)) {
    made.kind = Pattern::Kind::integer;
    made.text = take().text;
  } else if (at(TokenKind::string)) {
    made.kind = Pattern::Kind::string;
    made.text = decoded(take().text, "\\\"tnr");
  } else if (at_name()) {
    made.kind = Pattern::Kind::variable;
    made.text = take().text;
  } else if (at(TokenKind::type_identifier)) {
    made.kind = Pattern::Kind::constructor;
    made.text = qualified_name(true, "a constructor");
    std::vector<Pattern*> arguments;
    if (accept(TokenKind::open_paren) && !accept(TokenKind::close_paren)) {
      do {
        arguments.push_back(pattern());
      } while (accept(TokenKind::comma));
      expect(TokenKind::close_paren, " or ',' between patterns");
    }
    made.arguments = model_.arena.copy(arguments);
  } else {
    fail_expected("a pattern: '_', a number, a string, a variable or a constructor");
  }
  return model_.arena.make(made);
}

}  // namespace harrier::abs
