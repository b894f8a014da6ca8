// The whole event structure of a small program, in words, for drawing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/bits.hpp"
#include "core/trace.hpp"

namespace harrier {

/// Collects the events of executions: equal for equal steps with equal histories.
class EventStructure {
 public:
  struct Event {
    std::string actor;
    std::string text;
    std::vector<std::size_t> causes;     ///< direct ones
    std::vector<std::size_t> conflicts;  ///< immediate ones; known after close()
    std::size_t depth = 0;               ///< length of the longest chain of causes
  };

  /// What a drawing says of an event of an execution.
  struct Label {
    std::string actor;
    std::string text;
  };

  /// Adds the events of an execution, which are a maximal configuration.
  void add(const Trace& trace, const std::function<Label(std::size_t event)>& label);
  /// Finds out which events exclude each other. Costs time quadratic in the events and their
  /// histories: for small programs.
  void close();

  const std::vector<Event>& events() const { return events_; }
  /// Returns the maximal configurations, each in the order in which it was executed.
  const std::vector<std::vector<std::size_t>>& configurations() const { return configurations_; }
  const std::vector<std::string>& actors() const { return actors_; }

 private:
  /// What decides about conflict.
  struct Footprint {
    Name message;
    std::vector<NamedAccess> accesses;
    Bits history;  ///< the events before it, and itself
  };

  bool excludes(std::size_t first, std::size_t second) const;
  bool contains(std::size_t event, std::size_t other) const {
    return footprints_[event].history.contains(other);
  }

  std::vector<Event> events_;
  std::vector<Footprint> footprints_;
  std::vector<std::vector<std::size_t>> configurations_;
  std::vector<std::string> actors_;
  std::map<Name, std::size_t> by_name_;
};

}  // namespace harrier
