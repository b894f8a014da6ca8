// The options of explorations that compare states.
#include "base/text.hpp"
#include "tools/options.hpp"
#include "tools/words.hpp"

namespace harrier::tools {

namespace {

const Use explores_states = Use::check | Use::outcomes;

}  // namespace

void add_state_options(std::vector<Option>& table) {
  table.push_back({.name = "states",
                   .use = explores_states,
                   .help = "explore every state once instead of every class of executions: for "
                           "programs that go in circles",
                   .apply = [](CheckOptions& o, const std::string&) { o.states.on = true; }});
  table.push_back(
      {.name = "breadth-first",
       .use = explores_states,
       .help = "--states: nearest states first; the first violation has the fewest steps",
       .apply = [](CheckOptions& o, const std::string&) { o.states.breadth_first = true; }});
  table.push_back({.name = "comparator",
                   .value_name = "C",
                   .kind = ValueKind::word,
                   .use = explores_states,
                   .help = "--states: which states are one: actors and messages as sets, in their "
                           "order, or as sets "
                           "but for who is who of interchangeable actors",
                   .default_value = word_of(comparison_words, StateOptions().comparison),
                   .values = texts_of(comparison_words),
                   .apply = [](CheckOptions& o, const std::string& v) {
                     set_from_word(comparison_words, v, o.states.comparison);
                   }});
  table.push_back(
      {.name = "step",
       .value_name = "S",
       .kind = ValueKind::word,
       .use = explores_states,
       .help = "--states: big steps pass through states in which one message is all there is",
       .default_value = "little",
       .values = {"little", "big"},
       .apply = [](CheckOptions& o, const std::string& v) { o.states.big_steps = v == "big"; }});
  table.push_back(
      {.name = "must-end",
       .use = Use::check,
       .help = "--states: an execution that never ends is a violation, unless it is not fair",
       .apply = [](CheckOptions& o, const std::string&) { o.states.must_end = true; }});
  table.push_back({.name = "cycle-from",
                   .value_name = "N",
                   .kind = ValueKind::count,
                   .use = Use::replay,
                   .help = "what comes after so many steps leads back to where they ended",
                   .apply = [](CheckOptions& o, const std::string& v) {
                     o.cycle_from = base::parse_unsigned(v).value_or(0);
                   }});
  table.push_back({.name = "memory-max",
                   .value_name = "MB",
                   .kind = ValueKind::count,
                   .use = explores_states | Use::verify,
                   .help = "--states: stop where the table of states needs more megabytes; verify: "
                           "remember no more parts of classes (192)",
                   .min = 1,
                   .apply = [](CheckOptions& o, const std::string& v) {
                     o.states.bytes_max = base::parse_unsigned(v).value_or(0) * 1'000'000;
                   }});
}

}  // namespace harrier::tools
