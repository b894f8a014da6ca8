// Explores every state and every step between them, and then looks for executions that never end.
#include "states/fair_search.hpp"

#include <algorithm>
#include <string>

#include "core/parts.hpp"
#include "harrier/internal_error.hpp"
#include "harrier/schedule.hpp"
#include "harrier/usage_error.hpp"

namespace harrier {

namespace {

/// Which properties hold in a state is kept as bits.
constexpr std::size_t properties_max = 64;

}  // namespace

std::uint64_t FairSearch::length_max() const { return Schedule::steps_max; }

std::uint64_t FairSearch::properties_that_hold(Standing& standing) {
  std::uint64_t holds = 0;
  for (std::size_t i = 0; i < properties_; ++i) {
    if (standing.holds_now(i)) holds |= std::uint64_t{1} << i;
  }
  return holds;
}

void FairSearch::enter(const State& state) {
  HARRIER_CHECK(nodes_.size() == state.trace.size(),
                "a state is entered that is not the next on the path", nodes_.size(),
                state.trace.size());
  Node node;
  node.todo_begin = node.next = todo_.size();
  // What follows a failure is its consequence.
  if (!state.trace.empty() && state.trace.back().leads_nowhere()) {
    nodes_.push_back(node);
    return;
  }
  Program& program = state.program;
  if (state.trace.empty()) {
    properties_ = standing_of(program).eventual_count();
    if (properties_ > properties_max) {
      throw UsageError("the program says of " + std::to_string(properties_) +
                       " things that they are to hold eventually; one exploration looks at no more "
                       "than " +
                       std::to_string(properties_max));
    }
  }
  const auto [slot, is_new] = table_.insert(program.fingerprints()->state());
  if (is_new) {
    table_.set_value(slot, graph_.add_state(properties_that_hold(standing_of(program))));
    append_steps(state, todo_);
    ends_ += state.enabled.empty() ? 1 : 0;
  } else {
    ++met_again_;
  }
  node.number = table_.value(slot);
  if (!nodes_.empty()) {
    GraphStep step{nodes_.back().content, {}};
    for (const Choice& choice : state.trace.choices(state.trace.size() - 1)) {
      step.choices.push_back(choice.value);
    }
    graph_.add_step(nodes_.back().number, node.number, std::move(step));
  }
  nodes_.push_back(node);
}

std::optional<Step> FairSearch::next(const State&) {
  Node& node = nodes_.back();
  if (node.next == todo_.size()) return std::nullopt;
  const Todo& todo = todo_[node.next++];
  node.content = todo.content;
  return Step{todo.message, {}};
}

void FairSearch::leave(const State& state) {
  HARRIER_CHECK(nodes_.size() == state.trace.size() + 1,
                "a state is left that is not the last on the path", nodes_.size(),
                state.trace.size());
  todo_.resize(nodes_.back().todo_begin);
  nodes_.pop_back();
}

std::optional<EndlessPath> FairSearch::endless() const {
  for (std::size_t i = 0; i < properties_; ++i) {
    if (auto path = graph_.find_without(i)) return path;
  }
  return must_end_ ? graph_.find_endless() : std::nullopt;
}

ReductionStatistics FairSearch::statistics() const {
  return {.states = StatesSeen{.distinct = table_.size(),
                               .met_again = met_again_,
                               .ends = ends_,
                               .bytes = table_.bytes() + graph_.bytes(),
                               .load = table_.load()}};
}

}  // namespace harrier
