// Calls of random programs on windows, and programs whose ranks access each other's windows.
#include <initializer_list>

#include "random_calls.hpp"

/// What programs call before each load and store that are compiled to tell of them.
extern "C" void harrier_access(const void* address, unsigned int size, int write, const void* from);

namespace harrier::mpi {

namespace {

MPI_Group group_of(int rank) {
  MPI_Group world = MPI_GROUP_NULL;
  MPI_Group group = MPI_GROUP_NULL;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &rank, &group);
  MPI_Group_free(&world);
  return group;
}

void open_for(const ScriptedCall& call, Running& now) {
  MPI_Group group = group_of(call.peer);
  if (call.act == Act::post) {
    MPI_Win_post(group, 0, now.window);
  } else {
    MPI_Win_start(group, 0, now.window);
  }
  MPI_Group_free(&group);
}

bool run_epoch_call(const ScriptedCall& call, Running& now) {
  switch (call.act) {
    case Act::fence:
      MPI_Win_fence(0, now.window);
      return true;
    case Act::last_fence:
      MPI_Win_fence(MPI_MODE_NOSUCCEED, now.window);
      return true;
    case Act::lock_exclusive:
      MPI_Win_lock(MPI_LOCK_EXCLUSIVE, call.peer, 0, now.window);
      return true;
    case Act::lock_shared:
      MPI_Win_lock(MPI_LOCK_SHARED, call.peer, 0, now.window);
      return true;
    case Act::unlock:
      MPI_Win_unlock(call.peer, now.window);
      return true;
    case Act::lock_all:
      MPI_Win_lock_all(0, now.window);
      return true;
    case Act::unlock_all:
      MPI_Win_unlock_all(now.window);
      return true;
    case Act::flush:
      MPI_Win_flush(call.peer, now.window);
      return true;
    case Act::flush_local:
      MPI_Win_flush_local(call.peer, now.window);
      return true;
    case Act::post:
    case Act::start_access:
      open_for(call, now);
      return true;
    case Act::complete:
      MPI_Win_complete(now.window);
      return true;
    case Act::wait_access:
      MPI_Win_wait(now.window);
      return true;
    default:
      return false;
  }
}

const char* epoch_call_text(Act act) {
  switch (act) {
    case Act::fence:
      return "MPI_Win_fence(0, w);";
    case Act::last_fence:
      return "MPI_Win_fence(MPI_MODE_NOSUCCEED, w);";
    case Act::lock_exclusive:
      return "MPI_Win_lock(MPI_LOCK_EXCLUSIVE, PEER, 0, w);";
    case Act::lock_shared:
      return "MPI_Win_lock(MPI_LOCK_SHARED, PEER, 0, w);";
    case Act::unlock:
      return "MPI_Win_unlock(PEER, w);";
    case Act::lock_all:
      return "MPI_Win_lock_all(0, w);";
    case Act::unlock_all:
      return "MPI_Win_unlock_all(w);";
    case Act::flush:
      return "MPI_Win_flush(PEER, w);";
    case Act::flush_local:
      return "MPI_Win_flush_local(PEER, w);";
    case Act::post:
      return "i = PEER; MPI_Group_incl(all, 1, &i, &g); MPI_Win_post(g, 0, w); MPI_Group_free(&g);";
    case Act::start_access:
      return "i = PEER; MPI_Group_incl(all, 1, &i, &g); MPI_Win_start(g, 0, w); "
             "MPI_Group_free(&g);";
    case Act::complete:
      return "MPI_Win_complete(w);";
    case Act::wait_access:
      return "MPI_Win_wait(w);";
    default:
      return "";
  }
}

const char* operation_text(Act act) {
  switch (act) {
    case Act::put:
      return "MPI_Put(&give[o], 1, MPI_INT, PEER, TAG, 1, MPI_INT, w); ++o;";
    case Act::get:
      return "MPI_Get(&got[o], 1, MPI_INT, PEER, TAG, 1, MPI_INT, w); ++o;";
    case Act::accumulate:
      return "MPI_Accumulate(&give[o], 1, MPI_INT, PEER, TAG, 1, MPI_INT, MPI_SUM, w); ++o;";
    case Act::replace:
      return "MPI_Accumulate(&give[o], 1, MPI_INT, PEER, TAG, 1, MPI_INT, MPI_REPLACE, w); ++o;";
    case Act::fetch_and_add:
      return "MPI_Fetch_and_op(&give[o], &got[o], MPI_INT, PEER, TAG, MPI_SUM, w); ++o;";
    case Act::fetch:
      return "MPI_Fetch_and_op(0, &got[o], MPI_INT, PEER, TAG, MPI_NO_OP, w); ++o;";
    case Act::compare_and_swap:
      return "MPI_Compare_and_swap(&give[o], &zero, &got[o], MPI_INT, PEER, TAG, w); ++o;";
    case Act::store:
      return "memory[TAG] += 1;";
    case Act::load_shared:
      return "got[o++] = shared[2 * PEER + TAG];";
    case Act::store_shared:
      return "shared[2 * PEER + TAG] += give[o++];";
    case Act::tell:
      return "if (o > 0 && got[o - 1] % 2 != 0) MPI_Send(&x, 1, MPI_INT, PEER, TAG, "
             "MPI_COMM_WORLD);";
    default:
      return "";
  }
}

void replace_all(std::string& text, const std::string& word, int number) {
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word)) {
    text.replace(at, word.size(), std::to_string(number));
  }
}

