// Keeps what an instrumented program tells of the memory it reads and writes, along an execution.
//
// What one actor does without a break is a stretch. It happens after what the actor did before and
// after what it goes back to: the sender's stretch, or the one that asked for it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "account.hpp"
#include "host/accesses.hpp"
#include "tasks.hpp"

namespace harrier::caf {

class AccessLog {
 public:
  explicit AccessLog(Account& account) : account_(account) {}

  void start();
  /// Tells whether the program tells what it touches.
  bool tracing() const { return tracing_; }

  /// Begins the step that delivers a message.
  void begin_event(const Message& message);
  /// Says which stretch the next one goes back to.
  void follow(std::uint32_t stretch) { cause_ = stretch; }
  /// Begins what a task does until it suspends itself.
  void begin_stretch(const Task& task);

  // What the program tells, on a stack of its own.
  void note_access(const void* address, std::uint32_t size, bool write, const host::Fiber& fiber);
  void note_allocation(void* address, std::size_t size);
  void note_release(void* address);

  /// Tells whether some word differs from what it was, and the step was not seen to write it.
  bool changed_unseen(std::span<const std::byte> now, std::span<const std::byte> before) const;
  /// Appends what the step touched.
  void append(std::vector<ResourceAccess>& out) const { accesses_.append(out); }
  /// Returns the first shared state found in the step, once.
  std::optional<host::SharedState> take_shared_state() { return accesses_.take_shared_state(); }

  /// Keeps what the adapter itself does in a step out of the account of it.
  class Unlogged {
   public:
    explicit Unlogged(AccessLog& log) : log_(log) { ++log_.unlogged_; }
    ~Unlogged() { --log_.unlogged_; }
    Unlogged(const Unlogged&) = delete;
    Unlogged& operator=(const Unlogged&) = delete;

   private:
    AccessLog& log_;
  };

 private:
  bool logging() const { return tracing_ && unlogged_ == 0; }

  Account& account_;
  host::Accesses accesses_;
  bool tracing_ = false;
  int unlogged_ = 0;
  std::uint32_t cause_ = 0;
};

}  // namespace harrier::caf
