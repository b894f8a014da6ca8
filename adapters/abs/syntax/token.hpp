// The tokens of ABS.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace harrier::abs {

enum class TokenKind : std::uint8_t {
  end,
  identifier,       ///< starts with a lower-case letter
  type_identifier,  ///< starts with an upper-case letter
  integer,
  floating,
  string,          ///< with its quotes
  template_whole,  ///< `…`
  template_start,  ///< `…$
  template_part,   ///< $…$
  template_end,    ///< $…`
  // Signs.
  not_sign,
  tilde,
  minus,
  times,
  divide,
  modulo,
  plus,
  less,
  greater,
  less_equal,
  greater_equal,
  both,
  either,
  equal,
  unequal,
  assign,
  ampersand,
  bar,
  question,
  dot,
  comma,
  semicolon,
  colon,
  arrow,
  underscore,
  quote,
  open_paren,
  close_paren,
  open_bracket,
  close_bracket,
  open_brace,
  close_brace,
  dots,
  implies,
  equivalent,
  // Words. All of them are reserved everywhere.
  word_adds,
  word_after,
  word_allof,
  word_as,
  word_assert,
  word_await,
  word_builtin,
  word_case,
  word_catch,
  word_class,
  word_core,
  word_data,
  word_def,
  word_delta,
  word_destiny,
  word_die,
  word_duration,
  word_else,
  word_exception,
  word_exclude,
  word_export,
  word_extends,
  word_extension,
  word_features,
  word_finally,
  word_foreach,
  word_from,
  word_get,
  word_group,
  word_has_field,
  word_has_interface,
  word_has_method,
  word_if,
  word_ifin,
  word_ifout,
  word_implements,
  word_import,
  word_in,
  word_interface,
  word_let,
  word_local,
  word_modifies,
  word_module,
  word_movecogto,
  word_new,
  word_null,
  word_oneof,
  word_opt,
  word_original,
  word_product,
  word_productline,
  word_recover,
  word_removes,
  word_require,
  word_return,
  word_root,
  word_skip,
  word_suspend,
  word_switch,
  word_then,
  word_this,
  word_throw,
  word_to,
  word_trait,
  word_try,
  word_type,
  word_uses,
  word_when,
  word_while,
};

struct Token {
  TokenKind kind = TokenKind::end;
  std::uint32_t line = 1;
  std::uint32_t column = 1;
  std::string_view text;
};

/// Finds the word that is spelled like this.
std::optional<TokenKind> word_of(std::string_view text);

/// Says whether the token is a reserved word.
constexpr bool is_word(TokenKind kind) { return kind >= TokenKind::word_adds; }

/// Names a kind of token for a message: `'=>'`, `a type`, `the end of the file`.
std::string name_of(TokenKind kind);

/// Names a token that was found: `'while'`, `'x'`, `the end of the file`.
std::string found_text(const Token& token);

}  // namespace harrier::abs
