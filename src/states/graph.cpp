// The graph of all states, and executions in it that never end.
#include "states/graph.hpp"

#include <algorithm>
#include <functional>

namespace harrier {

namespace {

constexpr StateGraph::Number none = ~StateGraph::Number{0};

}  // namespace

/// The states that can be come to without one in which some property holds, and of them those that
/// can be come to from each other (Tarjan 1972, without recursion).
class StateGraph::Components {
 public:
  Components(const StateGraph& graph, std::uint64_t without)
      : graph_(graph), without_(without), of_(graph.states_.size(), none) {
    if (!graph.states_.empty() && is_in(0)) run();
  }

  bool is_in(Number state) const { return (graph_.states_[state].holds & without_) == 0; }
  Number of(Number state) const { return of_[state]; }
  std::size_t count() const { return members_.size(); }
  const std::vector<Number>& members(Number component) const { return members_[component]; }

 private:
  struct Visit {
    Number state = 0;
    std::size_t next = 0;
  };

  void run() {
    std::vector<Number> index(of_.size(), none);
    std::vector<Number> low(of_.size(), none);
    std::vector<Number> open;
    std::vector<Visit> visits;
    Number count = 0;
    const auto begin = [&](Number state) {
      index[state] = low[state] = count++;
      open.push_back(state);
      visits.push_back({state, 0});
    };
    begin(0);
    while (!visits.empty()) {
      Visit& visit = visits.back();
      const Number state = visit.state;
      const std::vector<Edge>& steps = graph_.states_[state].steps;
      if (visit.next < steps.size()) {
        const Number to = steps[visit.next++].to;
        if (!is_in(to)) continue;
        if (index[to] == none) {
          begin(to);
        } else if (of_[to] == none) {
          low[state] = std::min(low[state], index[to]);
        }
        continue;
      }
      visits.pop_back();
      if (!visits.empty()) {
        Number& above = low[visits.back().state];
        above = std::min(above, low[state]);
      }
      if (low[state] != index[state]) continue;
      const auto first = std::ranges::find(open, state);
      for (auto at = first; at != open.end(); ++at) of_[*at] = static_cast<Number>(members_.size());
      members_.emplace_back(first, open.end());
      open.erase(first, open.end());
    }
  }

  const StateGraph& graph_;
  const std::uint64_t without_;
  std::vector<Number> of_;  ///< by state
  std::vector<std::vector<Number>> members_;
};

/// The shortest ways from one state to others.
class StateGraph::Paths {
 public:
  /// Goes only to states that are `allowed`.
  Paths(const StateGraph& graph, Number from, const std::function<bool(Number)>& allowed)
      : graph_(graph), from_(from), before_(graph.states_.size(), {none, 0}) {
    order_.push_back(from);
    before_[from].state = from;
    for (std::size_t i = 0; i < order_.size(); ++i) {
      const std::vector<Edge>& steps = graph.states_[order_[i]].steps;
      for (std::size_t edge = 0; edge < steps.size(); ++edge) {
        const Number to = steps[edge].to;
        if (before_[to].state != none || !allowed(to)) continue;
        before_[to] = {order_[i], edge};
        order_.push_back(to);
      }
    }
  }

  /// Returns the states, nearest first.
  const std::vector<Number>& order() const { return order_; }
  /// Appends the steps to a state.
  void append(Number to, std::vector<GraphStep>& out) const {
    const std::size_t begin = out.size();
    for (; to != from_; to = before_[to].state) {
      out.push_back(graph_.states_[before_[to].state].steps[before_[to].edge].step);
    }
    std::reverse(out.begin() + static_cast<std::ptrdiff_t>(begin), out.end());
  }

 private:
  struct Before {
    Number state = none;
    std::size_t edge = 0;
  };

