// Traces written by hand.
#include "tests/support/hand_trace.hpp"

#include <algorithm>
#include <stdexcept>

namespace harrier::testing {

HandTrace::HandTrace(const HandStep& setup) {
  add_names(setup);
  std::vector<ActorId> receivers;
  for (const HandMessage& sent : setup.sends) receivers.push_back(actor(sent.to));
  StepReport report;
  report.receivers = receivers;
  report.created_count = static_cast<std::uint32_t>(setup.actors.size());
  report.object_count = static_cast<std::uint32_t>(setup.objects.size());
  trace_.start(report);
}

void HandTrace::deliver(std::string_view text, const HandStep& step) {
  StepReport report;
  report.message = message(text);
  report.actor = trace_.receiver(report.message);
  report.first_sent = MessageId(messages_.size());
  report.first_created = ActorId(actors_.size());
  report.first_object = ObjectId(objects_.size());
  std::vector<EventId> further;
  for (const std::string& cause : step.causes) further.push_back(delivery_of(cause));

  add_names(step);
  std::vector<ActorId> receivers;
  for (const HandMessage& sent : step.sends) receivers.push_back(actor(sent.to));
  std::vector<ResourceAccess> resources;
  for (const HandAccess& access : step.touches) {
    resources.push_back({resource(access), access.access});
  }
  report.receivers = receivers;
  report.created_count = static_cast<std::uint32_t>(step.actors.size());
  report.object_count = static_cast<std::uint32_t>(step.objects.size());
  report.resources = resources;
  report.choices = step.choices;
  trace_.push(report, further);
}

void HandTrace::take_back() {
  trace_.pop();
  messages_.resize(trace_.message_count());
  actors_.resize(trace_.actor_count());
  objects_.resize(trace_.object_count());
}

Resource HandTrace::resource(const HandAccess& access) const {
  if (!access.other_end.empty()) {
    return Resource::channel(actor(access.owner), actor(access.other_end));
  }
  if (access.owner.empty()) return Resource::of(Owner::program(), access.part);
  const bool is_object = std::ranges::find(objects_, access.owner) != objects_.end();
  return Resource::of(is_object ? Owner(object(access.owner)) : Owner(actor(access.owner)),
                      access.part);
}

std::vector<EventId> HandTrace::causes_of(std::string_view message_text) const {
  const Trace::Message& sent = trace_.message(message(message_text));
  std::vector<EventId> causes;
  if (sent.sent_by) causes.push_back(sent.sent_by);
  if (const EventId creator = trace_.actor(sent.receiver).by) causes.push_back(creator);
  return causes;
}

std::size_t HandTrace::find(const std::vector<std::string>& names, std::string_view name) {
  const auto at = std::ranges::find(names, name);
  if (at == names.end()) throw std::invalid_argument("there is no " + std::string(name));
  return static_cast<std::size_t>(at - names.begin());
}

EventId HandTrace::delivery_of(std::string_view text) const {
  const MessageId delivered = message(text);
  for (std::size_t i = 0; i < trace_.size(); ++i) {
    if (trace_[i].message == delivered) return EventId(i);
  }
  throw std::invalid_argument(std::string(text) + " was not delivered");
}

void HandTrace::add_names(const HandStep& step) {
  actors_.insert(actors_.end(), step.actors.begin(), step.actors.end());
  objects_.insert(objects_.end(), step.objects.begin(), step.objects.end());
  for (const HandMessage& sent : step.sends) messages_.push_back(sent.text);
}

HandTrace HandOrder::run(const std::vector<std::string>& messages) const {
  HandTrace trace(setup);
  for (const std::string& message : messages) {
    const auto step = steps.find(message);
    trace.deliver(message, step != steps.end() ? step->second : HandStep{});
  }
  return trace;
}

}  // namespace harrier::testing
