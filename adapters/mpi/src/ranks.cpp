// Runs the program's main() once per rank, each on a stack and with memory of its own.
#include "ranks.hpp"

#include <getopt.h>
#include <malloc.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fstream>
#include <utility>

#include "random.hpp"
#include "shared_memory.hpp"
#include "world.hpp"

namespace harrier::mpi {

namespace {

// Programs put arrays on the stack. Pages are there when they are touched.
constexpr std::size_t stack_bytes = std::size_t{8} << 20;

[[gnu::tls_model("initial-exec")]] constinit thread_local bool program_runs = false;

/// Returns where the C library's heap begins; null where the system does not tell.
const std::byte* heap_of_process() {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    if (!line.ends_with("[heap]")) continue;
    return reinterpret_cast<const std::byte*>(std::strtoull(line.c_str(), nullptr, 16));
  }
  return nullptr;
}

}  // namespace

bool in_program() { return program_runs; }

InLibrary::InLibrary() : before_(std::exchange(program_runs, false)) {}
InLibrary::~InLibrary() { program_runs = before_; }
InProgram::InProgram() : before_(std::exchange(program_runs, true)) {}
InProgram::~InProgram() { program_runs = before_; }

Ranks::Rank::Rank() : fiber(stack_bytes), random(std::make_unique<Random>()) {}
Ranks::Rank::~Rank() = default;

void Ranks::GetoptState::swap() {
  std::swap(argument, optarg);
  std::swap(index, optind);
  std::swap(errors, opterr);
  std::swap(option, optopt);
}

Ranks& Ranks::instance() {
  static auto* const ranks = new Ranks;  // blocks of its heaps may be released until the very end
  return *ranks;
}

void Ranks::set_program(Main main, std::vector<std::string> words, bool constructs) {
  main_ = std::move(main);
  words_ = std::move(words);
  constructs_ = constructs;
}

void Ranks::start(std::size_t count, bool as_processes) {
  thread_ = std::this_thread::get_id();
  as_processes_ = as_processes;
  if (as_processes && std::exchange(made_in_, getpid()) != getpid()) {
    // Those of the process that forked this one off are in use there.
    for (std::unique_ptr<Rank>& rank : ranks_) static_cast<void>(rank.release());
    ranks_.clear();
  }
  if (!as_processes && !std::exchange(has_outside_, true)) Image::instance().save(outside_);
  while (ranks_.size() < count) ranks_.push_back(std::make_unique<Rank>());
  count_ = count;
  current_ = nobody;
  for (std::size_t i = 0; i < count; ++i) {
    Rank& rank = *ranks_[i];
    rank.process.clear();
    rank.heap.clear();
    rank.exit_functions.clear();
    rank.started = rank.random_is_fresh = false;
    rank.error = rank.status = 0;
    rank.options = {};
  }
}

bool Ranks::is_running_elsewhere() const {
  return runs_ && thread_.load() != std::this_thread::get_id();
}

void Ranks::leave() {
  if (as_processes_ && made_in_ == getpid() && !in_process_) {
    for (const std::unique_ptr<Rank>& rank : ranks_) rank->process.clear();
  }
  if (!has_outside_ || is_running_elsewhere()) return;
  Image::instance().load(outside_);
  has_outside_ = false;
  current_ = nobody;
}

void Ranks::load(std::uint32_t rank) {
  if (current_ == rank) return;
  const Image& image = Image::instance();
  if (current_ != nobody && ranks_[current_]->fiber.active()) image.save(ranks_[current_]->content);
  if (ranks_[rank]->started) {
    image.load(ranks_[rank]->content);
  } else {
    image.load_initial();
  }
  current_ = rank;
}

/// What the process of a rank begins with is the program as it was loaded, since no rank has run in
/// the one that it is forked off from.
void Ranks::run_process(std::uint32_t rank) {
  current_ = rank;
  Rank& runs = *ranks_[rank];
  runs_ = true;
  if (std::exchange(runs.started, true)) {
    runs.process.resume();
  } else {
    runs.process.begin([&] {
      SharedMemory::use_always();
      in_process_ = true;
      mapped_before_ = mallinfo2().hblkhd;
      runs.fiber.begin([this] { run_main(); });
      runs.options.swap();
      program_runs = true;
      runs.fiber.resume();
    });
  }
  runs_ = false;
}

