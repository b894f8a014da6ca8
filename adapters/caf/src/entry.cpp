// Explores a program with a main() of its own: linked with it, or preloaded.
//
// The C runtime calls __libc_start_main with the program's main(). The one here puts Harrier's
// command line in its place, which runs that main() once per execution.
#include <dlfcn.h>
#include <getopt.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <streambuf>
#include <string>
#include <utility>
#include <vector>

#include "environment.hpp"
#include "harrier/registry.hpp"
#include "self_test.hpp"
#include "symbols.hpp"
#include "tools/commands.hpp"
#include "world.hpp"

namespace harrier::caf {

namespace {

using Main = int(int, char**, char**);

Main* program_main = nullptr;
std::vector<std::string> program_words;  ///< its argv

int run_program_main() {
  // A program may change its arguments, and getopt remembers how far it came.
  std::vector<std::string> words = program_words;
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  optind = 1;
  return program_main(static_cast<int>(words.size()), pointers.data(), environ);
}

Order order_of(DeliveryModel delivery) {
  switch (delivery) {
    case DeliveryModel::mailbox:
      return Order::mailbox;
    case DeliveryModel::fifo:
      return Order::fifo;
    case DeliveryModel::bag:
      return Order::bag;
    case DeliveryModel::causal:
      break;
  }
  throw UsageError("CAF programs are explored with --delivery mailbox, fifo or bag");
}

std::unique_ptr<Program> make_program(const Arguments& arguments, const ProgramOptions& options,
                                      bool shows_output) {
  Options how;
  how.order = order_of(options.delivery);
  how.timers = arguments.word("timers") == "any" ? Timers::any : Timers::quiescent;
  how.lost_responses = arguments.word("responses") == "expected";
  auto world = std::make_unique<World>(
      [](World& running) {
        const int status = run_program_main();
        if (in_forked_process()) std::exit(status);
        if (!running.tearing_down()) running.require_system();
        return status;
      },
      how, options);
  world->mute(!shows_output);
  return world;
}

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

/// Reads the command from what `harrier caf` left in the environment.
Command preloaded_command(const char* text) {
  Command command;
  std::string word;
  for (const char* at = text;; ++at) {
    if (*at != '\x1f' && *at != '\0') {
      word += *at;
      continue;
    }
    command.words.push_back(std::exchange(word, {}));
    if (*at == '\0') break;
  }
  command.invocation.name = "harrier";
  command.invocation.typed = command.words.front();
  command.invocation.behind = "-- " + quoted_words(0);
  command.words.erase(command.words.begin());
  // Programs that this one starts are not explored.
  unsetenv("HARRIER_CAF_COMMAND");
  unsetenv("LD_PRELOAD");
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

int explore(int count, char** words, char**) {
  program_words.assign(words, words + count);
  const char* const preloaded = std::getenv("HARRIER_CAF_COMMAND");
  Command command = preloaded != nullptr ? preloaded_command(preloaded) : linked_command();
  const bool names_command = !command.words.empty() && !command.words.front().starts_with("-") &&
                             command.words.front().find('=') == std::string::npos;
  if (!names_command) command.words.insert(command.words.begin(), "check");
  const std::string name = command.words.front();
  const bool runs = name == "check" || name == "replay" || name == "compare";
  const auto gives_delivery = [](const std::string& word) {
    return word == "--delivery" || word.starts_with("--delivery=");
  };
  if (runs && std::ranges::none_of(command.words, gives_delivery)) {
    command.words.insert(command.words.begin() + 1, {"--delivery", "mailbox"});
  }

  require_system_at_exit();
  const bool shows_output = name == "replay";
  const Register registered(ProgramDefinition{
      tools::base_name(program_words.front()),
      "a program of the C++ Actor Framework",
      {word("timers", {"quiescent", "any"},
            "when delays and timeouts fire: when nothing else can happen, or at any moment"),
       word("responses", {"expected", "optional"},
            "whether an actor may be left waiting for a response")},
      [shows_output](const Arguments& arguments, const ProgramOptions& options) {
        return make_program(arguments, options, shows_output);
      }});
  if (const std::string problem = self_test(); !problem.empty()) {
    std::fprintf(stderr, "error: %s\n", problem.c_str());
    return 2;
  }
  return tools::run(command.invocation, command.words);
}

}  // namespace

}  // namespace harrier::caf

extern "C" int __libc_start_main(int (*program)(int, char**, char**), int count, char** words,
                                 void (*begin)(), void (*end)(), void (*loader_end)(),
                                 void* stack_end) {
  using Start =
      int(int (*)(int, char**, char**), int, char**, void (*)(), void (*)(), void (*)(), void*);
  auto* const real = reinterpret_cast<Start*>(harrier::caf::next_symbol("__libc_start_main"));
  harrier::caf::program_main = program;
  return real(harrier::caf::explore, count, words, begin, end, loader_end, stack_end);
}
