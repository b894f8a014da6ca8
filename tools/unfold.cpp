// `harrier unfold`: draws the event structure of a small program.
#include <fmt/format.h>

#include <algorithm>

#include "core/event_structure.hpp"
#include "core/parts.hpp"
#include "explore/search.hpp"
#include "explore/settled.hpp"
#include "report/unfolding.hpp"
#include "tools/commands.hpp"
#include "tools/exploration_guard.hpp"
#include "tools/interrupt.hpp"
#include "tools/page.hpp"
#include "tools/programs.hpp"
#include "tools/result_file.hpp"
#include "tools/terminal.hpp"

namespace harrier::tools {

namespace {

constexpr std::size_t events_max = 600;
constexpr std::size_t configurations_max = 300;

bool ends_with(const std::string& text, std::string_view end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

/// Takes `-o FILE` out of the words.
std::string take_output(std::vector<std::string>& words) {
  std::string file;
  for (std::size_t i = 0; i < words.size();) {
    if (words[i] != "-o" && words[i] != "--output") {
      ++i;
      continue;
    }
    if (i + 1 == words.size()) throw UsageError("-o needs the name of a file");
    file = words[i + 1];
    words.erase(words.begin() + static_cast<std::ptrdiff_t>(i),
                words.begin() + static_cast<std::ptrdiff_t>(i) + 2);
  }
  if (file.empty()) throw UsageError("'unfold' needs -o FILE, whose name ends in .html or .dot");
  if (!ends_with(file, ".html") && !ends_with(file, ".dot")) {
    throw UsageError(fmt::format("'{}' is neither a page (.html) nor a graph (.dot)", file));
  }
  return file;
}

/// What the page shows: events and actors are numbered from 1 and 0.
Json page_of(const EventStructure& structure, const std::string& title) {
  Json json;
  json["page"] = page_schema;
  json["title"] = title;
  json["structure"]["actors"] = structure.actors();
  Json& events = json["structure"]["events"] = Json::array();
  const auto numbers = [](const std::vector<std::size_t>& indices) {
    std::vector<std::size_t> from_one;
    for (const std::size_t index : indices) from_one.push_back(index + 1);
    return from_one;
  };
  for (const EventStructure::Event& event : structure.events()) {
    events.push_back(
        {{"actor", std::ranges::find(structure.actors(), event.actor) - structure.actors().begin()},
         {"text", event.text},
         {"causes", numbers(event.causes)},
         {"conflicts", numbers(event.conflicts)}});
  }
  Json& configurations = json["structure"]["configurations"] = Json::array();
  for (const std::vector<std::size_t>& configuration : structure.configurations()) {
    configurations.push_back(numbers(configuration));
  }
  return json;
}

const std::string nothing_drawn = "incomplete: interrupted; nothing was drawn\n";

}  // namespace

Status run_unfold(const CommandLine& given) {
  CommandLine line = given;
  const std::string file = take_output(line.rest);
  require_savable(file);
  const ChosenProgram program = choose_program(line);

  CheckOptions options;
  options.reduction = "udpor";
  options.keep_going = true;
  options.draws = false;
  options.undelivered = Undelivered::ignore;
  options.executions_max = configurations_max;
  const InterruptGuard interrupt;
  options.interrupt = interrupt.flag();
  const ExplorationGuard guard(program, options, [&](const CheckResult& result) {
    return result.incomplete.why == Incomplete::Why::interrupted
               ? nothing_drawn
               : report(result.violations.front(), report_options(line, program));
  });
  EventStructure structure;
  const auto explore = [&] {
    structure = {};
    Search search(program.factory(), options);
    search.observe([&](const State& state) {
      const Narrator& narrator = narrator_of(state.program);
      if (structure.events().size() > events_max) return;
      structure.add(state.trace, [&](std::size_t event) {
        EventStructure::Label label{narrator.actor_name(state.trace[event].actor),
                                    narrator.message_text(state.trace[event].message)};
        for (const Choice& choice : state.trace.choices(event)) {
          label.text += fmt::format(" chooses {}", choice.value);
        }
        return label;
      });
    });
    return search.run();
  };
  const CheckResult result = until_settled(explore);
  if (result.incomplete.why == Incomplete::Why::interrupted) {
    print(nothing_drawn);
    return Status::incomplete;
  }
  if (!result.complete || structure.events().size() > events_max) {
    throw UsageError(fmt::format(
        "'{}' is too large to draw: more than {} configurations or {} events; try smaller "
        "arguments",
        program.definition->name, configurations_max, events_max));
  }
  structure.close();
  const std::string title = title_of(program);
  save_file(file, ends_with(file, ".dot") ? unfolding_dot(structure, title)
                                          : page_text(page_of(structure, title), title));
  print(fmt::format("{} events, {} maximal configurations: {}\n", structure.events().size(),
                    structure.configurations().size(), file));
  return Status::ok;
}

}  // namespace harrier::tools
