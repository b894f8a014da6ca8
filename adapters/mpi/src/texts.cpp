// Words about calls of MPI and where they are.
#include "texts.hpp"

namespace harrier::mpi {

std::string line_of(const void* from) {
  static_cast<void>(from);
  return {};
}

std::string call_text(const Site& site) {
  const std::string line = line_of(site.from);
  return line.empty() ? site.function : std::string(site.function) + " at " + line;
}

std::string place_text(std::uint32_t rank, const Site& site) {
  return "rank " + std::to_string(rank) + ": " + call_text(site);
}

}  // namespace harrier::mpi
