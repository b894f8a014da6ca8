// The names that a compiled file has for others and wants from them. Nothing of it runs.
#pragma once

#include <filesystem>
#include <set>
#include <string>

namespace harrier::tools {

struct DynamicSymbols {
  std::set<std::string> wanted;
  std::set<std::string> defined;
  std::set<std::string> weak;  ///< of those that are defined
};

/// Reads them; all are empty where the file is none for the dynamic linker.
DynamicSymbols dynamic_symbols(const std::filesystem::path& file);

}  // namespace harrier::tools
