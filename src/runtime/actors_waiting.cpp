// Handlers that wait in their middle: running, suspending, replying, resuming.
#include <algorithm>
#include <memory>
#include <string>

#include "harrier/detail/runtime.hpp"
#include "harrier/internal_error.hpp"
#include "runtime/actors_execution.hpp"
#include "runtime/actors_names.hpp"

namespace harrier::detail {

using Kind = Execution::Message::Kind;

void Runtime::run(ActorId actor, MessageId message) {
  struct Running {
    Runtime& runtime;
    ~Running() {
      runtime.running_ = ActorId();
      runtime.current_message_.store(MessageId(), std::memory_order_relaxed);
      runtime.suspended_.reset();
    }
  } scope{*this};
  running_ = actor;
  infeasible_ = infeasible_ && muted_;
  current_message_.store(message, std::memory_order_release);
  const Execution::Message& delivered = execution_.message(message);
  if (delivered.or_gone && !muted_ && !execution_.actor(actor).alive) {
    execution_.steps.back().came_too_late = true;
    reply(message, Gone{});
    return;
  }
  if (delivered.kind == Kind::resume) {
    resume(message);
  } else {
    delivered.delivery->invoke(*this, execution_.actor(actor).object, delivered.payload);
  }
}

void Runtime::run_handler(std::coroutine_handle<> root,
                          void (*finish)(Runtime&, std::coroutine_handle<>, MessageId)) {
  run_frame({.origin = current_message(),
             .root = root,
             .finish = finish,
             .innermost = root,
             .continuation = MessageId(),
             .condition = {}});
}

void Runtime::run_frame(const Frame& frame) {
  current_frame_ = frame;
  suspended_.reset();
  frame.innermost.resume();
  if (suspended_) {
    execution_.actor(running_).frames.push_back(*suspended_);
    return;
  }
  struct Destroy {
    std::coroutine_handle<> handle;
    ~Destroy() { handle.destroy(); }
  } destroy{frame.root};
  if (!frame.root.done()) {
    refuse("a handler awaits something that is not Harrier's; use call, get, until or release");
  }
  frame.finish(*this, frame.root, frame.origin);
}

void Runtime::resume(MessageId continuation) {
  Execution::Actor& target = execution_.actor(running_);
  const auto at = std::ranges::find(target.frames, continuation, &Frame::continuation);
  HARRIER_CHECK(at != target.frames.end(), "a handler goes on that does not wait",
                continuation.index());
  const Frame frame = *at;
  target.frames.erase(at);
  if (execution_.message(continuation).blocking) {
    if (rehearsed_ != nullptr) rehearsed_->changes_control = true;
    if (!muted_) execution_.change_control(target, target.alive, MessageId());
  }
  run_frame(frame);
}

void Runtime::wait(std::coroutine_handle<> at, std::span<const MessageId> requests, bool blocking) {
  suspend(at, post_continuation(requests, blocking, false), {});
}

void Runtime::wait(std::coroutine_handle<> at, Condition condition) {
  suspend(at, post_continuation({}, false, condition.holds != nullptr), condition);
}

void Runtime::suspend(std::coroutine_handle<> at, MessageId continuation, Condition condition) {
  suspended_ = current_frame_;
  suspended_->innermost = at;
  suspended_->continuation = continuation;
  suspended_->condition = condition;
}

MessageId Runtime::post_continuation(std::span<const MessageId> requests, bool blocking,
                                     bool conditional) {
  if (rehearsed_ != nullptr) {
    rehearsed_->sends = true;
    rehearsed_->changes_control |= blocking;
  }
  if (muted_) return MessageId(repeated_.messages++);
  Execution::Actor& self = execution_.actor(running_);
  if (!self.alive) refuse("a handler waits after stop(): it would never go on");
  MessageId* stored = nullptr;
  if (!requests.empty()) {
    stored = static_cast<MessageId*>(
        arena_.allocate(requests.size() * sizeof(MessageId), alignof(MessageId)));
    std::uninitialized_copy(requests.begin(), requests.end(), stored);
  }
  const MessageId id = ledger_.add_message(running_, running_, false, true);
  Execution::Message& created = execution_.messages.emplace_back();
  created.kind = Kind::resume;
  created.payload = stored;
  created.request_count = static_cast<std::uint32_t>(requests.size());
  created.frame = current_frame_.origin;
  created.blocking = blocking;
  created.conditional = conditional;
  for (const MessageId request : requests) {
    if (execution_.message(request).frame) {
      refuse("two handlers wait for one reply; wait for a future once");
    }
    execution_.message(request).frame = id;
  }
  if (!requests.empty()) execution_.note_wait(id);
  if (blocking) execution_.change_control(self, true, id);
  if (execution_.replies_are_in(execution_.message(id))) ledger_.add_pending(id);
  return id;
}

bool Runtime::reply_muted(MessageId request) {
  if (rehearsed_ != nullptr) {
    rehearsed_->replies |= execution_.message(request).kind == Kind::request;
  }
  return true;
}

bool Runtime::takes_reply(MessageId request) {
  const Execution::Message& asked = execution_.message(request);
  if (asked.kind != Kind::request) return false;
  if (asked.reply != nullptr) refuse("a second reply to " + message_text(execution_, request));
  return true;
}

void Runtime::post_reply(MessageId request, const ValueType& type, const void* value) {
  Execution::Message& asked = execution_.message(request);
  asked.reply = value;
  asked.reply_type = &type;
  asked.replied_by = ledger_.step_count();
  execution_.note_reply(request);
  if (asked.frame && execution_.replies_are_in(execution_.message(asked.frame))) {
    ledger_.add_pending(asked.frame);
  }
}

const void* Runtime::reply_value(MessageId request) const {
  return execution_.message(request).reply;
}

bool Runtime::is_gone(MessageId request) const {
  return execution_.message(request).reply_type == &value_type<Gone>;
}

/// Replies to those who wait for handlers that will not go on: the running actor has ended.
void Runtime::reply_gone() {
  for (const Frame& frame : execution_.actor(running_).frames) {
    if (execution_.is_told_of_end(frame.origin)) reply(frame.origin, Gone{});
  }
}

}  // namespace harrier::detail
