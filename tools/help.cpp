// `harrier help`: what the sub-commands take, for terminals and, with --markdown, for the docs.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/text.hpp"
#include "tools/commands.hpp"
#include "tools/terminal.hpp"

namespace harrier::tools {

namespace {

std::string spelled(const Option& option) {
  return fmt::format("--{}{}{}{}", option.kind == ValueKind::toggle ? "[no-]" : "", option.name,
                     option.value_name.empty() ? "" : " ", option.value_name);
}

/// What an option is by default in a sub-command.
const std::string& default_of(const Option& option, Use use) {
  const bool differs = use == Use::compare && !option.default_in_compare.empty();
  return differs ? option.default_in_compare : option.default_value;
}

/// What an option does, may be and is by default.
std::string explained(const Option& option, Use use) {
  std::string text(option.help);
  const bool lists_values = option.kind == ValueKind::word;
  const std::string& standard = default_of(option, use);
  if (!lists_values && standard.empty()) return text;
  text += " (";
  if (lists_values) text += base::join(option.values, ", ");
  if (lists_values && !standard.empty()) text += "; ";
  if (!standard.empty()) text += "default " + standard;
  return text + ")";
}

std::string usage_of(const SubCommand& command, const CommandLine& line) {
  return fmt::format("{} {}{}{}{}", line.program_name, command.name,
                     command.arguments.empty() ? "" : " ", command.arguments,
                     command.use == Use::none ? "" : " [options]");
}

/// Breaks a text into lines that are indented alike, the first one already being there.
std::string folded(const std::string& text, std::size_t indent, std::size_t width) {
  const std::size_t room = std::max<std::size_t>(width > indent ? width - indent : 0, 30);
  std::string folded;
  std::string line;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    const std::string word = text.substr(begin, end - begin);
    if (!line.empty() && line.size() + 1 + word.size() > room) {
      folded += line + '\n' + std::string(indent, ' ');
      line.clear();
    }
    line += (line.empty() ? "" : " ") + word;
    begin = end + 1;
  }
  return folded + line;
}

std::string options_text(Use use) {
  std::size_t width = 0;
  for (const Option& option : option_table()) {
    if (shares(option.use, use)) width = std::max(width, spelled(option).size());
  }
  std::string text;
  for (const Option& option : option_table()) {
    if (!shares(option.use, use)) continue;
    text += fmt::format("  {:<{}}  {}\n", spelled(option), width,
                        folded(explained(option, use), width + 4, terminal_width()));
  }
  return text;
}

void print_overview(const CommandLine& line) {
  std::string text = fmt::format(
      "Harrier finds the order of messages that breaks a message-passing program, and proves when\n"
      "no order does.\n\n"
      "usage: {} COMMAND [arguments] [options]\n\n",
      line.program_name);
  std::size_t width = 0;
  for (const SubCommand& command : sub_commands()) width = std::max(width, command.name.size());
  for (const SubCommand& command : sub_commands()) {
    text += fmt::format("  {:<{}}  {}\n", command.name, width, command.summary);
  }
  text += fmt::format(
      "\n'{} COMMAND --help' shows what a command takes.\n"
      "exit status: 0 ok, 1 violation, 2 error in what was asked for, 3 incomplete,\n"
      "             4 nondeterminism, 70 internal error\n",
      line.program_name);
  print(text);
}

/// Writes the reference the docs contain: a section for each sub-command, a table of its options.
void print_markdown(const CommandLine& line) {
  const auto cell = [](std::string text) {
    for (std::size_t at = text.find('|'); at != std::string::npos; at = text.find('|', at + 2)) {
      text.replace(at, 1, "\\|");
    }
    return text;
  };
  std::string text;
  for (const SubCommand& command : sub_commands()) {
    if (!text.empty()) text += '\n';
    std::string summary(command.summary);
    summary.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(summary.front())));
    text += fmt::format("### `{}`\n\n{}.\n", usage_of(command, line), summary);
    std::string rows;
    for (const Option& option : option_table()) {
      if (!shares(option.use, command.use) || option.use == Use::every) continue;
      const std::string values = option.kind == ValueKind::word
                                     ? fmt::format("`{}`", base::join(option.values, "` `"))
                                     : std::string();
      std::string standard = default_of(option, command.use);
      if (!standard.empty()) standard = fmt::format("`{}`", standard);
      rows += fmt::format("| `{}` | {} | {} | {} |\n", cell(spelled(option)), cell(option.help),
                          values, standard);
    }
    if (!rows.empty())
      text += "\n| option | what it does | values | default |\n|---|---|---|---|\n";
    text += rows;
  }
  print(text);
}

}  // namespace

void print_help_of(const SubCommand& command, const CommandLine& line) {
  std::string text = fmt::format("usage: {}\n\n{} {} {}.\n", usage_of(command, line),
                                 line.program_name, command.name, command.summary);
  if (const std::string options = options_text(command.use); !options.empty()) {
    text += "\noptions:\n" + options;
  }
  print(text);
}

Status run_help(const CommandLine& line) {
  if (line.rest.size() > 1) throw UsageError("'help' takes the name of one sub-command");
  if (line.has("markdown")) {
    print_markdown(line);
  } else if (line.rest.empty()) {
    print_overview(line);
  } else {
    print_help_of(find_sub_command(line.rest.front()), line);
  }
  return Status::ok;
}

}  // namespace harrier::tools