/// Draws numbers below a bound, and one of several.
struct Draw {
  std::mt19937_64& random;
  int below(int count) const { return static_cast<int>(random() % static_cast<unsigned>(count)); }
  Act of(std::initializer_list<Act> acts) const {
    return acts.begin()[below(static_cast<int>(acts.size()))];
  }
};

class WindowProgram {
 public:
  explicit WindowProgram(std::mt19937_64& random)
      : draw_{random},
        size_(2 + draw_.below(2)),
        anything_(draw_.below(8) == 0),
        alone_(draw_.below(2) == 0),
        replaces_(draw_.below(4) == 0) {
    program_.has_window = true;
    program_.ranks.resize(static_cast<std::size_t>(size_));
  }

  RandomProgram draw() {
    const int count = 1 + draw_.below(3);
    for (int i = 0; i < count; ++i) add_part();
    return std::move(program_);
  }

 private:
  void add(int rank, Act act, int peer = 0, int tag = 0) {
    program_.ranks[static_cast<std::size_t>(rank)].push_back({act, peer, tag});
  }
  int other(int rank) const { return (rank + 1 + draw_.below(size_ - 1)) % size_; }

  /// What may be met by others is accumulated, by one operation; in one program of eight anything
  /// goes.
  enum class Company { alone, others };
  void add_operations(int rank, int target, Company company) {
    for (int i = draw_.below(2); i < 2; ++i) {
      const int element = draw_.below(Running::elements);
      if (company == Company::others && !anything_) {
        add(rank,
            replaces_ ? draw_.of({Act::replace, Act::fetch, Act::compare_and_swap})
                      : draw_.of({Act::accumulate, Act::fetch_and_add, Act::fetch_and_add,
                                  Act::fetch, Act::compare_and_swap}),
            target, element);
        continue;
      }
      add(rank,
          draw_.of({Act::put, Act::get, Act::get, Act::accumulate, Act::replace, Act::fetch_and_add,
                    Act::fetch}),
          target, element);
      if (rank == target && draw_.below(2) == 0) add(rank, Act::store, 0, 1 - element);
    }
  }
  /// What it has read decides what a rank does next, and another one finds out.
  void add_telling(int rank) {
    if (draw_.below(2) == 0) return;
    const int to = other(rank);
    add(rank, Act::tell, to, 0);
    add(to, draw_.of({Act::iprobe, Act::irecv, Act::recv}), draw_.below(2) == 0 ? no_number : rank,
        no_number);
  }
  void add_part() {
    // Those who are to be alone take exclusive locks only.
    switch (alone_ ? 2 + 2 * draw_.below(3) : draw_.below(8)) {
      case 0:
        add_fences();
        break;
      case 1:
        add_access();
        break;
      case 2:
        add_message();
        break;
      case 3:
        add_locks_of_all();
        break;
      default:
        add_locks();
    }
  }
  void add_fences() {
    for (int rank = 0; rank < size_; ++rank) {
      add(rank, Act::fence);
      if (draw_.below(2) == 0) add_operations(rank, draw_.below(size_), Company::others);
      add(rank, Act::last_fence);
    }
    add_telling(draw_.below(size_));
  }
  void add_access() {
    const int origin = draw_.below(size_);
    const int target = other(origin);
    add(target, Act::post, origin);
    add(origin, Act::start_access, target);
    add_operations(origin, target, Company::others);
    add(origin, Act::complete);
    add(target, Act::wait_access);
    add_telling(origin);
  }
  void add_message() {
    const int from = draw_.below(size_);
    const int to = other(from);
    add(from, draw_.of({Act::send, Act::isend}), to, 1);
    add(to, draw_.of({Act::recv, Act::irecv}), no_number, draw_.below(2) == 0 ? 1 : no_number);
  }
  void add_locks_of_all() {
    const int rank = draw_.below(size_);
    const int target = draw_.below(size_);
    add(rank, Act::lock_all);
    add_operations(rank, target, Company::others);
    add(rank, draw_.of({Act::flush, Act::flush_local}), target);
    if (draw_.below(2) == 0) add_operations(rank, target, Company::others);
    add(rank, Act::unlock_all);
    add_telling(rank);
  }
  /// Two ranks, of which one may be the target, lock one window.
  void add_locks() {
    const int target = draw_.below(size_);
    const int first = draw_.below(size_);
    for (const int rank : {first, other(first)}) {
      const Act lock =
          alone_ ? Act::lock_exclusive : draw_.of({Act::lock_exclusive, Act::lock_shared});
      add(rank, lock, target);
      add_operations(rank, target,
                     lock == Act::lock_exclusive && alone_ ? Company::alone : Company::others);
      if (draw_.below(4) == 0) add(rank, draw_.of({Act::flush, Act::flush_local}), target);
      add(rank, Act::unlock, target);
      add_telling(rank);
    }
  }

