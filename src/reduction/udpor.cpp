// Unfolding-based reduction.
#include "reduction/udpor.hpp"

#include <algorithm>
#include <utility>

#include "harrier/registry.hpp"

namespace harrier {

Udpor::~Udpor() = default;

ReductionStatistics Udpor::statistics() const {
  return {unfolding_.created(), unfolding_.stored_max()};
}

void Udpor::append_touches(std::span<const ResourceAccess> touched) {
  touches_.clear();
  for (const ResourceAccess& access : touched) {
    touches_.push_back({unfolding_.resource(access.resource), access.access, 0});
  }
}

void Udpor::set_guide(Node& node, std::span<const UnfoldingEvent> events) {
  for (const UnfoldingEvent event : events) unfolding_.hold(event);
  for (const UnfoldingEvent event : node.guide) unfolding_.release(event);
  node.guide.assign(events.begin(), events.end());
}

/// Stores the trace's last event and goes to its configuration.
void Udpor::entered(const State& state) {
  if (depth_ == nodes_.size()) nodes_.emplace_back();
  Node& node = nodes_[depth_++];
  node.begun = false;
  node.wanted = Unfolding::none;
  node.event = Unfolding::none;
  set_guide(node, {});
  if (!state.program.capabilities().shared_objects &&
      state.program.pending().size() != state.enabled.size()) {
    throw UsageError(
        "udpor explores actors whose messages can always be delivered; here one is "
        "held back by a constraint, a call, an order or an actor's end; optimal "
        "explores such programs");
  }
  if (state.trace.empty()) {
    node.avoided_begin = node.own_begin = node.candidates_begin = 0;
    return;
  }

  const std::size_t self = state.trace.size() - 1;
  latest_.clear();
  causes_.clear();
  for (std::size_t i = self; i-- > 0;) {
    if (!happens_before().before(i, self)) continue;
    const bool covered = std::ranges::any_of(
        latest_, [&](std::uint32_t other) { return happens_before().before(i, other); });
    if (covered) continue;
    latest_.push_back(static_cast<std::uint32_t>(i));
    causes_.push_back(configuration_[i]);
  }
  std::ranges::sort(causes_);
  append_touches(touched(self));
  for (Unfolding::Touch& touch : touches_) {
    touch.conflicting_before = configuration_.conflicting(touch.resource, touch.access);
  }
  const Event& event = state.trace.back();
  const std::span<const Choice> chosen = state.trace.choices(event);
  const bool processes = state.program.capabilities().shared_objects;
  if (!chosen.empty() && (!processes || chosen.size() > 1 || chosen.front().count > 2)) {
    throw UsageError(
        "udpor explores processes that choose between two values at a time, and actors "
        "that do not choose; optimal explores what " +
        state.program.actor_name(event.actor) + " does");
  }
  node.event = unfolding_.hold(names().of(event.message), state.trace.choices(event), false,
                               causes_, touches_);
  configuration_.push(node.event);

  Node& parent = nodes_[depth_ - 2];
  inherit_avoided(parent, node);
  if (parent.wanted == node.event) {  // A without the event
    std::vector<UnfoldingEvent> rest = parent.guide;
    std::erase(rest, node.event);
    set_guide(node, rest);
  }
}

/// Takes over D without what the last event excludes, and of each spike what still fits.
void Udpor::inherit_avoided(const Node& parent, Node& node) {
  const std::size_t begin = parent.avoided_begin;
  const std::size_t end = avoided_.size();
  node.avoided_begin = static_cast<std::uint32_t>(end);
  node.candidates_begin = static_cast<std::uint32_t>(candidates_.size());
  for (std::size_t i = begin; i < end; ++i) {
    const Avoided from = avoided_[i];
    if (!configuration_.fits(from.event)) continue;
    Avoided kept{from.event, false, static_cast<std::uint32_t>(candidates_.size()), 0};
    for (std::size_t k = 0; k < spike(from).size(); ++k) {
      const UnfoldingEvent candidate = spike(from)[k];
      if (fits_with_causes(candidate)) candidates_.push_back(candidate);
    }
    kept.candidates_end = static_cast<std::uint32_t>(candidates_.size());
    avoided_.push_back(kept);
  }
  node.own_begin = static_cast<std::uint32_t>(avoided_.size());
}

std::optional<Step> Udpor::next(const State& state) {
  Node& node = nodes_[depth_ - 1];
  if (std::exchange(node.begun, true) && !find_alternative()) return std::nullopt;  // line 12
  if (!node.guide.empty()) return follow_guide(state);                              // line 10
  node.wanted = Unfolding::none;
  for (const MessageId message : state.enabled) {  // line 8
    if (sleep().awake(depth_ - 1, message, choices_)) return Step{message, choices_};
  }
  return std::nullopt;  // line 6
}

/// Takes the first event of the guide whose causes have happened.
std::optional<Step> Udpor::follow_guide(const State& state) {
  Node& node = nodes_[depth_ - 1];
  for (const UnfoldingEvent event : node.guide) {
    const auto at = std::ranges::find_if(state.enabled, [&](MessageId message) {
      return names().of(message) == unfolding_.name(event);
    });
    if (at == state.enabled.end()) continue;
    const bool ready = std::ranges::all_of(unfolding_.causes(event), [this](UnfoldingEvent cause) {
      return configuration_.contains(cause);
    });
    if (!ready) continue;
    const std::span<const Choice> choices = unfolding_.choices(event);
    choices_.assign(choices.begin(), choices.end());
    if (unfolding_.any_choice(event) && !sleep().awake(depth_ - 1, *at, choices_)) continue;
    node.wanted = event;
    return Step{*at, choices_};
  }
  return std::nullopt;
}

void Udpor::explored(const State& state) {
  Node& left = nodes_[--depth_];
  // Q: what only this call needed.
  for (std::size_t i = left.own_begin; i < avoided_.size(); ++i) {
    unfolding_.drop_conflicts(avoided_[i].event);
    unfolding_.release(avoided_[i].event);
  }
  avoided_.resize(left.avoided_begin);
  candidates_.resize(left.candidates_begin);
  set_guide(left, {});
  if (depth_ == 0) return;
  configuration_.pop();
  avoided_.push_back({left.event, true, 0, 0});  // D := D and e; it stays held

  // The other values of a choice exclude this one. What they will touch is not known: as it did.
  const Event& event = state.trace.back();
  if (!state.trace.choices(event).empty() && sleep().awake(depth_ - 1, event.message, choices_)) {
    const std::vector<UnfoldingEvent> causes(unfolding_.causes(left.event).begin(),
                                             unfolding_.causes(left.event).end());
    const std::vector<Unfolding::Touch> touches(unfolding_.touches(left.event).begin(),
                                                unfolding_.touches(left.event).end());
    const UnfoldingEvent other =
        unfolding_.hold(unfolding_.name(left.event), choices_, false, causes, touches);
    unfolding_.add_conflict(left.event, other);
    unfolding_.release(other);
  }
}

bool Udpor::reverse(const State& state, std::size_t node, Sequence& sequence) {
  const UnfoldingEvent made = extension(state, node, sequence);
  const bool is_new = unfolding_.add_conflict(configuration_[node], made);
  unfolding_.release(made);
  return is_new;
}

/// Stores what the last step of the sequence is behind the first `node` events of the trace and the
/// other steps.
UnfoldingEvent Udpor::extension(const State& state, std::size_t node, const Sequence& sequence) {
  const SequenceStep& step = sequence[sequence.size() - 1];
  append_touches(step.touched);
  latest_.clear();
  causes_.clear();
  const auto look_at = [&](std::size_t i) {
    bool depends = false;
    for (const Unfolding::Touch& other : unfolding_.touches(configuration_[i])) {
      for (Unfolding::Touch& own : touches_) {
        if (own.resource != other.resource || !conflict(own.access, other.access)) continue;
        ++own.conflicting_before;
        depends = true;
      }
    }
    const bool covered = std::ranges::any_of(
        latest_, [&](std::uint32_t other) { return happens_before().before(i, other); });
    if (covered) return;
    if (!depends && !happens_before().before_message(state.program, i, step.message)) return;
    latest_.push_back(static_cast<std::uint32_t>(i));
    causes_.push_back(configuration_[i]);
  };
  for (std::size_t i = sequence.size() - 1; i-- > 0;) look_at(taken()[i]);
  for (std::size_t i = node; i-- > 0;) look_at(i);
  std::ranges::sort(causes_);
  return unfolding_.hold(step.name, step.choices, false, causes_, touches_);
}

/// Finds J such that C and J are a configuration without D in which every event of D, or k of them
/// with the latest among them, is excluded; makes it the guide.
bool Udpor::find_alternative() {
  const std::span<const Avoided> avoid = avoided();
  to_exclude_.assign(avoid.begin(), avoid.end());
  if (k_ != 0 && to_exclude_.size() > k_) {
    to_exclude_[k_ - 1] = to_exclude_.back();
    to_exclude_.resize(k_);
  }
  const std::size_t before = configuration_.size();
  const bool found = exclude(0);
  path_.clear();
  for (std::size_t i = before; i < configuration_.size(); ++i) path_.push_back(configuration_[i]);
  while (configuration_.size() > before) configuration_.pop();
  set_guide(nodes_[depth_ - 1], path_);
  return found;
}

/// Excludes the events to exclude from `position` on, by events that fit what is chosen so far.
///
/// The oldest come first: what excludes a later one and not those before it was met when the later
/// one was explored, so its own spike has it. Where some between are left out, what excludes the
/// last one may be in theirs.
bool Udpor::exclude(std::size_t position) {
  while (position < to_exclude_.size() && !configuration_.fits(to_exclude_[position].event)) {
    ++position;
  }
  if (position == to_exclude_.size()) return true;
  const Avoided& target = to_exclude_[position];
  if (exclude_by(spike(target), position)) return true;
  const bool is_last = position + 1 == to_exclude_.size();
  if (!is_last || to_exclude_.size() == avoided().size()) return false;
  return std::ranges::any_of(avoided(), [&](const Avoided& other) {
    return other.event != target.event && exclude_by(spike(other), position);
  });
}

bool Udpor::exclude_by(std::span<const UnfoldingEvent> spike, std::size_t position) {
  const std::size_t before = configuration_.size();
  for (const UnfoldingEvent candidate : spike) {
    if (add_with_causes(candidate) && !configuration_.fits(to_exclude_[position].event) &&
        exclude(position + 1)) {
      return true;
    }
    while (configuration_.size() > before) configuration_.pop();
  }
  return false;
}

/// Adds an event and those of its causes that are missing; false where one does not fit, or is to
/// be avoided, having added some.
bool Udpor::add_with_causes(UnfoldingEvent event) {
  if (configuration_.contains(event)) return true;
  // Cheap refusals first: most candidates end here.
  if (!configuration_.may_fit(event)) return false;
  for (const Avoided& avoid : avoided()) {
    if (avoid.event == event) return false;
  }
  for (const UnfoldingEvent cause : unfolding_.causes(event)) {
    if (!add_with_causes(cause)) return false;
  }
  if (!configuration_.fits(event)) return false;
  configuration_.push(event);
  return true;
}

bool Udpor::fits_with_causes(UnfoldingEvent event) {
  const std::size_t before = configuration_.size();
  const bool fits = add_with_causes(event);
  while (configuration_.size() > before) configuration_.pop();
  return fits;
}

}  // namespace harrier
