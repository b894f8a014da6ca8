// Prints, and knows what the terminal can show. Nothing outside tools/ prints.
#include "tools/terminal.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <optional>

#include "base/text.hpp"
#include "report/canvas.hpp"
#include "tools/crash.hpp"

namespace harrier::tools {

namespace {

constexpr std::size_t width_default = 100;
constexpr std::size_t width_min = 40;
constexpr std::size_t width_max = 500;

// A program under control may have `stdout` pointed elsewhere while it runs.
std::FILE* output = stdout;
std::FILE* const error_output = stderr;
int output_file = STDOUT_FILENO;
std::optional<bool> assumed_terminal;

bool is_dumb_terminal() {
  const char* kind = std::getenv("TERM");
  return kind == nullptr || *kind == '\0' || std::string_view(kind) == "dumb";
}

bool wants_color(const std::string& when) {
  if (when != "auto") return when == "always";
  const char* no_color = std::getenv("NO_COLOR");  // https://no-color.org
  if (no_color != nullptr && *no_color != '\0') return false;
  return is_terminal() && !is_dumb_terminal();
}

}  // namespace

bool is_terminal() { return assumed_terminal.value_or(isatty(output_file) != 0); }

void assume_terminal(bool is_one) { assumed_terminal = is_one; }

void keep_output_apart(bool shows_program) {
  // Programs expect to get the small ones.
  constexpr int lowest = 200;
  const int file = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, lowest);
  if (file < 0) return;
  std::FILE* const apart = fdopen(file, "w");
  if (apart == nullptr) {
    close(file);
    return;
  }
  std::fflush(stdout);
  output = apart;
  output_file = file;
  if (shows_program) return;
  if (const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC); nowhere >= 0) {
    dup2(nowhere, STDOUT_FILENO);
    close(nowhere);
  }
}

int output_descriptor() { return output_file; }

void print(std::string_view text) {
  allow_output();
  const bool is_apart = output_file != STDOUT_FILENO;
  if (is_apart) std::fflush(stdout);  // what a program has printed comes first
  std::fwrite(text.data(), 1, text.size(), output);
  if (is_apart) std::fflush(output);
}

void push_output() { std::fflush(output); }

void flush_output() {
  allow_output();
  if (std::fflush(output) != 0 || std::ferror(output) != 0) {
    throw UsageError("the output could not be written completely");
  }
}

void print_error(std::string_view prefix, std::string_view text) {
  std::fflush(output);
  // Texts come from files and arguments, and a terminal obeys some of them.
  const std::string line =
      fmt::format("{}: {}\n", prefix, report_detail::printable(text, environment_is_utf8()));
  std::fwrite(line.data(), 1, line.size(), error_output);
}

std::size_t terminal_width() {
  std::size_t width = width_default;
  const char* columns = std::getenv("COLUMNS");
  winsize size{};
  if (columns != nullptr && base::parse_unsigned(columns)) {
    width = static_cast<std::size_t>(*base::parse_unsigned(columns));
  } else if (ioctl(output_file, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
    width = size.ws_col;
  }
  return std::clamp(width, width_min, width_max);
}

bool can_show_progress() { return isatty(STDERR_FILENO) != 0 && !is_dumb_terminal(); }

ReportOptions report_options(const CommandLine& line) {
  ReportOptions options;
  options.command_line = true;
  options.width = terminal_width();
  options.cuts = is_terminal();  // who looks at a file wants to see all
  options.unicode = !line.has("ascii") && environment_is_utf8();
  options.color = wants_color(line.value("color"));
  const std::string steps = line.value("steps");
  options.steps_max =
      steps == "all" ? 0 : static_cast<std::size_t>(base::parse_unsigned(steps).value_or(0));
  return options;
}

}  // namespace harrier::tools
