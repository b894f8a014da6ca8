// Runs real processes for the tests of the command line and of whole outputs.
#include "tests/support/process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <stdexcept>
#include <utility>

#include "tests/support/terminal.hpp"

namespace harrier::testing_support {

namespace {

namespace fs = std::filesystem;

constexpr double seconds_max = 600;

double now() {
  const auto since = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double>(since).count();
}

/// Replaces the process by the command. Only called in a fresh child.
[[noreturn]] void become(const Command& command) {
  if (!command.folder.empty() && chdir(command.folder.c_str()) != 0) _exit(127);
  std::vector<std::string> words = command.arguments;
  const std::string name = fs::path(command.binary).filename().string();
  words.insert(words.begin(), command.invoked_as.empty() ? name : command.invoked_as);
  std::map<std::string, std::string> environment = {
      {"PATH", "/usr/bin:/bin"}, {"LC_ALL", "C.UTF-8"}, {"TERM", "dumb"}};
  for (const auto& [key, value] : command.environment) environment[key] = value;

  std::vector<std::string> settings;
  for (const auto& [key, value] : environment) settings.push_back(key + "=" + value);
  const auto pointers = [](std::vector<std::string>& texts) {
    std::vector<char*> result;
    for (std::string& text : texts) result.push_back(text.data());
    result.push_back(nullptr);
    return result;
  };
  execve(command.binary.c_str(), pointers(words).data(), pointers(settings).data());
  _exit(127);
}

int status_of(int waited) {
  if (WIFEXITED(waited)) return WEXITSTATUS(waited);
  return WIFSIGNALED(waited) ? 128 + WTERMSIG(waited) : -1;
}

/// Appends what can be read; false at the end.
bool read_into(int descriptor, std::string& text) {
  char buffer[4096];
  const ssize_t count = read(descriptor, buffer, sizeof buffer);
  if (count > 0) text.append(buffer, static_cast<std::size_t>(count));
  return count > 0 || (count < 0 && errno == EINTR);
}

}  // namespace

Running::Running(const Command& command) : deadline_(now() + seconds_max) {
  int out[2];
  int err[2];
  if (pipe2(out, O_CLOEXEC) != 0 || pipe2(err, O_CLOEXEC) != 0) {
    throw std::runtime_error("no pipe");
  }
  process_ = fork();
  if (process_ == 0) {
    const int nothing = open("/dev/null", O_RDONLY);
    dup2(nothing, STDIN_FILENO);
    dup2(out[1], STDOUT_FILENO);
    dup2(err[1], STDERR_FILENO);
    become(command);
  }
  close(out[1]);
  close(err[1]);
  out_ = out[0];
  err_ = err[0];
}

Running::~Running() {
  if (process_ > 0) {
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
  }
  if (out_ >= 0) close(out_);
  if (err_ >= 0) close(err_);
}

void Running::send_signal(int signal_number) const { kill(process_, signal_number); }

std::vector<pid_t> Running::children() const {
  const std::string id = std::to_string(process_);
  std::ifstream in("/proc/" + id + "/task/" + id + "/children");
  return {std::istream_iterator<pid_t>(in), std::istream_iterator<pid_t>()};
}

void Running::wait_until_it_catches(int signal_number) const {
  const std::string name = "/proc/" + std::to_string(process_) + "/status";
  const timespec pause = {0, 5'000'000};
  for (int tries = 0; tries < 4'000; ++tries) {
    std::ifstream status(name);
    for (std::string line; std::getline(status, line);) {
      if (line.rfind("SigCgt:", 0) != 0) continue;
      const std::uint64_t caught = std::stoull(line.substr(7), nullptr, 16);
      if ((caught >> (signal_number - 1) & 1U) != 0) return;
    }
    nanosleep(&pause, nullptr);
  }
}

bool Running::read_some() {
  pollfd waiting[2] = {{out_, POLLIN, 0}, {err_, POLLIN, 0}};
  const double left = deadline_ - now();
  if (left <= 0) {
    kill(process_, SIGKILL);
    return false;
  }
  if (poll(waiting, 2, static_cast<int>(left * 1000) + 1) < 0) return errno == EINTR;
  const auto take = [](const pollfd& one, int& descriptor, std::string& text) {
    if (descriptor < 0 || one.revents == 0 || read_into(descriptor, text)) return;
    close(descriptor);
    descriptor = -1;  // poll ignores it from now on
  };
  take(waiting[0], out_, outcome_.out);
  take(waiting[1], err_, outcome_.err);
  return out_ >= 0 || err_ >= 0;
}

bool Running::wait_for(const std::string& text) {
  const auto seen = [&] {
    return outcome_.out.find(text) != std::string::npos ||
           outcome_.err.find(text) != std::string::npos;
  };
  while (!seen()) {
    if (!read_some()) return seen();
  }
  return true;
}

Outcome Running::finish() {
  while (read_some()) {
  }
  int waited = 0;
  waitpid(process_, &waited, 0);
  process_ = -1;
  outcome_.status = status_of(waited);
  return outcome_;
}

Outcome run(const Command& command) { return Running(command).finish(); }

Terminal::Terminal(const Command& command) : deadline_(now() + seconds_max) {
  winsize size = {};
  size.ws_col = 120;
  size.ws_row = 40;
  process_ = forkpty(&terminal_, nullptr, nullptr, &size);
  if (process_ == 0) become(command);
}

Terminal::~Terminal() {
  if (process_ > 0) {
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
  }
  close(terminal_);
}

void Terminal::type(const std::string& line) const {
  const std::string typed = line + "\n";
  if (write(terminal_, typed.data(), typed.size()) != static_cast<ssize_t>(typed.size())) {
    throw std::runtime_error("nobody reads what is typed");
  }
}

/// The end of the process shows as an error of the read.
bool Terminal::read_some() {
  pollfd waiting = {terminal_, POLLIN, 0};
  if (now() >= deadline_) {
    kill(process_, SIGKILL);
    return false;
  }
  if (poll(&waiting, 1, 1000) < 0) return errno == EINTR;
  return waiting.revents == 0 || read_into(terminal_, shown_);
}

std::string Terminal::wait_for(const std::string& text) {
  while (true) {
    const std::size_t found = shown_.find(text, waited_for_);
    if (found != std::string::npos) {
      const std::size_t begin = std::exchange(waited_for_, found + text.size());
      return shown_.substr(begin, waited_for_ - begin);
    }
    if (!read_some()) return {};
  }
}

Outcome Terminal::finish() {
  while (read_some()) {
  }
  int waited = 0;
  waitpid(process_, &waited, 0);
  process_ = -1;
  return {.status = status_of(waited), .out = shown_, .err = {}};
}

Outcome run_on_terminal(const Command& command) { return Terminal(command).finish(); }

TemporaryFolder::TemporaryFolder() {
  std::string name = (fs::temp_directory_path() / "harrier-test-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

std::vector<std::string> TemporaryFolder::files() const {
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(path_)) {
    names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::string contents_of(const std::string& file) {
  std::ifstream input(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(input), std::istreambuf_iterator<char>()};
}

void write_file(const std::string& file, const std::string& content) {
  fs::create_directories(fs::path(file).parent_path());
  std::ofstream output(file, std::ios::binary | std::ios::trunc);
  output << content;
}

std::string without_clock(const std::string& text) {
  static const std::regex in_seconds("in [0-9]+\\.[0-9]+ s(\n|;)");
  static const std::regex json_seconds("\"seconds\": [0-9.e+-]+");
  const std::string first = std::regex_replace(text, in_seconds, "in N s$1");
  return std::regex_replace(first, json_seconds, "\"seconds\": N");
}

}  // namespace harrier::testing_support
