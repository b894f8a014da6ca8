// The steps that can be taken from a state.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/state.hpp"

namespace harrier {

struct Todo {
  MessageId message;
  std::uint64_t content = 0;
};

/// Appends the steps that can be taken from a state; messages of equal content do the same.
inline void append_steps(const State& state, std::vector<Todo>& todo) {
  Fingerprints& fingerprints = *state.program.fingerprints();
  const auto begin = static_cast<std::ptrdiff_t>(todo.size());
  for (const MessageId message : state.enabled) {
    const std::uint64_t content = fingerprints.content(message);
    const auto is_it = [content](const Todo& one) { return one.content == content; };
    if (std::none_of(todo.begin() + begin, todo.end(), is_it)) todo.push_back({message, content});
  }
}

}  // namespace harrier
