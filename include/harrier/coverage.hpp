// What an exploration that has come to its end stands for.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

namespace harrier {

/// What the executions that a search asks for cover, once all of them were explored.
struct Coverage {
  enum class Kind : std::uint8_t {
    every_execution,
    every_class,  ///< at least one execution of each
    every_state,  ///< at least one execution that comes to it
    every_end,    ///< the same, for states in which an execution ends and steps that fail
    part,         ///< less than that
  };
  Kind kind = Kind::part;
  std::string which = {};  ///< of a part: which it is; of states: what does not count in them

  static Coverage every_execution() { return {Kind::every_execution}; }
  static Coverage every_class() { return {Kind::every_class}; }
  static Coverage every_state() { return {Kind::every_state}; }
  static Coverage every_end() { return {Kind::every_end}; }
  static Coverage part(std::string which) { return {Kind::part, std::move(which)}; }

  /// Tells whether no execution behaves unlike all that were explored.
  bool is_all() const { return kind != Kind::part; }
};

}  // namespace harrier