  const StateGraph& graph_;
  const Number from_;
  std::vector<Before> before_;
  std::vector<Number> order_;
};

std::size_t StateGraph::bytes() const {
  std::size_t bytes = states_.size() * sizeof(Node);
  for (const Node& state : states_) bytes += state.steps.size() * sizeof(Edge);
  return bytes;
}

std::optional<EndlessPath> StateGraph::find_endless() const { return find(0, false); }

std::optional<EndlessPath> StateGraph::find_without(std::size_t property) const {
  std::optional<EndlessPath> path = find(std::uint64_t{1} << property, true);
  if (path) path->property = property;
  return path;
}

std::optional<EndlessPath> StateGraph::find(std::uint64_t without, bool ends_count) const {
  const Components components(*this, without);
  if (states_.empty() || !components.is_in(0)) return std::nullopt;
  std::vector<bool> fair(components.count());
  for (Number i = 0; i < fair.size(); ++i) fair[i] = is_fair(components, i);
  const Paths paths(*this, 0, [&](Number state) { return components.is_in(state); });
  for (const Number state : paths.order()) {
    const bool ends = ends_count && states_[state].steps.empty();
    if (!ends && !fair[components.of(state)]) continue;
    EndlessPath path;
    paths.append(state, path.stem);
    if (!ends) path.cycle = fair_cycle(components, state);
    return path;
  }
  return std::nullopt;
}

/// Tells whether an execution can stay in a component and be fair: what can be delivered in all of
/// its states must be delivered in one of its steps. Otherwise none can in any part of it.
bool StateGraph::is_fair(const Components& components, Number component) const {
  const std::vector<Number>& members = components.members(component);
  std::vector<std::uint64_t> everywhere;
  std::vector<std::uint64_t> taken;
  bool has_steps = false;
  for (const Number state : members) {
    std::vector<std::uint64_t> here;
    for (const Edge& edge : states_[state].steps) {
      here.push_back(edge.step.content);
      const bool stays = components.is_in(edge.to) && components.of(edge.to) == component;
      if (stays) taken.push_back(edge.step.content);
      has_steps |= stays;
    }
    std::ranges::sort(here);
    if (state == members.front()) {
      everywhere = here;
    } else {
      std::erase_if(everywhere, [&](std::uint64_t content) {
        return !std::ranges::binary_search(here, content);
      });
    }
  }
  std::ranges::sort(taken);
  return has_steps && std::ranges::all_of(everywhere, [&](std::uint64_t content) {
           return std::ranges::binary_search(taken, content);
         });
}

/// Returns steps from a state back to it in which all is delivered that could be throughout.
std::vector<GraphStep> StateGraph::fair_cycle(const Components& components, Number from) const {
  const Number component = components.of(from);
  const auto stays = [&](Number state) {
    return components.is_in(state) && components.of(state) == component;
  };
  const auto has = [&](Number state, std::uint64_t content) {
    return std::ranges::any_of(states_[state].steps,
                               [=](const Edge& edge) { return edge.step.content == content; });
  };
  std::vector<GraphStep> cycle;
  Number at = from;
  const auto take = [&](const Edge& edge) {
    cycle.push_back(edge.step);
    at = edge.to;
  };
  for (const Edge& owed : states_[from].steps) {
    const std::uint64_t content = owed.step.content;
    if (std::ranges::any_of(cycle, [=](const GraphStep& s) { return s.content == content; })) {
      continue;
    }
    // The nearest state in which it is delivered, or cannot be.
    const Paths paths(*this, at, stays);
    for (const Number state : paths.order()) {
      const auto& steps = states_[state].steps;
      const auto delivery = std::ranges::find_if(
          steps, [&](const Edge& edge) { return edge.step.content == content && stays(edge.to); });
      if (delivery == steps.end() && has(state, content)) continue;
      paths.append(state, cycle);
      at = state;
      if (delivery != steps.end()) take(*delivery);
      break;
    }
  }
  if (cycle.empty()) {  // nothing is owed: any way round
    const auto& steps = states_[from].steps;
    take(*std::ranges::find_if(steps, [&](const Edge& edge) { return stays(edge.to); }));
  }
  Paths(*this, at, stays).append(from, cycle);
  return cycle;
}

}  // namespace harrier
