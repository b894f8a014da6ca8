// Writes random programs as text and pseudo code, and reads the text back.
#include "tests/support/random_program.hpp"

#include <algorithm>
#include <sstream>
#include <stdexcept>

namespace harrier::testing {

namespace {

using enum Operand;

constexpr std::array forms{
    OpForm{Op::set, "set", {field, value, none}, "%1 = %2"},
    OpForm{Op::add, "add", {field, value, none}, "%1 += %2"},
    OpForm{Op::send, "send", {target, tag, value}, "send %2(%3) to %1"},
    OpForm{Op::introduce, "introduce", {target, tag, target}, "send %2(0, about %3) to %1"},
    OpForm{Op::hand, "hand", {target, tag, none}, "send %2(0, my reply) to %1"},
    OpForm{Op::spawn, "spawn", {kind, none, none}, "known = spawn %1"},
    OpForm{Op::learn, "learn", {target, none, none}, "known = %1"},
    OpForm{Op::stop, "stop", {none, none, none}, "stop"},
    OpForm{Op::choose, "choose", {field, count, none}, "%1 = choose %2"},
    OpForm{Op::call, "call", {target, tag, field}, "%3 = call %2(0) at %1"},
    OpForm{Op::call_or_gone, "call_or_gone", {target, tag, field}, "%3 = call %2(0) at %1 or gone"},
    OpForm{Op::request, "request", {target, tag, value}, "future = request %2(%3) at %1"},
    OpForm{Op::get, "get", {field, none, none}, "%1 = get future"},
    OpForm{Op::await, "await", {field, none, none}, "%1 = await future"},
    OpForm{Op::await_both, "await_both", {target, tag, field}, "%3 = await %2(0) twice at %1"},
    OpForm{Op::until, "until", {field, value, none}, "await %1 == %2"},
    OpForm{Op::release, "release", {none, none, none}, "release"},
    OpForm{Op::answer, "answer", {value, none, none}, "reply %1"},
    OpForm{Op::keep, "keep", {none, none, none}, "keep the right to reply"},
    OpForm{Op::check, "check", {field, value, none}, "check %1 == %2"},
    OpForm{Op::assume, "assume", {field, value, none}, "assume %1 == %2"},
};

constexpr std::array<std::string_view, 3> flavour_names{"fine", "coarse", "unique"};
constexpr std::array<std::string_view, 5> shape_names{"note", "task", "ask", "ask_task", "later"};
constexpr std::array<std::string_view, 4> target_names{"self", "sender", "known", "about"};

std::string value_text(int value) {
  if (value < message_value) return std::to_string(value);
  return value == message_value ? "m" : "f" + std::to_string(value - first_field_value);
}

std::string operand_text(Operand operand, int number) {
  switch (operand) {
    case none:
      return {};
    case field:
      return "f" + std::to_string(number);
    case value:
      return value_text(number);
    case target:
      return number < initial_max ? "a" + std::to_string(number)
                                  : std::string(target_names[number - initial_max]);
    case tag:
      return "t" + std::to_string(number);
    case kind:
      return "k" + std::to_string(number);
    case count:
      return number < first_field_count ? std::to_string(number)
                                        : "f" + std::to_string(number - first_field_count);
  }
  return {};
}

std::string test_text(const Test& test) {
  return operand_text(field, test.field) + (test.negated ? "!=" : "==") + value_text(test.value);
}

std::string operation_text(const Operation& operation) {
  const OpForm& form = form_of(operation.op);
  std::string text = operation.when ? "if " + test_text(*operation.when) + " " : std::string();
  text += form.name;
  for (std::size_t i = 0; i < form.operands.size() && form.operands[i] != none; ++i) {
    text += " " + operand_text(form.operands[i], operation.operands[i]);
  }
  return text;
}

std::string pseudo_text(const Operation& operation) {
  const OpForm& form = form_of(operation.op);
  std::string text = operation.when ? "if " + test_text(*operation.when) + ": " : std::string();
  for (std::size_t i = 0; i < form.pseudo.size(); ++i) {
    if (form.pseudo[i] != '%') {
      text += form.pseudo[i];
      continue;
    }
    const std::size_t operand = static_cast<std::size_t>(form.pseudo[++i] - '1');
    text += operand_text(form.operands[operand], operation.operands[operand]);
  }
  return text;
}

/// Reads the lines of one program.
class Reader {
 public:
  RandomProgram read(std::string_view text) {
    std::istringstream lines{std::string(text)};
    std::string line;
    while (std::getline(lines, line)) {
      ++line_number_;
      words_.clear();
      std::istringstream words(line);
      for (std::string word; words >> word;) words_.push_back(word);
      next_ = 0;
      if (!words_.empty()) read_line();
    }
    if (program_.tags.empty() || program_.kinds.empty() || program_.actors.empty()) {
      fail("a program needs tags, a kind and actors");
    }
    return std::move(program_);
  }

