// Reads what a compiled program asks the dynamic linker for.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace harrier::tools {

/// Lists the shared libraries that a program names, as it names them; none where it cannot be read.
std::vector<std::string> needed_libraries(const std::filesystem::path& program);

}  // namespace harrier::tools
