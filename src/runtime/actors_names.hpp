// Names actors and shows messages, the same in every execution.
#pragma once

#include <string>

#include "harrier/ids.hpp"

namespace harrier::detail {

class Execution;

/// Names an actor by spawn path and role.
std::string actor_name(const Execution& execution, ActorId id);
/// Shows a message: type and content.
std::string message_text(const Execution& execution, MessageId id);

}  // namespace harrier::detail