void Ranks::run(std::uint32_t rank) {
  if (as_processes_) {
    run_process(rank);
    return;
  }
  load(rank);
  Rank& runs = *ranks_[rank];
  if (!std::exchange(runs.started, true)) runs.fiber.begin([this] { run_main(); });
  const int error = std::exchange(errno, runs.error);
  runs.options.swap();
  program_runs = runs_ = true;
  runs.fiber.resume();
  program_runs = runs_ = false;
  runs.options.swap();
  runs.error = std::exchange(errno, error);
}

void Ranks::suspend() {
  const bool before = std::exchange(program_runs, false);
  if (in_process_) {
    ranks_[current_]->process.suspend();
  } else {
    ranks_[current_]->fiber.suspend();
  }
  program_runs = before;
}

void Ranks::abandon() {
  program_runs = false;
  if (in_process_) ranks_[current_]->process.end();
  ranks_[current_]->fiber.abandon();
}

void Ranks::run_main() {
  // A program may change its arguments, and keep pointers to them.
  auto** const words = static_cast<char**>(allocate((words_.size() + 1) * sizeof(char*)));
  for (std::size_t i = 0; i < words_.size(); ++i) {
    words[i] = static_cast<char*>(allocate(words_[i].size() + 1));
    std::memcpy(words[i], words_[i].c_str(), words_[i].size() + 1);
  }
  words[words_.size()] = nullptr;
  const int count = static_cast<int>(words_.size());
  ranks_[current_]->stack_base = static_cast<const std::byte*>(__builtin_frame_address(0));
  int status = 0;
  try {
    if (constructs_) Image::instance().run_constructors(count, words, !as_processes_);
    status = main_(count, words);
  } catch (const std::exception& exception) {
    World::current()->crash(std::string("an exception that nobody caught: ") + exception.what());
  } catch (...) {
    World::current()->crash("an exception that nobody caught");
  }
  std::exit(status);
}

void Ranks::add_exit_function(void (*function)(void*), void* argument) {
  const InLibrary here;
  ranks_[current_]->exit_functions.push_back({function, argument});
}

void Ranks::run_exit_functions() {
  std::vector<ExitFunction>& functions = ranks_[current_]->exit_functions;
  while (!functions.empty()) {
    const ExitFunction last = functions.back();
    functions.pop_back();
    last.function(last.argument);
  }
}

Ranks::Random& Ranks::random() {
  Rank& rank = *ranks_[current_];
  if (!std::exchange(rank.random_is_fresh, true)) rank.random->restart();
  return *rank.random;
}

void* Ranks::allocate(std::size_t bytes, std::size_t alignment) {
  if (!as_processes_) return ranks_[current_]->heap.allocate(bytes, alignment);
  const InProgram here;
  return std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
}

void Ranks::release(void* block) {
  const InProgram here;
  std::free(block);
}

Heap* Ranks::heap_of(const void* block) {
  if (!Heap::is_in_some(block)) return nullptr;
  for (const std::unique_ptr<Rank>& rank : ranks_) {
    if (rank->heap.contains(block)) return &rank->heap;
  }
  return nullptr;
}

std::span<const std::byte> Ranks::heap_in_use() const {
  if (!as_processes_) return ranks_[current_]->heap.in_use();
  static const std::byte* const begin = heap_of_process();
  return begin == nullptr ? std::span<const std::byte>()
                          : std::span<const std::byte>(begin, static_cast<std::byte*>(sbrk(0)));
}

bool Ranks::has_all_in_heap() const {
  return !as_processes_ || (!heap_in_use().empty() && mallinfo2().hblkhd <= mapped_before_);
}

std::span<const std::byte> Ranks::stack_from(std::uintptr_t place) const {
  const auto* const begin = reinterpret_cast<const std::byte*>(place);
  const Rank& rank = *ranks_[current_];
  if (begin < rank.fiber.stack_begin() || begin >= rank.stack_base) return {};
  return {begin, rank.stack_base};
}

void* Ranks::address_of(std::uint32_t rank, void* address) {
  if (rank == current_) return address;
  void* const saved = Image::instance().in(ranks_[rank]->content, address);
  return saved != nullptr ? saved : address;
}

}  // namespace harrier::mpi
