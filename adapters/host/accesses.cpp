// Which memory the steps of a program touch, where it was compiled to tell.
#include "host/accesses.hpp"

#include <cxxabi.h>
#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "base/mix.hpp"

namespace harrier::host {

namespace {

struct Range {
  std::uintptr_t begin;
  std::uintptr_t end;
};

/// Returns where the globals of the program and its libraries lie.
const std::vector<Range>& global_ranges() {
  static const std::vector<Range> ranges = [] {
    std::vector<Range> found;
    dl_iterate_phdr(
        [](dl_phdr_info* info, std::size_t, void* out) {
          for (int i = 0; i < info->dlpi_phnum; ++i) {
            const ElfW(Phdr)& header = info->dlpi_phdr[i];
            if (header.p_type != PT_LOAD || (header.p_flags & PF_W) == 0) continue;
            const std::uintptr_t begin = info->dlpi_addr + header.p_vaddr;
            static_cast<std::vector<Range>*>(out)->push_back({begin, begin + header.p_memsz});
          }
          return 0;
        },
        &found);
    return found;
  }();
  return ranges;
}

bool is_global(std::uintptr_t address) {
  return std::ranges::any_of(global_ranges(), [address](const Range& range) {
    return address >= range.begin && address < range.end;
  });
}

std::string global_name(std::uintptr_t address) {
  Dl_info info = {};
  if (dladdr(reinterpret_cast<void*>(address), &info) == 0 || info.dli_sname == nullptr) {
    return "a global variable (-rdynamic shows its name)";
  }
  int status = 0;
  char* const plain = abi::__cxa_demangle(info.dli_sname, nullptr, nullptr, &status);
  const std::string name = plain != nullptr ? plain : info.dli_sname;
  std::free(plain);
  return "the global variable " + name;
}

}  // namespace

void Accesses::start() {
  blocks_.clear();
  words_.clear();
  pasts_.clear();
  shared_.reset();
  stretch_ = 0;
  pasts_.push();
  begin_event(1);
}

void Accesses::begin_event(std::uint64_t path) {
  path_ = path;
  touched_.clear();
  allocated_by_size_.clear();
}

std::uint32_t Accesses::begin_stretch() {
  stretch_ = static_cast<std::uint32_t>(pasts_.size());
  pasts_.push();
  return stretch_;
}

void Accesses::add_cause(std::uint32_t cause) {
  if (cause == 0 || cause >= stretch_) return;
  pasts_.include(cause);
  pasts_.include_past(cause);
}

bool Accesses::happens_before(std::uint32_t first, std::uint32_t second) const {
  return first == second || pasts_.contains(second, first);
}

void Accesses::allocated(std::uintptr_t address, std::size_t size) {
  const std::uint64_t place = mix(size, allocated_by_size_[size]++);
  blocks_[address] = {size, mix(path_, place), stretch_};
}

void Accesses::freed(std::uintptr_t address) { blocks_.erase(address); }

void Accesses::record(std::uintptr_t address, std::uint32_t size, bool write, ActorId context,
                      const void* stack_begin, const void* stack_end) {
  if (address >= reinterpret_cast<std::uintptr_t>(stack_begin) &&
      address < reinterpret_cast<std::uintptr_t>(stack_end)) {
    return;
  }
  std::uint64_t base = 0;
  std::uintptr_t offset = address;
  bool global = false;
  auto block = blocks_.upper_bound(address);
  if (block != blocks_.begin() &&
      address < std::prev(block)->first + std::prev(block)->second.size) {
    --block;
    if (block->second.stretch == stretch_) return;
    base = block->second.name;
    offset = address - block->first;
  } else if (is_global(address)) {
    global = true;
  } else {
    return;  // another stack, or memory of a library that does not tell
  }
  for (std::uintptr_t word = offset / 8; word <= (offset + size - 1) / 8; ++word) {
    const std::uint64_t name = mix(base, word);
    Touched& touched = touched_[name];
    (write ? touched.write : touched.read) = true;
    const std::uint32_t last = std::exchange(write ? touched.write_in : touched.read_in, stretch_);
    if (last != stretch_) check_sharing(name, write, context, address, global);
  }
}

bool Accesses::wrote(std::uintptr_t address) const {
  const auto block = blocks_.upper_bound(address);
  if (block == blocks_.begin()) return false;
  const auto& [begin, known] = *std::prev(block);
  if (address >= begin + known.size) return false;
  const auto touched = touched_.find(mix(known.name, (address - begin) / 8));
  return touched != touched_.end() && touched->second.write;
}

void Accesses::check_sharing(std::uint64_t name, bool write, ActorId context,
                             std::uintptr_t address, bool global) {
  Word& word = words_[name];
  const auto conflicts = [&](std::uint32_t stretch, ActorId other) {
    return stretch != 0 && other != context && !happens_before(stretch, stretch_);
  };
  const bool with_writer = conflicts(word.writer, word.writer_context);
  const bool with_reader = write && conflicts(word.reader, word.reader_context);
  if (!shared_ && (with_writer || with_reader)) {
    shared_ = SharedState{with_writer ? word.writer_context : word.reader_context, context,
                          with_writer, write, global ? global_name(address) : "memory"};
  }
  if (write) {
    word.writer = stretch_;
    word.writer_context = context;
  } else {
    word.reader = stretch_;
    word.reader_context = context;
  }
}

void Accesses::append(std::vector<ResourceAccess>& out) const {
  const std::size_t before = out.size();
  for (const auto& [name, touched] : touched_) {
    const auto part = Resource::element_bit | static_cast<std::uint32_t>(name >> 33);
    out.push_back(
        {Resource::of(Owner::program(), part), touched.write ? Access::write : Access::read});
  }
  // In an order that repeats, and each once even if two names should collide.
  const auto begin = out.begin() + static_cast<std::ptrdiff_t>(before);
  std::sort(begin, out.end(), [](const ResourceAccess& a, const ResourceAccess& b) {
    return a.resource != b.resource ? a.resource < b.resource : a.access > b.access;
  });
  out.erase(std::unique(begin, out.end(),
                        [](const ResourceAccess& a, const ResourceAccess& b) {
                          return a.resource == b.resource;
                        }),
            out.end());
}

std::optional<SharedState> Accesses::take_shared_state() {
  std::optional<SharedState> taken;
  taken.swap(shared_);
  return taken;
}

}  // namespace harrier::host
