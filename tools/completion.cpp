// `harrier completion`: scripts for shells. They ask the binary itself for candidates, so programs,
// options and values are completed from the same tables that the parser uses.
#include <algorithm>
#include <cctype>

#include "explore/registries.hpp"
#include "tools/commands.hpp"
#include "tools/terminal.hpp"

namespace harrier::tools {

namespace {

constexpr std::string_view candidates_word = "candidates";

struct Candidate {
  std::string word;
  std::string description;
};

class Completer {
 public:
  explicit Completer(const std::vector<std::string>& words) : words_(words) {}

  std::vector<Candidate> candidates() {
    const std::string current = words_.empty() ? std::string() : words_.back();
    complete(current);
    std::erase_if(found_,
                  [&](const Candidate& candidate) { return !candidate.word.starts_with(current); });
    return std::move(found_);
  }

 private:
  void complete(const std::string& current) {
    if (words_.size() <= 1) return add_commands();
    const auto command = std::ranges::find(sub_commands(), words_.front(), &SubCommand::name);
    if (command == sub_commands().end()) return;
    if (command->name == "help") add_commands();
    if (command->name == "completion") {
      for (const char* shell : {"bash", "zsh", "fish"}) add(shell, {});
    }

    const Option* before = option_in(words_[words_.size() - 2]);
    if (before != nullptr && before->takes_value() && shares(before->use, command->use)) {
      return add_values(*before, {});
    }
    if (current.starts_with("--")) return complete_option(*command, current);
    if (shares(command->use, Use::check | Use::replay | Use::estimate)) complete_program(current);
  }

  static const Option* option_in(const std::string& word) {
    return word.starts_with("--") ? find_option(std::string_view(word).substr(2)) : nullptr;
  }

  void complete_option(const SubCommand& command, const std::string& current) {
    if (const std::size_t equals = current.find('='); equals != std::string::npos) {
      const Option* option = option_in(current.substr(0, equals));
      if (option != nullptr) add_values(*option, current.substr(0, equals + 1));
      return;
    }
    for (const Option& option : option_table()) {
      if (!shares(option.use, command.use)) continue;
      add("--" + std::string(option.name), std::string(option.help));
      if (option.kind == ValueKind::toggle) {
        add("--no-" + std::string(option.name), std::string(option.help));
      }
    }
  }

  void add_values(const Option& option, const std::string& prefix) {
    for (const std::string& value : option.values) {
      add(prefix + value, summary_of(option, value));
    }
  }

  static std::string summary_of(const Option& option, const std::string& value) {
    const std::span<const NamedSummary> known = option.name == "reduction" ? reductions()
                                                : option.name == "order"
                                                    ? orders()
                                                    : std::span<const NamedSummary>();
    for (const NamedSummary& one : known) {
      if (one.name == value) return std::string(one.summary);
    }
    return {};
  }

  /// The program's name first, then its parameters, then a parameter's values.
  void complete_program(const std::string& current) {
    const std::vector<const ProgramDefinition*> programs = registered_programs();
    const ProgramDefinition* program = programs.size() == 1 ? programs.front() : nullptr;
    for (std::size_t i = 1; i + 1 < words_.size(); ++i) {
      const auto named = std::ranges::find(programs, words_[i], &ProgramDefinition::name);
      if (named != programs.end()) return complete_parameter(**named, current);
    }
    for (const ProgramDefinition* one : programs) add(one->name, one->summary);
    if (program != nullptr) complete_parameter(*program, current);
  }

  void complete_parameter(const ProgramDefinition& program, const std::string& current) {
    const std::size_t equals = current.find('=');
    for (const Parameter& parameter : program.parameters) {
      const std::string key = parameter.name + "=";
      if (equals == std::string::npos) {
        add(key, parameter.summary);
      } else if (parameter.is_number()) {
        add(key + parameter.default_value, parameter.summary);
      } else {
        for (const std::string& value : parameter.values) add(key + value, {});
      }
    }
  }

  void add_commands() {
    for (const SubCommand& command : sub_commands()) {
      add(std::string(command.name), std::string(command.summary));
    }
  }

