// Replays a violation in a fresh process, to know that it is the program's.
#include "host/afresh.hpp"

#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <utility>

#include "tools/terminal.hpp"

namespace harrier::host {

namespace {

constexpr int found_violation = 1;
constexpr int found_nondeterminism = 4;

pid_t child = 0;
void pass_on(int number) { kill(child, number); }

struct Ended {
  int status = 0;  ///< as of wait()
  std::string printed;
};

/// Runs something in a copy of this process; none where there can be no copy.
std::optional<Ended> run_apart(const std::function<int()>& run, bool shows_errors) {
  const int file = memfd_create("report", MFD_CLOEXEC);
  if (file < 0) return std::nullopt;
  std::fflush(nullptr);
  const bool is_terminal = tools::is_terminal();
  child = fork();
  if (child < 0) {
    close(file);
    return std::nullopt;
  }
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    tools::assume_terminal(is_terminal);
    dup2(file, tools::output_descriptor());
    if (!shows_errors) dup2(file, STDERR_FILENO);
    std::exit(run());
  }
  std::array<std::pair<int, struct sigaction>, 3> before = {
      {{SIGINT, {}}, {SIGTERM, {}}, {SIGHUP, {}}}};
  struct sigaction passing = {};
  passing.sa_handler = pass_on;
  for (auto& [number, old] : before) sigaction(number, &passing, &old);
  Ended ended;
  while (waitpid(child, &ended.status, 0) < 0) {
  }
  for (auto& [number, old] : before) sigaction(number, &old, nullptr);
  lseek(file, 0, SEEK_SET);
  std::array<char, 4096> part = {};
  for (ssize_t size = 0; (size = read(file, part.data(), part.size())) > 0;) {
    ended.printed.append(part.data(), static_cast<std::size_t>(size));
  }
  close(file);
  return ended;
}

/// Ends as the copy did.
[[noreturn]] void end_as(const Ended& ended) {
  if (WIFSIGNALED(ended.status)) {
    signal(WTERMSIG(ended.status), SIG_DFL);
    raise(WTERMSIG(ended.status));
  }
  _exit(WEXITSTATUS(ended.status));
}

void print(std::string_view text) {
  while (!text.empty()) {
    const ssize_t size = write(tools::output_descriptor(), text.data(), text.size());
    if (size <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(size));
  }
}

std::string without_colours(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\033') {
      plain += text[i];
    } else {
      while (i < text.size() && text[i] != 'm') ++i;
    }
  }
  return plain;
}

/// Calls what a report calls violations what they are.
std::string as_unconfirmed(std::string report) {
  constexpr std::string_view told = "violation: ";
  for (std::size_t at = report.find(told); at != std::string::npos;
       at = report.find(told, at + 1)) {
    const bool begins = at == 0 || report[at - 1] == '\n' || report[at - 1] == 'm';
    if (begins) report.replace(at, told.size(), "unconfirmed: ");
  }
  return report;
}

/// A violation as the report tells it.
struct Told {
  std::string what;
  std::vector<std::string> replay;  ///< the words that replay it
};

/// Finds the violations of a report. Those that hang are left alone: each takes its time again.
std::vector<Told> violations_in(const std::string& report) {
  constexpr std::string_view told = "violation: ";
  constexpr std::string_view replay = "replay: ";
  std::vector<Told> found;
  bool wants_line = false;
  for (std::size_t at = 0; at < report.size();) {
    const std::size_t end = std::min(report.find('\n', at), report.size());
    const std::string_view line = std::string_view(report).substr(at, end - at);
    at = end + 1;
    if (line.starts_with(told)) {
      found.push_back({std::string(line.substr(told.size())), {}});
      wants_line = line.find("has not returned after") == std::string_view::npos;
    } else if (wants_line && line.starts_with(replay)) {
      wants_line = false;
      const std::size_t begin = line.find(" replay ");
      const std::size_t behind = line.find(" -- ");
      if (begin == std::string_view::npos || behind == std::string_view::npos) continue;
      const std::string_view words = line.substr(begin + 1, behind - begin - 1);
      for (std::size_t from = 0; from < words.size();) {
        const std::size_t to = std::min(words.find(' ', from), words.size());
        if (to > from) found.back().replay.emplace_back(words.substr(from, to - from));
        from = to + 1;
      }
    }
  }
  std::erase_if(found, [](const Told& one) { return one.replay.empty(); });
  return found;
}

/// Returns the verdict of a replay: its last line that is one.
std::string verdict_in(const std::string& report) {
  std::string verdict;
  for (std::size_t at = 0; at < report.size();) {
    const std::size_t end = std::min(report.find('\n', at), report.size());
    const std::string line = report.substr(at, end - at);
    at = end + 1;
    for (const char* word :
         {"ok: ", "violation: ", "incomplete: ", "error: ", "nondeterminism: "}) {
      if (line.starts_with(word)) verdict = line;
    }
  }
  return verdict;
}

}  // namespace

int run_confirmed(const std::vector<std::string>& words,
                  const std::function<int(const std::vector<std::string>& words)>& run) {
  if (words.empty() || words.front() != "check") return run(words);
  const std::optional<Ended> explored = run_apart([&] { return run(words); }, true);
  if (!explored) return run(words);
  if (!WIFEXITED(explored->status) || WEXITSTATUS(explored->status) != found_violation) {
    print(explored->printed);
    end_as(*explored);
  }
  for (const Told& one : violations_in(without_colours(explored->printed))) {
    const std::optional<Ended> again = run_apart([&] { return run(one.replay); }, false);
    if (!again || !WIFEXITED(again->status)) continue;  // it may have ended the replay, too
    if (WEXITSTATUS(again->status) == found_violation) continue;
    print("nondeterminism: '" + one.what +
          "' is not there in a fresh process, where the same steps come to '" +
          verdict_in(without_colours(again->printed)) +
          "'; something lasts from one execution to the next, as global and static variables do\n");
    print(as_unconfirmed(explored->printed));
    _exit(found_nondeterminism);
  }
  print(explored->printed);
  end_as(*explored);
}

}  // namespace harrier::host
