// `harrier help`: what the sub-commands take, for terminals and, with --markdown, for the docs.
#include <algorithm>
#include <cctype>

#include "base/text.hpp"
#include "tools/commands.hpp"
#include "tools/terminal.hpp"

namespace harrier::tools {

namespace {

std::string spelled(const Option& option) {
  std::string text = option.kind == ValueKind::toggle ? "--[no-]" : "--";
  text += option.name;
  if (!option.value_name.empty()) text += " " + std::string(option.value_name);
  return text;
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
  std::string text = line.program_name + " " + std::string(command.name);
  if (!command.arguments.empty()) text += " " + std::string(command.arguments);
  if (command.use != Use::none) text += " [options]";
  return text;
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
    const std::string name = spelled(option);
    text += "  " + name + std::string(width - name.size() + 2, ' ') +
            folded(explained(option, use), width + 4, terminal_width()) + '\n';
  }
  return text;
}

void print_overview(const CommandLine& line) {
  std::string text =
      "Harrier finds the order of messages that breaks a message-passing program, and proves when\n"
      "no order does.\n\n"
      "usage: " +
      line.program_name + " COMMAND [arguments] [options]\n\n";
  std::size_t width = 0;
  for (const SubCommand& command : sub_commands()) width = std::max(width, command.name.size());
  for (const SubCommand& command : sub_commands()) {
    text += "  " + std::string(command.name) + std::string(width - command.name.size() + 2, ' ') +
            std::string(command.summary) + '\n';
  }
  text += "\n'" + line.program_name +
          " COMMAND --help' shows what a command takes.\n"
          "exit status: 0 ok, 1 violation, 2 error in what was asked for, 3 incomplete,\n"
          "             4 nondeterminism, 70 internal error\n";
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
    text += "### `" + usage_of(command, line) + "`\n\n";
    std::string summary(command.summary);
    summary.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(summary.front())));
    text += summary + ".\n";
    std::string rows;
    for (const Option& option : option_table()) {
      if (!shares(option.use, command.use) || option.use == Use::every) continue;
      const std::string values = option.kind == ValueKind::word
                                     ? "`" + base::join(option.values, "` `") + "`"
                                     : std::string();
      std::string standard = default_of(option, command.use);
      if (!standard.empty()) standard = "`" + standard + "`";
      rows += "| `" + cell(spelled(option)) + "` | " + cell(std::string(option.help)) + " | " +
              values + " | " + standard + " |\n";
    }
    if (!rows.empty())
      text += "\n| option | what it does | values | default |\n|---|---|---|---|\n";
    text += rows;
  }
  print(text);
}

}  // namespace

void print_help_of(const SubCommand& command, const CommandLine& line) {
  std::string text = "usage: " + usage_of(command, line) + "\n\n" + line.program_name + " " +
                     std::string(command.name) + " " + std::string(command.summary) + ".\n";
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
