// Hashes bytes, eight at a time.
#include <cstring>

#include "harrier/hash.hpp"

namespace harrier {

void Hasher::add_bytes(std::string_view bytes) {
  add_word(bytes.size());
  while (bytes.size() >= sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data(), sizeof word);
    add_word(word);
    bytes.remove_prefix(sizeof word);
  }
  if (bytes.empty()) return;
  std::uint64_t rest = 0;
  std::memcpy(&rest, bytes.data(), bytes.size());
  add_word(rest);
}

}  // namespace harrier
