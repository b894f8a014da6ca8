// Stacks that run parts of a program, one at a time on the explorer's thread.
#include "host/fiber.hpp"

#include <cxxabi.h>
#include <sys/mman.h>

#include <new>
#include <utility>

namespace harrier::host {

namespace {

using boost::context::detail::fcontext_t;
using boost::context::detail::jump_fcontext;
using boost::context::detail::make_fcontext;
using boost::context::detail::transfer_t;

constexpr std::size_t guard_bytes = 4096;

struct ExceptionGlobals {
  void* caught;
  unsigned int uncaught;
};

ExceptionGlobals& exception_globals() {
  return *reinterpret_cast<ExceptionGlobals*>(__cxxabiv1::__cxa_get_globals());
}

}  // namespace

Fiber::Fiber(std::size_t stack_bytes) : stack_bytes_(stack_bytes) {
  void* memory = mmap(nullptr, guard_bytes + stack_bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  mprotect(memory, guard_bytes, PROT_NONE);
  stack_ = static_cast<std::byte*>(memory);
}

Fiber::~Fiber() { munmap(stack_, guard_bytes + stack_bytes_); }

const void* Fiber::stack_end() const { return stack_ + guard_bytes + stack_bytes_; }

void Fiber::begin(std::function<void()> body) {
  body_ = std::move(body);
  inside_ = make_fcontext(stack_ + guard_bytes + stack_bytes_, stack_bytes_, &Fiber::enter);
  exceptions_ = {};
  active_ = true;
}

void Fiber::enter(transfer_t from) {
  auto* self = static_cast<Fiber*>(from.data);
  self->outside_ = from.fctx;
  self->body_();
  self->active_ = false;
  self->suspend();
  std::terminate();  // nobody resumes a fiber that has ended
}

void Fiber::resume() {
  ExceptionGlobals& globals = exception_globals();
  const ExceptionGlobals ours = globals;
  globals = {exceptions_.caught, exceptions_.uncaught};
  const transfer_t back = jump_fcontext(inside_, this);
  inside_ = back.fctx;
  exceptions_ = {globals.caught, globals.uncaught};
  globals = ours;
}

void Fiber::suspend() {
  const transfer_t back = jump_fcontext(outside_, this);
  outside_ = back.fctx;
}

void Fiber::abandon() {
  active_ = false;
  suspend();
  std::terminate();
}

std::unique_ptr<Fiber> FiberPool::take() {
  if (free_.empty()) return std::make_unique<Fiber>(stack_bytes_);
  std::unique_ptr<Fiber> fiber = std::move(free_.back());
  free_.pop_back();
  return fiber;
}

void FiberPool::give_back(std::unique_ptr<Fiber> fiber) { free_.push_back(std::move(fiber)); }

}  // namespace harrier::host
