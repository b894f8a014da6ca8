// Draws an event structure as a graph for Graphviz, and as a page.
#include "report/unfolding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "report/canvas.hpp"

namespace harrier {

namespace {

using report_detail::cut_to;
using report_detail::printable;

/// Makes text part of a page, whatever bytes it has.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char letter : printable(text, true)) {
    switch (letter) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += letter;
    }
  }
  return out;
}

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char letter : printable(text, true)) {
    if (letter == '"' || letter == '\\') out += '\\';
    out += letter;
  }
  return out + "\"";
}

constexpr std::size_t column_width = 230;
constexpr std::size_t box_width = 210;
constexpr std::size_t box_height = 34;
constexpr std::size_t row_height = 62;
constexpr std::size_t top = 46;

struct Place {
  std::size_t x = 0;
  std::size_t y = 0;
};

/// Puts every actor's events into columns of its own, below their causes; events that would share a
/// place get one more column.
struct Layout {
  std::vector<Place> places;
  std::vector<std::size_t> actor_begin;  ///< first column of each actor
  std::size_t columns = 0;
  std::size_t rows = 0;

  explicit Layout(const EventStructure& structure) {
    const auto& events = structure.events();
    places.resize(events.size());
    for (const std::string& actor : structure.actors()) {
      actor_begin.push_back(columns);
      std::vector<std::size_t> used;  // per row, how many
      std::size_t width = 1;
      for (std::size_t i = 0; i < events.size(); ++i) {
        if (events[i].actor != actor) continue;
        const std::size_t row = events[i].depth;
        if (used.size() <= row) used.resize(row + 1, 0);
        places[i] = {(columns + used[row]) * column_width + 10, top + row * row_height};
        width = std::max(width, ++used[row]);
        rows = std::max(rows, row + 1);
      }
      columns += width;
    }
  }
};

std::string line(const Place& from, const Place& to, const char* kind, std::size_t first,
                 std::size_t second, bool arrow) {
  const std::size_t from_y = from.y + (arrow ? box_height : box_height / 2);
  const std::size_t to_y = to.y + (arrow ? 0 : box_height / 2);
  return fmt::format(
      R"(<line class="{}" data-a="{}" data-b="{}" x1="{}" y1="{}" x2="{}" y2="{}"{}/>)"
      "\n",
      kind, first, second, from.x + box_width / 2, from_y, to.x + box_width / 2, to_y,
      arrow ? " marker-end=\"url(#tip)\"" : "");
}