  void add(std::string word, std::string description) {
    found_.push_back({std::move(word), std::move(description)});
  }

  const std::vector<std::string>& words_;
  std::vector<Candidate> found_;
};

// In each script @NAME@ is the binary's name and @FUNCTION@ a name made of it.
constexpr std::string_view bash_script =
    R"(# bash completion for @NAME@. Use it with:  source <(@NAME@ completion bash)
@FUNCTION@() {
  local words=() i word
  # bash cuts words at '=': put them together again.
  for ((i = 1; i <= COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    if ((i > 1)) && [[ $word == "=" || ${COMP_WORDS[i - 1]} == "=" ]]; then
      words[-1]+=$word
    else
      words+=("$word")
    fi
  done
  local current=${words[-1]} IFS=$'\n'
  mapfile -t COMPREPLY < <("${COMP_WORDS[0]}" completion candidates -- "${words[@]}" 2>/dev/null)
  COMPREPLY=("${COMPREPLY[@]%%$'\t'*}")
  # What stands before the last '=' is there already.
  if [[ $current == *=* && $COMP_WORDBREAKS == *=* ]]; then
    COMPREPLY=("${COMPREPLY[@]#"${current%%=*}="}")
  fi
  if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]]; then
    compopt -o nospace 2>/dev/null
  fi
}
complete -o default -F @FUNCTION@ @NAME@
)";

constexpr std::string_view zsh_script = R"(#compdef @NAME@
# zsh completion for @NAME@. Use it with:  source <(@NAME@ completion zsh)
@FUNCTION@() {
  local -a keys others
  local line word description
  while IFS= read -r line; do
    word=${line%%$'\t'*}
    description=${line#*$'\t'}
    if [[ $word == *= ]]; then
      keys+=("${word//:/\\:}:$description")
    else
      others+=("${word//:/\\:}:$description")
    fi
  done < <("${words[1]}" completion candidates -- "${(@)words[2,CURRENT]}" 2>/dev/null)
  if (( ${#keys} + ${#others} == 0 )); then
    _files
    return
  fi
  (( ${#keys} )) && _describe -t keys 'argument' keys -S ''
  (( ${#others} )) && _describe -t others '@NAME@' others
}
compdef @FUNCTION@ @NAME@
)";

constexpr std::string_view fish_script =
    R"(# fish completion for @NAME@. Use it with:  @NAME@ completion fish | source
function @FUNCTION@
    set -l words (commandline -opc) (commandline -ct)
    set -l found ($words[1] completion candidates -- $words[2..-1] 2>/dev/null)
    if test (count $found) -gt 0
        printf '%s\n' $found
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c @NAME@ -f -a '(@FUNCTION@)'
)";

std::string filled(std::string_view script, const std::string& name) {
  std::string function = "_" + name;
  std::ranges::replace_if(
      function, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  std::string text(script);
  for (const auto& [mark, value] :
       {std::pair<std::string_view, std::string>{"@NAME@", name}, {"@FUNCTION@", function}}) {
    for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark)) {
      text.replace(at, mark.size(), value);
    }
  }
  return text;
}

}  // namespace

Status run_completion(const CommandLine& line) {
  const std::string shell = line.rest.empty() ? std::string() : line.rest.front();
  if (shell == candidates_word) {
    for (const Candidate& candidate :
         Completer({line.rest.begin() + 1, line.rest.end()}).candidates()) {
      print(candidate.word + '\t' + candidate.description + '\n');
    }
    return Status::ok;
  }
  if (line.rest.size() == 1 && shell == "bash") {
    print(filled(bash_script, line.program_name));
  } else if (line.rest.size() == 1 && shell == "zsh") {
    print(filled(zsh_script, line.program_name));
  } else if (line.rest.size() == 1 && shell == "fish") {
    print(filled(fish_script, line.program_name));
  } else {
    throw UsageError("'completion' needs the name of a shell: bash, zsh or fish");
  }
  return Status::ok;
}

}  // namespace harrier::tools
