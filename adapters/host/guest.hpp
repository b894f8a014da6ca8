// A program of an outside framework under control, as what stands between it and the system sees
// it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "harrier/resource.hpp"

namespace harrier::host {

/// What the environment needs of a program whose step is running, and what it is told.
class Guest {
 public:
  /// Returns the one whose step is running on this thread, if any.
  static Guest* current() { return current_; }

  /// Tells whether the caller stands on a stack that can be suspended and left.
  virtual bool on_fiber() const = 0;
  /// Returns the time, which advances in steps only.
  virtual std::int64_t now_ns() const = 0;
  /// Returns a number that is the same at this place of every execution.
  virtual std::uint64_t next_random() = 0;
  /// Records the failure and leaves the running stack for good.
  [[noreturn]] virtual void crash(std::string text) = 0;
  /// Stops whoever calls exit().
  [[noreturn]] virtual void leave(int status) = 0;
  /// Takes note that the step reads or changes something outside the program.
  virtual void touch_outside(Access access) = 0;
  /// Suspends the caller until something outside makes `ready` hold, if it can be suspended.
  virtual void wait_for_outside(std::function<bool()> ready) = 0;

  /// What the caller waits for that is no message: a signal, a lock, a time.
  struct Wait {
    const void* object = nullptr;  ///< what is waited at; none for a sleep
    const char* what = "";         ///< it is, in words
    std::function<bool()> ready;   ///< none: only the time ends it
    std::optional<std::int64_t> due_ns = {};
    bool can_throw = true;  ///< through the caller, where the stack is taken down
  };
  /// Tells whether waits, locks and signals on this stack are the guest's.
  virtual bool synchronises() const { return false; }
  /// Suspends the caller; false if its time came first. Throws where the stack is taken down.
  virtual bool wait_for(Wait) { return true; }
  /// Takes note that the step uses what others wait at.
  virtual void touch_object(const void* /*object*/, Access) {}
  /// Chooses whom of so many a signal wakes.
  virtual std::uint32_t choose_waiter(std::uint32_t /*count*/) { return 0; }
  /// Names the stack that runs, for as long as it does.
  virtual const void* stack() const { return nullptr; }
  virtual bool is_taken_down() const { return false; }

  /// Lets others go on that the program has on the same stack, where it sleeps.
  virtual void pause() {}
  /// Sleeps, which takes no time where that is not the guest's.
  virtual void sleep(std::int64_t /*span_ns*/) { pause(); }
  /// Takes note that the program looks at a clock, as one does that waits for time to pass.
  virtual void look_at_clock() {}

  // What an instrumented program tells.
  virtual void note_access(const void* /*address*/, std::uint32_t /*size*/, bool /*write*/,
                           const void* /*from: where the program goes on*/) {}
  virtual void note_allocation(void* /*address*/, std::size_t /*size*/) {}
  virtual void note_release(void* /*address*/) {}

  /// Makes a program the current one of this thread for as long as it exists.
  class Entered {
   public:
    explicit Entered(Guest& guest) : outer_(current_) { current_ = &guest; }
    ~Entered() { current_ = outer_; }
    Entered(const Entered&) = delete;
    Entered& operator=(const Entered&) = delete;

   private:
    Guest* outer_;
  };

 protected:
  ~Guest() = default;

 private:
  static constinit thread_local Guest* current_;
};

/// Takes note that a thread outside control reached into a program under control.
void note_foreign_thread();
/// Tells whether that happened since it was asked last.
bool take_foreign_thread();

}  // namespace harrier::host
