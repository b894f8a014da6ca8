// Which functions of MPI a program calls, and which of them are explored.
#pragma once

#include <filesystem>

#include "tools/status.hpp"

namespace harrier::tools {

/// Prints it; `adapter` is the library that explores, in which what is refused has a weak name.
Status print_mpi_functions(const std::filesystem::path& program,
                           const std::filesystem::path& adapter, bool json);

}  // namespace harrier::tools
