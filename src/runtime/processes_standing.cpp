// Says which processes wait, and for what.
#include "runtime/processes_standing.hpp"

#include <algorithm>
#include <string>

namespace harrier::detail {

Hold ProcessStanding::hold(MessageId message) {
  return processes_.is_enabled(message) ? Hold::none : Hold::guard;
}

Activity ProcessStanding::activity(ActorId process) {
  const MessageId next = processes_.next_action(process);
  if (!next) return Activity::ended;
  return processes_.is_enabled(next) ? Activity::idle : Activity::calling;
}

ActorStatus ProcessStanding::status(ActorId actor) {
  ActorStatus status;
  status.activity = activity(actor);
  if (status.activity != Activity::calling) return status;
  const Action& action = processes_.action(processes_.next_action(actor));
  const auto say = [&](const std::string& text) {
    status.waits_for += (status.waits_for.empty() ? "" : " or ") + text;
  };
  for (const Communication& awaited : action.communications) {
    const std::string& mailbox = processes_.object_name(awaited.mailbox);
    say(awaited.sends ? "a receive from " + mailbox : "a send into " + mailbox);
  }
  for (const std::uint32_t mutex : action.mutexes) {
    const auto& queue = processes_.board()[mutex].queue;
    const bool asked = std::ranges::find(queue, actor.value) != queue.end();
    if (!asked) {
      say(processes_.object_name(mutex) + ", which it has not asked for");
      continue;
    }
    say(processes_.object_name(mutex) + ", which " + processes_.name(ActorId(queue.front())) +
        " owns");
    if (action.mutexes.size() == 1) status.waits_on.emplace_back(queue.front());
  }
  return status;
}

}  // namespace harrier::detail
