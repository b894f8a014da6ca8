// Which variables outside of all actors the steps of an execution change.
#include "explore/changed_globals.hpp"

#include <cxxabi.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <set>
#include <span>
#include <string_view>

#include "explore/replay.hpp"

namespace harrier {

namespace {

constexpr std::size_t named_max = 3;
constexpr std::size_t bytes_max = std::size_t{64} << 20U;

/// The bytes of the executable's variables, and what they were before a step.
struct Segment {
  std::span<const std::byte> bytes;
  std::vector<std::byte> before = {};
};

struct Variable {
  const std::byte* begin = nullptr;
  std::size_t size = 0;
  std::string name;
};

/// The file of the executable in memory.
class ExecutableFile {
 public:
  ExecutableFile() {
    const int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    if (file < 0) return;
    struct stat status {};
    if (fstat(file, &status) == 0 && status.st_size > 0) {
      const auto size = static_cast<std::size_t>(status.st_size);
      void* const mapped = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
      if (mapped != MAP_FAILED) bytes_ = {static_cast<const std::byte*>(mapped), size};
    }
    close(file);
  }
  ~ExecutableFile() {
    if (!bytes_.empty()) munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
  }
  ExecutableFile(const ExecutableFile&) = delete;
  ExecutableFile& operator=(const ExecutableFile&) = delete;

  /// Returns values of a table in the file; none where it does not lie in it.
  template <class T>
  std::span<const T> table(std::size_t offset, std::size_t size) const {
    if (offset > bytes_.size() || size > bytes_.size() - offset) return {};
    return {reinterpret_cast<const T*>(bytes_.data() + offset), size / sizeof(T)};
  }

 private:
  std::span<const std::byte> bytes_;
};

/// Returns a name as it is in the program; empty for what belongs to the library or the compiler.
std::string shown_name(const char* symbol) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> demangled(
      abi::__cxa_demangle(symbol, nullptr, nullptr, &status), std::free);
  const std::string name = status == 0 && demangled ? demangled.get() : symbol;
  const std::string_view own = "harrier::";
  const std::string_view of_tests = "harrier::testing::";
  const bool is_own = name.starts_with(own) && !name.starts_with(of_tests);
  if (is_own || name.starts_with("std::") || name.starts_with("guard variable") ||
      name.starts_with("vtable") || name.starts_with("__")) {
    return {};
  }
  return name;
}

class Globals {
 public:
  Globals() {
    dl_iterate_phdr(
        [](dl_phdr_info* info, std::size_t, void* self) {
          static_cast<Globals*>(self)->find_segments(*info);
          return 1;  // the first is the executable
        },
        this);
    find_variables();
  }

  bool known() const { return !variables_.empty(); }

  void remember() {
    for (Segment& segment : segments_)
      segment.before.assign(segment.bytes.begin(), segment.bytes.end());
  }
  /// Adds the names of the variables that have changed since then.
  void add_changed(std::set<std::string>& names) const {
    for (const Segment& segment : segments_) {
      if (std::memcmp(segment.bytes.data(), segment.before.data(), segment.bytes.size()) == 0) {
        continue;
      }
      for (const Variable& variable : variables_) {
        if (variable.begin < segment.bytes.data()) continue;
        const auto offset = static_cast<std::size_t>(variable.begin - segment.bytes.data());
        if (offset + variable.size > segment.bytes.size()) continue;
        if (std::memcmp(variable.begin, segment.before.data() + offset, variable.size) != 0) {
          names.insert(variable.name);
        }
      }
    }
  }

 private:
  void find_segments(const dl_phdr_info& info) {
    load_address_ = info.dlpi_addr;
    for (const ElfW(Phdr) & part : std::span(info.dlpi_phdr, info.dlpi_phnum)) {
      if (part.p_type != PT_LOAD || (part.p_flags & PF_W) == 0 || part.p_memsz > bytes_max)
        continue;
      const auto* const begin = reinterpret_cast<const std::byte*>(info.dlpi_addr + part.p_vaddr);
      segments_.push_back({.bytes = {begin, part.p_memsz}});
    }
  }

  void find_variables() {
    const ExecutableFile file;
    const auto header = file.table<ElfW(Ehdr)>(0, sizeof(ElfW(Ehdr)));
    if (header.empty() || std::memcmp(header[0].e_ident, ELFMAG, SELFMAG) != 0) return;
    const auto sections = file.table<ElfW(Shdr)>(
        header[0].e_shoff, std::size_t{header[0].e_shnum} * sizeof(ElfW(Shdr)));
    for (const ElfW(Shdr) & section : sections) {
      if (section.sh_type != SHT_SYMTAB || section.sh_link >= sections.size()) continue;
      const ElfW(Shdr)& texts = sections[section.sh_link];
      const auto names = file.table<char>(texts.sh_offset, texts.sh_size);
      for (const ElfW(Sym) & symbol : file.table<ElfW(Sym)>(section.sh_offset, section.sh_size)) {
        add(symbol, names);
      }
    }
  }

  void add(const ElfW(Sym) & symbol, std::span<const char> names) {
    const bool is_variable = ELF64_ST_TYPE(symbol.st_info) == STT_OBJECT && symbol.st_size != 0 &&
                             symbol.st_name < names.size();
    if (!is_variable) return;
    std::string name = shown_name(names.data() + symbol.st_name);
    if (name.empty()) return;
    const auto* const begin = reinterpret_cast<const std::byte*>(load_address_ + symbol.st_value);
    variables_.push_back({begin, symbol.st_size, std::move(name)});
  }

  ElfW(Addr) load_address_ = 0;
  std::vector<Segment> segments_;
  std::vector<Variable> variables_;
};

}  // namespace

std::vector<std::string> globals_changed_by(Program& program, const Trace& trace) {
  if (program.wants_its_process()) return {};
  Globals globals;
  if (!globals.known()) return {};
  std::set<std::string> names;
  try {
    program.start();
    for (std::size_t event = 0; event < trace.size(); ++event) {
      globals.remember();
      program.execute(trace[event].message, trace.choices(event));
      globals.add_changed(names);
    }
  } catch (...) {
    // It is known already that it does not repeat.
  }
  std::vector<std::string> shown;
  for (const std::string& name : names) {
    if (shown.size() < named_max) shown.push_back("the global " + name);
  }
  return shown;
}

}  // namespace harrier
