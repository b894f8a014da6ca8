// Draws an event structure as a graph for Graphviz.
#include "report/unfolding.hpp"

#include <fmt/format.h>

#include "report/canvas.hpp"

namespace harrier {

namespace {

std::string summary(const EventStructure& structure) {
  return fmt::format("{} events, {} maximal configurations", structure.events().size(),
                     structure.configurations().size());
}

}  // namespace

std::string dot_quoted(std::string_view text) {
  std::string out = "\"";
  for (const char letter : report_detail::printable(text, true)) {
    if (letter == '"' || letter == '\\') out += '\\';
    out += letter;
  }
  return out + "\"";
}

std::string unfolding_dot(const EventStructure& structure, const std::string& title) {
  std::string dot =
      fmt::format("digraph {} {{\n  node [shape=box, fontname=monospace];\n  label={};\n",
                  dot_quoted(title), dot_quoted(fmt::format("{}: {}", title, summary(structure))));
  const auto& events = structure.events();
  for (std::size_t i = 0; i < events.size(); ++i) {
    dot +=
        fmt::format("  e{} [label={}];\n", i + 1,
                    dot_quoted(fmt::format("{} {}: {}", i + 1, events[i].actor, events[i].text)));
  }
  for (std::size_t i = 0; i < events.size(); ++i) {
    for (const std::size_t cause : events[i].causes) {
      dot += fmt::format("  e{} -> e{};\n", cause + 1, i + 1);
    }
    for (const std::size_t other : events[i].conflicts) {
      if (other < i) {
        dot += fmt::format("  e{} -> e{} [dir=none, style=dashed, color=red, constraint=false];\n",
                           other + 1, i + 1);
      }
    }
  }
  const auto& configurations = structure.configurations();
  for (std::size_t i = 0; i < configurations.size(); ++i) {
    dot += fmt::format("  // configuration {}:", i + 1);
    for (const std::size_t event : configurations[i]) dot += fmt::format(" e{}", event + 1);
    dot += "\n";
  }
  return dot + "}\n";
}

}  // namespace harrier
