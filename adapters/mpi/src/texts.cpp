// Words about calls of MPI and where they are.
#include "texts.hpp"

#include <cstdint>
#include <map>

#include "loaded_file.hpp"
#include "shared_memory.hpp"

#ifdef HARRIER_MPI_HAS_BACKTRACE
#include <backtrace.h>
#endif

namespace harrier::mpi {

namespace {

#ifdef HARRIER_MPI_HAS_BACKTRACE
std::string find_line(const void* from) {
  const auto ignore = [](void*, const char*, int) {};
  // One for each file that calls come from: what reads the debug information of all reads this
  // library's, too, which is much.
  static std::map<std::uintptr_t, backtrace_state*> states;
  const std::uintptr_t base = file_base_of(from);
  backtrace_state*& state = states[base];
  if (state == nullptr) state = backtrace_create_state(nullptr, 0, ignore, nullptr);
  const OnlyFile only(base);
  std::string line;
  const auto note = [](void* out, std::uintptr_t, const char* file, int number, const char*) {
    if (file == nullptr || number == 0) return 0;
    const std::string path(file);
    *static_cast<std::string*>(out) =
        path.substr(path.rfind('/') + 1) + ":" + std::to_string(number);
    return 1;  // the innermost of what was inlined
  };
  // The call ends before the place that it returns to.
  backtrace_pcinfo(state, reinterpret_cast<std::uintptr_t>(from) - 1, note, ignore, &line);
  return line;
}
#else
std::string find_line(const void*) { return {}; }
#endif

}  // namespace

std::string line_of(const void* from) {
  if (from == nullptr) return {};
  static std::map<const void*, std::string> lines;
  const std::string* line = nullptr;
  {
    const SharedMemory::Rest not_shared;  // each process has one of its own
    const auto [at, is_new] = lines.try_emplace(from);
    if (is_new) at->second = find_line(from);
    line = &at->second;
  }
  return *line;
}

std::string call_text(const Site& site) {
  const std::string line = line_of(site.from);
  return line.empty() ? site.function : std::string(site.function) + " at " + line;
}

std::string place_text(std::uint32_t rank, const Site& site) {
  return "rank " + std::to_string(rank) + ": " + call_text(site);
}

std::string communicator_text(const Communicator& communicator) {
  if (!communicator.name.empty()) return communicator.name;
  return "the communicator of " + call_text(communicator.made_by);
}

}  // namespace harrier::mpi
