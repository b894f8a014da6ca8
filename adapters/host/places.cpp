// Where something of the program lies: a variable in a loaded file, a call in a function.
#include "host/places.hpp"

#include <dlfcn.h>
#include <unwind.h>

#include <array>
#include <functional>
#include <string_view>
#include <unordered_map>

#include "base/mix.hpp"
#include "host/symbol_names.hpp"

namespace harrier::host {

namespace {

constexpr std::size_t frames_max = 40;

/// Names the function around an address if it is the program's own.
const std::string& own_function(const void* code) {
  static thread_local std::unordered_map<const void*, std::string> known;
  const auto [at, is_new] = known.try_emplace(code);
  if (!is_new) return at->second;
  constexpr std::array<std::string_view, 7> others = {
      "std::", "__g", "harrier", "caf::", "boost::", "pthread", "syscall"};
  const std::string full = function_around(code);
  for (const std::string_view other : others) {
    if (full.find(other) != std::string::npos) return at->second;
  }
  return at->second = full;
}

}  // namespace

std::optional<std::size_t> place_in_file(const void* address) {
  Dl_info info = {};
  if (dladdr(address, &info) == 0 || info.dli_fname == nullptr) return std::nullopt;
  const std::size_t offset = static_cast<std::size_t>(static_cast<const char*>(address) -
                                                      static_cast<const char*>(info.dli_fbase));
  std::size_t place = offset;
  std::string_view name = info.dli_fname;
  name.remove_prefix(name.rfind('/') + 1);
  for (const char c : name) place = mix(place, static_cast<unsigned char>(c));
  return place;
}

std::string calling_place() {
  struct Frames {
    std::array<const void*, frames_max> at = {};
    std::size_t count = 0;
  } frames;
  _Unwind_Backtrace(
      [](_Unwind_Context* context, void* into) {
        auto& found = *static_cast<Frames*>(into);
        found.at[found.count++] = reinterpret_cast<const void*>(_Unwind_GetIP(context) - 1);
        return found.count < frames_max ? _URC_NO_REASON : _URC_END_OF_STACK;
      },
      &frames);
  for (std::size_t i = 1; i < frames.count; ++i) {
    if (const std::string& name = own_function(frames.at[i]); !name.empty()) return " in " + name;
  }
  return {};
}

}  // namespace harrier::host
