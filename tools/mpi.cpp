// `harrier mpi`: runs a compiled MPI program with the adapter in the place of its MPI library,
// which explores it.
#include <array>

#include "tools/commands.hpp"
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
      out.push_back(std::string(found->key) + word.substr(found->option.size()));
    } else if (found != nullptr) {
      if (i + 1 == words.size()) throw UsageError("'" + word + "' needs a value");
      out.push_back(std::string(found->key) + "=" + words[++i]);
    } else if (word == "--" || (!word.starts_with("-") && i != 0)) {
      // The binary, its arguments, or what other options take.
      out.insert(out.end(), words.begin() + static_cast<std::ptrdiff_t>(i), words.end());
      break;
    } else {
      out.push_back(word);
    }
  }
  return out;
}

}  // namespace

Status run_mpi(const CommandLine& line) {
  constexpr PreloadLibrary library = {.command = "mpi",
                                      .file = "mpi/libharrier_mpi.so",
                                      .framework = "MPI programs",
                                      .abbreviation = "MPI",
                                      .build_option = "HARRIER_BUILD_MPI"};
  CommandLine translated = line;
  translated.rest = with_arguments(line.rest);
  return run_preloaded(library, translated);
}

}  // namespace harrier::tools
