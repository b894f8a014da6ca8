// Names and shows the actors and messages of a CAF program, and says what its actors wait for.
#include <algorithm>
#include <utility>

#include "backend.hpp"
#include "world.hpp"

namespace harrier::caf {

std::string World::actor_name(ActorId id) const {
  const Actor& named = actor(id);
  std::string name;
  if (named.creator && named.creator != ActorId(0)) name = actor_name(named.creator) + "/";
  name += named.role;
  std::size_t number = 1;
  for (std::size_t i = 0; i < id.index(); ++i) {
    if (actors_[i].creator == named.creator && actors_[i].role == named.role) ++number;
  }
  if (number > 1) name += "." + std::to_string(number);
  return name;
}

std::string World::name_of(const void* handle) const {
  const ActorId id = ids_.find(handle);
  return id ? actor_name(id) : std::string();
}

std::string World::sender_name(MessageId id) const {
  const Message& message = messages_[id.index()];
  if (message.delivery == Delivery::unreachable) return actor_name(message.receiver);
  return message.delayed ? "clock" : actor_name(message.sender);
}

std::string World::message_text(MessageId id) const {
  const auto known = texts_.find(id.value);
  if (known != texts_.end()) return known->second;
  const Message& message = messages_[id.index()];
  switch (message.delivery) {
    case Delivery::wake:
      return "timeout";
    case Delivery::until:
    case Delivery::unreachable:
      if (message.delivered_by == 0 && !can_wake(message)) return "";  // on nobody's way
      if (message.delivery == Delivery::unreachable) return "unreachable";
      return message.key == running_part ? "all others ended" : "goes on";
    case Delivery::none:
      return "";
    case Delivery::message:
      break;
  }
  if (message.element != nullptr) {
    const Entered entered(const_cast<World&>(*this));
    std::string text = backend::text(message.element);
    if (message.response_id != 0) text = "response " + text;
    return text;
  }
  if (executing_ || message.cancelled) return "a message";
  // It was delivered, and keeping its content could have kept actors alive. Executing the same
  // steps again shows it, and leads to the same state.
  const_cast<World*>(this)->narrate();
  const auto shown = texts_.find(id.value);
  return shown != texts_.end() ? shown->second : "a message";
}

void World::narrate() {
  const std::vector<Past> past = past_;
  const std::vector<Choice> choices = choices_;
  // Whoever asks may be looking at the report of the last step, which stays what it is.
  const bool kept = std::exchange(narrating_, true);
  if (kept) return;
  const Backtrack wanted = std::exchange(options_.backtrack, Backtrack::replay);
  try {
    start();
    for (const Past& step : past) {
      execute(step.message, std::span(choices).subspan(step.choices_begin,
                                                       step.choices_end - step.choices_begin));
    }
  } catch (const ProgramError&) {
    // It failed at its start, and no message was delivered.
  }
  options_.backtrack = wanted;
}

std::string World::actor_text(ActorId id) {
  const Actor& shown = actor(id);
  return shown.ended && !shown.reason.empty() ? "ended with " + shown.reason : std::string();
}

std::string World::resource_text(Resource resource) const {
  if (resource.owner() == 0) {
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
        break;
    }
  }
  const std::string name = actor_name(ActorId(resource.owner()));
  switch (resource.part()) {
    case Resource::control:
      return name + ".control";
    case handles_part:
      return "the handles to " + name;
    default:
      return name;
  }
}

Activity World::activity(ActorId id) {
  const Actor& shown = actor(id);
  if (shown.ended || crashed_ || left_) return Activity::ended;
  if (shown.kind == Kind::main) {
    const bool waits = std::ranges::any_of(tasks_, [id](const std::unique_ptr<Task>& task) {
      return task->context == id && task->ready != nullptr;
    });
    return waits ? Activity::calling : Activity::idle;
  }
  if (shown.waiting != nullptr) return Activity::calling;
  if (shown.busy) return Activity::calling;
  if (shown.kind == Kind::blocking) {
    const bool waits = std::ranges::any_of(tasks_, [id](const std::unique_ptr<Task>& task) {
      return task->context == id && task->ready != nullptr;
    });
    return waits ? Activity::calling : Activity::idle;
  }
  if (shown.kind == Kind::event && how_.lost_responses &&
      backend::awaited_responses(shown.handle) != 0) {
    return Activity::awaiting;
  }
  return Activity::idle;
}

/// Says which requests of an actor have no response, and who was asked last.
std::string World::outstanding_requests(ActorId asker, std::vector<ActorId>* waits_on) const {
  const void* const handle = actor(asker).handle;
  std::vector<std::pair<std::uint64_t, MessageId>> open;
  for (std::size_t i = 0; i < messages_.size(); ++i) {
    const Message& message = messages_[i];
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
    return std::ranges::any_of(messages_, [&](const Message& message) {
      return message.response_id == request.first && message.receiver == asker && !message.delayed;
    });
  });
  std::string text;
  for (const auto& [number, id] : open) {
    const ActorId asked = messages_[id.index()].receiver;
    text += (text.empty() ? "" : " and ") + ("the response of " + actor_name(asked)) + " to " +
            message_text(id);
    if (waits_on != nullptr) waits_on->push_back(asked);
  }
  return text;
}

ActorStatus World::status(ActorId id) {
  ActorStatus status;
  status.activity = activity(id);
  const Kind kind = actor(id).kind;
  if (status.activity == Activity::awaiting) {
    status.waits_for = outstanding_requests(id, &status.waits_on);
    if (status.waits_for.empty()) status.waits_for = "a response that is not on its way";
  } else if (status.activity == Activity::calling) {
    for (const std::unique_ptr<Task>& task : tasks_) {
      if (task->context == id && task->ready != nullptr) status.waits_for = task->what;
    }
    if (status.waits_for.empty() && kind != Kind::main) {
      status.waits_for = outstanding_requests(id, &status.waits_on);
    }
    if (status.waits_for.empty()) status.waits_for = "a message";
  }
  if (status.activity == Activity::calling && kind == Kind::main) {
    std::string left;
    for (std::size_t i = 1; i < actor_count_; ++i) {
      const Actor& other = actors_[i];
      if (other.ended || other.kind == Kind::scoped || other.kind == Kind::other) continue;
      left += (left.empty() ? "" : ", ") + actor_name(ActorId(i));
    }
    if (!left.empty()) status.waits_for += " (left: " + left + ")";
  }
  return status;
}

}  // namespace harrier::caf
