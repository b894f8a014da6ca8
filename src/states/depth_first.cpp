// Explores every state once, depth first, and of the steps between them those that are needed.
#include "states/depth_first.hpp"

#include <algorithm>
#include <utility>

#include "harrier/internal_error.hpp"
#include "harrier/schedule.hpp"

namespace harrier {

namespace {

/// So many states in a row are passed through without being compared; a program may go in a circle.
constexpr std::uint32_t uncompared_max = 1'000;

bool sleeps_with(const StateOptions& options) { return options.reduction == StateReduction::sleep; }

MetStates::Options table_for(const StateOptions& options, bool is_shared) {
  return {
      .bytes_max = options.bytes_max, .keeps_sleep = sleeps_with(options), .is_shared = is_shared};
}

}  // namespace

SharedStates::SharedStates(const StateOptions& options, std::size_t searches, bool is_eager)
    : met(table_for(options, true)), market(searches, is_eager) {}

DepthFirst::DepthFirst(const StateOptions& options)
    : sleeps_(sleeps_with(options)),
      big_steps_(options.big_steps),
      own_(std::make_unique<MetStates>(table_for(options, false))),
      met_(*own_) {}

DepthFirst::DepthFirst(const StateOptions& options, std::shared_ptr<SharedStates> shared)
    : sleeps_(sleeps_with(options)),
      big_steps_(options.big_steps),
      shared_(std::move(shared)),
      met_(shared_->met) {}

std::uint64_t DepthFirst::length_max() const { return Schedule::steps_max; }

void DepthFirst::enter(const State& state) {
  HARRIER_CHECK(nodes_.size() == state.trace.size(),
                "a state is entered that is not the next on the path", nodes_.size(),
                state.trace.size());
  Node node;
  node.asleep_begin = static_cast<std::uint32_t>(asleep_.size());
  node.sleepers_begin = static_cast<std::uint32_t>(sleepers_.size());
  node.touched_begin = static_cast<std::uint32_t>(touched_.size());
  node.todo_begin = node.next = node.end = static_cast<std::uint32_t>(todo_.size());
  if (!nodes_.empty()) {
    if (nodes_.back().follows) {
      nodes_.push_back(node);
      return enter_given(state);
    }
    node.uncompared = nodes_.back().uncompared;
    if (sleeps_) inherit_sleep(state);
  }
  nodes_.push_back(node);
  // What follows a failure is its consequence.
  if (!state.trace.empty() && state.trace.back().leads_nowhere()) return;

  const bool is_compared = !is_passed_through(state);
  if (is_compared) {
    nodes_.back().state = state.program.fingerprints()->state();
    met_.prefetch(nodes_.back().state);
  }
  append_steps(state, todo_);
  collect_asleep();
  if (is_compared) {
    meet(state);
  } else {
    ++nodes_.back().uncompared;
    drop_asleep();
  }
  nodes_.back().end = static_cast<std::uint32_t>(todo_.size());
  left_ += remaining(nodes_.back());
}

/// Tells whether all that is on its way is one message, something was on its way before, and that
/// is enough to go on without comparing.
bool DepthFirst::is_passed_through(const State& state) const {
  return big_steps_ && nodes_.back().uncompared < uncompared_max && !state.trace.empty() &&
         state.enabled.size() == 1 && state.program.pending().size() == 1;
}

void DepthFirst::meet(const State& state) {
  Node& node = nodes_.back();
  node.uncompared = 0;
  if (met_.meet(node.state, contents_, slept_)) {
    if (state.enabled.empty()) ++ends_;
    return drop_asleep();
  }
  // All who explore together begin at the start.
  if (!state.trace.empty()) ++met_again_;
  drop_known();
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

/// Collects the contents of what sleeps in the state entered last.
void DepthFirst::collect_asleep() {
  contents_.clear();
  for (std::size_t i = nodes_.back().asleep_begin; i < asleep_.size(); ++i) {
    contents_.push_back(sleepers_[asleep_[i]].content);
  }
  std::ranges::sort(contents_);
}

/// Takes what sleeps from the plan of the state entered last.
void DepthFirst::drop_asleep() {
  if (contents_.empty()) return;
  const auto sleeps = [this](const Todo& one) {
    return std::ranges::binary_search(contents_, one.content);
  };
  todo_.erase(std::remove_if(todo_.begin() + nodes_.back().todo_begin, todo_.end(), sleeps),
              todo_.end());
}

/// Leaves in the plan of the state entered last what slept here before and does not now.
void DepthFirst::drop_known() {
  const Node& node = nodes_.back();
  if (slept_.empty()) return todo_.resize(node.todo_begin);
  // Only what slept here whenever the path came by goes on sleeping: steps that were explored from
  // here before are explored in one order with what is explored now, and must be in the other too.
  const auto wakes = [&](std::uint32_t sleeper) {
    return !std::ranges::binary_search(slept_, sleepers_[sleeper].content);
  };
  asleep_.erase(std::remove_if(asleep_.begin() + node.asleep_begin, asleep_.end(), wakes),
                asleep_.end());
  const auto is_not_new = [&](const Todo& one) {
    return !std::ranges::binary_search(slept_, one.content) ||
           std::ranges::binary_search(contents_, one.content);
  };
  todo_.erase(std::remove_if(todo_.begin() + node.todo_begin, todo_.end(), is_not_new),
              todo_.end());
}

std::optional<Step> DepthFirst::next(const State& state) {
  Node& node = nodes_.back();
  if (std::exchange(node.has_variant, false)) return Step{todo_[node.next - 1].message, variant_};
  if (std::exchange(node.is_explored, false)) {
    asleep_.push_back(static_cast<std::uint32_t>(sleepers_.size() - 1));
  }
  if (given_) return follow(state);
  if (shared_ != nullptr && left_ > 1 && shared_->market.wants_steps()) give_some(state.trace);
  if (remaining(node) == 0) {
    if (shared_ == nullptr || nodes_.size() > 1 || !takes_given()) return std::nullopt;
    if (given_) return follow(state);
  }
  --left_;
  return Step{todo_[node.next++].message, {}};
}

void DepthFirst::leave(const State& state) {
  HARRIER_CHECK(nodes_.size() == state.trace.size() + 1,
                "a state is left that is not the last on the path", nodes_.size(),
                state.trace.size());
  const Node gone = nodes_.back();
  nodes_.pop_back();
  left_ -= remaining(gone);
  shallowest_ = std::min(shallowest_, nodes_.size());
  asleep_.resize(gone.asleep_begin);
  sleepers_.resize(gone.sleepers_begin);
  touched_.resize(gone.touched_begin);
  todo_.resize(gone.todo_begin);
  if (nodes_.empty()) return;
  Node& node = nodes_.back();
  if (std::exchange(node.follows, false)) return;  // which another search explores
  const std::size_t last = state.trace.size() - 1;
  if (const std::span<const Choice> choices = state.trace.choices(last); !choices.empty()) {
    variant_.assign(choices.begin(), choices.end());
    node.has_variant = next_variant(variant_);
  }
  if (!sleeps_) return;
  // All that the step to there touched, whatever it chose.
  if (!node.is_explored) {
    const auto begin = static_cast<std::uint32_t>(touched_.size());
    sleepers_.push_back({todo_[node.next - 1].content, begin, begin});
    node.is_explored = true;
  }
  const std::span<const ResourceAccess> touched = state.trace.resources(last);
  touched_.insert(touched_.end(), touched.begin(), touched.end());
  sleepers_.back().touched_end = static_cast<std::uint32_t>(touched_.size());
}

ReductionStatistics DepthFirst::statistics() const {
  return {.states = StatesSeen{.distinct = met_.size(),
                               .met_again = met_again_,
                               .ends = ends_,
                               .bytes = met_.bytes(),
                               .load = met_.load()}};
}

}  // namespace harrier
