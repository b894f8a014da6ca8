// The functions of libgomp that code of gcc with OpenMP calls: with a team of threads in a rank
// they are those of the team, otherwise the library's own.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <type_traits>

#include "host/symbols.hpp"
#include "loaded_file.hpp"
#include "ranks.hpp"
#include "team.hpp"
#include "world.hpp"

using namespace harrier::mpi;
using harrier::host::next_function;

namespace {

/// What a team has, or what threads need not have for themselves.
constexpr std::array supported = {"GOMP_atomic_end",
                                  "GOMP_atomic_start",
                                  "GOMP_barrier",
                                  "GOMP_critical_end",
                                  "GOMP_critical_name_end",
                                  "GOMP_critical_name_start",
                                  "GOMP_critical_start",
                                  "GOMP_loop_dynamic_next",
                                  "GOMP_loop_dynamic_start",
                                  "GOMP_loop_end",
                                  "GOMP_loop_end_nowait",
                                  "GOMP_loop_guided_next",
                                  "GOMP_loop_guided_start",
                                  "GOMP_loop_nonmonotonic_dynamic_next",
                                  "GOMP_loop_nonmonotonic_dynamic_start",
                                  "GOMP_loop_nonmonotonic_guided_next",
                                  "GOMP_loop_nonmonotonic_guided_start",
                                  "GOMP_loop_ordered_dynamic_next",
                                  "GOMP_loop_ordered_dynamic_start",
                                  "GOMP_loop_ordered_static_next",
                                  "GOMP_loop_ordered_static_start",
                                  "GOMP_ordered_end",
                                  "GOMP_ordered_start",
                                  "GOMP_parallel",
                                  "GOMP_parallel_loop_dynamic",
                                  "GOMP_parallel_loop_guided",
                                  "GOMP_parallel_loop_nonmonotonic_dynamic",
                                  "GOMP_parallel_loop_nonmonotonic_guided",
                                  "GOMP_parallel_sections",
                                  "GOMP_sections_end",
                                  "GOMP_sections_end_nowait",
                                  "GOMP_sections_next",
                                  "GOMP_sections_start",
                                  "GOMP_single_start",
                                  "GOMP_task",
                                  "GOMP_taskwait",
                                  "GOMP_taskyield",
                                  "omp_destroy_lock",
                                  "omp_get_dynamic",
                                  "omp_get_max_threads",
                                  "omp_get_num_procs",
                                  "omp_get_num_threads",
                                  "omp_get_thread_num",
                                  "omp_get_wtick",
                                  "omp_get_wtime",
                                  "omp_in_parallel",
                                  "omp_init_lock",
                                  "omp_set_dynamic",
                                  "omp_set_lock",
                                  "omp_set_num_threads",
                                  "omp_test_lock",
                                  "omp_unset_lock"};

bool is_missing(std::string_view name) {
  return (name.starts_with("GOMP_") || name.starts_with("omp_")) &&
         std::ranges::find(supported, name) == supported.end();
}

/// A text as a parameter of a template.
template <std::size_t size>
struct Literal {
  constexpr Literal(const char (&text)[size]) { std::copy_n(text, size, all); }
  char all[size];
};

/// Calls the library's own.
template <Literal name, class Result, class... Arguments>
Result real(Arguments... arguments) {
  static auto* const function = next_function<Result(Arguments...)>(name.all);
  return function(arguments...);
}

/// Returns the team that a call is for, in whose rank it stands.
Team* team() { return in_program() ? Team::current() : nullptr; }

/// Returns a number from the environment; 0 where there is none.
unsigned number_in(const char* variable) {
  const char* const text = std::getenv(variable);
  return text != nullptr ? static_cast<unsigned>(std::strtoul(text, nullptr, 10)) : 0;
}

bool is_ours() { return in_program() && !Ranks::instance().are_processes(); }

/// Returns how many threads a region has that does not say.
unsigned usual_size() {
  // As many as the machine has cores would be others elsewhere.
  constexpr unsigned few = 2;
  World& world = *World::current();
  if (const unsigned wanted = world.state(world.running()).threads_wanted; wanted != 0)
    return wanted;
  const unsigned given = number_in("OMP_NUM_THREADS");
  return given != 0 ? given : few;
}

/// Returns how many threads a region gets; 1 where it is none of ours.
unsigned size_of_team(unsigned wanted) {
  if (!is_ours()) return 1;
  if (Team::current() != nullptr) {
    const InLibrary here;
    World::current()->unsupported("GOMP_parallel within a parallel region");
  }
  const unsigned limit = number_in("OMP_THREAD_LIMIT");
  const unsigned size = wanted != 0 ? wanted : usual_size();
  return limit != 0 ? std::min(size, limit) : size;
}

/// Runs a region with several threads; `prepare` gets the team before they begin.
template <class Prepare>
void run_team(unsigned size, void (*body)(void*), void* data, Prepare prepare) {
  const InLibrary here;
  World& world = *World::current();
  if (const std::string name = first_wanted_name(is_missing); !name.empty()) {
    world.unsupported(name,
                      "with OpenMP set OMP_NUM_THREADS=1 and OMP_THREAD_LIMIT=1, or give "
                      "--ranks processes");
  }
  RankState& state = world.state(world.running());
  world.note_threads();
  state.team = std::make_unique<Team>(size, state.thread_level > MPI_THREAD_FUNNELED,
                                      [body, data] { body(data); });
  prepare(*state.team);
  state.team->run();
  state.team.reset();
}

void begin_loop(SharedWork& work, long start, long end, long step, long chunk) {
  if (std::exchange(work.is_begun, true)) return;
  const long distance = step > 0 ? end - start : start - end;
  const long stride = step > 0 ? step : -step;
  work.count = distance > 0 ? (distance + stride - 1) / stride : 0;
  work.start = start;
  work.step = step;
  work.chunk = chunk;
}

bool give_part(Team& team, const SharedWork& work, Team::Part part, long* begin, long* end) {
  team.part() = part;
  *begin = work.start + part.begin * work.step;
  *end = work.start + part.end * work.step;
  return part.begin < part.end;
}

/// Gives a thread the next pieces that nobody has taken.
bool take_part(Team& team, long* begin, long* end) {
  const InLibrary here;
  SharedWork& work = team.work();
  team.finish_part();
  const long first = work.taken;
  work.taken = std::min(work.count, first + std::max(work.chunk, 1L));
  return give_part(team, work, {first, work.taken}, begin, end);
}

/// Gives a thread the pieces that are its own, or the next of them.
bool take_own_part(Team& team, bool is_first, long* begin, long* end) {
  const InLibrary here;
  SharedWork& work = team.work();
  const Team::Part before = team.part();
  team.finish_part();
  const long size = team.size();
  const long number = team.number();
  if (work.chunk > 0) {
    const long first =
        std::min(work.count, is_first ? number * work.chunk : before.begin + size * work.chunk);
    return give_part(team, work, {first, std::min(work.count, first + work.chunk)}, begin, end);
  }
  const long each = work.count / size;
  const long more = work.count % size;
  const long first = number * each + std::min(number, more);
  const Team::Part own{first, first + each + (number < more ? 1 : 0)};
  return give_part(team, work, is_first ? own : Team::Part{own.end, own.end}, begin, end);
}

SharedWork& begin_work(Team& team) {
  const InLibrary here;
  SharedWork& work = team.begin_work();
  team.part() = {};
  return work;
}

unsigned next_section(Team& team) {
  SharedWork& work = team.work();
  return work.taken < work.count ? static_cast<unsigned>(++work.taken) : 0;
}

void finish_work(Team& team, bool waits) {
  const InLibrary here;
  team.finish_part();
  if (waits) team.barrier();
}

const char unnamed_region = 0;
const char atomic_region = 0;

void enter(Team& team, const void* what) {
  const InLibrary here;
  team.enter(what);
}

void leave(Team& team, const void* what) {
  const InLibrary here;
  team.leave(what);
}

}  // namespace

