// Handlers that wait in their middle: suspending, replies, resuming; and what a step touched.
#include <algorithm>
#include <bit>
#include <string>

#include "harrier/detail/runtime.hpp"

namespace harrier::detail {

void Runtime::run_handler(std::coroutine_handle<> root,
                          void (*finish)(Runtime&, std::coroutine_handle<>, MessageId)) {
  run_frame({.origin = current_message_,
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
    actor(running_).frames.push_back(*suspended_);
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
  Actor& target = actor(running_);
  const auto at = std::find_if(target.frames.begin(), target.frames.end(), [&](const Frame& frame) {
    return frame.continuation == continuation;
  });
  const Frame frame = *at;
  target.frames.erase(at);
  probed_control_ |= message(continuation).blocking;
  if (!muted_ && message(continuation).blocking) {
    change_control(target, target.alive, MessageId());
  }
  run_frame(frame);
}

void Runtime::wait(std::coroutine_handle<> at, std::span<const MessageId> requests, bool blocking) {
  probed_control_ |= blocking;
  const MessageId continuation =
      muted_ ? muted_message() : post_continuation(requests, blocking, false);
  suspended_ = current_frame_;
  suspended_->innermost = at;
  suspended_->continuation = continuation;
  suspended_->condition = {};
}

void Runtime::wait(std::coroutine_handle<> at, Condition condition) {
  const MessageId continuation =
      muted_ ? muted_message() : post_continuation({}, false, condition.holds != nullptr);
  suspended_ = current_frame_;
  suspended_->innermost = at;
  suspended_->continuation = continuation;
  suspended_->condition = condition;
}

MessageId Runtime::post_continuation(std::span<const MessageId> requests, bool blocking,
                                     bool conditional) {
  if (!actor(running_).alive) refuse("a handler waits after stop(): it would never go on");
  MessageId* stored = nullptr;
  if (!requests.empty()) {
    stored = static_cast<MessageId*>(
        arena_.allocate(requests.size() * sizeof(MessageId), alignof(MessageId)));
    std::uninitialized_copy(requests.begin(), requests.end(), stored);
  }
  const MessageId id(messages_.size());
  Message& created = new_message(running_, Kind::resume);
  created.payload = stored;
  created.request_count = static_cast<std::uint32_t>(requests.size());
  created.frame = current_frame_.origin;
  created.blocking = blocking;
  created.conditional = conditional;
  created.guarded = true;
  for (const MessageId request : requests) {
    if (message(request).frame) {
      refuse("two handlers wait for one reply; wait for a future once");
    }
    message(request).frame = id;
  }
  if (!requests.empty()) {
    journal_.push_back({Change::Kind::waits, id.value, true, MessageId()});
  }
  if (blocking) change_control(actor(running_), true, id);
  if (replies_are_in(message(id))) pending_.push_back(id);
  return id;
}

std::span<const MessageId> Runtime::requests_of(const Message& continuation) const {
  return {static_cast<const MessageId*>(continuation.payload), continuation.request_count};
}

bool Runtime::replies_are_in(const Message& continuation) const {
  return std::ranges::all_of(requests_of(continuation), [this](MessageId request) {
    return message(request).reply != nullptr;
  });
}

bool Runtime::takes_reply(MessageId request) {
  const Message& asked = message(request);
  if (asked.kind != Kind::request) return false;
  if (asked.reply != nullptr) refuse("a second reply to " + message_text(request));
  return true;
}

void Runtime::post_reply(MessageId request, const ValueType& type, const void* value) {
  Message& asked = message(request);
  asked.reply = value;
  asked.reply_type = &type;
  asked.replied_by = static_cast<std::uint32_t>(events_.size());
  journal_.push_back({Change::Kind::replied, request.value, true, MessageId()});
  if (asked.frame && replies_are_in(message(asked.frame))) {
    pending_.push_back(asked.frame);
    journal_.push_back({Change::Kind::pended, asked.frame.value, true, MessageId()});
  }
}

void Runtime::collect_resources(ActorId id, bool control_changed) {
  resources_.clear();
  if (!actor(id).field_level) {
    resources_.push_back({Resource::of(id, Resource::whole), Access::write});
    return;
  }
  resources_.push_back(
      {Resource::of(id, Resource::control), control_changed ? Access::write : Access::read});
  append_fields(id, log_, resources_);
}

void Runtime::append_fields(ActorId id, const AccessLog& log,
                            std::vector<ResourceAccess>& out) const {
  std::uint64_t seen = 0;
  const auto append = [&](Access access) {
    for (std::uint64_t bits = log.fields[static_cast<std::size_t>(access)] & ~seen; bits != 0;
         bits &= bits - 1) {
      const auto field = static_cast<std::uint32_t>(std::countr_zero(bits));
      // A field that is updated and read as well is as good as written.
      const bool mixed = access == Access::update &&
                         (log.fields[static_cast<std::size_t>(Access::read)] >> field & 1) != 0;
      out.push_back(
          {Resource::of(id, Resource::first_field + field), mixed ? Access::write : access});
      seen |= std::uint64_t{1} << field;
    }
  };
  append(Access::write);
  append(Access::update);
  append(Access::read);
  for (ResourceAccess element : log.elements) {
    element.resource = Resource::of(id, element.resource.part());
    out.push_back(element);
  }
}

}  // namespace harrier::detail
