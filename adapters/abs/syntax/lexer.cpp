// Cuts a file into tokens, in one pass and without looking back.
#include "abs/syntax/lexer.hpp"

#include <array>
#include <cstddef>
#include <string>

namespace harrier::abs {
namespace {

bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_name_part(char c) { return is_lower(c) || is_upper(c) || is_digit(c) || c == '_'; }
bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

/// Counts the bytes of the UTF-8 character at the start of the text; 0 if there is none.
std::size_t character_length(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  std::size_t length = 0;
  std::uint32_t code = 0;
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first < 0xE0) {
    length = 2;
    code = first & 0x1FU;
  } else if (first >= 0xE0 && first < 0xF0) {
    length = 3;
    code = first & 0x0FU;
  } else if (first >= 0xF0 && first < 0xF5) {
    length = 4;
    code = first & 0x07U;
  } else {
    return 0;
  }
  if (text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if (!is_continuation(text[i])) return 0;
    code = code << 6U | (static_cast<unsigned char>(text[i]) & 0x3FU);
  }
  const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
  const bool surrogate = code >= 0xD800 && code < 0xE000;
  return overlong || surrogate || code > 0x10FFFF ? 0 : length;
}

std::string hexadecimal(char c) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  const auto value = static_cast<unsigned char>(c);
  return {'0', 'x', digits[value >> 4U], digits[value & 15U]};
}

class Lexer {
 public:
  Lexer(std::string_view text, std::uint32_t file, Diagnostics& diagnostics)
      : text_(text), file_(file), diagnostics_(diagnostics) {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (text_.starts_with(byte_order_mark)) at_ = line_start_ = byte_order_mark.size();
  }

  std::vector<Token> run() {
    tokens_.reserve(text_.size() / 4 + 1);
    while (skip_blanks()) take_token();
    add_end();
    return std::move(tokens_);
  }