extern "C" {

void GOMP_parallel(void (*body)(void*), void* data, unsigned wanted, unsigned flags) {
  const unsigned size = size_of_team(wanted);
  if (size <= 1) return real<"GOMP_parallel", void>(body, data, wanted, flags);
  run_team(size, body, data, [](Team&) {});
}

void GOMP_parallel_sections(void (*body)(void*), void* data, unsigned wanted, unsigned count,
                            unsigned flags) {
  const unsigned size = size_of_team(wanted);
  if (size <= 1) return real<"GOMP_parallel_sections", void>(body, data, wanted, count, flags);
  run_team(size, body, data, [count](Team& made) {
    SharedWork& work = made.begin_with_work();
    work.is_begun = true;
    work.count = count;
  });
}

void GOMP_barrier() {
  Team* const mine = team();
  if (mine == nullptr) return real<"GOMP_barrier", void>();
  const InLibrary here;
  mine->barrier();
}

bool GOMP_single_start() {
  Team* const mine = team();
  if (mine == nullptr) return real<"GOMP_single_start", bool>();
  return !std::exchange(begin_work(*mine).is_begun, true);
}

unsigned GOMP_sections_start(unsigned count) {
  Team* const mine = team();
  if (mine == nullptr) return real<"GOMP_sections_start", unsigned>(count);
  SharedWork& work = begin_work(*mine);
  work.count = count;
  return next_section(*mine);
}

unsigned GOMP_sections_next() {
  Team* const mine = team();
  return mine != nullptr ? next_section(*mine) : real<"GOMP_sections_next", unsigned>();
}

void GOMP_sections_end() {
  Team* const mine = team();
  mine != nullptr ? finish_work(*mine, true) : real<"GOMP_sections_end", void>();
}

void GOMP_sections_end_nowait() {
  Team* const mine = team();
  mine != nullptr ? finish_work(*mine, false) : real<"GOMP_sections_end_nowait", void>();
}

void GOMP_loop_end() {
  Team* const mine = team();
  mine != nullptr ? finish_work(*mine, true) : real<"GOMP_loop_end", void>();
}

void GOMP_loop_end_nowait() {
  Team* const mine = team();
  mine != nullptr ? finish_work(*mine, false) : real<"GOMP_loop_end_nowait", void>();
}

bool GOMP_loop_ordered_static_start(long start, long end, long step, long chunk, long* first,
                                    long* last) {
  Team* const mine = team();
  if (mine == nullptr) {
    return real<"GOMP_loop_ordered_static_start", bool>(start, end, step, chunk, first, last);
  }
  begin_loop(begin_work(*mine), start, end, step, chunk);
  return take_own_part(*mine, true, first, last);
}

bool GOMP_loop_ordered_static_next(long* first, long* last) {
  Team* const mine = team();
  return mine != nullptr ? take_own_part(*mine, false, first, last)
                         : real<"GOMP_loop_ordered_static_next", bool>(first, last);
}

void GOMP_ordered_start() {
  Team* const mine = team();
  if (mine == nullptr) return real<"GOMP_ordered_start", void>();
  const InLibrary here;
  mine->wait_for_turn();
}

void GOMP_ordered_end() {
  if (team() == nullptr) real<"GOMP_ordered_end", void>();
}

// Which pieces a thread gets of a loop is decided when it asks for them.
#define HARRIER_LOOP(name)                                                                        \
  bool name##_start(long start, long end, long step, long chunk, long* first, long* last) {       \
    Team* const mine = team();                                                                    \
    if (mine == nullptr) return real<#name "_start", bool>(start, end, step, chunk, first, last); \
    begin_loop(begin_work(*mine), start, end, step, chunk);                                       \
    return take_part(*mine, first, last);                                                         \
  }                                                                                               \
  bool name##_next(long* first, long* last) {                                                     \
    Team* const mine = team();                                                                    \
    return mine != nullptr ? take_part(*mine, first, last)                                        \
                           : real<#name "_next", bool>(first, last);                              \
  }

