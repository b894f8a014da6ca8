// The sub-commands, one line each; each is implemented in the file of its name.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tools/command_line.hpp"
#include "tools/status.hpp"

namespace harrier::tools {

struct SubCommand {
  std::string_view name;
  std::string_view arguments;  ///< as help shows them
  std::string_view summary;    ///< one line
  Use use = Use::none;         ///< which options it takes
  Status (*run)(const CommandLine& line) = nullptr;
  bool takes_all = false;  ///< its arguments are another program's: they are left as they are
};

/// Returns the sub-commands in the order in which help shows them.
std::span<const SubCommand> sub_commands();
/// Finds a sub-command; throws UsageError with the nearest name when there is none.
const SubCommand& find_sub_command(std::string_view name);

Status run_list(const CommandLine& line);
Status run_check(const CommandLine& line);
Status run_compare(const CommandLine& line);
Status run_estimate(const CommandLine& line);
Status run_replay(const CommandLine& line);
Status run_minimise(const CommandLine& line);
Status run_outcomes(const CommandLine& line);
Status run_page(const CommandLine& line);
Status run_verify(const CommandLine& line);
Status run_unfold(const CommandLine& line);
Status run_work(const CommandLine& line);
Status run_status(const CommandLine& line);
Status run_caf(const CommandLine& line);
Status run_abs(const CommandLine& line);
Status run_mpi(const CommandLine& line);
Status run_help(const CommandLine& line);
Status run_completion(const CommandLine& line);
Status run_version(const CommandLine& line);

/// Shows what one sub-command takes.
void print_help_of(const SubCommand& command, const CommandLine& line);

/// How this command line was reached, for the lines that the user is told to type.
struct Invocation {
  std::string name;             ///< of the binary, for texts
  std::string typed;            ///< the words up to the sub-command, quoted
  std::string behind;           ///< what follows all options, quoted
  bool shares_nothing = false;  ///< its programs may be executed by several threads at once
};

/// Does what the arguments ask for and returns the exit status.
int run(const Invocation& invocation, const std::vector<std::string>& arguments);
/// The same, with the arguments of main(); whether the programs of the binary share nothing.
int run(int argc, char** argv, bool shares_nothing = false);

}  // namespace harrier::tools
