// Where an exploration stands: the execution so far and what can happen next.
#pragma once

#include <cstddef>
#include <span>

#include "core/race_log.hpp"
#include "core/rehearsal.hpp"
#include "core/trace.hpp"
#include "harrier/program.hpp"

namespace harrier {

/// The state at the end of the trace. `enabled` is in the order in which steps are preferred; none
/// of the last `vain_count` goes before another one as long as nothing asks for it (Attempts).
struct State {
  Program& program;
  const Trace& trace;
  std::span<const MessageId> enabled;
  Rehearsal& rehearsal;
  RaceLog* races = nullptr;  ///< null where nobody counts
  std::size_t vain_count = 0;
};

}  // namespace harrier
