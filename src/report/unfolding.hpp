// Draws an event structure: causality, conflict, configurations.
#pragma once

#include <string>

#include "core/event_structure.hpp"

namespace harrier {

/// Draws it for Graphviz: arrows from causes to events, dashed lines between events that exclude
/// each other.
std::string unfolding_dot(const EventStructure& structure, const std::string& title);

/// Draws it as one self-contained page; a click on a configuration in its list shows that one.
std::string unfolding_page(const EventStructure& structure, const std::string& title);

}  // namespace harrier
