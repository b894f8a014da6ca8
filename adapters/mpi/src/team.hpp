// The threads of a rank in a parallel region of OpenMP: stacks that run in turns on that of the
// rank.
//
// Which of them goes on is a choice of the rank's step wherever one calls MPI or cannot go on; in
// between a thread runs alone. Where only the first may call MPI, nothing is chosen unless it has
// done so since the last barrier and can go on: what the others do has no order otherwise. One that
// waits in a call of MPI keeps the others from going on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "host/fiber.hpp"

namespace harrier::mpi {

/// A construct whose work is shared, piece by piece: a loop, sections, or a block for one thread.
struct SharedWork {
  bool is_begun = false;
  long count = 0;  ///< of pieces
  long taken = 0;  ///< so many of the first ones
  long start = 0;  ///< of a loop: what its variable begins with
  long step = 1;
  long chunk = 1;             ///< how many are taken at a time
  long done = 0;              ///< so many of the first ones, where they are to be done in order
  std::map<long, long> late;  ///< what is done behind these, from the first one to the last
};

class Team {
 public:
  /// All threads run `body`; `all_call` says whether others than the first may call MPI.
  Team(unsigned size, bool all_call, std::function<void()> body);
  ~Team();
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  /// The one in which the running rank is; null where there is none.
  static Team* current();

  /// Runs all threads to their ends, on the stack of the rank.
  void run();
  /// Tells whether another thread than the running one could go on.
  bool others_can_go_on() const;
  unsigned size() const { return size_; }

  // For the thread that runs, in the library.
  unsigned number() const { return threads_[running_]->number; }
  /// Says that the thread calls MPI, and lets others go first, or not.
  void call();
  /// Lets others go first, or not.
  void pass();
  /// Lets another go on, where one can.
  void sleep();
  void barrier();
  /// Waits until nobody else is inside; `what` is any address that names it.
  void enter(const void* what);
  bool try_enter(const void* what);
  void leave(const void* what);

  /// Makes a task, which is a thread that begins here.
  void add_task(std::function<void()> body);
  /// Waits for the tasks that the running one has made.
  void wait_for_tasks();

  /// Returns the next construct that the thread comes to; the first who does so finds it not begun.
  SharedWork& begin_work();
  /// Returns the one that it is in.
  SharedWork& work() { return works_[threads_[running_]->works - 1]; }
  /// Returns the one that all threads are in when they begin.
  SharedWork& begin_with_work();
  /// The pieces that a thread has taken of a loop.
  struct Part {
    long begin = 0;
    long end = 0;
  };
  Part& part() { return threads_[running_]->part; }
  /// Waits until what comes before them is done, where pieces are to be done in order.
  void wait_for_turn();
  /// Says that the thread has done them.
  void finish_part();

 private:
  struct Thread {
    std::unique_ptr<host::Fiber> fiber;
    unsigned number = 0;
    std::size_t parent = 0;
    bool is_task = false;
    bool has_ended = false;
    std::size_t tasks = 0;  ///< made and not ended
    std::size_t works = 0;  ///< constructs it has come to
    Part part;
    std::function<bool()> can_go_on;  ///< none: it can
  };

  std::size_t live_count() const;
  void add(unsigned number, bool is_task, std::function<void()> body);
  bool can_run(const Thread& thread) const {
    return !thread.has_ended && (!thread.can_go_on || thread.can_go_on());
  }
  /// Returns who could go on, the running one last: the orders come first in which no thread waits
  /// in a call of MPI before the others are done.
  std::vector<std::size_t> runnable() const;
  /// Chooses one of those who could go on.
  std::size_t choose(const std::vector<std::size_t>& all) const;
  void wait_until(std::function<bool()> holds);
  void give_up_turn(std::size_t next);

  const unsigned size_;
  const bool all_call_;
  bool has_called_ = false;  ///< since the last barrier
  std::vector<std::unique_ptr<Thread>> threads_;
  std::size_t running_ = 0;
  std::size_t next_;  ///< who was chosen to go on
  std::deque<SharedWork> works_;
  std::size_t works_at_begin_ = 0;
  /// Where one is at a time.
  struct Region {
    bool is_held = false;
    unsigned waiting = 0;
  };
  std::map<const void*, Region> regions_;
  unsigned wait_for_turn_ = 0;  ///< how many do
  std::size_t tasks_ = 0;
  unsigned arrived_ = 0;  ///< at the barrier
  unsigned barriers_ = 0;
};

}  // namespace harrier::mpi
