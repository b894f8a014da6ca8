// Unfolding-based reduction.
#include "reduction/udpor.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
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

/// Forgets the guides found since `size`.
void Udpor::drop_guides(std::size_t size) {
  while (guides_.size() > size) {
    unfolding_.release(guides_.back());
    guides_.pop_back();
  }
}

/// Finds what happens directly before an event of the trace.
void Udpor::find_direct_causes(std::size_t event) {
  causes_.clear();
  const std::span<const std::uint64_t> past = happens_before().past(event);
  past_.assign(past.begin(), past.end());
  for (std::size_t word = past_.size(); word-- > 0;) {
    while (past_[word] != 0) {
      const std::size_t latest =
          word * 64 + 63 - static_cast<std::size_t>(std::countl_zero(past_[word]));
      causes_.push_back(configuration_[latest]);
      past_[word] &= ~(std::uint64_t{1} << (latest % 64));
      const std::span<const std::uint64_t> before = happens_before().past(latest);
      for (std::size_t k = 0; k < before.size(); ++k) past_[k] &= ~before[k];
    }
  }
}

/// Stores the trace's last event and goes to its configuration.
void Udpor::entered(const State& state) {
  if (depth_ == nodes_.size()) nodes_.emplace_back();
  Node& node = nodes_[depth_++];
  node.begun = false;
  node.wanted = Unfolding::none;
  node.event = Unfolding::none;
  node.guides_before = static_cast<std::uint32_t>(guides_.size());
  node.guide = {};
  if (state.trace.empty()) {
    avoided_.start();
    return;
  }

  const std::size_t self = state.trace.size() - 1;
  find_direct_causes(self);
  std::ranges::sort(causes_);
  append_touches(touched(self));
  for (Unfolding::Touch& touch : touches_) {
    touch.conflicting_before = configuration_.conflicting(touch.resource, touch.access);
  }
  const Event& event = state.trace.back();
  node.event =
      unfolding_.hold(names().of(event.message), state.trace.choices(event), causes_, touches_);
  configuration_.push(node.event);

  Node& parent = nodes_[depth_ - 2];
  node.excluded = avoided_.push(node.event);
  if (parent.wanted != Unfolding::none) {  // A without the event
    node.guide = {parent.guide.begin + 1, parent.guide.end};
  }
}

std::optional<Step> Udpor::next(const State& state) {
  Node& node = nodes_[depth_ - 1];
  if (std::exchange(node.begun, true) && !(node.may_go_on && find_alternative(state))) {
    return std::nullopt;  // line 12
  }
  if (node.guide.begin != node.guide.end) return follow_guide(state);  // line 10
  node.wanted = Unfolding::none;
  for (const MessageId message : state.enabled) {  // line 8
    if (sleep().awake(depth_ - 1, message, choices_)) return Step{message, choices_};
  }
  return std::nullopt;  // line 6
}

/// Takes the first event of the guide whose causes have happened; it becomes the guide's first.
std::optional<Step> Udpor::follow_guide(const State& state) {
  Node& node = nodes_[depth_ - 1];
  for (std::size_t i = node.guide.begin; i < node.guide.end; ++i) {
    const UnfoldingEvent event = guides_[i];
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
    if (unfolding_.chooses(event) && !sleep().awake(depth_ - 1, *at, choices_)) continue;
    node.wanted = event;
    std::rotate(guides_.begin() + node.guide.begin, guides_.begin() + i, guides_.begin() + i + 1);
    return Step{*at, choices_};
  }
  return std::nullopt;
}

void Udpor::explored(const State&) {
  const Node& left = nodes_[--depth_];
  avoided_.pop();  // Q: what only this call needed
  drop_guides(left.guides_before);
  if (depth_ == 0) return;
  configuration_.pop();
  avoided_.add(left.event);  // D := D and e
  nodes_[depth_ - 1].may_go_on = left.excluded || !unfolding_.conflicts(left.event).empty();
}

namespace {

/// Tells whether what a step touches may depend on what it chooses.
bool touches_as_chosen(const State& state, std::span<const ResourceAccess> touched) {
  const bool whole = touched.size() == 1 && touched.front().resource.part() == Resource::whole;
  return !whole && !state.program.capabilities().shared_objects;
}

}  // namespace