HARRIER_LOOP(GOMP_loop_dynamic)
HARRIER_LOOP(GOMP_loop_guided)
HARRIER_LOOP(GOMP_loop_nonmonotonic_dynamic)
HARRIER_LOOP(GOMP_loop_nonmonotonic_guided)
HARRIER_LOOP(GOMP_loop_ordered_dynamic)

#define HARRIER_PARALLEL_LOOP(name)                                                              \
  void name(void (*body)(void*), void* data, unsigned wanted, long start, long end, long step,   \
            long chunk, unsigned flags) {                                                        \
    const unsigned size = size_of_team(wanted);                                                  \
    if (size <= 1) return real<#name, void>(body, data, wanted, start, end, step, chunk, flags); \
    run_team(size, body, data,                                                                   \
             [=](Team& made) { begin_loop(made.begin_with_work(), start, end, step, chunk); });  \
  }

HARRIER_PARALLEL_LOOP(GOMP_parallel_loop_dynamic)
HARRIER_PARALLEL_LOOP(GOMP_parallel_loop_guided)
HARRIER_PARALLEL_LOOP(GOMP_parallel_loop_nonmonotonic_dynamic)
HARRIER_PARALLEL_LOOP(GOMP_parallel_loop_nonmonotonic_guided)

// Regions in which one thread is at a time.
#define HARRIER_REGION(start, end, region)                            \
  void start() {                                                      \
    Team* const mine = team();                                        \
    mine != nullptr ? enter(*mine, &(region)) : real<#start, void>(); \
  }                                                                   \
  void end() {                                                        \
    Team* const mine = team();                                        \
    mine != nullptr ? leave(*mine, &(region)) : real<#end, void>();   \
  }

