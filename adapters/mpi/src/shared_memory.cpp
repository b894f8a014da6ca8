// Memory that the processes of an execution share, at the same place in all of them.
#include "shared_memory.hpp"

#include <sched.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <new>
#include <utility>

#include "heap.hpp"

namespace harrier::mpi {

namespace {

// Address space only: pages are there when they are touched.
constexpr std::size_t arena_bytes = std::size_t{64} << 30;

/// Stands at its own begin.
struct Arena {
  std::atomic<bool> is_locked = false;
  Heap heap;

  bool contains(const void* block) const {
    const auto* const begin = reinterpret_cast<const std::byte*>(this);
    return block >= begin && block < begin + arena_bytes;
  }
};

/// Keeps others from the heap, in whichever process they are.
class Locked {
 public:
  explicit Locked(Arena& arena) : arena_(arena) {
    while (arena_.is_locked.exchange(true, std::memory_order_acquire)) sched_yield();
  }
  ~Locked() { arena_.is_locked.store(false, std::memory_order_release); }
  Locked(const Locked&) = delete;
  Locked& operator=(const Locked&) = delete;

 private:
  Arena& arena_;
};

// A process that explores on its own, forked off by another one that does, has one of its own: the
// other may end it while it has the lock.
constexpr std::size_t arenas_max = 8;
std::array<Arena*, arenas_max> arenas = {};
std::size_t arena_count = 0;
pid_t owner = 0;
bool asked_for = false;
bool is_rank = false;

[[gnu::tls_model("initial-exec")]] constinit thread_local bool used = false;

bool open_arena() {
  if (arena_count == arenas_max) return false;
  void* const memory = mmap(nullptr, arena_bytes, PROT_READ | PROT_WRITE,
                            MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return false;
  auto* const arena = new (memory) Arena;
  arena->heap.use(reinterpret_cast<std::byte*>(arena + 1),
                  static_cast<std::byte*>(memory) + arena_bytes);
  arenas[arena_count++] = arena;
  owner = getpid();
  return true;
}

}  // namespace

SharedMemory::Use::Use() : before_(used) {
  if (!asked_for) return;
  if (!is_rank && owner != getpid() && !open_arena()) return;
  used = true;
}
SharedMemory::Use::~Use() { used = before_; }

SharedMemory::Rest::Rest() : before_(std::exchange(used, false)) {}
SharedMemory::Rest::~Rest() { used = before_; }

void SharedMemory::ask_for() { asked_for = true; }
bool SharedMemory::is_used() { return used; }
void SharedMemory::use_always() { used = is_rank = true; }

void* SharedMemory::allocate(std::size_t bytes, std::size_t alignment) {
  Arena& arena = *arenas[arena_count - 1];
  const Locked here(arena);
  return arena.heap.allocate(bytes, alignment);
}

bool SharedMemory::contains(const void* block) {
  for (std::size_t i = 0; i < arena_count; ++i) {
    if (arenas[i]->contains(block)) return true;
  }
  return false;
}

void SharedMemory::release(void* block) {
  Arena& arena = *arenas[arena_count - 1];
  if (!arena.contains(block)) return;  // it belongs to the process that forked this one off
  const Locked here(arena);
  arena.heap.release(block);
}

}  // namespace harrier::mpi
