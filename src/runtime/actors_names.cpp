// Names actors by spawn path and role, and shows messages and replies by their values.
#include "runtime/actors_names.hpp"

#include <fmt/format.h>

#include <cctype>
#include <string_view>
#include <utility>
#include <vector>

#include "base/mix.hpp"
#include "runtime/actors_execution.hpp"
#include "runtime/failure.hpp"

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
  return described(type.describe, value,
                   [&execution](ActorId id) { return actor_name(execution, id); });
}

/// Counts an actor among those of its role and creator, from 1.
std::uint32_t number_of(const Execution& execution, ActorId id) {
  const Execution::Actor& named = execution.actor(id);
  std::uint32_t number = 1;
  for (std::size_t i = id.index(); i-- > 0;) {
    const Execution::Actor& other = execution.actors[i];
    if (other.creator != named.creator || other.role != named.role) continue;
    if (other.number != 0) return number + other.number;
    ++number;
  }
  return number;
}

/// Finds what the name of an actor takes, and before that the same for those it comes from.
const Execution::Actor& known(const Execution& execution, ActorId id) {
  std::vector<ActorId> unknown;
  for (ActorId at = id; at && execution.actor(at).number == 0; at = execution.actor(at).creator) {
    unknown.push_back(at);
  }
  for (; !unknown.empty(); unknown.pop_back()) {
    const Execution::Actor& named = execution.actor(unknown.back());
    if (named.creator) {
      const Execution::Actor& creator = execution.actor(named.creator);
      named.depth = creator.depth + 1;
      named.path = creator.path;
    } else {
      named.depth = 0;
      named.path = 0;
    }
    named.number = number_of(execution, unknown.back());
    for (const char letter : named.role) {
      named.path = mix(named.path, static_cast<unsigned char>(letter));
    }
    named.path = mix(named.path, named.number);
  }
  return execution.actor(id);
}

std::string own_name(const Execution::Actor& named) {
  const bool is_of_type = named.role.empty() || named.role == named.type->name;
  std::string name = is_of_type ? as_role(named.type->name) : std::string(named.role);
  if (named.number > 1) name += "." + std::to_string(named.number);
  return name;
}

}  // namespace

std::string actor_name(const Execution& execution, ActorId id) {
  // Of longer paths only the end is named, and the rest is told apart by a hash.
  constexpr std::uint32_t depth_max = 15;
  constexpr std::size_t named_max = 4;
  const bool is_long = known(execution, id).depth > depth_max;
  std::string name;
  ActorId at = id;
  for (std::size_t i = 0; at && !(is_long && i == named_max); ++i) {
    const Execution::Actor& named = execution.actor(at);
    name = own_name(named) + (i == 0 ? "" : "/") + name;
    at = named.creator;
  }
  if (!at) return name;
  const Execution::Actor& left_out = execution.actor(at);
  return fmt::format("({} more: {:08x})/{}", left_out.depth + 1, left_out.path >> 32, name);
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