/// An extension is what its causes make it, whatever else happens; where a guard decides whether it
/// exists, what happens beside it may count.
bool Udpor::reverses_again(const State& state) const {
  return !state.program.capabilities().shared_objects;
}

bool Udpor::reverse(const State& state, const Reversal& reversal) {
  kept_.resize(reversal.first);
  std::iota(kept_.begin(), kept_.end(), 0U);
  kept_.insert(kept_.end(), reversal.beside.begin(), reversal.beside.end());
  const std::span<const ResourceAccess> touched = reversal.footprint.known();
  named_.assign(touched.begin(), touched.end());
  const bool one = reversal.choices.empty() || !touches_as_chosen(state, touched);
  any_choice_ = one && !reversal.choices.empty();
  return add_extensions(state, reversal, kept_, one);
}

/// Adds what a message is behind these events, which excludes the first event of the reversal;
/// tells whether some of it is new. With `one` it is one event, which touches what `named_` says;
/// otherwise there is one for each value it can choose.
///
/// Where it depends on something that its event in the trace, having come after the first one, does
/// not depend on, it is added behind what remains without that, too: nothing explored together with
/// the first event would show it.
bool Udpor::add_extensions(const State& state, const Reversal& reversal,
                           std::span<const std::uint32_t> kept, bool one) {
  const UnfoldingEvent excluded = configuration_[reversal.first];
  std::vector<std::uint32_t> causes;
  bool is_new = false;
  const auto add = [&] {
    const UnfoldingEvent made = extension(state, reversal.message, kept);
    if (any_choice_) unfolding_.set_chooses(made);
    if (made != excluded && unfolding_.add_conflict(excluded, made)) {
      is_new = true;
      causes.insert(causes.end(), latest_.begin(), latest_.end());
    }
    unfolding_.release(made);
  };
  probed_.choices.clear();
  if (one) {
    add();
  } else {
    find_history(state, reversal.message, kept);
    while (probe(state, reversal.message)) {
      add();
      if (!next_variant(probed_.choices)) break;
    }
  }
  const bool another_choice = state.trace[reversal.first].message == reversal.message;
  const std::size_t event = another_choice ? reversal.first : reversal.second;
  for (const std::uint32_t cause : causes) {
    const bool depended = event < state.trace.size() ? happens_before().before(cause, event)
                                                     : happens_before().before_message(
                                                           state.program, cause, reversal.message);
    if (depended) continue;
    std::vector<std::uint32_t> rest;
    for (const std::uint32_t k : kept) {
      if (k != cause && !happens_before().before(cause, k)) rest.push_back(k);
    }
    add_extensions(state, reversal, rest, false);
  }
  return is_new;
}

void Udpor::find_history(const State& state, MessageId message,
                         std::span<const std::uint32_t> kept) {
  const bool shared = state.program.capabilities().shared_objects;
  const ActorId receiver = state.program.origin(message).receiver;
  history_.clear();
  for (const std::uint32_t i : kept) {
    if (shared || state.trace[i].actor == receiver) history_.emplace_back(i);
  }
}

/// Asks what a message would choose and touch after `history_`; false where it cannot be delivered.
bool Udpor::probe(const State& state, MessageId message) {
  probed_.touched.clear();
  if (!state.program.probe(message, history_, &probed_).value_or(true)) return false;
  named_.clear();
  for (const ResourceAccess& access : probed_.touched) {
    named_.push_back({names().of(access.resource), access.access});
  }
  any_choice_ = !probed_.choices.empty() && !touches_as_chosen(state, named_);
  if (any_choice_) probed_.choices.clear();
  return true;
}

/// Stores what a message is behind these events of the trace; `latest_` are its direct causes.
UnfoldingEvent Udpor::extension(const State& state, MessageId message,
                                std::span<const std::uint32_t> kept) {
  append_touches(named_);
  happens_before().past_of(state.program, message, past_);
  latest_.clear();
  causes_.clear();
  for (std::size_t at = kept.size(); at-- > 0;) {
    const std::uint32_t i = kept[at];
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
    if (covered) continue;
    if (!depends && (past_[i / 64] >> (i % 64) & 1U) == 0) continue;
    latest_.push_back(i);
    causes_.push_back(configuration_[i]);
  }
  std::ranges::sort(causes_);
  return unfolding_.hold(names().of(message), probed_.choices, causes_, touches_);
}

