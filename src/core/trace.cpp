// The execution so far, as events.
#include "core/trace.hpp"

#include <algorithm>

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
  paths_.assign(1, 0);
  add_made(setup, Name{}, EventId());
}

void Trace::add_made(const StepReport& report, const Name& delivered, EventId by) {
  for (std::uint32_t i = 0; i < report.receivers.size(); ++i) {
    messages_.push_back(
        {Name::made_by(delivered, Name::Kind::message, i), report.receivers[i], by, i});
  }
  for (std::uint32_t i = 0; i < report.created_count; ++i) {
    actors_.push_back({Name::made_by(delivered, Name::Kind::actor, i), by});
  }
  for (std::uint32_t i = 0; i < report.object_count; ++i) {
    objects_.push_back({Name::made_by(delivered, Name::Kind::object, i), by});
  }
}

void Trace::push(const StepReport& report, std::span<const EventId> further) {
  const EventId self(events_.size());
  const Message delivered = message(report.message);
  Event& event = events_.emplace_back();
  event.message = report.message;
  event.actor = report.actor;
  event.sent_by = delivered.sent_by;
  event.first_sent = report.first_sent;
  event.sent_count = count(report.receivers);
  event.first_created = report.first_created;
  event.created_count = report.created_count;
  event.first_object = report.first_object;
  event.object_count = report.object_count;
  event.failed = report.failure != nullptr;
  event.ended = report.ended;
  event.resources_begin = count(resources_);
  event.choices_begin = count(choices_);
  event.causes_begin = count(causes_);
  if (delivered.sent_by) causes_.push_back(delivered.sent_by);
  if (const EventId creator = actor(report.actor).by) causes_.push_back(creator);
  causes_.insert(causes_.end(), further.begin(), further.end());
  resources_.insert(resources_.end(), report.resources.begin(), report.resources.end());
  choices_.insert(choices_.end(), report.choices.begin(), report.choices.end());
  std::uint64_t path = mix(paths_.back(), report.message.value);
  for (const Choice& choice : report.choices) path = mix(path, choice.value);
  paths_.push_back(path);
  add_made(report, delivered.name, self);
}

void Trace::pop() {
  const Event& last = events_.back();
  messages_.resize(messages_.size() - last.sent_count);
  actors_.resize(actors_.size() - last.created_count);
  objects_.resize(objects_.size() - last.object_count);
  causes_.resize(last.causes_begin);
  resources_.resize(last.resources_begin);
  choices_.resize(last.choices_begin);
  paths_.pop_back();
  events_.pop_back();
}

NamedResource Trace::name(Resource resource) const {
  const Owner owner = resource.owner();
  Name name;
  if (owner.kind() == Owner::Kind::actor) {
    name = actors_[owner.index()].name;
  } else if (owner.kind() == Owner::Kind::object) {
    name = objects_[owner.index()].name;
  }
  if (const std::optional<ActorId> other = resource.other_end()) {
    const Name& end = actors_[other->index()].name;
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
      before.object_count != report.object_count ||
      before.failed != (report.failure != nullptr) || before.ended != report.ended) {
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
