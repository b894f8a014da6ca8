// What an instrumented program calls for every load, store and allocation (see harrier_instrument).
// It is linked into the program, which runs without Harrier as well.
#include <dlfcn.h>

#include <cstdlib>
#include <new>

extern "C" {
void harrier_instrumented() __attribute__((weak));
void harrier_access(const void* address, unsigned int size, int write, const void* from)
    __attribute__((weak));
void harrier_allocated(void* address, std::size_t size) __attribute__((weak));
void harrier_freed(void* address) __attribute__((weak));
}

namespace {

decltype(&harrier_access) access_hook = nullptr;
decltype(&harrier_allocated) allocated_hook = nullptr;
decltype(&harrier_freed) freed_hook = nullptr;

/// Finds a function of the adapter, which is linked with this program or preloaded.
template <class Function>
Function* find(Function* linked, const char* name) {
  return linked != nullptr ? linked : reinterpret_cast<Function*>(dlsym(RTLD_DEFAULT, name));
}

__attribute__((constructor)) void connect() {
  access_hook = find(harrier_access, "harrier_access");
  allocated_hook = find(harrier_allocated, "harrier_allocated");
  freed_hook = find(harrier_freed, "harrier_freed");
  if (auto* present = find(harrier_instrumented, "harrier_instrumented")) present();
}

}  // namespace

#define HARRIER_TELL(bytes, write) \
  if (access_hook != nullptr) access_hook(address, bytes, write, __builtin_return_address(0))
#define HARRIER_HOOKS(bytes)                                                             \
  extern "C" void __sanitizer_cov_load##bytes(void* address) { HARRIER_TELL(bytes, 0); } \
  extern "C" void __sanitizer_cov_store##bytes(void* address) { HARRIER_TELL(bytes, 1); }
HARRIER_HOOKS(1)
HARRIER_HOOKS(2)
HARRIER_HOOKS(4)
HARRIER_HOOKS(8)
HARRIER_HOOKS(16)

void* operator new(std::size_t size) {
  void* const memory = std::malloc(size != 0 ? size : 1);
  if (memory == nullptr) throw std::bad_alloc();
  if (allocated_hook != nullptr) allocated_hook(memory, size);
  return memory;
}
void operator delete(void* memory) noexcept {
  if (memory != nullptr && freed_hook != nullptr) freed_hook(memory);
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept { operator delete(memory); }
void* operator new[](std::size_t size) { return operator new(size); }
void operator delete[](void* memory) noexcept { operator delete(memory); }
void operator delete[](void* memory, std::size_t) noexcept { operator delete(memory); }
