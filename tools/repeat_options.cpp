// The options about single executions: replaying them, making them short, explaining them.
#include "tools/uses.hpp"

namespace harrier::tools {

namespace {

const Use repeats = Use::replay | Use::minimise;

/// Which execution to replay, and how.
void add_schedule_options(std::vector<Option>& table) {
  table.push_back({.name = "schedule",
                   .value_name = "S",
                   .kind = ValueKind::schedule,
                   .use = repeats,
                   .help = "the execution to run again, as a violation names it: by numbers or by "
                           "names"});
  table.push_back({.name = "violation",
                   .value_name = "N",
                   .kind = ValueKind::count,
                   .use = repeats,
                   .help = "which violation of a result file to take",
                   .default_value = "1",
                   .min = 1});
  table.push_back({.name = "until",
                   .value_name = "N",
                   .kind = ValueKind::count,
                   .use = Use::replay,
                   .help = "run so many steps only; with --interactive or --gdb, where to stop "
                           "first"});
  table.push_back({.name = "interactive",
                   .use = Use::replay,
                   .help = "go through the execution step by step, forward, back and elsewhere"});
  table.push_back({.name = "gdb",
                   .use = Use::replay,
                   .help = "stop in the handler of step --until, or of the last one, in gdb"});
  table.push_back({.name = "arguments",
                   .use = Use::minimise,
                   .help = "also try smaller arguments of the program"});
}

/// How violations are made short and explained.
void add_explain_options(std::vector<Option>& table) {
  table.push_back({.name = "minimise",
                   .kind = ValueKind::toggle,
                   .use = explores,
                   .help = "look for the shortest execution of every violation; on by default"});
  table.push_back({.name = "explain",
                   .kind = ValueKind::toggle,
                   .use = explains,
                   .help = "say why a violation happens: whose order decides, from which step on "
                           "nothing helps, and an execution that passes; on by default"});
  table.push_back({.name = "explain-seconds-max",
                   .value_name = "S",
                   .kind = ValueKind::seconds,
                   .use = explains,
                   .help = "spend so many seconds on both for each violation, at most",
                   .default_value = "1"});
  table.push_back({.name = "names",
                   .use = shows,
                   .help = "show schedules by names, which fit the program still after small "
                           "changes"});
  table.push_back({.name = "save-schedule",
                   .value_name = "FILE",
                   .kind = ValueKind::file,
                   .use = shows,
                   .help = "also write the execution, the first one that violates something, to a "
                           "file by names, which replay takes"});
}

}  // namespace

void add_repeat_options(std::vector<Option>& table) {
  add_schedule_options(table);
  add_explain_options(table);
}

}  // namespace harrier::tools
