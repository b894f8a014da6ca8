// The loaded file that an address lies in, and how to see no other.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace harrier::mpi {

/// Returns where the file is loaded that has an address; 0 where none has it.
std::uintptr_t file_base_of(const void* address);

/// Returns the first name that some loaded file wants from others and that is asked for; empty
/// where there is none. The file that has it need not be asked.
std::string first_wanted_name(bool (*is_asked)(std::string_view name));

/// As long as it exists, code of this library that goes through the loaded files finds only one:
/// what reads their debug information need not read that of all.
class OnlyFile {
 public:
  explicit OnlyFile(std::uintptr_t base);
  ~OnlyFile();
  OnlyFile(const OnlyFile&) = delete;
  OnlyFile& operator=(const OnlyFile&) = delete;
};

}  // namespace harrier::mpi
