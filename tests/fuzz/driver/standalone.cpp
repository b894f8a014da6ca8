// Drives a fuzz target without libFuzzer: the corpus first, then seeded mutations of it.
//
//   fuzz_NAME [--mutations N] [--seed N] [--save FILE] [CORPUS_DIR | INPUT_FILE]...
//
// An input that crashes, or that runs for longer than ten seconds, is written to FILE; give that
// file as the argument, with `--mutations 0`, to run it again.

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

// Present only in programs that were linked with a sanitizer.
extern "C" void __sanitizer_set_death_callback(void (*callback)()) __attribute__((weak));

namespace {

namespace fs = std::filesystem;
using Input = std::vector<std::uint8_t>;

constexpr std::size_t input_bytes_max = 4096;
constexpr unsigned input_timeout_s = 10;

struct Options {
  std::uint64_t mutations = 20'000;
  std::uint64_t seed = 1;
  std::string save = "fuzz-crash";
  std::vector<fs::path> paths;
};

// Values on which parsers of numbers, lists, text and JSON are known to stumble.
constexpr std::string_view tokens[] = {
    "0",   "-1",      "00", "1e999", "4294967296", "18446744073709551616",
    ".",   ",",       ":",  "=",     "/",          "\"",
    "\\",  "\\ud800", "{}", "[]",    "\n",         "\xff",
    "null"};

// What the signal handler needs: plain globals, because nothing else is safe to touch there.
const std::uint8_t* running_data = nullptr;
std::size_t running_size = 0;
std::string save_path;

void print_from_handler(std::string_view text) {
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, text.data(), text.size());
}

void save_running_input() {
  if (running_data == nullptr) return;
  const int file = open(save_path.c_str(), O_CREAT | O_WRONLY | O_TRUNC, 0644);
  if (file >= 0) {
    [[maybe_unused]] const ssize_t written = write(file, running_data, running_size);
    close(file);
  }
  print_from_handler("\nerror: the input in this file crashed or hung the fuzz target: ");
  print_from_handler(save_path);
  print_from_handler("\n");
  running_data = nullptr;
}

void on_signal(int signal_number) {
  save_running_input();
  std::signal(signal_number, SIG_DFL);
  std::raise(signal_number);
}

void run(const Input& input) {
  running_data = input.data();
  running_size = input.size();
  alarm(input_timeout_s);
  LLVMFuzzerTestOneInput(input.data(), input.size());
  alarm(0);
  running_data = nullptr;
}

// Makes new inputs from old ones. The numbers come straight from the generator, so they are the
// same everywhere.
class Mutator {
 public:
  explicit Mutator(std::uint64_t seed) : generator_(seed) {}

  Input next(const std::vector<Input>& corpus) {
    Input input = corpus[below(corpus.size())];
    const std::size_t changes = 1 + below(6);
    for (std::size_t change = 0; change < changes; ++change) mutate(input, corpus);
    if (input.size() > input_bytes_max) input.resize(input_bytes_max);
    return input;
  }

 private:
  std::size_t below(std::size_t bound) { return static_cast<std::size_t>(generator_() % bound); }

  std::size_t place_in(const Input& input) { return below(input.size() + 1); }

  static void insert(Input& input, std::size_t place, const Input& bytes) {
    input.insert(input.begin() + static_cast<std::ptrdiff_t>(place), bytes.begin(), bytes.end());
  }

  Input piece_of(const Input& input) {
    if (input.empty()) return {};
    const std::size_t begin = below(input.size());
    const std::size_t size = 1 + below(std::min<std::size_t>(input.size() - begin, 32));
    const auto first = input.begin() + static_cast<std::ptrdiff_t>(begin);
    return Input(first, first + static_cast<std::ptrdiff_t>(size));
  }

