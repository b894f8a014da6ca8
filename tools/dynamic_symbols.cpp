// The names that a compiled file has for others and wants from them.
#include "tools/dynamic_symbols.hpp"

#include <elf.h>

#include <cstring>
#include <fstream>
#include <optional>
#include <string_view>
#include <vector>

namespace harrier::tools {

namespace {

/// A file that may be damaged: whatever is read of it is asked for by place and size.
class Bytes {
 public:
  explicit Bytes(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    all_.assign(std::istreambuf_iterator<char>(in), {});
  }
  template <class T>
  std::optional<T> at(std::uint64_t place) const {
    if (place > all_.size() || all_.size() - place < sizeof(T)) return std::nullopt;
    T read;
    std::memcpy(&read, all_.data() + place, sizeof read);
    return read;
  }
  /// Returns the text that begins at a place and ends with a zero.
  std::string text(std::uint64_t place) const {
    if (place >= all_.size()) return {};
    const std::string_view rest(all_.data() + place, all_.size() - place);
    return std::string(rest.substr(0, rest.find('\0')));
  }

 private:
  std::vector<char> all_;
};

}  // namespace

DynamicSymbols dynamic_symbols(const std::filesystem::path& file) {
  DynamicSymbols found;
  const Bytes bytes(file);
  const auto header = bytes.at<Elf64_Ehdr>(0);
  if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0) return found;
  const auto section = [&](std::uint64_t number) {
    return bytes.at<Elf64_Shdr>(header->e_shoff + number * header->e_shentsize);
  };
  for (std::uint64_t i = 0; i < header->e_shnum; ++i) {
    const auto table = section(i);
    if (!table || table->sh_type != SHT_DYNSYM) continue;
    const auto texts = section(table->sh_link);
    if (!texts) continue;
    for (std::uint64_t at = 0; at + sizeof(Elf64_Sym) <= table->sh_size; at += sizeof(Elf64_Sym)) {
      const auto symbol = bytes.at<Elf64_Sym>(table->sh_offset + at);
      if (!symbol) break;
      const std::string name = bytes.text(texts->sh_offset + symbol->st_name);
      if (name.empty()) continue;
      if (symbol->st_shndx == SHN_UNDEF) {
        found.wanted.insert(name);
        continue;
      }
      found.defined.insert(name);
      if (ELF64_ST_BIND(symbol->st_info) == STB_WEAK) found.weak.insert(name);
    }
  }
  return found;
}

}  // namespace harrier::tools
