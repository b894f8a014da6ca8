// Names senders and resources of native actors, and shows the states of actors.
#include "runtime/actors_narrator.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "runtime/actors_names.hpp"
#include "runtime/failure.hpp"

namespace harrier::detail {

std::string ActorNarrator::actor_name(ActorId actor) const {
  return detail::actor_name(execution_, actor);
}

std::string ActorNarrator::message_text(MessageId message) const {
  return detail::message_text(execution_, message);
}

std::string ActorNarrator::sender_name(MessageId id) const {
  const Execution::Message& sent = execution_.message(id);
  if (sent.kind == Execution::Message::Kind::resume && sent.request_count != 0) {
    return actor_name(execution_.ledger.receiver(sent.requests().back()));
  }
  const ActorId sender = execution_.ledger.message(id).sender;
  return sender ? actor_name(sender) : std::string("set-up");
}

std::string ActorNarrator::actor_text(ActorId id) {
  const Execution::Actor& shown = replay_.fresh(id);
  if (shown.type->describe == nullptr) return fields_text(shown);
  return described(shown.type->describe, shown.object,
                   [this](ActorId named) { return actor_name(named); });
}

std::string ActorNarrator::compared_text(ActorId id) {
  const Execution::Actor& target = replay_.fresh(id);
  std::string shown = actor_text(id);
  if (target.type->describe == nullptr) return shown;
  const std::string fields = fields_text(target);
  return fields.empty() ? shown : shown + ", " + fields;
}

/// Shows what the tracked members of an actor hold.
std::string ActorNarrator::fields_text(const Execution::Actor& target) {
  std::string shown;
  const Layout* const layout = layouts_.find(*target.type);
  if (layout == nullptr) return shown;
  for (const FieldRange& range : layout->ranges) {
    const bool is_constant = range.fields == 0;
    if (range.show == nullptr || (is_constant && range.name.empty())) continue;
    if (!shown.empty()) shown += ", ";
    if (!range.name.empty()) shown += std::string(range.name) + '=';
    shown += described(range.show, static_cast<const std::byte*>(target.object) + range.offset,
                       [this](ActorId named) { return actor_name(named); });
  }
  return shown;
}

std::string ActorNarrator::resource_text(Resource resource) const {
  if (resource.owner() == Owner::program()) return outsides_.text(resource);
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
  const std::uint32_t number = part - Resource::first_field;
  const std::string field = layouts_.field_name(*execution_.actor(owner).type, number);
  return name + "." + (field.empty() ? "field" + std::to_string(number + 1) : field);
}

}  // namespace harrier::detail
