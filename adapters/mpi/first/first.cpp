// Keeps what the writable memory of all loaded files holds before any constructor runs.
//
// The constructors of a program's libraries run before it begins, and what they make belongs to
// each rank. This library is linked with -z initfirst: the loader runs its constructor before all
// others, so it uses nothing that would need one.
#include "first.hpp"

#include <link.h>
#include <sys/mman.h>

#include <cstring>

namespace {

constexpr std::size_t ranges_max = 256;
// A program with more is not explored in one process.
constexpr std::size_t bytes_max = std::size_t{64} << 20;

HarrierFirstRange ranges[ranges_max];
std::size_t range_count = 0;

void keep(const std::byte* begin, std::size_t bytes) {
  if (range_count == ranges_max || bytes == 0 || bytes > bytes_max) return;
  void* const memory =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return;
  std::memcpy(memory, begin, bytes);
  ranges[range_count++] = {begin, begin + bytes, static_cast<const std::byte*>(memory)};
}

int keep_file(dl_phdr_info* info, std::size_t, void*) {
  for (ElfW(Half) i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& part = info->dlpi_phdr[i];
    if (part.p_type != PT_LOAD || (part.p_flags & PF_W) == 0) continue;
    keep(reinterpret_cast<const std::byte*>(info->dlpi_addr + part.p_vaddr), part.p_memsz);
  }
  return 0;
}

/// The C library does not know its environment yet, so that comes from the loader.
[[gnu::constructor]] void keep_all(int, char**, char** variables) {
  constexpr char command[] = "HARRIER_PRELOADED_COMMAND=";
  for (; *variables != nullptr; ++variables) {
    if (std::strncmp(*variables, command, sizeof command - 1) != 0) continue;
    dl_iterate_phdr(keep_file, nullptr);
    return;
  }
}

}  // namespace

const HarrierFirstRange* harrier_mpi_first_ranges(std::size_t* count) {
  *count = range_count;
  return ranges;
}
