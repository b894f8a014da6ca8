// Which shared libraries a program brings along.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace harrier::tools {

/// Lists the shared libraries that the dynamic linker loads for a program, those of its libraries
/// among them, by the names they are asked for. The program itself does not run.
std::vector<std::string> loaded_libraries(const std::filesystem::path& program);
/// Lists the files that these are found in, without those that are not found.
std::vector<std::filesystem::path> loaded_files(const std::filesystem::path& program);

}  // namespace harrier::tools
