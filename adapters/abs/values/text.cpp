// Values as texts, as `toString` and reports show them.
#include "abs/values/text.hpp"

#include <array>
#include <charconv>

#include "abs/values/numbers.hpp"

namespace harrier::abs::run {

namespace {

class Writer {
 public:
  explicit Writer(const References& references) : references_(references) {}

  void write(Value value) {
    if (value.is_null() || value.is_nothing()) {
      text += "null";
    } else if (value.is_small()) {
      text += std::to_string(value.number());
    } else if (value.is_constant()) {
      write_data(value);
    } else {
      write_cell(value);
    }
  }

  std::string text;

 private:
  void write_cell(Value value) {
    switch (value.cell()->kind) {
      case CellKind::big_integer:
        text += as_big(value).text();
        return;
      case CellKind::rational:
        write(numerator(value));
        text += '/';
        write(denominator(value));
        return;
      case CellKind::floating:
        write_float(value.floating());
        return;
      case CellKind::string:
        write_string(value.string());
        return;
      case CellKind::data:
        write_data(value);
        return;
      case CellKind::object:
      case CellKind::future:
        text += references_.text_of(static_cast<const NamedCell&>(*value.cell()));
        return;
    }
  }

  void write_float(double value) {
    std::array<char, 64> digits{};
    const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), value);
    const std::string shortest(digits.data(), end);
    text += shortest;
    if (shortest.find_first_of(".en") == std::string::npos) text += ".0";
  }

  void write_string(std::string_view string) {
    text += '"';
    for (const char c : string) {
      if (c == '"' || c == '\\') text += '\\';
      if (c == '\n') {
        text += "\\n";
      } else if (c == '\t') {
        text += "\\t";
      } else if (c == '\r') {
        text += "\\r";
      } else {
        text += c;
      }
    }
    text += '"';
  }

  /// Lists, sets and maps read as they are written in programs.
  void write_data(Value value) {
    const Constructor& constructor = value.constructor();
    if (&constructor == &known::nil || &constructor == &known::cons) {
      return write_elements("list", value);
    }
    if (&constructor == &known::empty_set || &constructor == &known::insert) {
      return write_elements("set", value);
    }
    if (&constructor == &known::empty_map || &constructor == &known::insert_assoc) {
      return write_elements("map", value);
    }
    text += constructor.name;
    const std::span<const Value> arguments = value.arguments();
    if (arguments.empty()) return;
    const char* before = "(";
    for (const Value argument : arguments) {
      text += before;
      write(argument);
      before = ", ";
    }
    text += ')';
  }

  void write_elements(const char* kind, Value value) {
    text += kind;
    text += '[';
    for (const char* before = ""; !value.is_constant(); before = ", ") {
      text += before;
      write(value.arguments()[0]);
      value = value.arguments()[1];
    }
    text += ']';
  }

  const References& references_;
};

}  // namespace

std::string text_of(Value value, const References& references) {
  Writer writer(references);
  writer.write(value);
  return std::move(writer.text);
}

std::string plain_text_of(Value value, const References& references) {
  return value.is(CellKind::string) ? std::string(value.string()) : text_of(value, references);
}

}  // namespace harrier::abs::run
