// Names and shows the actors and messages of a CAF program, and says what its actors wait for.
#include "texts.hpp"

#include <algorithm>
#include <utility>

#include "backend.hpp"
#include "resources.hpp"
#include "world.hpp"

namespace harrier::caf {

std::string Texts::actor_name(ActorId id) const {
  const Actor& named = account_.actor(id);
  std::string name;
  if (named.creator && named.creator != ActorId(0)) name = actor_name(named.creator) + "/";
  name += named.role;
  std::size_t number = 1;
  for (std::size_t i = 0; i < id.index(); ++i) {
    const Actor& earlier = account_.actors[i];
    if (earlier.creator == named.creator && earlier.role == named.role) ++number;
  }
  if (number > 1) name += "." + std::to_string(number);
  return name;
}

std::string Texts::sender_name(MessageId id) const {
  const Message& message = account_.message(id);
  if (message.delivery == Delivery::unreachable) return actor_name(account_.receiver(id));
  return message.delayed ? "clock" : actor_name(account_.ledger.message(id).sender);
}

std::string Texts::message_text(MessageId id) const {
  const auto known = account_.texts.find(id.value);
  if (known != account_.texts.end()) return known->second;
  const Message& message = account_.message(id);
  if (message.held_by) return "";  // on nobody's way
  switch (message.delivery) {
    case Delivery::wake:
      return "timeout";
    case Delivery::until:
    case Delivery::unreachable:
      if (account_.delivered_by(id) == 0 && !world_.can_wake(id)) return "";  // on nobody's way
      if (message.delivery == Delivery::unreachable) return "unreachable";
      return message.key == running_part ? "all others ended" : "goes on";
    case Delivery::none:
      return "";
    case Delivery::message:
      break;
  }
  if (message.element != nullptr) {
    const host::Guest::Entered entered(world_);
    const std::string text = backend::text(message.element);
    return message.response_id != 0 ? "response " + text : text;
  }
  if (account_.executing.load() || message.cancelled) return "a message";
  // It was delivered, and keeping its content could have kept actors alive. Executing the same
  // steps again shows it, and leads to the same state.
  if (!keeps_) world_.execute_again();
  const auto shown = account_.texts.find(id.value);
  return shown != account_.texts.end() ? shown->second : "a message";
}

std::string Texts::actor_text(ActorId id) {
  const Actor& shown = account_.actor(id);
  return shown.ended && !shown.reason.empty() ? "ended with " + shown.reason : std::string();
}

std::string Texts::resource_text(Resource resource) const {
  if (resource.owner() == Owner::program()) {
    switch (resource.part()) {
      case clock_part:
        return "the clock";
      case running_part:
        return "the number of running actors";
      case registry_part:
        return "the actor registry";
      case quiet_part:
        return "that nothing else can happen";
      case outside_part:
        return "the world outside";
      case groups_part:
        return "the members of groups";
      default:
        if (resource.part() >= objects_part && resource.part() < objects_end) {
          return "what is locked, signalled and waited for";
        }
        return "memory";
    }
  }
  const std::string name = actor_name(ActorId(resource.owner().index()));
  switch (resource.part()) {
    case Resource::control:
      return name + ".control";
    case handles_part:
      return "the handles to " + name;
    default:
      return name;
  }
}

/// Says which requests of an actor have no response, and who was asked last.
std::string Texts::outstanding_requests(ActorId asker, std::vector<ActorId>& waits_on) const {
  const void* const handle = account_.actor(asker).handle;
  std::vector<std::pair<std::uint64_t, MessageId>> open;
  for (std::size_t i = 0; i < account_.messages.size(); ++i) {
    const Message& message = account_.messages[i];
    if (message.request_id != 0 && message.asker == handle) {
      // A request that is delegated keeps its number: the last receiver is to answer it.
      const auto same =
          std::ranges::find(open, message.request_id, &std::pair<std::uint64_t, MessageId>::first);
      if (same != open.end()) {
        same->second = MessageId(i);
      } else {
        open.emplace_back(message.request_id, MessageId(i));
      }
    }
  }
  std::erase_if(open, [&](const auto& request) {
    for (std::size_t i = 0; i < account_.messages.size(); ++i) {
      const Message& message = account_.messages[i];
      if (message.response_id == request.first && !message.delayed &&
          account_.receiver(MessageId(i)) == asker) {
        return true;
      }
    }
    return false;
  });
  std::string text;
  for (const auto& [number, id] : open) {
    const ActorId asked = account_.receiver(id);
    text += (text.empty() ? "" : " and ") + ("the response of " + actor_name(asked)) + " to " +
            message_text(id);
    waits_on.push_back(asked);
  }
  return text;
}

/// Lists the actors that main waits for where it waits for all to end.
std::string Texts::left_actors() const {
  std::string left;
  for (std::size_t i = 1; i < account_.actor_count(); ++i) {
    const Actor& other = account_.actors[i];
    if (other.ended || other.kind == Kind::scoped || other.kind == Kind::other) continue;
    left += (left.empty() ? "" : ", ") + actor_name(ActorId(i));
  }
  return left;
}

ActorStatus Texts::status(ActorId id) {
  ActorStatus status;
  status.activity = world_.activity(id);
  const bool is_main = account_.actor(id).kind == Kind::main;
  if (status.activity == Activity::awaiting) {
    status.waits_for = outstanding_requests(id, status.waits_on);
    if (status.waits_for.empty()) status.waits_for = "a response that is not on its way";
  } else if (status.activity == Activity::calling) {
    if (const Task* waiting = tasks_.waiting_for_condition(id)) status.waits_for = waiting->what;
    if (status.waits_for.empty() && !is_main) {
      status.waits_for = outstanding_requests(id, status.waits_on);
    }
    if (status.waits_for.empty()) status.waits_for = "a message";
    const std::string left = is_main ? left_actors() : std::string();
    if (!left.empty()) status.waits_for += " (left: " + left + ")";
  }
  return status;
}

}  // namespace harrier::caf
