// The one execution that a command line names: by its schedule, or in a file.
#pragma once

#include <optional>

#include "explore/named_schedule.hpp"
#include "tools/programs.hpp"

namespace harrier::tools {

struct ReplayRequest {
  ChosenProgram program;
  Schedule schedule;  ///< by numbers; empty before `find_schedule` where `named` is
  std::optional<NamedSchedule> named;  ///< by names
  bool falls_back = false;             ///< to the numbers, where the names do not fit
  CheckOptions options;
};

/// Reads what is to be executed again; throws UsageError for what fits nothing.
ReplayRequest replay_request(const CommandLine& line);

/// Finds the numbers of a schedule by names, by executing it; says on stderr where a file's names
/// do not fit and its numbers are taken instead. Throws UsageError where neither fits.
void find_schedule(ReplayRequest& request);

}  // namespace harrier::tools
