// Names and shows processes, their actions and what they wait for.
#include <algorithm>
#include <string>

#include "harrier/detail/processes.hpp"

namespace harrier::detail {

const char* Processes::action_name(ActionKind kind) {
  switch (kind) {
    case ActionKind::local:
      return "local_step";
    case ActionKind::async_send:
      return "async_send";
    case ActionKind::async_receive:
      return "async_receive";
    case ActionKind::test_any:
      return "test_any";
    case ActionKind::wait_any:
      return "wait_any";
    case ActionKind::async_lock:
      return "async_lock";
    case ActionKind::unlock:
      return "unlock";
    case ActionKind::test_mutex:
      return "test";
    case ActionKind::wait_mutex:
      return "wait";
  }
  return "";
}

std::string Processes::action_text(const Action& action) const {
  std::string text = std::string(action_name(action.kind)) + "(";
  const char* separator = "";
  for (const Communication& communication : action.communications) {
    text += separator + std::string(communication.sends ? "send " : "receive ") +
            std::to_string(communication.index + 1) + " of " + object_name(communication.mailbox);
    separator = ", ";
  }
  for (const std::uint32_t mutex : action.mutexes) {
    text += separator + object_name(mutex);
    separator = ", ";
  }
  const bool has_object =
      action.kind == ActionKind::async_send || action.kind == ActionKind::async_receive ||
      action.kind == ActionKind::async_lock || action.kind == ActionKind::unlock;
  if (has_object) text += object_name(action.object);
  if (action.payload != nullptr) {
    Text value([this](ActorId id) { return actor_name(id); });
    action.type->describe(action.payload, value);
    text += ", " + value.out();
  }
  return text + ")";
}

/// A wait for one communication is possible only behind its other half.
void Processes::further_causes(MessageId id, std::vector<EventId>& out) const {
  const Action& action = messages_[id.index()].action;
  if (action.kind != ActionKind::wait_any || action.communications.size() != 1) return;
  const Communication& awaited = action.communications.front();
  if (!board_.done(awaited)) return;
  const Object& mailbox = objects_[awaited.mailbox];
  const auto& other = awaited.sends ? mailbox.receives : mailbox.sends;
  out.emplace_back(other[awaited.index].event - 1);
}

std::string Processes::actor_name(ActorId actor) const { return processes_[actor.index()].name; }

std::string Processes::sender_name(MessageId id) const {
  return processes_[messages_[id.index()].process].name;
}

std::string Processes::message_text(MessageId id) const {
  return action_text(messages_[id.index()].action);
}

std::string Processes::resource_text(Resource resource) const {
  const Owner owner = resource.owner();
  if (owner.kind() == Owner::Kind::actor) return actor_name(ActorId(owner.index()));
  const Object& object = objects_[owner.index()];
  if (object.is_mutex) {
    constexpr const char* parts[] = {"lock order", "ownership", "waiters", "unlock order"};
    return object.name + "." + parts[resource.part()];
  }
  if (resource.part() == Board::send_end) return object.name + ".send end";
  if (resource.part() == Board::receive_end) return object.name + ".receive end";
  return object.name + ".pair " + std::to_string(resource.part() - Board::first_pair + 1);
}

Activity Processes::activity(ActorId actor) {
  const Process& shown = processes_[actor.index()];
  if (!shown.message) return Activity::ended;
  return hold(shown.message) == Hold::none ? Activity::idle : Activity::calling;
}

ActorStatus Processes::status(ActorId actor) {
  ActorStatus status;
  status.activity = activity(actor);
  if (status.activity != Activity::calling) return status;
  const Action& action = messages_[processes_[actor.index()].message.index()].action;
  const auto say = [&](const std::string& text) {
    status.waits_for += (status.waits_for.empty() ? "" : " or ") + text;
  };
  for (const Communication& awaited : action.communications) {
    const std::string& mailbox = object_name(awaited.mailbox);
    say(awaited.sends ? "a receive from " + mailbox : "a send into " + mailbox);
  }
  for (const std::uint32_t mutex : action.mutexes) {
    const auto& queue = board_[mutex].queue;
    const bool asked = std::ranges::find(queue, actor.value) != queue.end();
    if (!asked) {
      say(object_name(mutex) + ", which it has not asked for");
      continue;
    }
    say(object_name(mutex) + ", which " + processes_[queue.front()].name + " owns");
    if (action.mutexes.size() == 1) status.waits_on.emplace_back(queue.front());
  }
  return status;
}

}  // namespace harrier::detail
