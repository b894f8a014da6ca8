// Stacks that run parts of a program, one at a time on the explorer's thread.
#pragma once

#include <boost/context/detail/fcontext.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace harrier::host {

/// One stack of execution. It runs while `resume` does not return.
class Fiber {
 public:
  explicit Fiber(std::size_t stack_bytes);
  ~Fiber();
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;

  /// Makes `body` what the next `resume` begins; the fiber must not be in the middle of another.
  void begin(std::function<void()> body);
  /// Runs the fiber until it suspends itself, ends, or is abandoned.
  void resume();
  /// Returns to whoever resumed the running fiber.
  void suspend();
  /// Leaves the running fiber for good, without unwinding: what it holds is lost.
  [[noreturn]] void abandon();

  bool active() const { return active_; }
  /// Returns where its stack lies.
  const void* stack_begin() const { return stack_; }
  const void* stack_end() const;

 private:
  static void enter(boost::context::detail::transfer_t from);

  std::size_t stack_bytes_;
  std::byte* stack_ = nullptr;
  boost::context::detail::fcontext_t inside_ = nullptr;   ///< where the fiber goes on
  boost::context::detail::fcontext_t outside_ = nullptr;  ///< where its resumer goes on
  std::function<void()> body_;
  bool active_ = false;
  /// The C++ runtime's account of exceptions in flight, one per stack.
  struct Exceptions {
    void* caught = nullptr;
    unsigned int uncaught = 0;
  } exceptions_;
};

/// Keeps fibers for reuse: a stack costs a system call, a reused one nothing.
class FiberPool {
 public:
  /// Pages are committed when they are touched, so a roomy stack costs address space only.
  explicit FiberPool(std::size_t stack_bytes = std::size_t{1} << 20) : stack_bytes_(stack_bytes) {}

  std::unique_ptr<Fiber> take();
  void give_back(std::unique_ptr<Fiber> fiber);

 private:
  std::size_t stack_bytes_;
  std::vector<std::unique_ptr<Fiber>> free_;
};

}  // namespace harrier::host
