// The loaded file that an address lies in, and how to see no other.
#pragma once

#include <cstdint>

namespace harrier::mpi {

/// Returns where the file is loaded that has an address; 0 where none has it.
std::uintptr_t file_base_of(const void* address);

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
