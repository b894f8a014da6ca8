// Explores as few states as come to every end and every failure.
#include "states/stubborn.hpp"

#include <algorithm>

#include "core/parts.hpp"
#include "harrier/internal_error.hpp"
#include "harrier/schedule.hpp"

namespace harrier {

Stubborn::Stubborn(const StateOptions& options, const StubbornRules& rules)
    : rules_(rules), table_({.bytes_max = options.bytes_max, .value_bytes = sizeof(Number)}) {}

std::uint64_t Stubborn::length_max() const { return Schedule::steps_max; }

void Stubborn::enter(const State& state) {
  HARRIER_CHECK(nodes_.size() == state.trace.size(),
                "a state is entered that is not the next on the path", nodes_.size(),
                state.trace.size());
  if (!nodes_.empty()) learn(state);
  Node node;
  node.pending = state.program.pending().size();
  node.present_begin = present_.size();
  node.todo_begin = node.next = todo_.size();
  node.open_begin = open_.size();
  node.enabled_begin = enabled_.size();
  node.taken_begin = taken_.size();
  // What follows a failure is its consequence.
  if (!state.trace.empty() && state.trace.back().leads_nowhere()) {
    node.met = Met::failed;
    nodes_.push_back(node);
    return;
  }
  const Fingerprint fingerprint = state.program.fingerprints()->state();
  if (nodes_.empty()) first_state_ = fingerprint;
  const auto [slot, is_new] = table_.insert(fingerprint);
  if (!is_new) {
    ++met_again_;
    node.met = Met::again;
    node.number = table_.value(slot);
    nodes_.push_back(node);
    return;
  }
  table_.set_value(slot, static_cast<Number>(closed_.size()));
  note_present(state);
  open(node, fingerprint);
  nodes_.push_back(node);
}

/// Takes note of what the step to this state did.
void Stubborn::learn(const State& state) {
  Fingerprints& fingerprints = *state.program.fingerprints();
  const Node& before = nodes_.back();
  for (const ResourceAccess& access : state.trace.resources(state.trace.size() - 1)) {
    learned_.touches(before.step, name_of(fingerprints, access.resource), access.access);
  }
  // What a step adds is at the end.
  for (const MessageId message : state.program.pending().subspan(before.pending - 1)) {
    const std::uint64_t receiver = fingerprints.name(state.trace.receiver(message));
    learned_.sends(before.step, learned_.kind(fingerprints.content(message), receiver));
  }
}

/// Names a resource so that it is the same in all states. What belongs to no actor is one.
std::uint64_t Stubborn::name_of(Fingerprints& fingerprints, Resource resource) {
  if (resource.owner().kind() != Owner::Kind::actor) return 1;
  Fingerprint name;
  name.add(fingerprints.name(ActorId(resource.owner().index())));
  const std::optional<ActorId> other_end = resource.other_end();
  name.add(other_end ? fingerprints.name(*other_end) : resource.part());
  return name.low;
}

void Stubborn::note_present(const State& state) {
  Fingerprints& fingerprints = *state.program.fingerprints();
  const std::span<const MessageId> pending = state.program.pending();
  const Presence held = rules_.asks_who_lets_held_messages_go ? Presence::held : Presence::absent;
  const std::size_t first_fresh = nodes_.empty() ? 0 : nodes_.back().pending - 1;
  for (std::size_t i = 0; i < pending.size(); ++i) {
    const std::uint64_t receiver = fingerprints.name(state.trace.receiver(pending[i]));
    const bool is_enabled = std::ranges::find(state.enabled, pending[i]) != state.enabled.end();
    const Kind kind = learned_.kind(fingerprints.content(pending[i]), receiver);
    if (rules_.held_messages_read && !is_enabled &&
        standing_of(state.program).hold(pending[i]) != Hold::order) {
      learned_.is_held(kind);
    }
    present_.push_back({.message = pending[i],
                        .kind = kind,
                        .presence = is_enabled ? Presence::enabled : held,
                        .is_fresh = i >= first_fresh});
  }
}

/// Begins to explore from a state that was not met before in this round.
void Stubborn::open(Node& node, Fingerprint state) {
  node.number = node.low = static_cast<Number>(closed_.size());
  closed_.push_back(false);
  for (const Present& one : present(node)) {
    if (one.presence == Presence::enabled) enabled_.push_back({one.kind, open_.size()});
  }
  if (enabled_.size() == node.enabled_begin) ++ends_;
  open_.push_back({node.number, state});
  plan(node);
}

/// Notes in the scratch table which kinds are there, or forgets them.
void Stubborn::mark(std::span<const Present> present, bool is_here) {
  presence_.resize(learned_.kind_count());
  for (const Present& one : present) {
    Presence& known = presence_[one.kind];
    known = is_here ? std::max(known, one.presence) : Presence::absent;
  }
}

void Stubborn::plan(Node& node) {
  const std::span<const Present> here = present(node);
  mark(here, true);
  choose_smallest(here);
  add_closed(node, here, smallest_);
  if (const auto further = further_.find(open_.back().state); further != further_.end()) {
    for (const Kind kind : further->second) {
      learned_.close(kind, presence_, closure_);
      add_closed(node, here, closure_);
    }
  }
  mark(here, false);
}

/// Finds the set with the fewest steps to take; of equals, one with what was sent just now, so that
/// the search goes on where it is.
void Stubborn::choose_smallest(std::span<const Present> present) {
  smallest_.clear();
  std::size_t fewest = ~std::size_t{0};
  for (const bool is_fresh : {true, false}) {
    for (const Present& one : present) {
      if (one.presence != Presence::enabled || one.is_fresh != is_fresh || fewest == 1) continue;
      learned_.close(one.kind, presence_, closure_);
      const auto is_enabled = [this](Kind kind) { return presence_[kind] == Presence::enabled; };
      const auto steps = static_cast<std::size_t>(std::ranges::count_if(closure_, is_enabled));
      if (steps >= fewest) continue;
      fewest = steps;
      smallest_ = closure_;
    }
  }
}

/// Plans the steps of a set that can be taken.
void Stubborn::add_closed(Node& node, std::span<const Present> present,
                          std::span<const Kind> closed) {
  for (const Kind kind : closed) {
    if (presence_[kind] != Presence::enabled) continue;
    const auto planned = todo_.begin() + static_cast<std::ptrdiff_t>(node.todo_begin);
    const auto is_it = [kind](const auto& one) { return one.kind == kind; };
    if (std::find_if(planned, todo_.end(), is_it) != todo_.end()) continue;
    const auto first = std::ranges::find_if(present, [&](const Present& one) {
      return is_it(one) && one.presence == Presence::enabled;
    });
    todo_.push_back({first->message, kind});
  }
}

std::optional<Step> Stubborn::next(const State&) {
  Node& node = nodes_.back();
  if (node.met != Met::first) return std::nullopt;
  while (node.next == todo_.size()) {
    if (takes_ignored(node)) continue;
    if (nodes_.size() > 1 || !begins_round()) return std::nullopt;
  }
  node.step = todo_[node.next].kind;
  taken_.push_back(node.step);
  return Step{todo_[node.next++].message, {}};
}

/// Looks, where all behind the root of a component was explored, for messages that could be
/// delivered in it and were not; plans the step of one of them. Returns whether to go on here.
bool Stubborn::takes_ignored(Node& node) {
  const bool is_bottom = node.low == node.number && !node.is_left;
  const bool is_end = enabled_.size() == node.enabled_begin;
  if (!rules_.takes_what_cycles_ignore || !is_bottom || is_end) return false;
  std::vector<bool> is_taken(learned_.kind_count());
  for (std::size_t i = node.taken_begin; i < taken_.size(); ++i) is_taken[taken_[i]] = true;
  const auto is_ignored = [&](const Enabled& one) { return !is_taken[one.kind]; };
  const auto in_component = enabled_.begin() + static_cast<std::ptrdiff_t>(node.enabled_begin);
  const auto ignored = std::find_if(in_component, enabled_.end(), is_ignored);
  if (ignored == enabled_.end()) return false;
  if (ignored->open == node.open_begin) {
    mark(present(node), true);
    learned_.close(ignored->kind, presence_, closure_);
    add_closed(node, present(node), closure_);
    mark(present(node), false);
    return true;
  }
  if (learned_.facts() == facts_before_) {  // otherwise the next round may not ignore it
    further_[open_[ignored->open].state].push_back(ignored->kind);
    has_further_ = true;
  }
  return false;
}

/// Begins anew at the first state where something was learned; returns whether it does.
bool Stubborn::begins_round() {
  const bool has_learned = rules_.learns_until_nothing_is_new && learned_.facts() != facts_before_;
  if (!has_learned && !has_further_) return false;
  facts_before_ = learned_.facts();
  has_further_ = false;
  met_again_ = 0;
  ends_ = 0;
  table_.clear();
  closed_.clear();
  open_.clear();
  enabled_.clear();
  taken_.clear();
  todo_.clear();
  Node& node = nodes_.back();
  node.next = 0;
  node.is_left = false;
  table_.insert(first_state_);
  open(node, first_state_);
  return true;
}

void Stubborn::leave(const State& state) {
  HARRIER_CHECK(nodes_.size() == state.trace.size() + 1,
                "a state is left that is not the last on the path", nodes_.size(),
                state.trace.size());
  const Node left = nodes_.back();
  nodes_.pop_back();
  present_.resize(left.present_begin);
  todo_.resize(left.todo_begin);
  // Behind a failure nothing is explored, so no message is delivered there that is ignored here: a
  // step that fails leads out of no component.
  if (nodes_.empty() || left.met == Met::failed) return;
  Node& before = nodes_.back();
  if (left.met == Met::first && left.low == left.number) close_component(left);
  if (closed_[left.number]) {
    before.is_left = true;
    return;
  }
  before.low = std::min(before.low, left.met == Met::first ? left.low : left.number);
  before.is_left |= left.met == Met::first && left.is_left;
}

void Stubborn::close_component(const Node& root) {
  for (std::size_t i = root.open_begin; i < open_.size(); ++i) closed_[open_[i].number] = true;
  open_.resize(root.open_begin);
  enabled_.resize(root.enabled_begin);
  taken_.resize(root.taken_begin);
}

ReductionStatistics Stubborn::statistics() const {
  return {.states = StatesSeen{.distinct = table_.size(),
                               .met_again = met_again_,
                               .ends = ends_,
                               .bytes = table_.bytes(),
                               .load = table_.load()}};
}

}  // namespace harrier
