// Explores every state once, depth first, and of the steps between them those that are needed.
#include "states/depth_first.hpp"

#include <algorithm>

#include "harrier/schedule.hpp"

namespace harrier {

namespace {

/// So many states in a row are passed through without being compared; a program may go in a circle.
constexpr std::uint32_t uncompared_max = 1'000;

}  // namespace

DepthFirst::DepthFirst(const StateOptions& options)
    : sleeps_(options.reduction == StateReduction::sleep),
      big_steps_(options.big_steps),
      table_(options.bytes_max) {}

std::uint64_t DepthFirst::length_max() const { return Schedule::steps_max; }

void DepthFirst::enter(const State& state) {
  Node node;
  node.sleepers_begin = static_cast<std::uint32_t>(sleepers_.size());
  node.touched_begin = static_cast<std::uint32_t>(touched_.size());
  node.todo_begin = node.next = static_cast<std::uint32_t>(todo_.size());
  const std::uint32_t uncompared = nodes_.empty() ? 0 : nodes_.back().uncompared;
  const std::uint32_t asleep_begin = static_cast<std::uint32_t>(asleep_.size());
  if (sleeps_ && !nodes_.empty()) inherit_sleep(state);
  node.asleep_begin = asleep_begin;
  nodes_.push_back(node);
  // What follows a failure is its consequence.
  if (!state.trace.empty() && state.trace.back().failed) return;

  append_steps(state, todo_);
  if (big_steps_ && uncompared < uncompared_max && is_passed_through(state)) {
    nodes_.back().uncompared = uncompared + 1;
    collect_asleep();
    return drop_asleep();
  }
  const auto [stored, is_new] = table_.insert(state.program.fingerprints()->state());
  if (is_new) return plan_first_visit(*stored);
  ++met_again_;
  plan_next_visit(*stored);
}

/// Tells whether all that is on its way is one message, and something was on its way before.
bool DepthFirst::is_passed_through(const State& state) const {
  return !state.trace.empty() && state.enabled.size() == 1 && state.program.pending().size() == 1;
}

/// Passes on what sleeps where the path comes from, unless the step to here woke it.
void DepthFirst::inherit_sleep(const State& state) {
  const std::size_t begin = nodes_.back().asleep_begin;
  const std::size_t end = asleep_.size();
  const std::span<const ResourceAccess> last = state.trace.resources(state.trace.size() - 1);
  for (std::size_t i = begin; i < end; ++i) {
    const std::uint32_t sleeper = asleep_[i];
    if (!conflict(touched(sleepers_[sleeper]), last)) asleep_.push_back(sleeper);
  }
}

void DepthFirst::collect_asleep() {
  contents_.clear();
  for (std::size_t i = nodes_.back().asleep_begin; i < asleep_.size(); ++i) {
    contents_.push_back(sleepers_[asleep_[i]].content);
  }
  std::ranges::sort(contents_);
}

void DepthFirst::drop_asleep() {
  if (contents_.empty()) return;
  const auto sleeps = [this](const Todo& one) {
    return std::ranges::binary_search(contents_, one.content);
  };
  todo_.erase(std::remove_if(todo_.begin() + nodes_.back().todo_begin, todo_.end(), sleeps),
              todo_.end());
}

void DepthFirst::plan_first_visit(std::uint32_t& stored) {
  collect_asleep();
  stored = stored_.keep(contents_);
  drop_asleep();
}

void DepthFirst::plan_next_visit(std::uint32_t& stored) {
  const Node& node = nodes_.back();
  const std::span<const std::uint64_t> slept = stored_.set(stored);
  // Only what slept here whenever the path came by goes on sleeping: steps that were explored from
  // here before are explored in one order with what is explored now, and must be in the other too.
  const auto wakes = [&](std::uint32_t sleeper) {
    return !std::ranges::binary_search(slept, sleepers_[sleeper].content);
  };
  asleep_.erase(std::remove_if(asleep_.begin() + node.asleep_begin, asleep_.end(), wakes),
                asleep_.end());
  collect_asleep();
  const auto is_not_new = [&](const Todo& one) {
    return !std::ranges::binary_search(slept, one.content) ||
           std::ranges::binary_search(contents_, one.content);
  };
  todo_.erase(std::remove_if(todo_.begin() + node.todo_begin, todo_.end(), is_not_new),
              todo_.end());
  if (contents_.size() != slept.size()) stored = stored_.keep(contents_);
}

std::optional<Step> DepthFirst::next(const State&) {
  Node& node = nodes_.back();
  if (node.is_explored) asleep_.push_back(static_cast<std::uint32_t>(sleepers_.size() - 1));
  node.is_explored = false;
  if (node.next == todo_.size()) return std::nullopt;
  return Step{todo_[node.next++].message, {}};
}

void DepthFirst::leave(const State& state) {
  const Node left = nodes_.back();
  nodes_.pop_back();
  asleep_.resize(left.asleep_begin);
  sleepers_.resize(left.sleepers_begin);
  touched_.resize(left.touched_begin);
  todo_.resize(left.todo_begin);
  if (nodes_.empty() || !sleeps_) return;
  // All that the step to there touched, whatever it chose.
  Node& node = nodes_.back();
  if (!node.is_explored) {
    const auto begin = static_cast<std::uint32_t>(touched_.size());
    sleepers_.push_back({todo_[node.next - 1].content, begin, begin});
    node.is_explored = true;
  }
  const std::span<const ResourceAccess> last = state.trace.resources(state.trace.size() - 1);
  touched_.insert(touched_.end(), last.begin(), last.end());
  sleepers_.back().touched_end = static_cast<std::uint32_t>(touched_.size());
}

ReductionStatistics DepthFirst::statistics() const {
  return {.states = StatesSeen{.distinct = table_.size(),
                               .met_again = met_again_,
                               .bytes = table_.bytes(),
                               .load = table_.load()}};
}

}  // namespace harrier
