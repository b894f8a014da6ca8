// `harrier work`: explores for a run that somebody else has begun.
#include <fmt/format.h>

#include "base/text.hpp"
#include "tools/cluster_run.hpp"
#include "tools/commands.hpp"
#include "tools/exploration_guard.hpp"
#include "tools/interrupt.hpp"
#include "tools/terminal.hpp"

namespace harrier::tools {

Status run_work(const CommandLine& line) {
  if (line.rest.size() != 1) {
    throw UsageError("'work' takes the address of a run: redis://host:port/run");
  }
  const auto threads = base::parse_unsigned(line.value("jobs")).value_or(1);
  ClusterRun cluster(line.rest.front(), static_cast<unsigned>(threads));
  const CommandLine begun = cluster.line_of(line);
  const ChosenProgram program = choose_program(begun);
  CheckOptions options = check_options(begun);
  cluster.join(program, options);
  const InterruptGuard interrupt;
  options.interrupt = interrupt.flag();
  const ExplorationGuard guard(program, options, [&](const CheckResult& result) {
    cluster.end(result);
    return report(result.violations.front(), report_options(begun, program));
  });
  const CheckResult result = cluster.explore(program.factory(), options);
  const bool stopped = result.incomplete.why == Incomplete::Why::interrupted;
  print(fmt::format("{}: {} in all, by everybody\n", stopped ? "stopped" : "done",
                    base::counted(result.executions, "execution")));
  return stopped ? Status::incomplete : Status::ok;
}

}  // namespace harrier::tools
