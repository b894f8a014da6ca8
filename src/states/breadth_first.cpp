// Explores every state once, those nearest to the start first.
#include "states/breadth_first.hpp"

#include <algorithm>

#include "harrier/schedule.hpp"

namespace harrier {

std::uint64_t BreadthFirst::length_max() const { return Schedule::steps_max; }

void BreadthFirst::enter(const State& state) {
  const std::size_t depth = state.trace.size();
  if (levels_.empty()) {
    table_.insert(state.program.fingerprints()->state());
    ends_ += state.enabled.empty() ? 1 : 0;
    levels_ = {{Node{}}, {}};
    cursors_ = {1, 0};
    path_ = {0};
  }
  // The last level is the one that is being found.
  if (depth + 1 < levels_.size()) {
    enter_known(state);
  } else {
    enter_new(state);
  }
}

/// Stands on the tree: if this is a leaf of it, it is to be expanded.
void BreadthFirst::enter_known(const State& state) {
  if (state.trace.size() + 2 != levels_.size()) return;
  todo_.clear();
  next_ = 0;
  has_variant_ = false;
  append_steps(state, todo_);
}

/// Stands behind the tree, at a state that may be new.
void BreadthFirst::enter_new(const State& state) {
  const std::size_t event = state.trace.size() - 1;
  const std::span<const Choice> choices = state.trace.choices(event);
  variant_.assign(choices.begin(), choices.end());
  has_variant_ = next_variant(variant_);
  // What follows a failure is its consequence.
  if (state.trace.back().leads_nowhere()) return;
  if (!table_.insert(state.program.fingerprints()->state()).second) {
    ++met_again_;
    return;
  }
  ends_ += state.enabled.empty() ? 1 : 0;
  Node node{.parent = path_[event], .message = state.trace.back().message};
  node.choices_begin = static_cast<std::uint32_t>(choices_.size());
  choices_.insert(choices_.end(), choices.begin(), choices.end());
  node.choices_end = static_cast<std::uint32_t>(choices_.size());
  levels_.back().push_back(node);
}

std::optional<Step> BreadthFirst::next(const State& state) {
  const std::size_t depth = state.trace.size();
  if (depth + 1 == levels_.size()) return std::nullopt;
  do {
    const std::optional<Step> step = depth + 2 == levels_.size() ? next_new() : next_known(depth);
    if (step || depth > 0) return step;
  } while (begin_next_level());
  return std::nullopt;
}

/// Returns the step to the next node below that on the path.
std::optional<Step> BreadthFirst::next_known(std::size_t depth) {
  const Level& below = levels_[depth + 1];
  std::size_t& cursor = cursors_[depth + 1];
  if (cursor == below.size() || below[cursor].parent != path_[depth]) return std::nullopt;
  path_.resize(depth + 1);
  path_.push_back(static_cast<std::uint32_t>(cursor));
  return step_to(below[cursor++]);
}

/// Returns the next step from the state that is being expanded.
std::optional<Step> BreadthFirst::next_new() {
  if (has_variant_) return Step{todo_[next_ - 1].message, variant_};
  if (next_ == todo_.size()) return std::nullopt;
  return Step{todo_[next_++].message, {}};
}

/// Makes the level that was found the one to expand; false where nothing was found.
bool BreadthFirst::begin_next_level() {
  if (levels_.back().empty()) return false;
  cut_off();
  cursors_.assign(levels_.size() + 1, 0);
  levels_.emplace_back();
  path_ = {0};
  return true;
}

/// Cuts off what has no node of the last level below it.
void BreadthFirst::cut_off() {
  for (std::size_t depth = levels_.size() - 1; depth > 1; --depth) {
    Level& above = levels_[depth - 1];
    std::size_t kept = 0;
    Node* const begin = levels_[depth].data();
    Node* const end = begin + levels_[depth].size();
    for (Node* child = begin; child != end;) {
      const std::uint32_t parent = child->parent;
      above[kept] = above[parent];
      while (child != end && child->parent == parent) {
        (child++)->parent = static_cast<std::uint32_t>(kept);
      }
      ++kept;
    }
    if (kept == above.size()) return;
    above.resize(kept);
  }
}

void BreadthFirst::leave(const State&) {}

ReductionStatistics BreadthFirst::statistics() const {
  std::uint64_t bytes = table_.bytes() + choices_.size() * sizeof(Choice);
  for (const Level& level : levels_) bytes += level.size() * sizeof(Node);
  return {.states = StatesSeen{.distinct = table_.size(),
                               .met_again = met_again_,
                               .ends = ends_,
                               .bytes = bytes,
                               .load = table_.load()}};
}

}  // namespace harrier
