// Names actors by spawn path and role, and shows messages and replies by their values.
#include "runtime/actors_names.hpp"

#include <cctype>
#include <string_view>
#include <utility>

#include "runtime/actors_execution.hpp"

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

std::string value_text(const Execution& execution, const ValueType& type, const void* value) {
  Text text([&execution](ActorId id) { return actor_name(execution, id); });
  type.describe(value, text);
  return std::move(text.out());
}

}  // namespace

std::string actor_name(const Execution& execution, ActorId id) {
  const Execution::Actor& named = execution.actor(id);
  std::string name = named.creator ? actor_name(execution, named.creator) + "/" : std::string();
  name += named.role == named.type->name ? as_role(named.role) : std::string(named.role);
  std::size_t number = 1;
  for (std::size_t i = 0; i < id.index(); ++i) {
    const Execution::Actor& other = execution.actors[i];
    if (other.creator == named.creator && other.role == named.role) ++number;
  }
  if (number > 1) name += "." + std::to_string(number);
  return name;
}

std::string message_text(const Execution& execution, MessageId id) {
  const Execution::Message& shown = execution.message(id);
  if (shown.kind != Execution::Message::Kind::resume) {
    return value_text(execution, *shown.delivery->type, shown.payload);
  }
  if (shown.request_count == 0) {
    return (shown.conditional ? "condition of " : "rest of ") +
           message_text(execution, shown.frame);
  }
  std::string text = "reply";
  const char* separator = " ";
  for (const MessageId request : shown.requests()) {
    const Execution::Message& asked = execution.message(request);
    if (asked.reply == nullptr) continue;
    const std::string value = value_text(execution, *asked.reply_type, asked.reply);
    if (value == "Nothing{}") continue;
    text += separator + value;
    separator = ", ";
  }
  return text;
}

}  // namespace harrier::detail
