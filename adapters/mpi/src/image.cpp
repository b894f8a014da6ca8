// The writable memory of the explored program: what every rank must have for itself.
#include "image.hpp"

#include <elf.h>
#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace harrier::mpi {

namespace {

/// Libraries whose state is shared by all ranks: those of the system, and what Harrier stands on.
bool is_shared_library(std::string_view path) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  for (const std::string_view prefix :
       {"libc.so", "libm.so", "libgcc_s", "libstdc++", "libpthread", "libdl.so", "librt.so",
        "ld-linux", "linux-vdso", "libmpich", "libharrier", "libboost_context", "libgomp",
        "libgfortran", "libquadmath", "libdw.so", "libelf.so", "libz.so", "liblzma", "libbz2",
        "libasan", "libubsan", "libtsan",
        // Open MPI's, which its C++ bindings bring along.
        "libmpi.so", "libopen-", "libhwloc", "libevent_", "libudev"}) {
    if (name.starts_with(prefix)) return true;
  }
  return false;
}

std::size_t page_bytes() {
  static const auto bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return bytes;
}

}  // namespace

/// Goes through the loaded files.
class Image::Finder {
 public:
  explicit Finder(Image& image) : image_(image) {}

  void run() {
    dl_iterate_phdr(
        [](dl_phdr_info* info, std::size_t, void* self) {
          static_cast<Finder*>(self)->look_at(*info);
          return 0;
        },
        this);
    std::ranges::sort(image_.data_, {}, &Range::begin);
  }

 private:
  void look_at(const dl_phdr_info& info) {
    is_executable_ = std::exchange(first_, false);
    if (!is_executable_ && is_shared_library(info.dlpi_name)) return;
    base_ = reinterpret_cast<std::byte*>(info.dlpi_addr);
    copied_.clear();
    Range constant;
    for (const ElfW(Phdr) & part : std::span(info.dlpi_phdr, info.dlpi_phnum)) {
      if (part.p_type == PT_DYNAMIC) read_dynamic(part);
      if (part.p_type == PT_GNU_RELRO) constant = range_of(part);
    }
    // The loader protects whole pages.
    if (constant.end != nullptr) {
      const auto end = reinterpret_cast<std::uintptr_t>(constant.end);
      constant.end -= end % page_bytes();
    }
    for (const ElfW(Phdr) & part : std::span(info.dlpi_phdr, info.dlpi_phnum)) {
      if (part.p_type == PT_TLS && info.dlpi_tls_data != nullptr) {
        auto* const begin = static_cast<std::byte*>(info.dlpi_tls_data);
        image_.data_.push_back({begin, begin + part.p_memsz});
      }
      if (part.p_type != PT_LOAD) continue;
      Range range = range_of(part);
      if ((part.p_flags & PF_X) != 0) image_.code_.push_back(range);
      if ((part.p_flags & PF_W) == 0) continue;
      if (constant.end != nullptr && constant.begin <= range.begin) {
        range.begin = std::max(range.begin, std::min(range.end, constant.end));
      }
      add_data(range);
    }
  }

  Range range_of(const ElfW(Phdr) & part) const {
    return {base_ + part.p_vaddr, base_ + part.p_vaddr + part.p_memsz};
  }

  /// Tables of a loaded file are given by address, except in the dynamic section of the vdso.
  template <class T>
  static const T* table_at(const ElfW(Dyn) & entry) {
    return reinterpret_cast<const T*>(entry.d_un.d_ptr);
  }

  void read_dynamic(const ElfW(Phdr) & part) {
    const ElfW(Rela)* relocations = nullptr;
    std::size_t relocation_bytes = 0;
    const ElfW(Sym)* symbols = nullptr;
    Constructors constructors;
    for (const auto* entry = reinterpret_cast<const ElfW(Dyn)*>(base_ + part.p_vaddr);
         entry->d_tag != DT_NULL; ++entry) {
      if (entry->d_tag == DT_RELA) relocations = table_at<ElfW(Rela)>(*entry);
      if (entry->d_tag == DT_RELASZ) relocation_bytes = entry->d_un.d_val;
      if (entry->d_tag == DT_SYMTAB) symbols = table_at<ElfW(Sym)>(*entry);
      if (entry->d_tag == DT_INIT_ARRAY) {
        constructors.begin = reinterpret_cast<const Constructor*>(base_ + entry->d_un.d_ptr);
      }
      if (entry->d_tag == DT_INIT_ARRAYSZ) {
        constructors.count = entry->d_un.d_val / sizeof(Constructor);
      }
    }
    if (is_executable_ && constructors.count != 0) image_.constructors_.push_back(constructors);
    if (relocations == nullptr || symbols == nullptr) return;
    for (const ElfW(Rela) & one : std::span(relocations, relocation_bytes / sizeof *relocations)) {
      if (ELF64_R_TYPE(one.r_info) != R_X86_64_COPY) continue;
      std::byte* const begin = base_ + one.r_offset;
      copied_.push_back({begin, begin + symbols[ELF64_R_SYM(one.r_info)].st_size});
    }
    std::ranges::sort(copied_, {}, &Range::begin);
  }

  /// Adds a range less what was copied into it from libraries.
  void add_data(Range range) {
    for (const Range& copied : copied_) {
      if (copied.begin >= range.end || copied.end <= range.begin) continue;
      if (copied.begin > range.begin) image_.data_.push_back({range.begin, copied.begin});
      range.begin = std::max(range.begin, copied.end);
    }
    if (range.begin < range.end) image_.data_.push_back(range);
  }

  Image& image_;
  bool first_ = true;
  bool is_executable_ = false;
  std::byte* base_ = nullptr;
  std::vector<Range> copied_;
};

Image& Image::instance() {
  static Image image;
  return image;
}

void Image::take() {
  data_.clear();
  code_.clear();
  constructors_.clear();
  Finder(*this).run();
  std::size_t bytes = 0;
  for (const Range& range : data_) bytes += static_cast<std::size_t>(range.end - range.begin);
  initial_.resize(bytes);
  save(initial_);
}

void Image::save(Content& out) const {
  out.resize(initial_.size());
  std::byte* to = out.data();
  for (const Range& range : data_) {
    const auto bytes = static_cast<std::size_t>(range.end - range.begin);
    std::memcpy(to, range.begin, bytes);
    to += bytes;
  }
}

void Image::load(const Content& content) const {
  const std::byte* from = content.data();
  for (const Range& range : data_) {
    const auto bytes = static_cast<std::size_t>(range.end - range.begin);
    std::memcpy(range.begin, from, bytes);
    from += bytes;
  }
}

bool Image::is_program_code(const void* address) const {
  return std::ranges::any_of(code_, [address](const Range& range) {
    return address >= range.begin && address < range.end;
  });
}

bool Image::contains(const void* address) const {
  return std::ranges::any_of(data_, [address](const Range& range) {
    return address >= range.begin && address < range.end;
  });
}

std::byte* Image::in(Content& content, const void* address) const {
  std::size_t offset = 0;
  for (const Range& range : data_) {
    if (address >= range.begin && address < range.end) {
      offset += static_cast<std::size_t>(static_cast<const std::byte*>(address) - range.begin);
      return content.data() + offset;
    }
    offset += static_cast<std::size_t>(range.end - range.begin);
  }
  return nullptr;
}

void Image::run_constructors(int count, char** words) const {
  for (const Constructors& one : constructors_) {
    for (const Constructor constructor : std::span(one.begin, one.count)) {
      constructor(count, words, environ);
    }
  }
}

}  // namespace harrier::mpi
