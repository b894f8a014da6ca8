// Explorations of programs that learn about themselves while they run.
#pragma once

#include "harrier/program.hpp"

namespace harrier {

/// Calls `attempt` until no program asks for another try, and `again` before each further one: what
/// was seen until then is void. What programs learn is finite.
template <class Attempt, class Again>
auto until_settled(Attempt attempt, Again again) {
  while (true) {
    try {
      return attempt();
    } catch (const StartAgain&) {
      again();
    }
  }
}

template <class Attempt>
auto until_settled(Attempt attempt) {
  return until_settled(attempt, [] {});
}

}  // namespace harrier
