// The event structure that a program unfolds into, as far as a search keeps it.
//
// An event is a step with its history: the same message delivered after other things is another
// event. Events are stored once, found by what they are and what they directly depend on.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/trace.hpp"

namespace harrier {

/// An event of the unfolding. Numbers are used again once an event is forgotten.
using UnfoldingEvent = std::uint32_t;

class Unfolding {
 public:
  static constexpr UnfoldingEvent none = ~UnfoldingEvent{0};

  /// What an event touches, and how many events of its history touch that in a conflicting way.
  struct Touch {
    std::uint32_t resource = 0;
    Access access = Access::write;
    std::uint32_t conflicting_before = 0;
  };

  /// Returns the number of a resource, owners by name.
  std::uint32_t resource(NamedResource named);
  std::size_t resource_count() const { return resources_.size(); }

  /// Finds an event, or stores it. `causes` are its direct causes, ascending. The caller holds the
  /// event until it releases it.
  UnfoldingEvent hold(const Name& name, std::span<const Choice> choices,
                      std::span<const UnfoldingEvent> causes, std::span<const Touch> touches);
  void hold(UnfoldingEvent event) { ++events_[event].holders; }
  /// Forgets an event, and what only it needed, once nobody holds it.
  void release(UnfoldingEvent event);

  /// Returns the name of the message that an event delivers.
  const Name& name(UnfoldingEvent event) const { return messages_[events_[event].message]; }
  /// Returns the same as a number, counted from 0.
  std::uint32_t message(UnfoldingEvent event) const { return events_[event].message; }
  std::span<const Choice> choices(UnfoldingEvent event) const { return events_[event].choices; }
  /// Says that an event without choices stands for all its variants: what they choose was not known
  /// when it was stored, and what they touch does not depend on it.
  void set_chooses(UnfoldingEvent event) { events_[event].chooses = true; }
  bool chooses(UnfoldingEvent event) const { return events_[event].chooses; }
  /// Tells whether two events are the same step after the same events, but for what it chooses.
  bool same_step(UnfoldingEvent first, UnfoldingEvent second) const {
    return events_[first].message == events_[second].message &&
           std::ranges::equal(events_[first].causes, events_[second].causes);
  }
  /// Tells whether two events, none of which is a cause of the other, exclude each other.
  bool conflicting(UnfoldingEvent first, UnfoldingEvent second) const;
  /// Appends the stored events that are the same step and choose something, to `out`.
  void variants(UnfoldingEvent event, std::vector<UnfoldingEvent>& out) const;
  std::span<const UnfoldingEvent> causes(UnfoldingEvent event) const {
    return events_[event].causes;
  }
  std::span<const Touch> touches(UnfoldingEvent event) const { return events_[event].touches; }

  /// Notes that two events that can follow one configuration exclude each other; the first holds
  /// the second until its conflicts are dropped. False if that was known.
  bool add_conflict(UnfoldingEvent first, UnfoldingEvent second);
  void drop_conflicts(UnfoldingEvent event);
  std::span<const UnfoldingEvent> conflicts(UnfoldingEvent event) const {
    return events_[event].conflicts;
  }

  std::uint64_t created() const { return created_; }
  std::size_t stored() const { return stored_; }
  std::size_t stored_max() const { return stored_max_; }

 private:
  struct Event {
    std::uint32_t message = 0;
    bool chooses = false;
    std::uint32_t holders = 0;
    std::uint64_t hash = 0;
    UnfoldingEvent next = none;  ///< in the same bucket, or the next free one
    std::vector<UnfoldingEvent> causes;
    std::vector<Touch> touches;
    std::vector<Choice> choices;
    std::vector<UnfoldingEvent> conflicts;
  };

  /// Returns where the chain of the events with this hash, and some others, begins.
  UnfoldingEvent& first_with(std::uint64_t hash) { return buckets_[hash & (buckets_.size() - 1)]; }
  UnfoldingEvent first_with(std::uint64_t hash) const {
    return buckets_[hash & (buckets_.size() - 1)];
  }
  void grow_buckets();

  std::vector<Event> events_;
  UnfoldingEvent free_ = none;
  std::vector<UnfoldingEvent> buckets_ = std::vector<UnfoldingEvent>(64, none);
  std::vector<Name> messages_;  ///< by number
  std::unordered_map<Name, std::uint32_t> message_numbers_;
  std::unordered_map<std::uint64_t, std::uint32_t> resources_;
  std::uint64_t created_ = 0;
  std::size_t stored_ = 0;
  std::size_t stored_max_ = 0;
  std::vector<UnfoldingEvent> released_;
  std::unordered_set<std::uint64_t> conflict_pairs_;
};

/// A configuration: events closed under causes and without conflict, in an order in which they can
/// happen.
class Configuration {
 public:
  explicit Configuration(const Unfolding& unfolding) : unfolding_(unfolding) {}

  std::size_t size() const { return events_.size(); }
  UnfoldingEvent operator[](std::size_t index) const { return events_[index]; }
  bool contains(UnfoldingEvent event) const {
    return event < contained_.size() && contained_[event] != 0;
  }
  /// Counts the accesses that conflict with one of a resource.
  std::uint32_t conflicting(std::uint32_t resource, Access access) const;
  /// Tells whether an event, whose causes are in the configuration, can be added: it conflicts with
  /// none that is not its cause. Costs what the event touches, whatever the sizes.
  bool fits(UnfoldingEvent event) const;
  /// Tells whether an event could still fit once its causes are added.
  bool may_fit(UnfoldingEvent event) const;

  void push(UnfoldingEvent event);
  void pop();

 private:
  struct Counts {
    std::uint32_t of[3] = {0, 0, 0};  ///< by Access
  };

  const Unfolding& unfolding_;
  std::vector<UnfoldingEvent> events_;
  std::vector<UnfoldingEvent> by_message_;
  std::vector<std::uint8_t> contained_;  ///< per event; asked most of all
  std::vector<Counts> counts_;
};

}  // namespace harrier
