// What a program calls for every load and store that was compiled with -fsanitize=thread, by gcc or
// clang, and linked with this in the place of the compiler's own library. It tells whoever explores
// the program, and does nothing otherwise. Programs in C are linked with it too, so it needs
// nothing of C++.
#include <dlfcn.h>

#include <cstddef>
#include <cstdint>

#define HARRIER_FROM __builtin_return_address(0)

namespace {

using Access = void(const void* address, unsigned int size, int write, const void* from);

Access* access_hook = nullptr;

__attribute__((constructor)) void connect() {
  access_hook = reinterpret_cast<Access*>(dlsym(RTLD_DEFAULT, "harrier_access"));
  if (void* const present = dlsym(RTLD_DEFAULT, "harrier_instrumented"))
    reinterpret_cast<void (*)()>(present)();
}

void tell(const volatile void* address, std::size_t size, bool write, const void* from) {
  if (access_hook != nullptr && size != 0)
    access_hook(const_cast<const void*>(address), static_cast<unsigned int>(size), write ? 1 : 0,
                from);
}

}  // namespace

extern "C" {

void __tsan_init() {}
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}
void __tsan_ignore_thread_begin() {}
void __tsan_ignore_thread_end() {}
void __tsan_vptr_update(void** address, void*) { tell(address, sizeof(void*), true, HARRIER_FROM); }
void __tsan_vptr_read(void** address) { tell(address, sizeof(void*), false, HARRIER_FROM); }
void __tsan_read_range(void* address, std::size_t size) {
  tell(address, size, false, HARRIER_FROM);
}
void __tsan_write_range(void* address, std::size_t size) {
  tell(address, size, true, HARRIER_FROM);
}
void __tsan_atomic_thread_fence(int) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
void __tsan_atomic_signal_fence(int) { __atomic_signal_fence(__ATOMIC_SEQ_CST); }

#define HARRIER_ACCESSES(kind, bytes)                                                           \
  void __tsan_##kind##read##bytes(void* address) { tell(address, bytes, false, HARRIER_FROM); } \
  void __tsan_##kind##write##bytes(void* address) { tell(address, bytes, true, HARRIER_FROM); } \
  void __tsan_##kind##read_write##bytes(void* address) { tell(address, bytes, true, HARRIER_FROM); }
#define HARRIER_ALL_ACCESSES(bytes)   \
  HARRIER_ACCESSES(, bytes)           \
  HARRIER_ACCESSES(unaligned_, bytes) \
  HARRIER_ACCESSES(volatile_, bytes)  \
  HARRIER_ACCESSES(unaligned_volatile_, bytes)
HARRIER_ALL_ACCESSES(1)
HARRIER_ALL_ACCESSES(2)
HARRIER_ALL_ACCESSES(4)
HARRIER_ALL_ACCESSES(8)
HARRIER_ALL_ACCESSES(16)

#define HARRIER_FETCH(bits, name)                                                               \
  std::uint##bits##_t __tsan_atomic##bits##_fetch_##name(volatile std::uint##bits##_t* address, \
                                                         std::uint##bits##_t value, int) {      \
    tell(address, sizeof value, true, HARRIER_FROM);                                            \
    return __atomic_fetch_##name(address, value, __ATOMIC_SEQ_CST);                             \
  }
#define HARRIER_COMPARE(bits, strength, weak)                                                  \
  int __tsan_atomic##bits##_compare_exchange_##strength(volatile std::uint##bits##_t* address, \
                                                        std::uint##bits##_t* expected,         \
                                                        std::uint##bits##_t value, int, int) { \
    tell(address, sizeof value, true, HARRIER_FROM);                                           \
    return static_cast<int>(__atomic_compare_exchange_n(address, expected, value, weak,        \
                                                        __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));  \
  }
#define HARRIER_ATOMICS(bits)                                                                 \
  std::uint##bits##_t __tsan_atomic##bits##_load(const volatile std::uint##bits##_t* address, \
                                                 int) {                                       \
    tell(address, sizeof *address, false, HARRIER_FROM);                                      \
    return __atomic_load_n(address, __ATOMIC_SEQ_CST);                                        \
  }                                                                                           \
  void __tsan_atomic##bits##_store(volatile std::uint##bits##_t* address,                     \
                                   std::uint##bits##_t value, int) {                          \
    tell(address, sizeof value, true, HARRIER_FROM);                                          \
    __atomic_store_n(address, value, __ATOMIC_SEQ_CST);                                       \
  }                                                                                           \
  std::uint##bits##_t __tsan_atomic##bits##_exchange(volatile std::uint##bits##_t* address,   \
                                                     std::uint##bits##_t value, int) {        \
    tell(address, sizeof value, true, HARRIER_FROM);                                          \
    return __atomic_exchange_n(address, value, __ATOMIC_SEQ_CST);                             \
  }                                                                                           \
  HARRIER_FETCH(bits, add)                                                                    \
  HARRIER_FETCH(bits, sub)                                                                    \
  HARRIER_FETCH(bits, and)                                                                    \
  HARRIER_FETCH(bits, or)                                                                     \
  HARRIER_FETCH(bits, xor)                                                                    \
  HARRIER_FETCH(bits, nand)                                                                   \
  HARRIER_COMPARE(bits, strong, false)                                                        \
  HARRIER_COMPARE(bits, weak, true)
HARRIER_ATOMICS(8)
HARRIER_ATOMICS(16)
HARRIER_ATOMICS(32)
HARRIER_ATOMICS(64)

// The compiler leaves these to the library. They are for the program alone, not for other
// libraries.
#define HARRIER_HIDDEN(name) __asm__(name) __attribute__((visibility("hidden")))
void* harrier_memset(void* to, int value, std::size_t size) HARRIER_HIDDEN("memset");
void* harrier_memmove(void* to, const void* from, std::size_t size) HARRIER_HIDDEN("memmove");
void* harrier_memcpy(void* to, const void* from, std::size_t size) HARRIER_HIDDEN("memcpy");

void* harrier_memset(void* to, int value, std::size_t size) {
  tell(to, size, true, HARRIER_FROM);
  void* at = to;
  asm volatile("rep stosb" : "+D"(at), "+c"(size) : "a"(value) : "memory");
  return to;
}

void* harrier_memmove(void* to, const void* from, std::size_t size) {
  tell(from, size, false, HARRIER_FROM);
  tell(to, size, true, HARRIER_FROM);
  auto* target = static_cast<unsigned char*>(to);
  const auto* source = static_cast<const unsigned char*>(from);
  if (target <= source || target >= source + size) {
    asm volatile("rep movsb" : "+D"(target), "+S"(source), "+c"(size) : : "memory");
  } else {
    target += size - 1;
    source += size - 1;
    asm volatile("std\n\trep movsb\n\tcld" : "+D"(target), "+S"(source), "+c"(size) : : "memory");
  }
  return to;
}

void* harrier_memcpy(void* to, const void* from, std::size_t size) {
  tell(from, size, false, HARRIER_FROM);
  tell(to, size, true, HARRIER_FROM);
  void* target = to;
  asm volatile("rep movsb" : "+D"(target), "+S"(from), "+c"(size) : : "memory");
  return to;
}

// clang calls these in their place.
void* __tsan_memset(void* to, int value, std::size_t size) {
  return harrier_memset(to, value, size);
}
void* __tsan_memmove(void* to, const void* from, std::size_t size) {
  return harrier_memmove(to, from, size);
}
void* __tsan_memcpy(void* to, const void* from, std::size_t size) {
  return harrier_memcpy(to, from, size);
}
}
