// Reads what a compiled program asks the dynamic linker for.
#include "tools/elf.hpp"

#include <elf.h>

#include <cstdint>
#include <fstream>
#include <optional>

namespace harrier::tools {

namespace {

/// A file whose parts are read one by one; a part that is not there reads as nothing.
class ElfFile {
 public:
  explicit ElfFile(const std::filesystem::path& path) : file_(path, std::ios::binary) {
    Elf64_Ehdr header = {};
    if (!read_at(0, header)) return;
    for (std::size_t i = 0; i < header.e_phnum; ++i) {
      Elf64_Phdr part = {};
      if (!read_at(header.e_phoff + i * header.e_phentsize, part)) return;
      parts_.push_back(part);
    }
  }

  std::vector<std::string> needed() {
    std::vector<std::uint64_t> names;
    std::optional<std::uint64_t> texts;
    for (const Elf64_Phdr& part : parts_) {
      if (part.p_type != PT_DYNAMIC) continue;
      for (std::uint64_t at = 0; at + sizeof(Elf64_Dyn) <= part.p_filesz; at += sizeof(Elf64_Dyn)) {
        Elf64_Dyn entry = {};
        if (!read_at(part.p_offset + at, entry) || entry.d_tag == DT_NULL) break;
        if (entry.d_tag == DT_NEEDED) names.push_back(entry.d_un.d_val);
        if (entry.d_tag == DT_STRTAB) texts = offset_of(entry.d_un.d_ptr);
      }
    }
    std::vector<std::string> needed;
    if (!texts) return needed;
    for (const std::uint64_t name : names) needed.push_back(text_at(*texts + name));
    return needed;
  }

 private:
  template <class Part>
  bool read_at(std::uint64_t offset, Part& out) {
    file_.clear();
    file_.seekg(static_cast<std::streamoff>(offset));
    return static_cast<bool>(file_.read(reinterpret_cast<char*>(&out), sizeof out));
  }
  std::string text_at(std::uint64_t offset) {
    std::string text;
    file_.clear();
    file_.seekg(static_cast<std::streamoff>(offset));
    std::getline(file_, text, '\0');
    return text;
  }
  /// Returns where in the file an address of the loaded program comes from.
  std::optional<std::uint64_t> offset_of(std::uint64_t address) const {
    for (const Elf64_Phdr& part : parts_) {
      const bool is_inside = address >= part.p_vaddr && address - part.p_vaddr < part.p_filesz;
      if (part.p_type == PT_LOAD && is_inside) return address - part.p_vaddr + part.p_offset;
    }
    return std::nullopt;
  }

  std::ifstream file_;
  std::vector<Elf64_Phdr> parts_;
};

}  // namespace

std::vector<std::string> needed_libraries(const std::filesystem::path& program) {
  return ElfFile(program).needed();
}

}  // namespace harrier::tools
