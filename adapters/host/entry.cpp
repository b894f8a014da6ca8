// Explores a program with a main() of its own: linked with it, or preloaded.
//
// The C runtime calls __libc_start_main with the program's main(). An adapter's one puts Harrier's
// command line in its place, which runs that main() once per execution.
#include "host/entry.hpp"

#include <getopt.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <optional>

#include "host/afresh.hpp"
#include "host/environment.hpp"
#include "host/symbols.hpp"
#include "tools/commands.hpp"
#include "tools/preload.hpp"
#include "tools/terminal.hpp"

namespace harrier::host {

namespace {

Main* program_main = nullptr;
Adapter (*describe_adapter)() = nullptr;
std::vector<std::string> program_words;  ///< its argv

std::string quoted_words(std::size_t from) {
  std::string text;
  for (std::size_t i = from; i < program_words.size(); ++i) {
    text += (text.empty() ? "" : " ") + tools::shell_quoted(program_words[i]);
  }
  return text;
}

struct Command {
  tools::Invocation invocation;
  std::vector<std::string> words;
};

/// Makes a command of what `harrier` left behind for the program that it loaded us into.
Command preloaded_command(tools::PreloadedCommand left) {
  Command command;
  command.invocation.name = "harrier";
  command.invocation.typed = std::move(left.typed);
  command.invocation.behind = "-- " + quoted_words(0);
  command.words = std::move(left.words);
  return command;
}

/// Takes the words before `--`, where there are any, from the program's own arguments.
Command linked_command() {
  Command command;
  command.invocation.name = tools::base_name(program_words.front());
  command.invocation.typed = tools::shell_quoted(program_words.front());
  const auto end = std::find(program_words.begin(), program_words.end(), "--");
  if (end != program_words.end()) {
    command.words.assign(program_words.begin() + 1, end);
    program_words.erase(program_words.begin() + 1, end + 1);
  }
  command.invocation.behind = "-- " + quoted_words(1);
  if (command.invocation.behind == "-- ") command.invocation.behind = "--";
  return command;
}

/// Adds what the user may leave out: the sub-command, and the order of messages.
void complete(std::vector<std::string>& words, const std::string& delivery) {
  const bool names_command = !words.empty() && !words.front().starts_with("-") &&
                             words.front().find('=') == std::string::npos;
  if (!names_command) words.insert(words.begin(), "check");
  const std::string& name = words.front();
  const bool runs = name == "check" || name == "replay" || name == "compare";
  const auto gives_delivery = [](const std::string& word) {
    return word == "--delivery" || word.starts_with("--delivery=");
  };
  if (runs && std::ranges::none_of(words, gives_delivery)) {
    words.insert(words.begin() + 1, {"--delivery", delivery});
  }
}

/// Stands where the program's main() was.
int explore(int count, char** words, char**) {
  program_words.assign(words, words + count);
  std::optional<tools::PreloadedCommand> left = tools::take_preloaded_command();
  Command command = left ? preloaded_command(*std::move(left)) : linked_command();
  const Adapter adapter = describe_adapter();
  complete(command.words, adapter.delivery);

  const bool shows_output = command.words.front() == "replay";
  tools::keep_output_apart(shows_output);
  ProgramDefinition definition;
  definition.name = tools::base_name(program_words.front());
  definition.summary = adapter.summary;
  definition.parameters = adapter.parameters;
  definition.make = [make = adapter.make, shows_output](const Arguments& arguments,
                                                        const ProgramOptions& options) {
    return make(arguments, options, shows_output);
  };
  definition.uncertified = adapter.uncertified;
  const Register registered(std::move(definition));
  if (const std::string problem = adapter.self_test(); !problem.empty()) {
    std::fprintf(stderr, "error: %s\n", problem.c_str());
    return 2;
  }
  const auto run = [&command](const std::vector<std::string>& asked) {
    return tools::run(command.invocation, asked);
  };
  return adapter.confirms ? run_confirmed(command.words, run) : run(command.words);
}

}  // namespace

int start_exploring(const Start& start, Adapter (*adapter)()) {
  using StartMain = int(Main*, int, char**, void (*)(), void (*)(), void (*)(), void*);
  auto* const real = next_function<StartMain>("__libc_start_main");
  program_main = start.program;
  describe_adapter = adapter;
  return real(explore, start.count, start.words, start.begin, start.end, start.loader_end,
              start.stack_end);
}

int run_program() {
  // A program may change its arguments, and getopt remembers how far it came.
  std::vector<std::string> words = program_words;
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  optind = 1;
  const int status = program_main(static_cast<int>(words.size()), pointers.data(), environ);
  if (in_forked_process()) std::exit(status);
  return status;
}

}  // namespace harrier::host
