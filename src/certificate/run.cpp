// An execution of a program, with names for its events and what comes before what.
#include "certificate/run.hpp"

#include <algorithm>

namespace harrier::certificate {

namespace {

constexpr std::uint64_t message_mark = 1;

std::uint32_t count(const auto& of) { return static_cast<std::uint32_t>(of.size()); }

}  // namespace

Run::Run(const ProgramFactory& make, const ProgramOptions& options)
    : program_(make(options)), heads_(64) {
  restart();
}

void Run::restart() {
  while (!events_.empty()) forget_last();
  const StepReport& setup = program_->start();
  messages_.clear();
  actors_.clear();
  add_made(setup, EventId());
}

void Run::add_made(const StepReport& report, EventId by) {
  for (std::uint32_t i = 0; i < report.receivers.size(); ++i) messages_.push_back({by, i});
  for (std::uint32_t i = 0; i < report.created_count; ++i) actors_.push_back({by, i});
}

Fingerprint Run::name(MessageId message) const {
  const Sent by = sent(message);
  Fingerprint name = by.by ? events_[by.by.index()].name : Fingerprint{};
  name.add(message_mark);
  name.add(by.position);
  return name;
}

void Run::append_causes(MessageId message, std::vector<std::uint32_t>& out) const {
  if (const EventId by = sent(message).by) out.push_back(by.value);
  std::vector<EventId> further;
  program_->further_causes(message, further);
  for (const EventId event : further) out.push_back(event.value);
}

Schedule Run::schedule() const {
  Schedule schedule;
  for (std::size_t i = 0; i < size(); ++i) {
    ScheduledStep& step = schedule.steps.emplace_back();
    step.message = events_[i].message;
    for (const Choice& choice : choices(i)) step.choices.push_back(choice.value);
  }
  return schedule;
}

bool Run::is_enabled(MessageId message) {
  enabled_.clear();
  program_->enabled(enabled_);
  return std::ranges::find(enabled_, message) != enabled_.end();
}

std::optional<MessageId> Run::next() {
  enabled_.clear();
  program_->enabled(enabled_);
  if (enabled_.empty()) return std::nullopt;
  return enabled_.front();
}

const StepReport& Run::execute(MessageId message, std::span<const Choice> choices) {
  const StepReport& report = program_->execute(message, choices);
  ++steps_;
  add(report);
  if (report.infeasible) {
    throw Unfollowed(
        "something that the program assumes does not hold, so not every class is meant");
  }
  if (report.cut != nullptr) throw Unfollowed("it cannot be followed: " + *report.cut);
  return report;
}

void Run::add(const StepReport& report) {
  const std::uint32_t self = count(events_);
  // The name is of the message, so it comes before what the step itself sends.
  Fingerprint name = this->name(report.message);
  Event& event = events_.add();
  event = {.message = report.message,
           .first_sent = report.first_sent,
           .first_created = report.first_created,
           .sent_count = count(report.receivers),
           .created_count = report.created_count,
           .touches_begin = count(touches_),
           .choices_begin = count(choices_),
           .causes_begin = count(causes_),
           .before_begin = count(before_),
           .failed = report.failure != nullptr,
           .name = {},
           .part = self > 0 ? events_[self - 1].part : no_events};
  if (const EventId by = sent(report.message).by) causes_.push_back(by.value);
  if (const EventId by = actors_[report.actor.index()].by) causes_.push_back(by.value);
  further_.clear();
  program_->further_causes(report.message, further_);
  for (const EventId by : further_) causes_.push_back(by.value);
  choices_.append(report.choices);
  add_touches(report.resources, self);
  add_before(self);

  for (const Choice& choice : report.choices) name.add(choice.value);
  Fingerprint sum;
  for (const std::uint32_t earlier : before(self)) sum += events_[earlier].name;
  name.add(sum);
  event.name = name;
  event.part += name;
  add_made(report, EventId(self));
}

Run::Head& Run::head(Resource resource) {
  const auto find = [&](Resource wanted) -> Head& {
    const std::size_t mask = heads_.size() - 1;
    Fingerprint hash;
    hash.add(wanted.value);
    std::size_t at = hash.low & mask;
    while (heads_[at].taken && heads_[at].resource != wanted) at = (at + 1) & mask;
    return heads_[at];
  };
  Head* found = &find(resource);
  if (found->taken) return *found;
  if (2 * (heads_taken_ + 1) > heads_.size()) {
    std::vector<Head> before(2 * heads_.size());
    before.swap(heads_);
    for (const Head& one : before) {
      if (one.taken) find(one.resource) = one;
    }
    found = &find(resource);
  }
  ++heads_taken_;
  *found = {.resource = resource, .latest = Touch::none, .taken = true};
  return *found;
}

void Run::add_touches(std::span<const ResourceAccess> resources, std::uint32_t event) {
  for (const ResourceAccess& one : resources) {
    Head& latest = head(one.resource);
    touches_.push_back({one.resource, one.access, event, latest.latest});
    latest.latest = count(touches_) - 1;
  }
}

/// Finds its causes and, on each resource, what it conflicts with back to the last write.
void Run::add_before(std::uint32_t event) {
  const std::span<const std::uint32_t> causes = this->causes(event);
  found_.assign(causes.begin(), causes.end());
  for (const Touch& touch : touches(event)) {
    for (std::uint32_t at = touch.previous; at != Touch::none; at = touches_[at].previous) {
      const Touch& earlier = touches_[at];
      if (earlier.event == event) continue;
      if (conflict(earlier.access, touch.access)) found_.push_back(earlier.event);
      if (earlier.access == Access::write) break;
    }
  }
  std::ranges::sort(found_);
  const auto twice = std::ranges::unique(found_);
  found_.erase(twice.begin(), twice.end());
  before_.append(found_);
}

void Run::forget_last() {
  const Event& last = events_.back();
  for (std::size_t i = touches_.size(); i > last.touches_begin; --i) {
    head(touches_[i - 1].resource).latest = touches_[i - 1].previous;
  }
  touches_.shrink(last.touches_begin);
  choices_.shrink(last.choices_begin);
  causes_.shrink(last.causes_begin);
  before_.shrink(last.before_begin);
  messages_.shrink(messages_.size() - last.sent_count);
  actors_.shrink(actors_.size() - last.created_count);
  events_.shrink(events_.size() - 1);
}

void Run::back_to(std::size_t size) {
  if (size == events_.size()) return;
  Undo* const undo = program_->undo();
  while (events_.size() > size) {
    if (undo != nullptr) undo->take_back();
    forget_last();
  }
  if (undo != nullptr) return;
  program_->start();
  for (std::size_t i = 0; i < size; ++i) {
    const StepReport& report = program_->execute(events_[i].message, choices(i));
    ++steps_;
    if (report.receivers.size() != events_[i].sent_count ||
        report.created_count != events_[i].created_count ||
        report.resources.size() != touches(i).size()) {
      throw NondeterminismError(i, "it did something else when it was executed again");
    }
  }
}

}  // namespace harrier::certificate
