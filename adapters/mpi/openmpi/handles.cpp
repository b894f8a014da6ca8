// Handles of Open MPI's interface and those of MPICH's.
#include "handles.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <span>

namespace harrier::mpi {

[[noreturn]] int unsupported(const char* function);

namespace openmpi {

/// Lists the objects; generated from objects.txt.
std::span<const Predefined> predefined_objects();

namespace {

/// No address of a process on x86-64 begins like this.
constexpr std::uintptr_t made_by_program = 0x6d70'6900'0000'0000;
constexpr std::uintptr_t number_bits = 0xffff'ffff;
constexpr int no_handle = 0;

/// The objects in the order of their addresses and in that of what they stand for. Neither is ever
/// destroyed: the end of a rank must not take it from the others.
class Objects {
 public:
  Objects() {
    const std::span<const Predefined> all = predefined_objects();
    count_ = std::min(all.size(), by_address_.size());
    std::copy_n(all.begin(), count_, by_address_.begin());
    by_handle_ = by_address_;
    std::sort(by_address_.begin(), by_address_.begin() + count_, before_by_address);
    std::sort(by_handle_.begin(), by_handle_.begin() + count_, before_by_handle);
  }

  const Predefined* at(Handle object) const {
    const Predefined wanted = {
        .object = object, .kind = {}, .is_supported = true, .handle = 0, .name = ""};
    const Predefined* const end = by_address_.data() + count_;
    const Predefined* const found =
        std::lower_bound(by_address_.data(), end, wanted, before_by_address);
    return found != end && found->object == object ? found : nullptr;
  }

  const Predefined* standing_for(HandleKind kind, int handle) const {
    const Predefined wanted = {
        .object = nullptr, .kind = kind, .is_supported = true, .handle = handle, .name = ""};
    const Predefined* const end = by_handle_.data() + count_;
    const Predefined* const found =
        std::lower_bound(by_handle_.data(), end, wanted, before_by_handle);
    return found != end && !before_by_handle(wanted, *found) ? found : nullptr;
  }

 private:
  static bool before_by_address(const Predefined& a, const Predefined& b) {
    return std::less<>()(a.object, b.object);
  }
  static bool before_by_handle(const Predefined& a, const Predefined& b) {
    if (a.is_supported != b.is_supported) return a.is_supported;
    return a.kind != b.kind ? a.kind < b.kind : a.handle < b.handle;
  }

  std::array<Predefined, 160> by_address_ = {};
  std::array<Predefined, 160> by_handle_ = {};
  std::size_t count_ = 0;
};

const Objects objects;

}  // namespace

int to_engine(HandleKind kind, Handle handle) {
  const auto bits = reinterpret_cast<std::uintptr_t>(handle);
  if ((bits & ~number_bits) == made_by_program) return static_cast<int>(bits & number_bits);
  const Predefined* const found = objects.at(handle);
  if (found == nullptr || found->kind != kind) return no_handle;
  if (!found->is_supported) unsupported(found->name);
  return found->handle;
}

Handle to_program(HandleKind kind, int handle) {
  if (const Predefined* const found = objects.standing_for(kind, handle)) return found->object;
  return reinterpret_cast<Handle>(made_by_program | static_cast<std::uint32_t>(handle));
}

}  // namespace openmpi

}  // namespace harrier::mpi
