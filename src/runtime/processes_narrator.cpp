// Names and shows processes, their actions, mailboxes and mutexes.
#include "runtime/processes_narrator.hpp"

#include "runtime/failure.hpp"

namespace harrier::detail {

namespace {

const char* action_name(ActionKind kind) {
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

}  // namespace

std::string action_text(const Processes& processes, const Action& action) {
  std::string text = std::string(action_name(action.kind)) + "(";
  const char* separator = "";
  for (const Communication& communication : action.communications) {
    text += separator + std::string(communication.sends ? "send " : "receive ") +
            std::to_string(communication.index + 1) + " of " +
            processes.object_name(communication.mailbox);
    separator = ", ";
  }
  for (const std::uint32_t mutex : action.mutexes) {
    text += separator + processes.object_name(mutex);
    separator = ", ";
  }
  const bool has_object =
      action.kind == ActionKind::async_send || action.kind == ActionKind::async_receive ||
      action.kind == ActionKind::async_lock || action.kind == ActionKind::unlock;
  if (has_object) text += processes.object_name(action.object);
  if (action.payload != nullptr) {
    text += ", " + described(action.type->describe, action.payload,
                             [&processes](ActorId id) { return processes.name(id); });
  }
  return text + ")";
}

std::string ProcessNarrator::actor_name(ActorId actor) const { return processes_.name(actor); }

std::string ProcessNarrator::sender_name(MessageId id) const {
  return processes_.name(processes_.ledger().receiver(id));
}

std::string ProcessNarrator::message_text(MessageId id) const {
  return action_text(processes_, processes_.action(id));
}

std::string ProcessNarrator::resource_text(Resource resource) const {
  const Owner owner = resource.owner();
  if (owner.kind() == Owner::Kind::actor) return actor_name(ActorId(owner.index()));
  const auto object = static_cast<std::uint32_t>(owner.index());
  const std::string& name = processes_.object_name(object);
  if (processes_.is_mutex(object)) {
    constexpr const char* parts[] = {"lock order", "ownership", "waiters", "unlock order"};
    return name + "." + parts[resource.part()];
  }
  if (resource.part() == Board::send_end) return name + ".send end";
  if (resource.part() == Board::receive_end) return name + ".receive end";
  return name + ".pair " + std::to_string(resource.part() - Board::first_pair + 1);
}

}  // namespace harrier::detail