  Draw draw_;
  int size_;
  bool anything_;
  bool alone_;
  bool replaces_;
  RandomProgram program_;
};

/// Phases between barriers, accesses under exclusive locks, and messages that pass on who may
/// access what.
class SharedProgram {
 public:
  explicit SharedProgram(std::mt19937_64& random)
      : draw_{random}, size_(draw_.below(4) == 0 ? 3 : 2), anything_(draw_.below(4) == 0) {
    program_.has_window = program_.is_shared = true;
    program_.ranks.resize(static_cast<std::size_t>(size_));
  }

  RandomProgram draw() {
    const int count = size_ == 3 ? 1 : 1 + draw_.below(2);
    for (int i = 0; i < count; ++i) add_part();
    return std::move(program_);
  }

 private:
  void add(int rank, Act act, int peer = 0, int tag = 0) {
    program_.ranks[static_cast<std::size_t>(rank)].push_back({act, peer, tag});
  }
  int other(int rank) const { return (rank + 1 + draw_.below(size_ - 1)) % size_; }
  void add_telling(int rank) {
    if (draw_.below(2) == 0) return;
    const int to = other(rank);
    add(rank, Act::tell, to, 0);
    add(to, draw_.of({Act::iprobe, Act::irecv, Act::recv}), draw_.below(2) == 0 ? no_number : rank,
        no_number);
  }
  void add_part() {
    switch (draw_.below(5)) {
      case 0:
        add_phase();
        break;
      case 1:
        add_handing_over();
        break;
      case 2:
        if (anything_) add(draw_.below(size_), draw_.of({Act::load_shared, Act::store_shared}), 0);
        add_locks();
        break;
      default:
        add_locks();
    }
  }
  /// Each stores into a part of its own, and after a barrier loads that of another.
  void add_phase() {
    const int shift = draw_.below(size_);
    for (int rank = 0; rank < size_; ++rank) {
      const Act meets = draw_.of({Act::barrier, Act::barrier, Act::last_fence});
      add(rank, Act::store_shared, (rank + shift) % size_, 0);
      add(rank, anything_ ? meets : Act::barrier);
      add(rank, Act::load_shared, draw_.below(size_), 0);
      add(rank, Act::barrier);
    }
    add_telling(draw_.below(size_));
  }
  /// One stores and says so to another, who may hear of somebody else instead.
  void add_handing_over() {
    const int from = draw_.below(size_);
    const int to = other(from);
    const int owner = draw_.below(size_);
    add(from, Act::store_shared, owner, 1);
    add(from, draw_.of({Act::send, Act::ssend}), to, 1);
    add(to, Act::recv, anything_ && draw_.below(2) == 0 ? no_number : from, 1);
    add(to, draw_.of({Act::load_shared, Act::store_shared}), owner, 1);
    add_telling(to);
    for (int rank = 0; rank < size_; ++rank) add(rank, Act::barrier);
  }
  void add_locks() {
    const int target = draw_.below(size_);
    const int first = draw_.below(size_);
    for (const int rank : {first, other(first)}) {
      add(rank, Act::lock_exclusive, target);
      for (int i = draw_.below(2); i < 2; ++i)
        add(rank, draw_.of({Act::load_shared, Act::store_shared, Act::fetch_and_add}), target, 0);
      add(rank, Act::unlock, target);
      add_telling(rank);
    }
  }