HARRIER_REGION(GOMP_critical_start, GOMP_critical_end, unnamed_region)
HARRIER_REGION(GOMP_atomic_start, GOMP_atomic_end, atomic_region)

void GOMP_critical_name_start(void** name) {
  Team* const mine = team();
  mine != nullptr ? enter(*mine, name) : real<"GOMP_critical_name_start", void>(name);
}

void GOMP_critical_name_end(void** name) {
  Team* const mine = team();
  mine != nullptr ? leave(*mine, name) : real<"GOMP_critical_name_end", void>(name);
}

void omp_set_lock(void* lock) {
  Team* const mine = team();
  mine != nullptr ? enter(*mine, lock) : real<"omp_set_lock", void>(lock);
}

void omp_unset_lock(void* lock) {
  Team* const mine = team();
  mine != nullptr ? leave(*mine, lock) : real<"omp_unset_lock", void>(lock);
}

int omp_test_lock(void* lock) {
  Team* const mine = team();
  if (mine == nullptr) return real<"omp_test_lock", int>(lock);
  const InLibrary here;
  return mine->try_enter(lock) ? 1 : 0;
}

void GOMP_task(void (*body)(void*), void* data, void (*copy)(void*, void*), long bytes,
               long alignment, bool is_deferred, unsigned flags, void** depends, int priority,
               void* detached) {
  constexpr unsigned dependences = 1U << 3;
  constexpr unsigned detaches = 1U << 13;
  Team* const mine = team();
  if (mine == nullptr) {
    return real<"GOMP_task", void>(body, data, copy, bytes, alignment, is_deferred, flags, depends,
                                   priority, detached);
  }
  if ((flags & (dependences | detaches)) != 0) {
    const InLibrary here;
    World::current()->unsupported("GOMP_task with dependences or an event to wait for");
  }
  // The task has a copy of what it was made with.
  const auto unit = static_cast<std::size_t>(std::max(alignment, 16L));
  const std::size_t room = (static_cast<std::size_t>(bytes) + unit - 1) / unit * unit;
  auto* const own = static_cast<char*>(std::aligned_alloc(unit, std::max(room, unit)));
  if (copy != nullptr) {
    copy(own, data);
  } else {
    std::memcpy(own, data, static_cast<std::size_t>(bytes));
  }
  const auto run = [body, own] {
    body(own);
    std::free(own);
  };
  if (!is_deferred) return run();
  const InLibrary here;
  mine->add_task(run);
}

void GOMP_taskwait() {
  Team* const mine = team();
  if (mine == nullptr) return real<"GOMP_taskwait", void>();
  const InLibrary here;
  mine->wait_for_tasks();
}

void GOMP_taskyield() {
  Team* const mine = team();
  if (mine == nullptr) return real<"GOMP_taskyield", void>();
  const InLibrary here;
  mine->pass();
}

int omp_get_thread_num() {
  Team* const mine = team();
  return mine != nullptr ? static_cast<int>(mine->number()) : real<"omp_get_thread_num", int>();
}

int omp_get_num_threads() {
  Team* const mine = team();
  return mine != nullptr ? static_cast<int>(mine->size()) : real<"omp_get_num_threads", int>();
}

int omp_get_max_threads() {
  return is_ours() ? static_cast<int>(usual_size()) : real<"omp_get_max_threads", int>();
}

void omp_set_num_threads(int count) {
  if (!is_ours()) return real<"omp_set_num_threads", void>(count);
  World& world = *World::current();
  world.state(world.running()).threads_wanted = static_cast<unsigned>(std::max(count, 1));
}

int omp_in_parallel() { return team() != nullptr ? 1 : real<"omp_in_parallel", int>(); }
}
