// Which functions of MPI a program calls, and which of them are explored.
#include "tools/mpi_functions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.hpp"
#include "tools/dynamic_symbols.hpp"
#include "tools/loaded_libraries.hpp"
#include "tools/terminal.hpp"

namespace harrier::tools {

namespace {

/// What an MPI itself consists of, whose calls are none of the program's.
bool is_of_mpi(const std::filesystem::path& library) {
  const std::string name = library.filename().string();
  static constexpr std::array<std::string_view, 9> parts = {
      "libmpich", "libmpi.so",  "libmpi_mpifh", "libmpi_usempi", "libmpi_cxx",
      "libopen-", "libmpifort", "libmpicxx",    "libmpi_abi"};
  return std::ranges::any_of(parts, [&](std::string_view part) { return name.starts_with(part); });
}

std::string in_small(std::string_view name) {
  std::string small;
  for (const char one : name)
    small += static_cast<char>(std::tolower(static_cast<unsigned char>(one)));
  return small;
}

/// Returns the function of MPI that a name stands for, all in small letters; empty where it is
/// none. `mpi_send_` and its like are those of Fortran.
std::string function_of(std::string_view name) {
  const bool is_c = name.starts_with("MPI_") || name.starts_with("PMPI_") ||
                    name.starts_with("MPIX_") || name.starts_with("PMPIX_");
  std::string small = in_small(name);
  if (small.starts_with("pmpi")) small.erase(0, 1);
  if (!small.starts_with("mpi_") && !small.starts_with("mpix_")) return {};
  if (is_c) return small;
  while (small.ends_with('_')) small.pop_back();
  for (const std::string_view ending : {"_f08ts", "_f08"}) {
    if (small.ends_with(ending)) small.resize(small.size() - ending.size());
  }
  return small;
}

struct Sorted {
  std::vector<std::string> explored;
  std::vector<std::string> refused;
  std::vector<std::string> unknown;
};

std::string json_list(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names)
    text += fmt::format("{}\"{}\"", text.empty() ? "" : ", ", name);
  return "[" + text + "]";
}

}  // namespace

Status print_mpi_functions(const std::filesystem::path& program,
                           const std::filesystem::path& adapter, bool json) {
  const DynamicSymbols ours = dynamic_symbols(adapter);
  std::map<std::string, std::string> known;  // as small letters, and as they are
  for (const std::string& name : ours.defined) {
    if (name.starts_with("MPI_") || name.starts_with("MPIX_")) known.emplace(in_small(name), name);
  }
  std::vector<std::filesystem::path> files = {program};
  for (const std::filesystem::path& library : loaded_files(program)) {
    if (!is_of_mpi(library)) files.push_back(library);
  }
  std::map<std::string, std::string> called;
  std::set<std::string> defined;  // by the program itself: it stands in front of MPI
  for (const std::filesystem::path& file : files) {
    const DynamicSymbols symbols = dynamic_symbols(file);
    for (const std::string& name : symbols.defined) defined.insert(name);
    for (const std::string& name : symbols.wanted) {
      if (std::string function = function_of(name); !function.empty())
        called.emplace(std::move(function), name);
    }
  }
  Sorted sorted;
  for (const auto& [function, name] : called) {
    const auto found = known.find(function);
    if (found == known.end()) {
      // Data of MPI has names like functions of Fortran, and programs have their own.
      if (!defined.contains(name) && (name.starts_with("MPI") || name.starts_with("PMPI")))
        sorted.unknown.push_back(name);
    } else {
      (ours.weak.contains(found->second) ? sorted.refused : sorted.explored)
          .push_back(found->second);
    }
  }
  if (json) {
    print(
        fmt::format("{{\"program\": \"{}\", \"explored\": {}, \"refused\": {}, \"unknown\": {}}}\n",
                    program.filename().string(), json_list(sorted.explored),
                    json_list(sorted.refused), json_list(sorted.unknown)));
    return Status::ok;
  }
  const auto line = [](std::string_view title, const std::vector<std::string>& names) {
    print(fmt::format("{}: {}\n", title, names.empty() ? "none" : base::join(names, ", ")));
  };
  line("explored", sorted.explored);
  line("refused when they are called", sorted.refused);
  line("unknown", sorted.unknown);
  return Status::ok;
}

}  // namespace harrier::tools
