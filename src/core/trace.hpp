// The execution so far, as events: what every algorithm looks back on.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "harrier/program.hpp"

namespace harrier {

/// A step that was executed, with what reductions and replays need of it.
struct Event {
  MessageId message;
  ActorId actor;
  MessageId first_sent;
  ActorId first_created;
  std::uint32_t sent_count = 0;
  std::uint32_t created_count = 0;
  std::uint32_t resources_begin = 0;
  std::uint32_t resources_end = 0;
  std::uint32_t choices_begin = 0;
  std::uint32_t choices_end = 0;
  bool failed = false;
  bool ended = false;
};

/// A stack of events; resources and choices lie in two stacks of their own.
class Trace {
 public:
  bool empty() const { return events_.empty(); }
  std::size_t size() const { return events_.size(); }
  const Event& operator[](std::size_t index) const { return events_[index]; }
  const Event& back() const { return events_.back(); }
  std::span<const Event> events() const { return events_; }

  std::span<const ResourceAccess> resources(const Event& event) const {
    return std::span(resources_)
        .subspan(event.resources_begin, event.resources_end - event.resources_begin);
  }
  std::span<const Choice> choices(const Event& event) const {
    return std::span(choices_).subspan(event.choices_begin,
                                       event.choices_end - event.choices_begin);
  }

  void push(const StepReport& report) {
    Event& event = events_.emplace_back();
    event.message = report.message;
    event.actor = report.actor;
    event.first_sent = report.first_sent;
    event.sent_count = report.sent_count;
    event.first_created = report.first_created;
    event.created_count = report.created_count;
    event.failed = report.failure != nullptr;
    event.ended = report.ended;
    event.resources_begin = static_cast<std::uint32_t>(resources_.size());
    resources_.insert(resources_.end(), report.resources.begin(), report.resources.end());
    event.resources_end = static_cast<std::uint32_t>(resources_.size());
    event.choices_begin = static_cast<std::uint32_t>(choices_.size());
    choices_.insert(choices_.end(), report.choices.begin(), report.choices.end());
    event.choices_end = static_cast<std::uint32_t>(choices_.size());
  }

  void pop() {
    resources_.resize(events_.back().resources_begin);
    choices_.resize(events_.back().choices_begin);
    events_.pop_back();
  }

  void clear() {
    events_.clear();
    resources_.clear();
    choices_.clear();
  }

 private:
  std::vector<Event> events_;
  std::vector<ResourceAccess> resources_;
  std::vector<Choice> choices_;
};

/// Advances to the choices of the next variant of a step; false after the last one.
inline bool next_variant(std::vector<Choice>& choices) {
  while (!choices.empty()) {
    if (++choices.back().value < choices.back().count) return true;
    choices.pop_back();
  }
  return false;
}

/// Tells whether two steps of one message choose the same; what is not said is 0.
inline bool same_variant(std::span<const Choice> one, std::span<const Choice> other) {
  for (std::size_t i = 0; i < std::max(one.size(), other.size()); ++i) {
    if ((i < one.size() ? one[i].value : 0) != (i < other.size() ? other[i].value : 0))
      return false;
  }
  return true;
}

/// Tells whether a step did again what an event records of it.
inline bool same_effects(const Trace& trace, const Event& event, const StepReport& report) {
  return event.message == report.message && event.first_sent == report.first_sent &&
         event.sent_count == report.sent_count && event.first_created == report.first_created &&
         event.created_count == report.created_count &&
         event.failed == (report.failure != nullptr) && event.ended == report.ended &&
         std::ranges::equal(trace.choices(event), report.choices) &&
         std::ranges::equal(trace.resources(event), report.resources);
}

}  // namespace harrier
