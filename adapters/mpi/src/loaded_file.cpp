// The loaded file that an address lies in, and how to see no other.
#include "loaded_file.hpp"

#include <link.h>

#include <optional>
#include <span>

#include "host/symbols.hpp"

namespace {

using Visit = int(dl_phdr_info* info, std::size_t size, void* data);
using Iterate = int(Visit* visit, void* data);

constinit thread_local std::optional<std::uintptr_t> only_base;

struct Filtered {
  Visit* visit;
  void* data;
};

int iterate_all(Visit* visit, void* data) {
  static auto* const real = harrier::host::next_function<Iterate>("dl_iterate_phdr");
  return real(visit, data);
}

}  // namespace

/// Stands before that of the system for what is linked into this library, such as the one that
/// finds lines; nobody else sees it.
extern "C" [[gnu::visibility("hidden")]] int dl_iterate_phdr(Visit* visit, void* data) {
  if (!only_base) return iterate_all(visit, data);
  Filtered filtered{visit, data};
  return iterate_all(
      [](dl_phdr_info* info, std::size_t size, void* of) {
        const auto& to = *static_cast<Filtered*>(of);
        return info->dlpi_addr == *only_base ? to.visit(info, size, to.data) : 0;
      },
      &filtered);
}

namespace harrier::mpi {

std::uintptr_t file_base_of(const void* address) {
  struct Asked {
    std::uintptr_t address;
    std::uintptr_t base;
  } asked{reinterpret_cast<std::uintptr_t>(address), 0};
  iterate_all(
      [](dl_phdr_info* info, std::size_t, void* of) {
        Asked& about = *static_cast<Asked*>(of);
        for (const ElfW(Phdr) & part : std::span(info->dlpi_phdr, info->dlpi_phnum)) {
          const std::uintptr_t begin = info->dlpi_addr + part.p_vaddr;
          if (part.p_type != PT_LOAD || about.address < begin ||
              about.address >= begin + part.p_memsz)
            continue;
          about.base = info->dlpi_addr;
          return 1;
        }
        return 0;
      },
      &asked);
  return asked.base;
}

OnlyFile::OnlyFile(std::uintptr_t base) { only_base = base; }

OnlyFile::~OnlyFile() { only_base.reset(); }

}  // namespace harrier::mpi
