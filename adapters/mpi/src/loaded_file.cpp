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

namespace {

/// The tables of a loaded file that say what it wants from others.
struct Wanted {
  std::span<const ElfW(Rela)> places;
  std::span<const ElfW(Rela)> calls;
  const ElfW(Sym) * names = nullptr;
  const char* texts = nullptr;
};

Wanted wanted_by(const ElfW(Dyn) * part) {
  Wanted found;
  const ElfW(Rela)* places = nullptr;
  const ElfW(Rela)* calls = nullptr;
  std::size_t place_bytes = 0;
  std::size_t call_bytes = 0;
  for (; part->d_tag != DT_NULL; ++part) {
    const std::uintptr_t value = part->d_un.d_ptr;
    if (part->d_tag == DT_RELA) places = reinterpret_cast<const ElfW(Rela)*>(value);
    if (part->d_tag == DT_JMPREL) calls = reinterpret_cast<const ElfW(Rela)*>(value);
    if (part->d_tag == DT_RELASZ) place_bytes = value;
    if (part->d_tag == DT_PLTRELSZ) call_bytes = value;
    if (part->d_tag == DT_SYMTAB) found.names = reinterpret_cast<const ElfW(Sym)*>(value);
    if (part->d_tag == DT_STRTAB) found.texts = reinterpret_cast<const char*>(value);
  }
  found.places = {places, places != nullptr ? place_bytes / sizeof(ElfW(Rela)) : 0};
  found.calls = {calls, calls != nullptr ? call_bytes / sizeof(ElfW(Rela)) : 0};
  return found;
}

}  // namespace

std::string first_wanted_name(bool (*is_asked)(std::string_view name)) {
  struct Asked {
    bool (*is_asked)(std::string_view name);
    std::string found;
  } asked{is_asked, {}};
  iterate_all(
      [](dl_phdr_info* info, std::size_t, void* of) {
        Asked& about = *static_cast<Asked*>(of);
        // The kernel's own has no table that was put in place.
        if (std::string_view(info->dlpi_name).starts_with("linux-vdso")) return 0;
        for (const ElfW(Phdr) & part : std::span(info->dlpi_phdr, info->dlpi_phnum)) {
          if (part.p_type != PT_DYNAMIC) continue;
          const Wanted wanted =
              wanted_by(reinterpret_cast<const ElfW(Dyn)*>(info->dlpi_addr + part.p_vaddr));
          for (const std::span<const ElfW(Rela)> list : {wanted.places, wanted.calls}) {
            for (const ElfW(Rela) & one : list) {
              const ElfW(Sym)& name = wanted.names[ELF64_R_SYM(one.r_info)];
              if (name.st_shndx != SHN_UNDEF || !about.is_asked(wanted.texts + name.st_name))
                continue;
              about.found = wanted.texts + name.st_name;
              return 1;
            }
          }
        }
        return 0;
      },
      &asked);
  return asked.found;
}

OnlyFile::OnlyFile(std::uintptr_t base) { only_base = base; }

OnlyFile::~OnlyFile() { only_base.reset(); }

}  // namespace harrier::mpi