 private:
  void read_line() {
    const std::string word = take();
    if (word == "tags") {
      while (more()) program_.tags.push_back(static_cast<Shape>(take_name(shape_names)));
    } else if (word == "kind") {
      ActorKind& kind = program_.kinds.emplace_back();
      kind.flavour = static_cast<Flavour>(take_name(flavour_names));
      kind.handlers.resize(program_.tags.size());
      handler_ = nullptr;
    } else if (word == "on") {
      if (program_.kinds.empty()) fail("a handler needs a kind before it");
      const int on = number(take(), "t");
      if (on >= static_cast<int>(program_.tags.size())) fail("there is no such tag");
      handler_ = &program_.kinds.back().handlers[static_cast<std::size_t>(on)];
      if (more() && take() == "if") handler_->accepts = test();
    } else if (word == "actors") {
      while (more()) program_.actors.push_back(static_cast<std::uint8_t>(number(take(), "k")));
    } else if (word == "settle") {
      program_.settled.push_back(first_message());
    } else if (word == "start") {
      program_.messages.push_back(first_message());
    } else if (handler_ != nullptr) {
      handler_->script.push_back(operation(word));
    } else {
      fail("'" + word + "' is not expected here");
    }
    if (more()) fail("'" + words_[next_] + "' is too much");
  }

  FirstMessage first_message() {
    FirstMessage message;
    message.actor = static_cast<std::uint8_t>(number(take(), "a"));
    message.tag = static_cast<std::uint8_t>(number(take(), "t"));
    message.value = static_cast<std::uint8_t>(number(take(), ""));
    message.fuel = static_cast<std::uint8_t>(number(take(), "fuel="));
    return message;
  }

  Operation operation(std::string word) {
    Operation operation;
    if (word == "if") {
      operation.when = test();
      word = take();
    }
    const auto* form = std::ranges::find(forms, std::string_view(word), &OpForm::name);
    if (form == forms.end()) fail("'" + word + "' is no operation");
    operation.op = form->op;
    for (std::size_t i = 0; i < form->operands.size() && form->operands[i] != none; ++i) {
      operation.operands[i] = static_cast<std::uint8_t>(operand(form->operands[i], take()));
    }
    return operation;
  }

  Test test() {
    const std::string word = take();
    Test test;
    test.negated = word.find("!=") != std::string::npos;
    const std::size_t at = word.find(test.negated ? "!=" : "==");
    if (at == std::string::npos) fail("'" + word + "' is no comparison");
    test.field = static_cast<std::uint8_t>(operand(field, word.substr(0, at)));
    test.value = static_cast<std::uint8_t>(operand(value, word.substr(at + 2)));
    return test;
  }

  int operand(Operand operand, const std::string& word) {
    switch (operand) {
      case none:
        break;
      case field: {
        const int named = number(word, "f");
        if (named >= field_count) fail("there is no field " + word);
        return named;
      }
      case value:
        if (word == "m") return message_value;
        return word.front() == 'f' ? first_field_value + Reader::operand(field, word)
                                   : number(word, "") % value_count;
      case target: {
        const auto* named = std::ranges::find(target_names, std::string_view(word));
        return named != target_names.end()
                   ? initial_max + static_cast<int>(named - target_names.begin())
                   : number(word, "a") % initial_max;
      }
      case tag:
        return number(word, "t");
      case kind:
        return number(word, "k");
      case count:
        return word.front() == 'f' ? first_field_count + Reader::operand(field, word)
                                   : std::clamp(number(word, ""), 1, value_count);
    }
    return 0;
  }

  int number(const std::string& word, std::string_view prefix) {
    if (word.starts_with(prefix) && word.size() > prefix.size() &&
        word.size() <= prefix.size() + 2) {
      const std::string digits = word.substr(prefix.size());
      if (std::ranges::all_of(digits, [](char c) { return c >= '0' && c <= '9'; })) {
        return std::stoi(digits);
      }
    }
    fail("'" + word + "' is not " + std::string(prefix) + " and a number");
  }

