// Looks for addresses among plain bytes.
#include "runtime/addresses.hpp"

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

namespace harrier::detail {

namespace {

/// Below this no program has anything in its memory, and most numbers are.
constexpr std::uint64_t lowest = std::uint64_t{1} << 22U;

bool is_mapped(std::uint64_t address) {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    if (std::sscanf(line.c_str(), "%lx-%lx", &begin, &end) != 2) continue;
    if (begin <= address && address < end) return true;
  }
  return false;
}

}  // namespace

bool holds_address(std::string_view bytes) {
  constexpr std::size_t size = sizeof(std::uint64_t);
  thread_local std::uint64_t known_number = 0;
  const std::size_t past = reinterpret_cast<std::uintptr_t>(bytes.data()) % size;
  for (std::size_t at = past == 0 ? 0 : size - past; at + size <= bytes.size(); at += size) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, size);
    if (word < lowest || word >> 47U != 0 || word == known_number) continue;
    if (is_mapped(word)) return true;
    known_number = word;
  }
  return false;
}

}  // namespace harrier::detail
