// The event structure that a program unfolds into, as far as a search keeps it.
#include "core/unfolding.hpp"

#include <algorithm>
#include <utility>

#include "base/mix.hpp"

namespace harrier {

namespace {

std::uint64_t pair_of(UnfoldingEvent first, UnfoldingEvent second) {
  return (std::uint64_t{first} << 32) | second;
}

}  // namespace

std::uint32_t Unfolding::resource(NamedResource named) {
  const auto number = static_cast<std::uint32_t>(resources_.size());
  return resources_.try_emplace(named.value, number).first->second;
}

void Unfolding::grow_buckets() {
  std::vector<UnfoldingEvent> chains = std::exchange(
      buckets_, std::vector<UnfoldingEvent>(2 * buckets_.size(), UnfoldingEvent{none}));
  for (UnfoldingEvent at : chains) {
    while (at != none) {
      const UnfoldingEvent rest = events_[at].next;
      events_[at].next = std::exchange(first_with(events_[at].hash), at);
      at = rest;
    }
  }
}

UnfoldingEvent Unfolding::hold(const Name& name, std::span<const Choice> choices,
                               std::span<const UnfoldingEvent> causes,
                               std::span<const Touch> touches) {
  const auto [known_message, is_new] =
      message_numbers_.try_emplace(name, static_cast<std::uint32_t>(messages_.size()));
  if (is_new) messages_.push_back(name);
  const std::uint32_t message = known_message->second;
  std::uint64_t hash = mix(message, 0);  // the same for all its variants
  for (const UnfoldingEvent cause : causes) hash = mix(hash, events_[cause].hash);
  UnfoldingEvent at = first_with(hash);
  for (; at != none; at = events_[at].next) {
    Event& known = events_[at];
    if (known.hash == hash && known.message == message &&
        std::ranges::equal(known.causes, causes) && std::ranges::equal(known.choices, choices)) {
      ++known.holders;
      return at;
    }
  }
  if (stored_ == buckets_.size()) grow_buckets();
  if (free_ == none) {
    at = static_cast<UnfoldingEvent>(events_.size());
    events_.emplace_back();
  } else {
    at = free_;
    free_ = events_[at].next;
  }
  Event& made = events_[at];
  made.message = message;
  made.chooses = false;
  made.holders = 1;
  made.hash = hash;
  made.choices.assign(choices.begin(), choices.end());
  made.causes.assign(causes.begin(), causes.end());
  made.touches.assign(touches.begin(), touches.end());
  for (const UnfoldingEvent cause : causes) ++events_[cause].holders;
  made.next = std::exchange(first_with(hash), at);
  ++created_;
  stored_max_ = std::max(stored_max_, ++stored_);
  return at;
}

void Unfolding::release(UnfoldingEvent event) {
  released_.push_back(event);
  while (!released_.empty()) {
    const UnfoldingEvent at = released_.back();
    released_.pop_back();
    Event& gone = events_[at];
    if (--gone.holders != 0) continue;
    UnfoldingEvent* link = &first_with(gone.hash);
    while (*link != at) link = &events_[*link].next;
    *link = gone.next;
    released_.insert(released_.end(), gone.causes.begin(), gone.causes.end());
    for (const UnfoldingEvent other : gone.conflicts) {
      conflict_pairs_.erase(pair_of(at, other));
      released_.push_back(other);
    }
    gone.causes.clear();
    gone.conflicts.clear();
    gone.next = free_;
    free_ = at;
    --stored_;
  }
}

bool Unfolding::conflicting(UnfoldingEvent first, UnfoldingEvent second) const {
  if (events_[first].message == events_[second].message) return true;
  for (const Touch& one : events_[first].touches) {
    for (const Touch& other : events_[second].touches) {
      if (one.resource == other.resource && conflict(one.access, other.access)) return true;
    }
  }
  return false;
}

void Unfolding::variants(UnfoldingEvent event, std::vector<UnfoldingEvent>& out) const {
  for (UnfoldingEvent at = first_with(events_[event].hash); at != none; at = events_[at].next) {
    if (!events_[at].choices.empty() && same_step(at, event)) out.push_back(at);
  }
}

bool Unfolding::add_conflict(UnfoldingEvent first, UnfoldingEvent second) {
  if (!conflict_pairs_.insert(pair_of(first, second)).second) return false;
  events_[first].conflicts.push_back(second);
  hold(second);
  return true;
}

void Unfolding::drop_conflicts(UnfoldingEvent event) {
  while (!events_[event].conflicts.empty()) {
    const UnfoldingEvent last = events_[event].conflicts.back();
    events_[event].conflicts.pop_back();
    conflict_pairs_.erase(pair_of(event, last));
    release(last);
  }
}

std::uint32_t Configuration::conflicting(std::uint32_t resource, Access access) const {
  if (resource >= counts_.size()) return 0;
  const auto& of = counts_[resource].of;
  const std::uint32_t all = of[0] + of[1] + of[2];
  return access == Access::write ? all : all - of[static_cast<std::size_t>(access)];
}

bool Configuration::fits(UnfoldingEvent event) const {
  const std::uint32_t message = unfolding_.message(event);
  if (message < by_message_.size() && by_message_[message] != Unfolding::none) return false;
  return std::ranges::all_of(unfolding_.touches(event), [this](const Unfolding::Touch& touch) {
    return conflicting(touch.resource, touch.access) == touch.conflicting_before;
  });
}

bool Configuration::may_fit(UnfoldingEvent event) const {
  const std::uint32_t message = unfolding_.message(event);
  if (message < by_message_.size() && by_message_[message] != Unfolding::none) return false;
  return std::ranges::all_of(unfolding_.touches(event), [this](const Unfolding::Touch& touch) {
    return conflicting(touch.resource, touch.access) <= touch.conflicting_before;
  });
}

void Configuration::push(UnfoldingEvent event) {
  const std::uint32_t message = unfolding_.message(event);
  if (message >= by_message_.size()) by_message_.resize(message + 1, Unfolding::none);
  by_message_[message] = event;
  if (event >= contained_.size()) contained_.resize(event + 1, 0);
  contained_[event] = 1;
  for (const Unfolding::Touch& touch : unfolding_.touches(event)) {
    if (touch.resource >= counts_.size()) counts_.resize(touch.resource + 1);
    ++counts_[touch.resource].of[static_cast<std::size_t>(touch.access)];
  }
  events_.push_back(event);
}

void Configuration::pop() {
  const UnfoldingEvent event = events_.back();
  events_.pop_back();
  by_message_[unfolding_.message(event)] = Unfolding::none;
  contained_[event] = 0;
  for (const Unfolding::Touch& touch : unfolding_.touches(event)) {
    --counts_[touch.resource].of[static_cast<std::size_t>(touch.access)];
  }
}

}  // namespace harrier
