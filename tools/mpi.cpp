// `harrier mpi`: runs a compiled MPI program with the adapter in the place of its MPI library,
// which explores it.
#include <algorithm>
#include <array>

#include "tools/commands.hpp"
#include "tools/mpi_functions.hpp"
#include "tools/preload.hpp"

namespace harrier::tools {

namespace {

/// An option of MPI programs and the `key=value` that the adapter takes.
struct OwnOption {
  std::string_view option;
  std::string_view key;
};
constexpr std::array<OwnOption, 6> own_options = {{{"-n", "ranks"},
                                                   {"-np", "ranks"},
                                                   {"--ranks", "ranks"},
                                                   {"--buffering", "buffering"},
                                                   {"--polls", "polls"},
                                                   {"--leaks", "leaks"}}};

/// Writes an option and its value as `key=value`. What `--ranks` is about is seen from its value.
std::string as_argument(const OwnOption& own, const std::string& value) {
  const bool is_kind = own.option == "--ranks" && (value == "fibers" || value == "processes");
  return std::string(is_kind ? "run" : own.key) + "=" + value;
}

/// Tells whether a word is the binary: neither an option, nor a sub-command, nor `key=value`, nor
/// the name of the program in a line that names the binary later.
bool is_binary(const std::vector<std::string>& words, std::size_t at) {
  const std::string& word = words[at];
  if (word.starts_with("-") || word.find('=') != word.npos) return false;
  if (at == 0 && names_preloaded_command(word)) return false;
  return std::find(words.begin() + static_cast<std::ptrdiff_t>(at), words.end(), "--") ==
         words.end();
}

/// Writes the options of MPI programs, as far as they stand before the binary, as `key=value`.
std::vector<std::string> with_arguments(const std::vector<std::string>& words) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    const OwnOption* found = nullptr;
    for (const OwnOption& own : own_options) {
      if (word == own.option || word.starts_with(std::string(own.option) + "=")) found = &own;
    }
    if (found != nullptr && word != found->option) {
      out.push_back(as_argument(*found, word.substr(found->option.size() + 1)));
    } else if (found != nullptr) {
      if (i + 1 == words.size()) throw UsageError("'" + word + "' needs a value");
      out.push_back(as_argument(*found, words[++i]));
    } else if (word == "--" || is_binary(words, i)) {
      // The binary and its arguments, or what names the program in a replay line.
      out.insert(out.end(), words.begin() + static_cast<std::ptrdiff_t>(i), words.end());
      break;
    } else {
      out.push_back(word);
      const Option* const option =
          word.starts_with("--") ? find_option(std::string_view(word).substr(2)) : nullptr;
      if (option != nullptr && i + 1 < words.size() && option->takes(words[i + 1])) {
        out.push_back(words[++i]);
      }
    }
  }
  return out;
}

/// Adds what the user may leave out of a comparison: not every reduction takes steps that touch
/// more than their own actor.
void add_compared(std::vector<std::string>& words) {
  if (words.empty() || words.front() != "compare") return;
  const auto gives = [&](std::string_view option) {
    return std::ranges::any_of(words, [&](const std::string& word) {
      return word == option || word.starts_with(std::string(option) + "=");
    });
  };
  if (!gives("--reductions")) {
    words.insert(words.begin() + 1, {"--reductions", "exhaustive,source,optimal"});
  }
  if (!gives("--dependence")) words.insert(words.begin() + 1, {"--dependence", "field"});
}

Status print_functions(const PreloadLibrary& library, const CommandLine& line) {
  std::string program;
  bool json = false;
  for (std::size_t i = 1; i < line.rest.size(); ++i) {
    const std::string& word = line.rest[i];
    if (word == "--json") {
      json = true;
    } else if (word != "--" && !program.empty()) {
      throw UsageError("'mpi functions' takes one binary, not '" + word + "', too");
    } else if (word != "--") {
      program = word;
    }
  }
  if (program.empty())
    throw UsageError("'mpi functions' needs a binary, as in: harrier mpi functions ./program");
  const std::filesystem::path file = file_of_program(program);
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(file, ignored))
    throw UsageError("cannot read '" + program + "'");
  return print_mpi_functions(file, file_of_adapter(library), json);
}

}  // namespace

Status run_mpi(const CommandLine& line) {
  static constexpr std::array<ReplacedLibrary, 2> replaced = {
      {{.name = "libmpich.so.12"}, {.name = "libmpi.so.40", .in_front = "mpi/libmpi.so.40"}}};
  constexpr PreloadLibrary library = {
      .command = "mpi",
      .file = "mpi/libmpich.so.12",
      .framework = "MPI programs",
      .abbreviation = "MPI",
      .build_option = "HARRIER_BUILD_MPI",
      .replaced = replaced,
      .others = "libmpi.so",
      .instead =
          "compile it with mpicc or mpicxx of MPICH or Open MPI (on Debian: apt install "
          "libmpich-dev or libopenmpi-dev)",
      .refused = "libmpi_mpifh.so",
      .refusal = "programs in Fortran are explored where they are compiled for MPICH"};
  if (!line.rest.empty() && line.rest.front() == "functions") return print_functions(library, line);
  CommandLine translated = line;
  translated.rest = with_arguments(line.rest);
  add_compared(translated.rest);
  return run_preloaded(library, translated);
}

}  // namespace harrier::tools
