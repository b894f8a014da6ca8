// Unfolding-based reduction.
#include "reduction/udpor.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "harrier/usage_error.hpp"

namespace harrier {

namespace {

/// Returns what tells an event from others of its message: where only one value could be chosen,
/// nothing, as it may be certain what a step touches before it is known that it chooses.
std::span<const Choice> telling(std::span<const Choice> choices) {
  const bool one_value = std::ranges::all_of(choices, [](Choice one) { return one.count == 1; });
  return one_value ? std::span<const Choice>() : choices;
}

}  // namespace

Udpor::~Udpor() = default;

ReductionStatistics Udpor::statistics() const {
  return {unfolding_.created(), unfolding_.stored_max()};
}

void Udpor::append_touches(std::span<const NamedAccess> touched) {
  touches_.clear();
  for (const NamedAccess& access : touched) {
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
  past_.assign(happens_before().past(event));
  for (std::size_t latest = past_.take_last(); latest != BitSpan::none;
       latest = past_.take_last()) {
    causes_.push_back(configuration_[latest]);
    past_.remove_all(happens_before().past(latest));
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
  node.event = unfolding_.hold(state.trace.name(event.message), telling(state.trace.choices(self)),
                               causes_, touches_);
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
      return state.trace.name(message) == unfolding_.name(event);
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

Insertion Udpor::apply(const State& state, Reversal& reversal) {
  if (!reversal.footprint.complete()) {
    throw UsageError(
        "udpor does not explore programs in which what a step touches in another order is only "
        "known once it was executed, as CAF programs are; optimal and source do");
  }
  const std::span<const std::uint32_t> others = beside(reversal);
  kept_.resize(reversal.first);
  std::iota(kept_.begin(), kept_.end(), 0U);
  kept_.insert(kept_.end(), others.begin(), others.end());
  const std::span<const NamedAccess> touched = reversal.footprint.known();
  named_.assign(touched.begin(), touched.end());
  const bool one = reversal.choices.empty() || !reversal.touches_as_chosen;
  any_choice_ = one && !reversal.choices.empty();
  const bool is_new = add_extensions(state, reversal, kept_, one);
  return {is_new ? Insertion::Kind::planned : Insertion::Kind::covered, nullptr};
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
    const UnfoldingEvent made = extension(state, reversal, kept);
    if (any_choice_) unfolding_.set_chooses(made);
    if (made != excluded && unfolding_.add_conflict(excluded, made)) {
      is_new = true;
      causes.insert(causes.end(), latest_.begin(), latest_.end());
    }
    unfolding_.release(made);
  };
  chosen_.clear();
  if (one) {
    add();
  } else {
    while (ask(state, reversal.message, kept)) {
      add();
      if (!next_variant(chosen_)) break;
    }
  }
  const bool another_choice = state.trace[reversal.first].message == reversal.message;
  const std::size_t event = another_choice ? reversal.first : reversal.second;
  for (const std::uint32_t cause : causes) {
    const bool depended = event < state.trace.size()
                              ? happens_before().before(cause, event)
                              : happens_before().before_any(cause, reversal.causes);
    if (depended) continue;
    std::vector<std::uint32_t> rest;
    for (const std::uint32_t k : kept) {
      if (k != cause && !happens_before().before(cause, k)) rest.push_back(k);
    }
    add_extensions(state, reversal, rest, false);
  }
  return is_new;
}

namespace {

/// Asks about a step behind some events of the trace.
class Behind final : public StepQuestion {
 public:
  Behind(MessageId asked, std::span<const std::uint32_t> events) {
    message = asked;
    while (prefix < events.size() && events[prefix] == prefix) ++prefix;
    rest_ = events.subspan(prefix);
  }
  std::span<const std::uint32_t> beside() const override { return rest_; }

 private:
  std::span<const std::uint32_t> rest_;
};

}  // namespace

/// Asks what a message would choose, beginning with `chosen_`, and touch behind these events; false
/// where it cannot be delivered.
bool Udpor::ask(const State& state, MessageId message, std::span<const std::uint32_t> kept) {
  Behind question(message, kept);
  question.choices = chosen_;
  answer_.reset(chosen_);
  state.rehearsal.ask(question, answer_);
  if (answer_.kind == StepAnswer::Kind::impossible) return false;
  named_.clear();
  if (answer_.kind == StepAnswer::Kind::certain) {
    for (const ResourceAccess& access : answer_.touched) {
      named_.push_back({state.trace.name(access.resource), access.access});
    }
    chosen_ = answer_.choices;
  } else {
    Rehearsed rehearsed = state.rehearsal.rehearse(history_of(state.trace, question));
    state.rehearsal.come_back();
    if (!rehearsed.possible) return false;
    named_ = std::move(rehearsed.touched);
    chosen_ = std::move(rehearsed.choices);
  }
  any_choice_ = !chosen_.empty() && !answer_.touches_as_chosen;
  if (any_choice_) chosen_.clear();
  return true;
}

/// Stores what a message is behind these events of the trace; `latest_` are its direct causes.
UnfoldingEvent Udpor::extension(const State& state, const Reversal& reversal,
                                std::span<const std::uint32_t> kept) {
  append_touches(named_);
  past_.reset(state.trace.size());
  happens_before().add_past(reversal.causes, past_);
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
    if (!depends && !past_.contains(i)) continue;
    latest_.push_back(i);
    causes_.push_back(configuration_[i]);
  }
  std::ranges::sort(causes_);
  return unfolding_.hold(state.trace.name(reversal.message), telling(chosen_), causes_, touches_);
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
      return state.trace.name(message) == unfolding_.name(event);
    });
    return at != state.enabled.end() && !sleep().awake(depth_ - 1, *at, choices_);
  }
  return false;
}

}  // namespace harrier