constexpr const char* style = R"(
body{font:14px sans-serif;margin:0;display:flex;height:100vh;color:#222;background:#fff}
nav{width:19em;overflow:auto;border-right:1px solid #ccc;padding:1em;flex:none}
main{overflow:auto;flex:1}
nav button{display:block;width:100%;text-align:left;margin:.15em 0;padding:.35em;border:1px solid #ccc;
background:#f7f7f7;cursor:pointer;font:inherit}
nav button.on{background:#1f5fa8;color:#fff}
rect{fill:#eef3fa;stroke:#1f5fa8}
g.event.off{opacity:.15}line.off{opacity:.06}
line.cause{stroke:#555}line.conflict{stroke:#c0392b;stroke-dasharray:5 4}
text{font:12px monospace}text.actor{font:bold 14px sans-serif}
@media(prefers-color-scheme:dark){body{background:#1b1b1b;color:#ddd}nav button{background:#2a2a2a;
color:#ddd;border-color:#555}rect{fill:#22303f}text{fill:#ddd}line.cause{stroke:#aaa}})";

constexpr const char* script = R"(
const buttons=[...document.querySelectorAll('nav button')];
function show(button){
  const all=!button.dataset.events;
  const inside=new Set((button.dataset.events||'').split(' '));
  for(const b of buttons)b.classList.toggle('on',b===button);
  for(const g of document.querySelectorAll('g.event'))
    g.classList.toggle('off',!all&&!inside.has(g.dataset.id));
  for(const l of document.querySelectorAll('line'))
    l.classList.toggle('off',!all&&!(inside.has(l.dataset.a)&&inside.has(l.dataset.b)));
}
for(const b of buttons)b.addEventListener('click',()=>show(b));
)";

std::string summary(const EventStructure& structure) {
  return fmt::format("{} events, {} maximal configurations", structure.events().size(),
                     structure.configurations().size());
}

}  // namespace

std::string unfolding_dot(const EventStructure& structure, const std::string& title) {
  std::string dot =
      fmt::format("digraph {} {{\n  node [shape=box, fontname=monospace];\n  label={};\n",
                  quoted(title), quoted(fmt::format("{}: {}", title, summary(structure))));
  const auto& events = structure.events();
  for (std::size_t i = 0; i < events.size(); ++i) {
    dot += fmt::format("  e{} [label={}];\n", i + 1,
                       quoted(fmt::format("{} {}: {}", i + 1, events[i].actor, events[i].text)));
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

std::string unfolding_page(const EventStructure& structure, const std::string& title) {
  const Layout layout(structure);
  const auto& events = structure.events();
  std::string page = fmt::format(
      R"(<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{0}</title><style>{1}</style></head><body>
<nav><h1>{0}</h1><p>{2}.</p>)"
      "<p>Arrows lead from causes to events; a dashed line joins events that exclude each "
      "other.</p>\n"
      R"(<button class="on">all events</button>
)",
      escaped(title), style, summary(structure));
  const auto& configurations = structure.configurations();
  for (std::size_t i = 0; i < configurations.size(); ++i) {
    std::string ids;
    for (const std::size_t event : configurations[i]) {
      ids += fmt::format("{}{}", ids.empty() ? "" : " ", event + 1);
    }
    page += fmt::format("<button data-events=\"{}\">configuration {}: {} events</button>\n", ids,
                        i + 1, configurations[i].size());
  }
  page += fmt::format(
      R"(</nav>
<main><svg width="{}" height="{}" role="img" aria-label="event structure"><defs>)"
      R"(<marker id="tip" markerWidth="8" markerHeight="8" refX="7" refY="3" orient="auto">)"
      R"(<path d="M0,0 L7,3 L0,6" fill="none" stroke="#777"/></marker></defs>
)",
      layout.columns * column_width + 20, top + layout.rows * row_height + 20);
  for (std::size_t i = 0; i < structure.actors().size(); ++i) {
    page += fmt::format("<text class=\"actor\" x=\"{}\" y=\"24\">{}</text>\n",
                        layout.actor_begin[i] * column_width + 10, escaped(structure.actors()[i]));
  }
  for (std::size_t i = 0; i < events.size(); ++i) {
    for (const std::size_t cause : events[i].causes) {
      page += line(layout.places[cause], layout.places[i], "cause", cause + 1, i + 1, true);
    }
    for (const std::size_t other : events[i].conflicts) {
      if (other < i) {
        page += line(layout.places[other], layout.places[i], "conflict", other + 1, i + 1, false);
      }
    }
  }
  for (std::size_t i = 0; i < events.size(); ++i) {
    const Place& place = layout.places[i];
    page += fmt::format(R"(<g class="event" data-id="{}"><title>{}: {}</title>)"
                        R"(<rect rx="4" x="{}" y="{}" width="{}" height="{}"/>)"
                        R"(<text x="{}" y="{}">{} {}</text></g>)"
                        "\n",
                        i + 1, escaped(events[i].actor), escaped(events[i].text), place.x, place.y,
                        box_width, box_height, place.x + 8, place.y + 21, i + 1,
                        escaped(cut_to(printable(events[i].text, true), 25, true)));
  }
  return fmt::format("{}</svg></main>\n<script>{}</script></body></html>\n", page, script);
}

}  // namespace harrier
