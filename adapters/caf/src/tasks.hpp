// The stacks of an execution, on which main, blocking actors and handlers run one at a time.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "account.hpp"
#include "host/fiber.hpp"

namespace harrier::caf {

/// Thrown into a suspended task to take it down.
struct Unwind {};

/// A stack in the middle of something, and what it waits for.
struct Task {
  std::unique_ptr<host::Fiber> fiber;
  ActorId context;              ///< whose doing it is
  std::function<bool()> ready;  ///< the condition it waits for, if it does
  std::string what;             ///< that condition in words
  bool timed_out = false;
  bool unwind = false;  ///< it is taken down
  unsigned unwound = 0;
  unsigned looks = 0;  ///< at a clock, since it waited for anything else
};

class Tasks {
 public:
  explicit Tasks(Account& account) : account_(account) {}

  /// Makes a task that `resume` begins.
  Task& add(ActorId context, std::function<void()> body);
  /// Runs a task until it suspends itself or ends; one that has ended is gone.
  void resume(Task& task);
  /// Returns the running one, if any.
  Task* current() const { return current_; }
  /// Suspends the running one; throws Unwind if it is to be taken down.
  void suspend();
  /// Throws Unwind on the running one.
  [[noreturn]] void unwind_current();
  /// Takes note that the running one waits although it is taken down, which it may do only so
  /// often: then it is left as it stands.
  void wait_in_vain();
  /// Leaves the running one for good, without unwinding.
  [[noreturn]] void abandon();

  /// Returns what an actor waits with for a condition, or nothing.
  const Task* waiting_for_condition(ActorId context) const;

  /// Ends all tasks that can be ended by unwinding them, except those of `spared`.
  void take_down(ActorId spared = {});
  void begin_taking_down() { taking_down_ = true; }
  bool taking_down() const { return taking_down_; }
  /// Leaves all stacks as they are, for good.
  void give_up() { given_up_ = true; }
  /// Tells whether some stack was left without unwinding: what it refers to is lost.
  bool given_up() const { return given_up_; }
  /// Forgets all tasks, for another execution.
  void clear();

  /// Says whether what the program prints is thrown away.
  void mute(bool is_mute) { mute_ = is_mute; }
  bool is_mute() const { return mute_; }

 private:
  void remove(const Task& task);

  Account& account_;
  host::FiberPool pool_;
  std::vector<std::unique_ptr<Task>> tasks_;
  Task* current_ = nullptr;
  bool taking_down_ = false;
  bool given_up_ = false;
  bool mute_ = false;
};

}  // namespace harrier::caf
