// `harrier replay --gdb`: the same command in a debugger, stopped where the chosen step begins.
#include "tools/debugger.hpp"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "harrier/usage_error.hpp"

// The compiler must leave the call where it is.
extern "C" [[gnu::noinline, gnu::used]] void harrier_debugged_step() { asm volatile(""); }

namespace harrier::tools {

namespace {

constexpr const char* variable = "HARRIER_DEBUGGED";

constexpr std::string_view to_step = R"(set breakpoint pending on
tbreak harrier_debugged_step
run
)";

// What calls the user's code is a function of ours, and from there it is a few instructions. The
// handler may be part of that function, and what it calls part of the handler.
constexpr std::string_view to_handler = R"(python
# gdb 13 cannot read the names that clang gives to constrained functions, as the standard library has.
harrier_no_users = ("harrier::", "std::", "__", "_Z")
def harrier_users_frame():
    frame = gdb.selected_frame()
    level = 0
    while frame is not None:
        name = frame.name() if frame.function() else "std::"
        if not name.startswith(harrier_no_users):
            return level
        if frame.type() != gdb.INLINE_FRAME:
            return None
        frame = frame.older()
        level += 1
    return None
def harrier_stack():
    return int(gdb.parse_and_eval("(unsigned long) $sp"))
def harrier_enter_handler():
    if gdb.selected_inferior().pid == 0:
        return
    calls = [gdb.Breakpoint(name, internal=True) for name in
             ("harrier::detail::Runtime::run", "harrier::detail::Processes::run")]
    gdb.execute("set suppress-cli-notifications on")
    gdb.execute("continue", to_string=True)
    for call in calls:
        call.delete()
    begin = harrier_stack() if gdb.selected_inferior().pid else 0
    level = None
    for i in range(20000):
        if gdb.selected_inferior().pid == 0 or harrier_stack() > begin:
            break
        level = harrier_users_frame()
        if level is not None:
            break
        gdb.execute("stepi", to_string=True)
    gdb.execute("set suppress-cli-notifications off")
    if gdb.selected_inferior().pid != 0:
        gdb.execute("frame %d" % (level or 0))
harrier_enter_handler()
end
)";

std::vector<std::string> own_words() {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  const std::string all((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  std::vector<std::string> words;
  for (std::size_t at = 0; at < all.size();) {
    words.emplace_back(all.c_str() + at);
    at += words.back().size() + 1;
  }
  return words;
}

[[noreturn]] void refuse(int error) {
  throw UsageError(fmt::format("cannot run gdb: {}{}", std::generic_category().message(error),
                               error == ENOENT ? " (on Debian: apt install gdb)" : ""));
}

/// Returns the name of a file with the commands, which is gone with the debugger.
std::string script_file(DebuggerStop stop) {
  std::string text(to_step);
  if (stop == DebuggerStop::in_handler) text += to_handler;
  const int file = memfd_create("harrier-gdb", 0);
  if (file < 0 || write(file, text.data(), text.size()) != static_cast<ssize_t>(text.size())) {
    refuse(errno);
  }
  return fmt::format("/proc/self/fd/{}", file);
}

}  // namespace

bool is_debugged() { return std::getenv(variable) != nullptr; }

void run_in_gdb(DebuggerStop stop) {
  std::vector<std::string> words = {"gdb", "-q", "-x", script_file(stop), "--args"};
  words.push_back(std::filesystem::read_symlink("/proc/self/exe").string());
  const std::vector<std::string> own = own_words();
  bool dropped = false;
  for (std::size_t i = 1; i < own.size(); ++i) {
    if (!dropped && own[i] == "--gdb") {
      dropped = true;
    } else {
      words.push_back(own[i]);
    }
  }
  setenv(variable, "1", 1);
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  execvp("gdb", arguments.data());
  refuse(errno);
}

}  // namespace harrier::tools