 private:
  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }

  void start_line(std::size_t first) {
    ++line_;
    line_start_ = first;
  }

  std::uint32_t column(std::size_t at) const {
    return static_cast<std::uint32_t>(at - line_start_ + 1);
  }

  void report(std::size_t at, std::string text) {
    if (errors_ > errors_max) return;
    if (++errors_ > errors_max) text = too_many_errors;
    diagnostics_.push_back({Severity::error, {file_, line_, column(at)}, std::move(text)});
  }

  void add(TokenKind kind, std::size_t first) {
    tokens_.push_back({kind, line_, column(first), text_.substr(first, at_ - first)});
  }

  // The end is where the last token ends: behind it there is nothing to look at.
  void add_end() {
    Token end{TokenKind::end, 1, 1, {}};
    if (!tokens_.empty()) {
      const Token& last = tokens_.back();
      end.line = last.line;
      const bool on_one_line = last.text.find('\n') == std::string_view::npos;
      end.column = last.column + static_cast<std::uint32_t>(on_one_line ? last.text.size() : 0);
    }
    tokens_.push_back(end);
  }

  // Returns whether there is more.
  bool skip_blanks() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\n') {
        start_line(++at_);
      } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f') {
        ++at_;
      } else if (c == '/' && peek(1) == '/') {
        const std::size_t end = text_.find('\n', at_);
        at_ = end == std::string_view::npos ? text_.size() : end;
      } else if (c == '/' && peek(1) == '*') {
        skip_comment();
      } else {
        return true;
      }
    }
    return false;
  }

  void skip_comment() {
    const std::size_t end = text_.find("*/", at_ + 2);
    if (end == std::string_view::npos) {
      report(at_, "this comment is not closed; '*/' is missing");
      at_ = text_.size();
      return;
    }
    for (; at_ < end + 2; ++at_) {
      if (text_[at_] == '\n') start_line(at_ + 1);
    }
  }

  void take_token() {
    const char c = peek();
    if (is_lower(c) || is_upper(c)) {
      take_name();
    } else if (is_digit(c) || (c == '.' && is_digit(peek(1)))) {
      take_number();
    } else if (c == '"') {
      take_string();
    } else if (c == '`' || c == '$') {
      take_template();
    } else if (!take_sign()) {
      take_unknown();
    }
  }

  void take_name() {
    const std::size_t first = at_;
    while (is_name_part(peek())) ++at_;
    const std::string_view name = text_.substr(first, at_ - first);
    if (is_upper(name[0])) return add(TokenKind::type_identifier, first);
    add(word_of(name).value_or(TokenKind::identifier), first);
  }

  void take_number() {
    const std::size_t first = at_;
    while (is_digit(peek())) ++at_;
    if (peek() == '.' && is_digit(peek(1))) {
      ++at_;
      while (is_digit(peek())) ++at_;
      take_exponent();
      return add(TokenKind::floating, first);
    }
    if (text_[first] == '0' && at_ - first > 1) report(first, "a number has no leading zeros");
    add(TokenKind::integer, first);
  }

  void take_exponent() {
    if (peek() != 'e' && peek() != 'E') return;
    const std::size_t sign = peek(1) == '+' || peek(1) == '-' ? 1 : 0;
    if (!is_digit(peek(1 + sign))) return;
    at_ += 1 + sign;
    while (is_digit(peek())) ++at_;
  }

  void take_string() {
    const std::size_t first = at_++;
    while (at_ < text_.size() && peek() != '"' && peek() != '\n' && peek() != '\r') {
      if (peek() == '\\') {
        constexpr std::string_view escapes = "\\\"tnr";
        if (escapes.find(peek(1)) == std::string_view::npos) {
          report(at_, R"(in a string a backslash is followed by one of: \ " t n r)");
          ++at_;
        } else {
          at_ += 2;
        }
      } else {
        skip_character();
      }
    }
    if (peek() == '"' && at_ < text_.size()) {
      ++at_;
    } else {
      report(first, "this string is not closed on its line");
    }
    add(TokenKind::string, first);
  }

  void take_template() {
    const std::size_t first = at_;
    const std::uint32_t first_line = line_;
    const std::uint32_t first_column = column(first);
    const bool starts = text_[at_++] == '`';
    while (at_ < text_.size() && peek() != '`' && peek() != '$') {
      if (peek() == '\\' && (peek(1) == '`' || peek(1) == '$')) ++at_;
      if (peek() == '\n') start_line(at_ + 1);
      skip_character();
    }
    const bool ends = peek() == '`';
    if (at_ < text_.size()) {
      ++at_;
    } else if (errors_ <= errors_max) {
      diagnostics_.push_back({Severity::error,
                              {file_, first_line, first_column},
                              "this template string is not closed; '`' is missing"});
    }
    const TokenKind kind = starts ? (ends ? TokenKind::template_whole : TokenKind::template_start)
                                  : (ends ? TokenKind::template_end : TokenKind::template_part);
    tokens_.push_back({kind, first_line, first_column, text_.substr(first, at_ - first)});
  }

  // Of a string: what is not UTF-8 is reported once, since a file that has one such character has
  // many.
  void skip_character() {
    const std::size_t length = character_length(text_.substr(at_));
    if (length == 0) report_encoding();
    at_ += length == 0 ? 1 : length;
  }

  void report_encoding() {
    if (encoding_reported_) return;
    encoding_reported_ = true;
    report(at_, "the byte " + hexadecimal(text_[at_]) + " is not UTF-8; save the file as UTF-8");
  }

  bool take_sign() {
    struct Sign {
      std::string_view text;
      TokenKind kind;
    };
    // Longer ones first.
    static constexpr std::array signs = {
        Sign{"<->", TokenKind::equivalent},   Sign{"<=", TokenKind::less_equal},
        Sign{">=", TokenKind::greater_equal}, Sign{"&&", TokenKind::both},
        Sign{"||", TokenKind::either},        Sign{"==", TokenKind::equal},
        Sign{"!=", TokenKind::unequal},       Sign{"=>", TokenKind::arrow},
        Sign{"->", TokenKind::implies},       Sign{"..", TokenKind::dots},
        Sign{"!", TokenKind::not_sign},       Sign{"~", TokenKind::tilde},
        Sign{"-", TokenKind::minus},          Sign{"*", TokenKind::times},
        Sign{"/", TokenKind::divide},         Sign{"%", TokenKind::modulo},
        Sign{"+", TokenKind::plus},           Sign{"<", TokenKind::less},
        Sign{">", TokenKind::greater},        Sign{"=", TokenKind::assign},
        Sign{"&", TokenKind::ampersand},      Sign{"|", TokenKind::bar},
        Sign{"?", TokenKind::question},       Sign{".", TokenKind::dot},
        Sign{",", TokenKind::comma},          Sign{";", TokenKind::semicolon},
        Sign{":", TokenKind::colon},          Sign{"_", TokenKind::underscore},
        Sign{"'", TokenKind::quote},          Sign{"(", TokenKind::open_paren},
        Sign{")", TokenKind::close_paren},    Sign{"[", TokenKind::open_bracket},
        Sign{"]", TokenKind::close_bracket},  Sign{"{", TokenKind::open_brace},
        Sign{"}", TokenKind::close_brace},
    };
    const std::string_view rest = text_.substr(at_, 3);
    for (const Sign& sign : signs) {
      if (!rest.starts_with(sign.text)) continue;
      const std::size_t first = at_;
      at_ += sign.text.size();
      add(sign.kind, first);
      return true;
    }
    return false;
  }

  // Reports a run of characters that are no tokens once.
  void take_unknown() {
    const std::size_t length = character_length(text_.substr(at_));
    if (length == 0) {
      report_encoding();
    } else if (length > 1) {
      report(at_, "the character '" + std::string(text_.substr(at_, length)) +
                      "' is allowed only in strings and comments");
    } else if (peek() < ' ' || peek() == 0x7F) {
      report(at_, "the byte " + hexadecimal(peek()) + " is not allowed here");
    } else {
      report(at_, std::string("the character '") + peek() + "' is not part of ABS");
    }
    const char first = peek();
    at_ += length == 0 ? 1 : length;
    const auto is_alike = [&](char c) {
      return c == first || static_cast<unsigned char>(c) >= 0x80;
    };
    while (at_ < text_.size() && is_alike(peek())) ++at_;
  }

  std::string_view text_;
  std::uint32_t file_;
  Diagnostics& diagnostics_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  std::size_t line_start_ = 0;
  std::uint32_t line_ = 1;
  std::size_t errors_ = 0;
  bool encoding_reported_ = false;
};

}  // namespace

std::vector<Token> tokens_of(std::string_view text, std::uint32_t file, Diagnostics& diagnostics) {
  return Lexer(text, file, diagnostics).run();
}

}  // namespace harrier::abs
