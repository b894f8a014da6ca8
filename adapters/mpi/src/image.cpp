// The writable memory of the explored program: what every rank must have for itself.
#include "image.hpp"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "first.hpp"

namespace harrier::mpi {

namespace {

/// Libraries whose state is shared by all ranks: those of the system, and what Harrier stands on.
bool is_shared_library(std::string_view path) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  for (const std::string_view prefix :
       {"libc.so", "libm.so", "libgcc_s", "libstdc++", "libpthread", "libdl.so", "librt.so",
        "ld-linux", "linux-vdso", "linux-gate", "libmpich", "libharrier", "libboost_context",
        "libgomp", "libgfortran", "libquadmath", "libdw.so", "libelf.so", "libz.so", "liblzma",
        "libbz2", "libasan", "libubsan", "libtsan",
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
    for (const bool finds_names : {true, false}) {
      finds_names_ = finds_names;
      first_ = true;
      dl_iterate_phdr(
          [](dl_phdr_info* info, std::size_t, void* self) {
            static_cast<Finder*>(self)->look_at(*info);
            return 0;
          },
          this);
    }
    // Files are listed with those that need them first.
    std::ranges::reverse(image_.constructors_);
    std::ranges::sort(image_.data_, {}, &Range::begin);
  }

 private:
  void look_at(const dl_phdr_info& info) {
    is_executable_ = std::exchange(first_, false);
    if (!is_executable_ && is_shared_library(info.dlpi_name)) return;
    if (finds_names_) {
      if (!is_executable_) libraries_.emplace_back(info.dlpi_name);
      return;
    }
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
        image_.thread_locals_.push_back({begin, part.p_memsz, base_ + part.p_vaddr, part.p_filesz});
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
    const char* names = nullptr;
    Constructors constructors;
    for (const auto* entry = reinterpret_cast<const ElfW(Dyn)*>(base_ + part.p_vaddr);
         entry->d_tag != DT_NULL; ++entry) {
      if (entry->d_tag == DT_RELA) relocations = table_at<ElfW(Rela)>(*entry);
      if (entry->d_tag == DT_RELASZ) relocation_bytes = entry->d_un.d_val;
      if (entry->d_tag == DT_SYMTAB) symbols = table_at<ElfW(Sym)>(*entry);
      if (entry->d_tag == DT_STRTAB) names = table_at<char>(*entry);
      if (entry->d_tag == DT_INIT_ARRAY) {
        constructors.begin = reinterpret_cast<const Constructor*>(base_ + entry->d_un.d_ptr);
      }
      if (entry->d_tag == DT_INIT_ARRAYSZ) {
        constructors.count = entry->d_un.d_val / sizeof(Constructor);
      }
    }
    constructors.is_library = !is_executable_;
    if (constructors.count != 0) image_.constructors_.push_back(constructors);
    if (relocations == nullptr || symbols == nullptr || names == nullptr) return;
    for (const ElfW(Rela) & one : std::span(relocations, relocation_bytes / sizeof *relocations)) {
      if (ELF64_R_TYPE(one.r_info) != R_X86_64_COPY) continue;
      const ElfW(Sym)& symbol = symbols[ELF64_R_SYM(one.r_info)];
      if (is_of_program(names + symbol.st_name)) continue;
      std::byte* const begin = base_ + one.r_offset;
      copied_.push_back({begin, begin + symbol.st_size});
    }
    std::ranges::sort(copied_, {}, &Range::begin);
  }

  /// Tells whether one of the program's own libraries defines a variable.
  bool is_of_program(const char* name) const {
    return std::ranges::any_of(libraries_, [&](const std::string& library) {
      void* const loaded = dlopen(library.c_str(), RTLD_LAZY | RTLD_NOLOAD);
      if (loaded == nullptr) return false;
      void* const found = dlsym(loaded, name);
      dlclose(loaded);
      Dl_info info = {};
      return found != nullptr && dladdr(found, &info) != 0 && library == info.dli_fname;
    });
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
  bool finds_names_ = false;
  bool first_ = true;
  bool is_executable_ = false;
  std::vector<std::string> libraries_;  ///< of the program itself
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
  thread_locals_.clear();
  Finder(*this).run();
  std::size_t bytes = 0;
  for (const Range& range : data_) bytes += static_cast<std::size_t>(range.end - range.begin);
  initial_.resize(bytes);
  save(initial_);
  std::size_t count = 0;
  const HarrierFirstRange* const kept = harrier_mpi_first_ranges(&count);
  if (count == 0) return;  // ranks begin with what there is now
  for (const HarrierFirstRange& range : std::span(kept, count)) {
    put_initial(range.begin, range.end, range.content);
  }
  for (const ThreadLocals& one : thread_locals_) {
    Content content(one.bytes);
    std::memcpy(content.data(), one.initial, one.initial_bytes);
    put_initial(one.begin, one.begin + one.bytes, content.data());
  }
}

/// Says what a part of the memory held at first.
void Image::put_initial(const std::byte* begin, const std::byte* end, const std::byte* content) {
  std::byte* to = initial_.data();
  for (const Range& range : data_) {
    const std::byte* const from = std::max<const std::byte*>(begin, range.begin);
    const std::byte* const until = std::min<const std::byte*>(end, range.end);
    if (from < until) {
      std::memcpy(to + (from - range.begin), content + (from - begin),
                  static_cast<std::size_t>(until - from));
    }
    to += range.end - range.begin;
  }
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

bool Image::holds(const Content& content) const {
  const std::byte* from = content.data();
  for (const Range& range : data_) {
    const auto bytes = static_cast<std::size_t>(range.end - range.begin);
    if (std::memcmp(range.begin, from, bytes) != 0) return false;
    from += bytes;
  }
  return true;
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

void Image::run_constructors(int count, char** words, bool of_libraries) const {
  for (const Constructors& one : constructors_) {
    if (one.is_library && !of_libraries) continue;
    for (const Constructor constructor : std::span(one.begin, one.count)) {
      constructor(count, words, environ);
    }
  }
}

}  // namespace harrier::mpi