  Draw draw_;
  int size_;
  bool anything_;
  RandomProgram program_;
};

}  // namespace

void make_window(const RandomProgram& program, Running& now) {
  if (!program.has_window) return;
  if (!program.is_shared) {
    MPI_Win_create(now.memory, sizeof now.memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD,
                   &now.window);
    return;
  }
  void* mine = nullptr;
  MPI_Aint bytes = 0;
  int unit = 0;
  MPI_Win_allocate_shared(sizeof now.memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine,
                          &now.window);
  MPI_Win_shared_query(now.window, 0, &bytes, &unit, &now.shared);
}

bool run_window_call(const ScriptedCall& call, Running& now) {
  if (run_epoch_call(call, now)) return true;
  const int at = now.operations;
  int* const given = &now.given[at];
  int* const got = &now.got[at];
  const int zero = 0;
  const MPI_Datatype type = MPI_INT;
  switch (call.act) {
    case Act::put:
      MPI_Put(given, 1, type, call.peer, call.tag, 1, type, now.window);
      break;
    case Act::get:
      MPI_Get(got, 1, type, call.peer, call.tag, 1, type, now.window);
      break;
    case Act::accumulate:
      MPI_Accumulate(given, 1, type, call.peer, call.tag, 1, type, MPI_SUM, now.window);
      break;
    case Act::replace:
      MPI_Accumulate(given, 1, type, call.peer, call.tag, 1, type, MPI_REPLACE, now.window);
      break;
    case Act::fetch_and_add:
      MPI_Fetch_and_op(given, got, type, call.peer, call.tag, MPI_SUM, now.window);
      break;
    case Act::fetch:
      MPI_Fetch_and_op(nullptr, got, type, call.peer, call.tag, MPI_NO_OP, now.window);
      break;
    case Act::compare_and_swap:
      MPI_Compare_and_swap(given, &zero, got, type, call.peer, call.tag, now.window);
      break;
    case Act::store:
      ++now.memory[call.tag];
      return true;
    case Act::load_shared: {
      const int* const place = &now.shared[Running::elements * call.peer + call.tag];
      harrier_access(place, sizeof *place, 0, __builtin_return_address(0));
      *got = *place;
      break;
    }
    case Act::store_shared: {
      int* const place = &now.shared[Running::elements * call.peer + call.tag];
      harrier_access(place, sizeof *place, 1, __builtin_return_address(0));
      *place += *given;
      break;
    }
    case Act::tell:
      if (at > 0 && now.got[at - 1] % 2 != 0)
        MPI_Send(&zero, 1, type, call.peer, call.tag, MPI_COMM_WORLD);
      return true;
    default:
      return false;
  }
  ++now.operations;
  return true;
}

std::string window_call_text(const ScriptedCall& call) {
  std::string text = epoch_call_text(call.act);
  if (text.empty()) text = operation_text(call.act);
  replace_all(text, "PEER", call.peer);
  replace_all(text, "TAG", call.tag);
  return text;
}

RandomProgram draw_windows(std::mt19937_64& random) { return WindowProgram(random).draw(); }

RandomProgram draw_shared(std::mt19937_64& random) { return SharedProgram(random).draw(); }

}  // namespace harrier::mpi
