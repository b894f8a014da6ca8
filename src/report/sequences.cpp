// Executions as sequence diagrams in the languages that issue trackers and wikis draw.
#include "report/sequences.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "report/canvas.hpp"
#include "report/steps.hpp"

namespace harrier {

namespace {

using report_detail::printable;

// Longer texts make a diagram nobody can look at; the report has them whole.
constexpr std::size_t text_width = 120;

/// Who takes part, in the order in which they first send or receive.
std::vector<std::string> participants(const std::vector<StepText>& steps) {
  std::vector<std::string> names;
  const auto add = [&names](const std::string& name) {
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  };
  for (const StepText& step : steps) {
    add(step.from);
    add(step.to);
  }
  return names;
}

std::size_t number_of(const std::vector<std::string>& names, const std::string& name) {
  return static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
}

/// What is said beside an arrow: choices, new actors, an end, a failure.
std::vector<std::string> notes_of(const StepText& step) {
  std::vector<std::string> notes = report_detail::notes_on(step, {});
  if (step.failure) notes.push_back(to_string(*step.failure));
  return notes;
}

/// Writes every letter that is not plain by its number, so that nothing is taken for syntax.
std::string escaped(std::string_view text, std::string_view plain,
                    std::string (*by_number)(unsigned letter)) {
  std::string out;
  const std::string shown = report_detail::cut_to(printable(text, true), text_width, true);
  for (const char letter : shown) {
    const auto byte = static_cast<unsigned char>(letter);
    const bool is_plain = byte >= 0x80U || (byte >= '0' && byte <= '9') ||
                          (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
                          plain.find(letter) != std::string_view::npos;
    if (is_plain) {
      out += letter;
    } else {
      out += by_number(byte);
    }
  }
  return out;
}

std::string mermaid_text(std::string_view text) {
  // "end" alone closes a block.
  if (text == "end") return "#101;nd";
  if (text.empty()) return "#32;";
  return escaped(text, " .,_-+*/=()[]",
                 [](unsigned letter) { return fmt::format("#{};", letter); });
}

std::string plantuml_text(std::string_view text) {
  return text.empty() ? " " : escaped(text, " .,_+=()[]{}:;", [](unsigned letter) {
    return fmt::format("<U+{:04X}>", letter);
  });
}

}  // namespace

std::string mermaid_sequence(const std::vector<StepText>& steps, const std::string& title) {
  const std::vector<std::string> names = participants(steps);
  std::string out = fmt::format("sequenceDiagram\n  accTitle: {}\n", mermaid_text(title));
  for (std::size_t i = 0; i < names.size(); ++i) {
    out += fmt::format("  participant p{} as {}\n", i, mermaid_text(names[i]));
  }
  for (const StepText& step : steps) {
    const std::size_t to = number_of(names, step.to);
    out += fmt::format("  p{}{}p{}: {}. {}\n", number_of(names, step.from),
                       step.failure ? "-x" : "->>", to, step.number, mermaid_text(step.text));
    for (const std::string& note : notes_of(step)) {
      out += fmt::format("  Note over p{}: {}\n", to, mermaid_text(note));
    }
  }
  return out;
}

std::string plantuml_sequence(const std::vector<StepText>& steps, const std::string& title) {
  const std::vector<std::string> names = participants(steps);
  std::string out = fmt::format("@startuml\ntitle {}\n", plantuml_text(title));
  for (std::size_t i = 0; i < names.size(); ++i) {
    out += fmt::format("participant \"{}\" as p{}\n", plantuml_text(names[i]), i);
  }
  for (const StepText& step : steps) {
    const std::size_t to = number_of(names, step.to);
    out += fmt::format("p{} {} p{} : {}. {}\n", number_of(names, step.from),
                       step.failure ? "->x" : "->", to, step.number, plantuml_text(step.text));
    for (const std::string& note : notes_of(step)) {
      out += fmt::format("note over p{} : {}\n", to, plantuml_text(note));
    }
  }
  return out + "@enduml\n";
}

}  // namespace harrier
