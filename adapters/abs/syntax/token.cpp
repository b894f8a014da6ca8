// How tokens are spelled and named.
#include "abs/syntax/token.hpp"

#include <array>
#include <unordered_map>

namespace harrier::abs {
namespace {

struct Spelling {
  TokenKind kind;
  std::string_view text;
};

constexpr std::array signs = {
    Spelling{TokenKind::not_sign, "!"},       Spelling{TokenKind::tilde, "~"},
    Spelling{TokenKind::minus, "-"},          Spelling{TokenKind::times, "*"},
    Spelling{TokenKind::divide, "/"},         Spelling{TokenKind::modulo, "%"},
    Spelling{TokenKind::plus, "+"},           Spelling{TokenKind::less, "<"},
    Spelling{TokenKind::greater, ">"},        Spelling{TokenKind::less_equal, "<="},
    Spelling{TokenKind::greater_equal, ">="}, Spelling{TokenKind::both, "&&"},
    Spelling{TokenKind::either, "||"},        Spelling{TokenKind::equal, "=="},
    Spelling{TokenKind::unequal, "!="},       Spelling{TokenKind::assign, "="},
    Spelling{TokenKind::ampersand, "&"},      Spelling{TokenKind::bar, "|"},
    Spelling{TokenKind::question, "?"},       Spelling{TokenKind::dot, "."},
    Spelling{TokenKind::comma, ","},          Spelling{TokenKind::semicolon, ";"},
    Spelling{TokenKind::colon, ":"},          Spelling{TokenKind::arrow, "=>"},
    Spelling{TokenKind::underscore, "_"},     Spelling{TokenKind::quote, "'"},
    Spelling{TokenKind::open_paren, "("},     Spelling{TokenKind::close_paren, ")"},
    Spelling{TokenKind::open_bracket, "["},   Spelling{TokenKind::close_bracket, "]"},
    Spelling{TokenKind::open_brace, "{"},     Spelling{TokenKind::close_brace, "}"},
    Spelling{TokenKind::dots, ".."},          Spelling{TokenKind::implies, "->"},
    Spelling{TokenKind::equivalent, "<->"},
};

constexpr std::array words = {
    Spelling{TokenKind::word_adds, "adds"},
    Spelling{TokenKind::word_after, "after"},
    Spelling{TokenKind::word_allof, "allof"},
    Spelling{TokenKind::word_as, "as"},
    Spelling{TokenKind::word_assert, "assert"},
    Spelling{TokenKind::word_await, "await"},
    Spelling{TokenKind::word_builtin, "builtin"},
    Spelling{TokenKind::word_case, "case"},
    Spelling{TokenKind::word_catch, "catch"},
    Spelling{TokenKind::word_class, "class"},
    Spelling{TokenKind::word_core, "core"},
    Spelling{TokenKind::word_data, "data"},
    Spelling{TokenKind::word_def, "def"},
    Spelling{TokenKind::word_delta, "delta"},
    Spelling{TokenKind::word_destiny, "destiny"},
    Spelling{TokenKind::word_die, "die"},
    Spelling{TokenKind::word_duration, "duration"},
    Spelling{TokenKind::word_else, "else"},
    Spelling{TokenKind::word_exception, "exception"},
    Spelling{TokenKind::word_exclude, "exclude"},
    Spelling{TokenKind::word_export, "export"},
    Spelling{TokenKind::word_extends, "extends"},
    Spelling{TokenKind::word_extension, "extension"},
    Spelling{TokenKind::word_features, "features"},
    Spelling{TokenKind::word_finally, "finally"},
    Spelling{TokenKind::word_foreach, "foreach"},
    Spelling{TokenKind::word_from, "from"},
    Spelling{TokenKind::word_get, "get"},
    Spelling{TokenKind::word_group, "group"},
    Spelling{TokenKind::word_has_field, "hasField"},
    Spelling{TokenKind::word_has_interface, "hasInterface"},
    Spelling{TokenKind::word_has_method, "hasMethod"},
    Spelling{TokenKind::word_if, "if"},
    Spelling{TokenKind::word_ifin, "ifin"},
    Spelling{TokenKind::word_ifout, "ifout"},
    Spelling{TokenKind::word_implements, "implements"},
    Spelling{TokenKind::word_import, "import"},
    Spelling{TokenKind::word_in, "in"},
    Spelling{TokenKind::word_interface, "interface"},
    Spelling{TokenKind::word_let, "let"},
    Spelling{TokenKind::word_local, "local"},
    Spelling{TokenKind::word_modifies, "modifies"},
    Spelling{TokenKind::word_module, "module"},
    Spelling{TokenKind::word_movecogto, "movecogto"},
    Spelling{TokenKind::word_new, "new"},
    Spelling{TokenKind::word_null, "null"},
    Spelling{TokenKind::word_oneof, "oneof"},
    Spelling{TokenKind::word_opt, "opt"},
    Spelling{TokenKind::word_original, "original"},
    Spelling{TokenKind::word_product, "product"},
    Spelling{TokenKind::word_productline, "productline"},
    Spelling{TokenKind::word_recover, "recover"},
    Spelling{TokenKind::word_removes, "removes"},
    Spelling{TokenKind::word_require, "require"},
    Spelling{TokenKind::word_return, "return"},
    Spelling{TokenKind::word_root, "root"},
    Spelling{TokenKind::word_skip, "skip"},
    Spelling{TokenKind::word_suspend, "suspend"},
    Spelling{TokenKind::word_switch, "switch"},
    Spelling{TokenKind::word_then, "then"},
    Spelling{TokenKind::word_this, "this"},
    Spelling{TokenKind::word_throw, "throw"},
    Spelling{TokenKind::word_to, "to"},
    Spelling{TokenKind::word_trait, "trait"},
    Spelling{TokenKind::word_try, "try"},
    Spelling{TokenKind::word_type, "type"},
    Spelling{TokenKind::word_uses, "uses"},
    Spelling{TokenKind::word_when, "when"},
    Spelling{TokenKind::word_while, "while"},
};

std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

}  // namespace

std::optional<TokenKind> word_of(std::string_view text) {
  static const auto table = [] {
    std::unordered_map<std::string_view, TokenKind> made;
    for (const Spelling& word : words) made.emplace(word.text, word.kind);
    return made;
  }();
  const auto found = table.find(text);
  if (found == table.end()) return std::nullopt;
  return found->second;
}

std::string name_of(TokenKind kind) {
  switch (kind) {
    case TokenKind::end:
      return "the end of the file";
    case TokenKind::identifier:
      return "a name that starts with a lower-case letter";
    case TokenKind::type_identifier:
      return "a name that starts with an upper-case letter";
    case TokenKind::integer:
      return "a number";
    case TokenKind::string:
      return "a string";
    default:
      break;
  }
  for (const Spelling& sign : signs) {
    if (sign.kind == kind) return quoted(sign.text);
  }
  for (const Spelling& word : words) {
    if (word.kind == kind) return quoted(word.text);
  }
  return "a token";
}

std::string found_text(const Token& token) {
  if (token.kind == TokenKind::end) return name_of(token.kind);
  if (is_word(token.kind)) return "the reserved word " + quoted(token.text);
  constexpr std::size_t shown_max = 40;
  const std::size_t line_end = token.text.find_first_of("\r\n");
  std::string_view shown = token.text.substr(0, line_end);
  if (shown.size() <= shown_max) return quoted(shown);
  // A cut must not split a character of several bytes.
  std::size_t length = shown_max;
  while (length > 0 && (static_cast<unsigned char>(shown[length]) & 0xC0U) == 0x80U) --length;
  return quoted(std::string(shown.substr(0, length)) + "…");
}

}  // namespace harrier::abs
