// The part of a program some of whose steps may be tried in vain again and again.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "harrier/ids.hpp"

namespace harrier {

/// A program that has this as a base is asked by the search. It is no part that a program returns,
/// as most have no such steps.
class Attempts {
 public:
  virtual ~Attempts() = default;
  /// Puts the enabled steps that are tried in vain behind all others, whatever an order prefers,
  /// and of them first the one whose actor has tried longest ago: so an execution ends wherever a
  /// fair one does. Returns how many these are.
  virtual std::size_t put_last(std::span<MessageId> enabled) = 0;
  /// Says which executions were asked about and left out because something was tried in vain too
  /// often there; empty where none was. It reads on from "the classes with".
  virtual std::string left_out() const = 0;
};

}  // namespace harrier
