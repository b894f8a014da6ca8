// Executions as sequence diagrams in the languages that issue trackers and wikis draw.
#include "report/sequences.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <span>
#include <string_view>
#include <utility>

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
    if (step.meeting.actors.empty()) {
      add(step.from);
      add(step.to);
    }
    for (const std::string& name : step.meeting.actors) add(name);
  }
  return names;
}

std::size_t number_of(const std::vector<std::string>& names, const std::string& name) {
  return static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
}

/// The place of a note on a step: its receiver, or in a meeting of others the first of these.
std::size_t noted_at(const std::vector<std::string>& names, const StepText& step) {
  const std::size_t receiver = number_of(names, step.to);
  return receiver < names.size() ? receiver : number_of(names, step.meeting.actors.front());
}

/// The first and the last column of those who meet, in the steps from this one on.
std::pair<std::size_t, std::size_t> met_between(const std::vector<std::string>& names,
                                                std::span<const StepText> steps) {
  std::set<std::size_t> columns;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (i > 0 && !report_detail::goes_on_meeting(steps[i - 1], steps[i])) break;
    for (const std::string& name : steps[i].meeting.actors) columns.insert(number_of(names, name));
  }
  return {*columns.begin(), *columns.rbegin()};
}

/// What is said beside an arrow: choices, new actors, an end, a failure.
std::vector<std::string> notes_of(const std::vector<std::string>& names, const StepText& step) {
  StepText shown = step;
  if (number_of(names, step.to) == names.size()) {
    // One who is not shown does not end for who looks at it.
    std::erase_if(shown.effects,
                  [](const Effect& effect) { return effect.kind == Effect::Kind::ends; });
  }
  std::vector<std::string> notes = report_detail::notes_on(shown, {});
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

/// Writes the steps in a language: its arrows, its notes, and its bars across those who meet.
template <class Language>
std::string sequence(const std::vector<StepText>& steps, const std::vector<std::string>& names) {
  std::string out;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const StepText& step = steps[i];
    const bool is_told = i > 0 && report_detail::goes_on_meeting(steps[i - 1], step);
    if (step.meeting.actors.empty()) {
      out += Language::arrow(step, number_of(names, step.from), number_of(names, step.to));
    } else if (!is_told) {
      const auto [first, last] = met_between(names, std::span(steps).subspan(i));
      out += Language::bar(step, first, last);
    }
    if (is_told) continue;
    for (const std::string& note : notes_of(names, step)) {
      out += Language::note(note, noted_at(names, step));
    }
  }
  return out;
}

struct Mermaid {
  static std::string arrow(const StepText& step, std::size_t from, std::size_t to) {
    return fmt::format("  p{}{}p{}: {}. {}\n", from, step.failure ? "-x" : "->>", to, step.number,
                       mermaid_text(step.text));
  }
  static std::string bar(const StepText& step, std::size_t first, std::size_t last) {
    const std::string over = first == last ? "" : fmt::format(",p{}", last);
    return fmt::format("  Note over p{}{}: {}. {}\n", first, over, step.number,
                       mermaid_text(step.text));
  }
  static std::string note(const std::string& text, std::size_t at) {
    return fmt::format("  Note over p{}: {}\n", at, mermaid_text(text));
  }
};

struct PlantUml {
  static std::string arrow(const StepText& step, std::size_t from, std::size_t to) {
    return fmt::format("p{} {} p{} : {}. {}\n", from, step.failure ? "->x" : "->", to, step.number,
                       plantuml_text(step.text));
  }
  static std::string bar(const StepText& step, std::size_t first, std::size_t last) {
    const std::string over = first == last ? "" : fmt::format(", p{}", last);
    return fmt::format("hnote over p{}{} : {}. {}\n", first, over, step.number,
                       plantuml_text(step.text));
  }
  static std::string note(const std::string& text, std::size_t at) {
    return fmt::format("note over p{} : {}\n", at, plantuml_text(text));
  }
};

}  // namespace

std::string mermaid_sequence(const std::vector<StepText>& steps, const std::string& title) {
  const std::vector<std::string> names = participants(steps);
  std::string out = fmt::format("sequenceDiagram\n  accTitle: {}\n", mermaid_text(title));
  for (std::size_t i = 0; i < names.size(); ++i) {
    out += fmt::format("  participant p{} as {}\n", i, mermaid_text(names[i]));
  }
  return out + sequence<Mermaid>(steps, names);
}

std::string plantuml_sequence(const std::vector<StepText>& steps, const std::string& title) {
  const std::vector<std::string> names = participants(steps);
  std::string out = fmt::format("@startuml\ntitle {}\n", plantuml_text(title));
  for (std::size_t i = 0; i < names.size(); ++i) {
    out += fmt::format("participant \"{}\" as p{}\n", plantuml_text(names[i]), i);
  }
  return out + sequence<PlantUml>(steps, names) + "@enduml\n";
}

}  // namespace harrier