/// Finds J such that C and J are a configuration without D in which every event of D, or k of them
/// with the latest among them, is excluded; makes it the guide.
bool Udpor::find_alternative(const State& state) {
  const std::span<const AvoidedEvents::Avoided> avoid = avoided_.all();
  to_exclude_.assign(avoid.begin(), avoid.end());
  if (k_ != 0 && to_exclude_.size() > k_) {
    to_exclude_[k_ - 1] = to_exclude_.back();
    to_exclude_.resize(k_);
  }
  const std::size_t before = configuration_.size();
  const bool found = exclude(state, 0);
  Node& node = nodes_[depth_ - 1];
  drop_guides(node.guides_before);
  for (std::size_t i = before; i < configuration_.size(); ++i) {
    guides_.push_back(configuration_[i]);
    unfolding_.hold(guides_.back());
  }
  node.guide = {node.guides_before, static_cast<std::uint32_t>(guides_.size())};
  while (configuration_.size() > before) configuration_.pop();
  return found;
}

/// Excludes the events to exclude from `position` on, by events that fit what is chosen so far.
///
/// The oldest come first: what excludes a later one and not those before it was met when the later
/// one was explored, so its own spike has it. Where some between are left out, what excludes the
/// last one may be in theirs.
bool Udpor::exclude(const State& state, std::size_t position) {
  while (position < to_exclude_.size() && !configuration_.fits(to_exclude_[position].event)) {
    ++position;
  }
  if (position == to_exclude_.size()) return true;
  const AvoidedEvents::Avoided& target = to_exclude_[position];
  if (exclude_by(state, avoided_.spike(target), position)) return true;
  const bool is_last = position + 1 == to_exclude_.size();
  if (!is_last || to_exclude_.size() == avoided_.all().size()) return false;
  return std::ranges::any_of(avoided_.all(), [&](const AvoidedEvents::Avoided& other) {
    return other.event != target.event && exclude_by(state, avoided_.spike(other), position);
  });
}

bool Udpor::exclude_by(const State& state, std::span<const UnfoldingEvent> spike,
                       std::size_t position) {
  for (const UnfoldingEvent candidate : spike) {
    if (exclude_by(state, candidate, position)) return true;
    if (!unfolding_.chooses(candidate)) continue;
    // What excludes the rest may depend on what it chooses.
    std::vector<UnfoldingEvent> variants;
    unfolding_.variants(candidate, variants);
    for (const UnfoldingEvent variant : variants) {
      if (exclude_by(state, variant, position)) return true;
    }
  }
  return false;
}

bool Udpor::exclude_by(const State& state, UnfoldingEvent candidate, std::size_t position) {
  const std::size_t before = configuration_.size();
  if (add_with_causes(state, candidate) && !configuration_.fits(to_exclude_[position].event) &&
      exclude(state, position + 1)) {
    return true;
  }
  while (configuration_.size() > before) configuration_.pop();
  return false;
}

/// Adds an event and those of its causes that are missing; false where one does not fit, or is to
/// be avoided, having added some.
bool Udpor::add_with_causes(const State& state, UnfoldingEvent event) {
  if (configuration_.contains(event)) return true;
  // Cheap refusals first: most candidates end here.
  if (!configuration_.may_fit(event)) return false;
  if (is_avoided(state, event)) return false;
  for (const UnfoldingEvent cause : unfolding_.causes(event)) {
    if (!add_with_causes(state, cause)) return false;
  }
  if (!configuration_.fits(event)) return false;
  configuration_.push(event);
  return true;
}

/// Tells whether an event is in D; one that stands for all that a step can choose, if all are.
bool Udpor::is_avoided(const State& state, UnfoldingEvent event) {
  const bool chooses = unfolding_.chooses(event);
  for (const AvoidedEvents::Avoided& avoid : avoided_.all()) {
    if (avoid.event == event) return true;
    if (!chooses || !unfolding_.same_step(avoid.event, event)) continue;
    const auto at = std::ranges::find_if(state.enabled, [&](MessageId message) {
      return names().of(message) == unfolding_.name(event);
    });
    return at != state.enabled.end() && !sleep().awake(depth_ - 1, *at, choices_);
  }
  return false;
}

}  // namespace harrier
