// Names and shows actors, messages and resources, the same in every execution.
#include <algorithm>
#include <cctype>
#include <string>

#include "harrier/detail/runtime.hpp"

namespace harrier::detail {

namespace {

/// Turns a type's name into a role: RegistryServer becomes registry-server.
std::string as_role(std::string_view type) {
  std::string role;
  for (std::size_t i = 0; i < type.size(); ++i) {
    const auto letter = static_cast<unsigned char>(type[i]);
    if (std::isupper(letter) != 0 && i > 0 &&
        std::islower(static_cast<unsigned char>(type[i - 1])) != 0) {
      role += '-';
    }
    role += static_cast<char>(std::tolower(letter));
  }
  return role;
}

}  // namespace

std::string Runtime::actor_name(ActorId id) const {
  const Actor& named = actor(id);
  std::string name = named.creator ? actor_name(named.creator) + "/" : std::string();
  name += named.role == named.type->name ? as_role(named.role) : std::string(named.role);
  std::size_t number = 1;
  for (std::size_t i = 0; i < id.index(); ++i) {
    if (actors_[i].creator == named.creator && actors_[i].role == named.role) ++number;
  }
  if (number > 1) name += "." + std::to_string(number);
  return name;
}

std::string Runtime::sender_name(MessageId id) const {
  const Message& sent = message(id);
  if (sent.kind == Kind::resume && sent.request_count != 0) {
    return actor_name(message(requests_of(sent).back()).receiver);
  }
  return sent.sender ? actor_name(sent.sender) : std::string("set-up");
}

std::string Runtime::value_text(const ValueType& type, const void* value) const {
  Text text([this](ActorId id) { return actor_name(id); });
  type.describe(value, text);
  return std::move(text.out());
}

std::string Runtime::message_text(MessageId id) const {
  const Message& shown = message(id);
  if (shown.kind != Kind::resume) return value_text(*shown.delivery->type, shown.payload);
  if (shown.request_count == 0) {
    return (shown.conditional ? "condition of " : "rest of ") + message_text(shown.frame);
  }
  std::string text = "reply";
  const char* separator = " ";
  for (const MessageId request : requests_of(shown)) {
    const Message& asked = message(request);
    if (asked.reply == nullptr) continue;
    const std::string value = value_text(*asked.reply_type, asked.reply);
    if (value == "Nothing{}") continue;
    text += separator + value;
    separator = ", ";
  }
  return text;
}

std::string Runtime::actor_text(ActorId id) {
  const void* state = object(id);
  if (actor(id).type->describe == nullptr) return {};
  Text text([this](ActorId named) { return actor_name(named); });
  actor(id).type->describe(state, text);
  return std::move(text.out());
}

std::string Runtime::resource_text(Resource resource) const {
  const ActorId owner(resource.owner().index());
  const std::uint32_t part = resource.part();
  const std::string name = actor_name(owner);
  if ((part & Resource::element_bit) != 0) return name + ".element";
  if (const std::optional<ActorId> other = resource.other_end()) {
    return name + " to " + actor_name(*other);
  }
  switch (part) {
    case Resource::whole:
      return name;
    case Resource::control:
      return name + ".control";
    case Resource::mailbox:
    case Resource::tail:
      return name + ".mailbox";
    case Resource::clock:
      return name + ".clock";
    default:
      break;
  }
  std::uint32_t field = part - Resource::first_field;
  const auto known = layouts_.find(actor(owner).type);
  if (known != layouts_.end()) {
    for (const FieldRange& range : known->second.ranges) {
      if (field < range.fields && !range.name.empty()) return name + "." + std::string(range.name);
      if (field < range.fields) break;
      field -= range.fields;
    }
  }
  return name + ".field" + std::to_string(part - Resource::first_field + 1);
}

Activity Runtime::activity(ActorId id) {
  const Actor& shown = actor(id);
  if (!shown.alive) return Activity::ended;
  if (shown.blocked_on) return Activity::calling;
  if (shown.stale) rebuild(id);
  const std::vector<Frame>& frames = actor(id).frames;
  if (frames.empty()) return Activity::idle;
  const bool awaits = std::ranges::any_of(frames, [this](const Frame& frame) {
    return message(frame.continuation).request_count != 0;
  });
  return awaits ? Activity::awaiting : Activity::waiting;
}

ActorStatus Runtime::status(ActorId id) {
  ActorStatus status;
  status.activity = activity(id);
  const auto add = [&](const Message& continuation) {
    const auto say = [&](const std::string& text) {
      status.waits_for += (status.waits_for.empty() ? "" : " and ") + text;
    };
    if (continuation.request_count == 0) {
      say((continuation.conditional ? "a condition in its handler of "
                                    : "control in its handler of ") +
          message_text(continuation.frame));
    }
    for (const MessageId request : requests_of(continuation)) {
      const Message& asked = message(request);
      if (asked.reply != nullptr) continue;
      say("the reply of " + actor_name(asked.receiver) + " to " + message_text(request));
      status.waits_on.push_back(asked.receiver);
    }
  };
  if (status.activity == Activity::calling) {
    add(message(actor(id).blocked_on));
  } else if (status.activity != Activity::ended) {
    for (const Frame& frame : actor(id).frames) add(message(frame.continuation));
  }
  return status;
}

}  // namespace harrier::detail
