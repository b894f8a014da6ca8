// Finds the sub-command, runs it, and turns what it throws into a message and an exit status.
#include "tools/commands.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <new>

#include "base/text.hpp"
#include "harrier/internal_error.hpp"
#include "tools/terminal.hpp"

namespace harrier::tools {

namespace {

constexpr std::array<SubCommand, 18> table = {{
    {"list", "", "shows the programs with their arguments, the reductions and the orders",
     Use::list, run_list},
    {"check", "PROGRAM [key=value ...]", "explores a program's executions and checks each of them",
     Use::check, run_check},
    {"compare", "PROGRAM [key=value ...]",
     "explores a program with several reductions and orders, by actor unless --dependence says "
     "otherwise",
     Use::compare, run_compare},
    {"estimate", "PROGRAM [key=value ...]",
     "says how many classes of executions a program is likely to have, and how long they take",
     Use::estimate, run_estimate},
    {"replay", "PROGRAM [key=value ...] --schedule S | [PROGRAM] FILE",
     "runs exactly one execution again and shows every step", Use::replay, run_replay},
    {"minimise", "PROGRAM [key=value ...] --schedule S | [PROGRAM] FILE",
     "makes one execution that violates something as short as it can be, and explains it",
     Use::minimise, run_minimise},
    {"outcomes", "PROGRAM [key=value ...]",
     "shows the end states that there are, with the number of classes and one schedule of each",
     Use::outcomes, run_outcomes},
    {"page", "FILE",
     "shows a result that 'check --save' wrote as a page for a browser, or as one of the other "
     "outputs",
     Use::page, run_page},
    {"verify", "FILE",
     "checks that a certificate, which 'check --certificate' wrote, misses no class of executions",
     Use::verify, run_verify},
    {"work", "URL", "explores for a run that 'check --cluster' has begun, with the same program",
     Use::work, run_work},
    {"status", "URL|FILE", "shows how far a shared run is, or the exploration of a checkpoint",
     Use::status, run_status},
    {"unfold", "PROGRAM [key=value ...] -o FILE.html|FILE.dot",
     "draws the events of a small program, their causes and conflicts", Use::none, run_unfold,
     true},
    {"caf", "[check|replay|minimise] [options] [--] BINARY [ARGUMENT ...]",
     "explores a compiled program of the C++ Actor Framework, with the options of check, replay "
     "and "
     "minimise",
     Use::none, run_caf, true},
    {"abs", "[check|replay|minimise|compare|outcomes] [options] FILE ...",
     "explores an ABS model, with the options of check, replay, minimise, compare and outcomes and "
     "some of its own (abs --help)",
     Use::none, run_abs, true},
    {"mpi", "[check|replay|minimise|compare] -n N [options] [--] BINARY [ARGUMENT ...]",
     "explores a compiled MPI program, with the options of check, replay, minimise and compare, "
     "and "
     "--buffering strict|lax|both|any, --polls K, --leaks warn|error, --ranks fibers|processes; "
     "'mpi "
     "functions BINARY' lists the functions of MPI that it calls",
     Use::none, run_mpi, true},
    {"help", "[COMMAND]", "shows what the sub-commands take", Use::help, run_help},
    {"completion", "bash|zsh|fish", "prints a script that completes this command line in a shell",
     Use::none, run_completion},
    {"version", "", "prints the version", Use::none, run_version},
}};

std::vector<std::string> command_names() {
  std::vector<std::string> names;
  for (const SubCommand& command : table) names.emplace_back(command.name);
  return names;
}

Status dispatch(CommandLine line, const std::vector<std::string>& arguments) {
  if (arguments.empty()) {
    throw UsageError(
        fmt::format("a sub-command is missing; choose one of: {}; '{} help' explains them",
                    base::join(command_names()), line.program_name));
  }
  std::string name = arguments.front();
  if (name == "--help" || name == "-h") name = "help";
  if (name == "--version") name = "version";
  const SubCommand& command = find_sub_command(name);
  line.command = command.name;
  if (command.takes_all) {
    line.rest.assign(arguments.begin() + 1, arguments.end());
    return command.run(line);
  }
  parse_options(line, command.use, {arguments.begin() + 1, arguments.end()});
  if (line.has("help")) {
    print_help_of(command, line);
    return Status::ok;
  }
  return command.run(line);
}

}  // namespace

std::span<const SubCommand> sub_commands() { return table; }

const SubCommand& find_sub_command(std::string_view name) {
  for (const SubCommand& command : table) {
    if (command.name == name) return command;
  }
  throw UsageError(fmt::format("unknown sub-command '{}'; choose one of: {}{}", name,
                               base::join(command_names()),
                               base::did_you_mean(name, command_names())));
}

int run(int argc, char** argv, bool shares_nothing) {
  const std::string invoked_as = argc > 0 ? argv[0] : "harrier";
  std::vector<std::string> arguments;
  for (int i = 1; i < argc; ++i) arguments.emplace_back(argv[i]);
  return run({base_name(invoked_as), shell_quoted(invoked_as), {}, shares_nothing}, arguments);
}

int run(const Invocation& invocation, const std::vector<std::string>& arguments) {
  CommandLine line;
  line.typed = invocation.typed;
  line.behind = invocation.behind;
  line.program_name = invocation.name;
  line.shares_nothing = invocation.shares_nothing;

  Status status = Status::internal_error;
  try {
    status = dispatch(std::move(line), arguments);
    flush_output();
  } catch (const UsageError& error) {
    status = Status::error;
    print_error("error", error.what());
  } catch (const std::bad_alloc&) {
    print_error("internal error", "out of memory");
    status = Status::internal_error;
  } catch (const InternalError& error) {
    print_error("internal error", error.what());
    print_error("please report it",
                "this is no fault of your program; with these two lines and the "
                "command it can be mended");
    status = Status::internal_error;
  } catch (const std::exception& error) {
    print_error("internal error", error.what());
    status = Status::internal_error;
  }
  return static_cast<int>(status);
}

}  // namespace harrier::tools
