// Names of functions and types as their author wrote them, found in the files of the program.
//
// A program does not export its functions to the dynamic linker, so their names are looked up in
// the table that debuggers use, which is there unless the file was stripped.
#include "host/symbol_names.hpp"

#include <cxxabi.h>
#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <memory>
#include <span>
#include <unordered_map>

namespace harrier::host {

namespace {

/// Mangled names by address in the file.
using Functions = std::unordered_map<std::uint64_t, const char*>;

/// Maps a file for good, as the names stay in it. What reads files is not called: a step of the
/// program may be running, and would be taken for the reader.
std::span<const char> mapped(const char* path) {
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  struct stat status = {};
  if (file < 0 || fstat(file, &status) != 0) return {};
  const auto size = static_cast<std::size_t>(status.st_size);
  void* const memory = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
  close(file);
  if (memory == MAP_FAILED) return {};
  return {static_cast<const char*>(memory), size};
}

/// Looks at a part of a file as a table; empty if the file is too short for it.
template <class Entry>
std::span<const Entry> table(std::span<const char> file, std::uint64_t begin, std::uint64_t size) {
  if (begin > file.size() || size > file.size() - begin) return {};
  return {reinterpret_cast<const Entry*>(file.data() + begin), size / sizeof(Entry)};
}

Functions functions_of(const char* path) {
  Functions functions;
  const std::span<const char> file = mapped(path);
  const auto header = table<ElfW(Ehdr)>(file, 0, sizeof(ElfW(Ehdr)));
  if (header.empty()) return functions;
  const auto sections = table<ElfW(Shdr)>(file, header[0].e_shoff,
                                          std::uint64_t{header[0].e_shnum} * sizeof(ElfW(Shdr)));
  for (const ElfW(Shdr) & section : sections) {
    if (section.sh_type != SHT_SYMTAB || section.sh_link >= sections.size()) continue;
    const ElfW(Shdr)& texts = sections[section.sh_link];
    const auto names = table<char>(file, texts.sh_offset, texts.sh_size);
    for (const ElfW(Sym) & symbol : table<ElfW(Sym)>(file, section.sh_offset, section.sh_size)) {
      const bool is_function = ELF64_ST_TYPE(symbol.st_info) == STT_FUNC;
      if (!is_function || symbol.st_name >= names.size()) continue;
      functions.emplace(symbol.st_value, &names[symbol.st_name]);
    }
  }
  return functions;
}

}  // namespace

namespace {

/// Says in which file an address lies, where it is loaded, and which functions there are.
struct Place {
  const Functions* functions = nullptr;
  std::uint64_t address = 0;
};

Place place_of(const void* address) {
  Dl_info info = {};
  link_map* loaded = nullptr;
  if (dladdr1(address, &info, reinterpret_cast<void**>(&loaded), RTLD_DL_LINKMAP) == 0) return {};
  // The program itself has no name there.
  const std::string path = *loaded->l_name != '\0' ? loaded->l_name : "/proc/self/exe";
  static thread_local std::unordered_map<std::string, Functions> known;
  auto functions = known.find(path);
  if (functions == known.end()) functions = known.emplace(path, functions_of(path.c_str())).first;
  return {&functions->second, reinterpret_cast<std::uint64_t>(address) - loaded->l_addr};
}

}  // namespace

std::string function_name(const void* address) {
  const Place place = place_of(address);
  if (place.functions == nullptr) return {};
  const auto found = place.functions->find(place.address);
  return found != place.functions->end() ? last_name(demangled(found->second)) : std::string();
}

std::string function_around(const void* address) {
  const Place place = place_of(address);
  if (place.functions == nullptr) return {};
  std::uint64_t nearest = 0;
  const char* name = nullptr;
  for (const auto& [begin, symbol] : *place.functions) {
    if (begin > place.address || begin < nearest) continue;
    nearest = begin;
    name = symbol;
  }
  if (name == nullptr) return {};
  std::string full = demangled(name);
  constexpr std::string_view unnamed = "(anonymous namespace)::";
  for (std::size_t at = full.find(unnamed); at != std::string::npos; at = full.find(unnamed)) {
    full.erase(at, unnamed.size());
  }
  return full.substr(0, full.find('('));
}

std::string demangled(const char* symbol) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(symbol, nullptr, nullptr, &status), std::free);
  return text != nullptr ? text.get() : symbol;
}

std::string last_name(std::string_view demangled) {
  constexpr std::string_view unnamed = "(anonymous namespace)";
  std::string name;
  int depth = 0;
  for (std::size_t i = 0; i < demangled.size(); ++i) {
    const char c = demangled[i];
    if (demangled.substr(i).starts_with(unnamed)) {
      i += unnamed.size() - 1;
    } else if (c == '<') {
      ++depth;
    } else if (c == '>') {
      --depth;
    } else if (depth == 0 && (c == '(' || c == '[')) {
      break;
    } else if (depth == 0 && (c == ':' || c == ' ')) {
      name.clear();
    } else if (depth == 0) {
      name += c;
    }
  }
  return name;
}

}  // namespace harrier::host
