// What is wrong with an execution only because something failed, or was not meant, before.
#include "property/consequences.hpp"

#include <algorithm>
#include <vector>

#include "core/access_chains.hpp"

namespace harrier {

bool has_failed(const Trace& trace) { return std::ranges::any_of(trace.events(), &Event::failed); }

bool is_infeasible(const Trace& trace) {
  return std::ranges::any_of(trace.events(), &Event::infeasible);
}

bool last_follows_failure(const Trace& trace) {
  std::vector<bool> after(trace.size());  // a failure, or one of those
  AccessChains accesses;
  bool follows = false;
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const auto is_after = [&](std::size_t event) { return after[event]; };
    follows = std::ranges::any_of(accesses.push(trace.resources(i)), is_after) ||
              std::ranges::any_of(trace.causes(i),
                                  [&](EventId cause) { return is_after(cause.index()); });
    after[i] = follows || trace[i].failed || trace[i].infeasible;
  }
  return follows;
}

}  // namespace harrier
