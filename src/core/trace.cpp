// The execution so far, as events.
#include "core/trace.hpp"

#include <algorithm>

#include "harrier/internal_error.hpp"

namespace harrier {

namespace {

std::uint32_t count(const auto& of) { return static_cast<std::uint32_t>(of.size()); }

}  // namespace

void Trace::start(const StepReport& setup) {
  events_.clear();
  resources_.clear();
  choices_.clear();
  causes_.clear();
  messages_.clear();
  actors_.clear();
  objects_.clear();
  names_.clear();
  add_made(setup, EventId());
}

void Trace::add_made(const StepReport& report, EventId by) {
  HARRIER_CHECK(report.receivers.empty() || report.first_sent.index() == messages_.size(),
                "a step's messages are not numbered on", report.first_sent.index(),
                messages_.size());
  HARRIER_CHECK(report.created_count == 0 || report.first_created.index() == actors_.size(),
                "a step's actors are not numbered on", report.first_created.index(),
                actors_.size());
  HARRIER_CHECK(report.object_count == 0 || report.first_object.index() == objects_.size(),
                "a step's objects are not numbered on", report.first_object.index(),
                objects_.size());
  const std::size_t actors = actors_.size() + report.created_count;
  for (std::uint32_t i = 0; i < report.receivers.size(); ++i) {
    HARRIER_CHECK(report.receivers[i].index() < actors, "a message to an actor that there is not",
                  report.receivers[i].index(), actors);
    messages_.push_back({report.receivers[i], by, i});
  }
  for (std::uint32_t i = 0; i < report.created_count; ++i) actors_.push_back({by, i});
  for (std::uint32_t i = 0; i < report.object_count; ++i) objects_.push_back({by, i});
}

void Trace::find_names(std::size_t count) const {
  for (std::size_t i = names_.size(); i < count; ++i) {
    const Message& sent = messages_[i];
    names_.push_back(name_of({sent.sent_by, sent.position}, Name::Kind::message));
  }
}

/// Names something by the message whose delivery made it, which was sent before.
Name Trace::name_of(const Made& made, Name::Kind kind) const {
  const Name by = made.by ? name(events_[made.by.index()].message) : Name{};
  return Name::made_by(by, kind, made.position);
}

void Trace::push(const StepReport& report, std::span<const EventId> further) {
  const EventId self(events_.size());
  HARRIER_CHECK(report.message.index() < messages_.size(), "a step on a message that nobody sent",
                report.message.index(), messages_.size());
  const Message& delivered = message(report.message);
  HARRIER_CHECK(report.actor == delivered.receiver, "a step of another actor than its message's",
                report.actor.index(), delivered.receiver.index());
  const EventId sender = delivered.sent_by;
  events_.add() = {.message = report.message,
                   .actor = report.actor,
                   .sent_by = sender,
                   .first_sent = report.first_sent,
                   .first_created = report.first_created,
                   .first_object = report.first_object,
                   .sent_count = count(report.receivers),
                   .created_count = report.created_count,
                   .object_count = report.object_count,
                   .causes_begin = count(causes_),
                   .resources_begin = count(resources_),
                   .choices_begin = count(choices_),
                   .failed = report.failure != nullptr,
                   .ended = report.ended,
                   .infeasible = report.infeasible};
  if (sender) causes_.push_back(sender);
  if (const EventId creator = actor(report.actor).by) causes_.push_back(creator);
  for (const EventId cause : further) {
    HARRIER_CHECK(cause < self, "a cause that has not happened", cause.index(), self.index());
    causes_.push_back(cause);
  }
  resources_.append(report.resources);
  choices_.append(report.choices);
  const bool made_something =
      !report.receivers.empty() || report.created_count != 0 || report.object_count != 0;
  if (made_something) add_made(report, self);
}

void Trace::pop() {
  HARRIER_CHECK(!events_.empty(), "a step is forgotten that was not executed");
  const Event& last = events_.back();
  messages_.shrink(messages_.size() - last.sent_count);
  if (names_.size() > messages_.size()) names_.resize(messages_.size());
  actors_.shrink(actors_.size() - last.created_count);
  objects_.shrink(objects_.size() - last.object_count);
  causes_.shrink(last.causes_begin);
  resources_.shrink(last.resources_begin);
  choices_.shrink(last.choices_begin);
  events_.shrink(events_.size() - 1);
}

NamedResource Trace::name(Resource resource) const {
  const Owner owner = resource.owner();
  Name name;
  if (owner.kind() == Owner::Kind::actor) {
    name = name_of(actors_[owner.index()], Name::Kind::actor);
  } else if (owner.kind() == Owner::Kind::object) {
    name = name_of(objects_[owner.index()], Name::Kind::object);
  }
  if (const std::optional<ActorId> other = resource.other_end()) {
    const Name end = name_of(actors_[other->index()], Name::Kind::actor);
    return {mix(mix(name.low, end.low), name.high ^ end.high)};
  }
  return {mix(name.low ^ resource.part(), name.high)};
}

bool next_variant(std::vector<Choice>& choices) {
  while (!choices.empty()) {
    if (++choices.back().value < choices.back().count) return true;
    choices.pop_back();
  }
  return false;
}

bool same_variant(std::span<const Choice> one, std::span<const Choice> other) {
  for (std::size_t i = 0; i < std::max(one.size(), other.size()); ++i) {
    if ((i < one.size() ? one[i].value : 0) != (i < other.size() ? other[i].value : 0))
      return false;
  }
  return true;
}

bool same_effects(const Trace& trace, std::size_t event, const StepReport& report) {
  const Event& before = trace[event];
  if (before.message != report.message || before.first_sent != report.first_sent ||
      before.sent_count != report.receivers.size() ||
      before.first_created != report.first_created ||
      before.created_count != report.created_count || before.first_object != report.first_object ||
      before.object_count != report.object_count || before.failed != (report.failure != nullptr) ||
      before.ended != report.ended || before.infeasible != report.infeasible) {
    return false;
  }
  for (std::uint32_t i = 0; i < before.sent_count; ++i) {
    if (trace.receiver(MessageId(before.first_sent.index() + i)) != report.receivers[i]) {
      return false;
    }
  }
  return std::ranges::equal(trace.choices(event), report.choices) &&
         std::ranges::equal(trace.resources(event), report.resources);
}

}  // namespace harrier