  void mutate(Input& input, const std::vector<Input>& corpus) {
    switch (input.empty() ? 4 + below(3) : below(8)) {
      case 0:
        input[below(input.size())] ^= static_cast<std::uint8_t>(1U << below(8));
        return;
      case 1:
        input[below(input.size())] = static_cast<std::uint8_t>(below(256));
        return;
      case 2: {
        const std::size_t begin = below(input.size());
        const std::size_t size = 1 + below(std::min<std::size_t>(input.size() - begin, 16));
        const auto first = input.begin() + static_cast<std::ptrdiff_t>(begin);
        input.erase(first, first + static_cast<std::ptrdiff_t>(size));
        return;
      }
      case 3:
        input.resize(below(input.size()));
        return;
      case 4: {
        const std::string_view token = tokens[below(std::size(tokens))];
        insert(input, place_in(input), Input(token.begin(), token.end()));
        return;
      }
      case 5:
        insert(input, place_in(input), {static_cast<std::uint8_t>(below(256))});
        return;
      case 6:
        insert(input, place_in(input), piece_of(corpus[below(corpus.size())]));
        return;
      default:
        insert(input, place_in(input), piece_of(input));
        return;
    }
  }

  std::mt19937_64 generator_;
};

std::optional<std::uint64_t> number_in(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<Options> options_from(const std::vector<std::string>& arguments) {
  Options options;
  for (std::size_t index = 0; index < arguments.size(); ++index) {
    const std::string& argument = arguments[index];
    if (!argument.starts_with("--")) {
      options.paths.emplace_back(argument);
      continue;
    }
    if (++index == arguments.size()) return std::nullopt;
    const std::string& value = arguments[index];
    if (argument == "--save") {
      options.save = value;
    } else if (argument == "--mutations" || argument == "--seed") {
      const std::optional<std::uint64_t> number = number_in(value);
      if (!number) return std::nullopt;
      (argument == "--seed" ? options.seed : options.mutations) = *number;
    } else {
      return std::nullopt;
    }
  }
  return options;
}

// Lists the files in the given order, and those of a folder by name; a folder that does not exist
// is empty.
std::vector<fs::path> files_in(const std::vector<fs::path>& paths) {
  std::vector<fs::path> files;
  for (const fs::path& path : paths) {
    if (fs::is_regular_file(path)) files.push_back(path);
    if (!fs::is_directory(path)) continue;
    std::vector<fs::path> entries;
    for (const fs::directory_entry& entry : fs::directory_iterator(path)) {
      if (entry.is_regular_file()) entries.push_back(entry.path());
    }
    std::sort(entries.begin(), entries.end());
    files.insert(files.end(), entries.begin(), entries.end());
  }
  return files;
}

Input contents_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return Input(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
}

}  // namespace

int main(int argc, char** argv) {
  const std::optional<Options> options = options_from({argv + 1, argv + argc});
  if (!options) {
    std::fprintf(
        stderr, "usage: %s [--mutations N] [--seed N] [--save FILE] [CORPUS_DIR | INPUT_FILE]...\n",
        argv[0]);
    return 2;
  }

  save_path = options->save;
  for (const int signal_number : {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGALRM}) {
    std::signal(signal_number, on_signal);
  }
  if (__sanitizer_set_death_callback != nullptr) __sanitizer_set_death_callback(save_running_input);

  std::vector<Input> corpus;
  for (const fs::path& file : files_in(options->paths)) {
    corpus.push_back(contents_of(file));
    run(corpus.back());
  }
  const std::size_t corpus_size = corpus.size();
  corpus.emplace_back();  // the empty input is always worth a try, and there is always something to
                          // mutate
  run(corpus.back());

  Mutator mutator(options->seed);
  for (std::uint64_t count = 0; count < options->mutations; ++count) run(mutator.next(corpus));

  std::printf("ok: %zu inputs of the corpus and %llu mutations (seed %llu)\n", corpus_size,
              static_cast<unsigned long long>(options->mutations),
              static_cast<unsigned long long>(options->seed));
  return 0;
}
