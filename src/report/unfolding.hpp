// Draws an event structure: causality, conflict, configurations.
#pragma once

#include <string>
#include <string_view>

#include "core/event_structure.hpp"

namespace harrier {

/// Draws it for Graphviz: arrows from causes to events, dashed lines between events that exclude
/// each other.
std::string unfolding_dot(const EventStructure& structure, const std::string& title);

/// Quotes a text of any bytes for Graphviz.
std::string dot_quoted(std::string_view text);

}  // namespace harrier