  int take_name(const auto& names) {
    const std::string word = take();
    const auto* named = std::ranges::find(names, std::string_view(word));
    if (named == names.end()) fail("'" + word + "' is not known");
    return static_cast<int>(named - names.begin());
  }

  bool more() const { return next_ < words_.size(); }
  std::string take() {
    if (!more()) fail("something is missing at its end");
    return words_[next_++];
  }
  [[noreturn]] void fail(const std::string& what) const {
    throw std::invalid_argument("line " + std::to_string(line_number_) + ": " + what);
  }

  RandomProgram program_;
  Handler* handler_ = nullptr;
  std::vector<std::string> words_;
  std::size_t next_ = 0;
  int line_number_ = 0;
};

std::string first_text(const FirstMessage& message) {
  return "a" + std::to_string(message.actor) + " t" + std::to_string(message.tag) + " " +
         std::to_string(message.value) + " fuel=" + std::to_string(message.fuel);
}

}  // namespace

std::span<const OpForm> op_forms() { return forms; }

const OpForm& form_of(Op op) { return *std::ranges::find(forms, op, &OpForm::op); }

const Handler& RandomProgram::handler(int kind, int tag) const {
  return kinds[static_cast<std::size_t>(kind) % kinds.size()]
      .handlers[static_cast<std::size_t>(tag) % tags.size()];
}

bool RandomProgram::guarded(int tag) const {
  return std::ranges::any_of(kinds, [tag](const ActorKind& kind) {
    return kind.handlers[static_cast<std::size_t>(tag)].accepts.has_value();
  });
}

std::size_t RandomProgram::size() const {
  std::size_t size = tags.size() + actors.size() + settled.size() + messages.size();
  for (const ActorKind& kind : kinds) {
    size += kind.flavour == Flavour::fine ? 1 : 2;
    for (const Handler& handler : kind.handlers) {
      size += handler.script.size() + (handler.accepts ? 1 : 0);
      for (const Operation& operation : handler.script) size += operation.when ? 1 : 0;
    }
  }
  return size;
}

RandomProgram RandomProgram::parse(std::string_view text) { return Reader().read(text); }

std::string RandomProgram::text() const {
  std::string out = "tags";
  for (const Shape shape : tags) out += " " + std::string(shape_names[static_cast<int>(shape)]);
  for (const ActorKind& kind : kinds) {
    out += "\nkind " + std::string(flavour_names[static_cast<int>(kind.flavour)]);
    for (std::size_t i = 0; i < kind.handlers.size(); ++i) {
      const Handler& handler = kind.handlers[i];
      if (!handler.accepts && handler.script.empty()) continue;
      out += "\n on t" + std::to_string(i);
      if (handler.accepts) out += " if " + test_text(*handler.accepts);
      for (const Operation& operation : handler.script) out += "\n  " + operation_text(operation);
    }
  }
  out += "\nactors";
  for (const std::uint8_t kind : actors) out += " k" + std::to_string(kind);
  for (const FirstMessage& message : settled) out += "\nsettle " + first_text(message);
  for (const FirstMessage& message : messages) out += "\nstart " + first_text(message);
  return out + "\n";
}

std::string RandomProgram::pseudo_code() const {
  std::string out;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    out += "actor kind k" + std::to_string(i) + " (" +
           std::string(flavour_names[static_cast<int>(kinds[i].flavour)]) + ")\n";
    for (std::size_t j = 0; j < kinds[i].handlers.size(); ++j) {
      const Handler& handler = kinds[i].handlers[j];
      out += "  on t" + std::to_string(j) + "(m) as " +
             std::string(shape_names[static_cast<int>(tags[j])]);
      if (handler.accepts) out += ", accepted while " + test_text(*handler.accepts);
      out += handler.script.empty() ? ": nothing\n" : ":\n";
      for (const Operation& operation : handler.script) {
        out += "    " + pseudo_text(operation) + "\n";
      }
    }
  }
  for (std::size_t i = 0; i < actors.size(); ++i) {
    out += "a" + std::to_string(i) + " = spawn k" + std::to_string(actors[i]) + "\n";
  }
  const auto show = [&](const FirstMessage& message) {
    out += "send t" + std::to_string(message.tag) + "(" + std::to_string(message.value) + ") to a" +
           std::to_string(message.actor) + ", fuel " + std::to_string(message.fuel) + "\n";
  };
  for (const FirstMessage& message : settled) show(message);
  if (!settled.empty()) out += "settle\n";
  for (const FirstMessage& message : messages) show(message);
  return out;
}

}  // namespace harrier::testing
