// The four delivery models.
#include "runtime/delivery.hpp"

namespace harrier::detail {

bool DeliveryOrder::precedes(MessageId first, MessageId second) const {
  if (first >= second || ledger_.receiver(first) != ledger_.receiver(second)) return false;
  const Ledger::Message& earlier = ledger_.message(first);
  const Ledger::Message& later = ledger_.message(second);
  if (!earlier.on_channel || !later.on_channel) return false;
  switch (model_) {
    case DeliveryModel::bag:
      return false;
    case DeliveryModel::fifo:
      return earlier.sender == later.sender;
    case DeliveryModel::causal:
      return sent_causally_before(first, second);
    case DeliveryModel::mailbox:
      return true;
  }
  return false;
}

bool DeliveryOrder::sent_causally_before(MessageId first, MessageId second) const {
  const StepNumber earlier = ledger_.message(first).sent_by;
  const StepNumber later = ledger_.message(second).sent_by;
  if (later == 0) return earlier == 0;  // the set-up sends in one sequence
  return knows(later, first);
}

bool DeliveryOrder::knows(StepNumber step, MessageId message) const {
  const StepNumber sent_by = ledger_.message(message).sent_by;
  if (sent_by == 0) return message.value < setup_messages_[step - 1];
  return sent_by == step || pasts_.contains(step - 1, sent_by - 1);
}

void DeliveryOrder::begin_step(std::span<const StepNumber> further) {
  if (model_ != DeliveryModel::causal) return;
  const auto self = ledger_.step_count();
  while (pasts_.size() >= self) pasts_.pop();
  setup_messages_.resize(self - 1);
  pasts_.push();
  std::uint32_t setup_messages = 0;
  const auto learn = [&](StepNumber known) {
    if (known == 0) return;
    pasts_.include_past(known - 1);
    pasts_.include(known - 1);
    setup_messages = std::max(setup_messages, setup_messages_[known - 1]);
  };
  const Ledger::Step& step = ledger_.step(self);
  const StepNumber sent_by = ledger_.message(step.message).sent_by;
  learn(step.previous);
  learn(sent_by);
  learn(ledger_.created_by(step.actor));
  if (sent_by == 0) setup_messages = step.message.value + 1;
  for (const StepNumber known : further) learn(known);
  setup_messages_.push_back(setup_messages);
}

bool DeliveryOrder::has_to_wait(MessageId message, std::span<const StepNumber> happened,
                                std::vector<MessageId>& unless_refused) const {
  unless_refused.clear();
  if (!ledger_.message(message).on_channel) return false;
  for (MessageId other(0); other < message; other = MessageId(other.index() + 1)) {
    if (!precedes(other, message)) continue;
    const StepNumber by = ledger_.message(other).delivered_by;
    if (by != 0 && std::ranges::binary_search(happened, by)) continue;
    if (!ledger_.message(other).guarded) return true;
    unless_refused.push_back(other);
  }
  return false;
}

void DeliveryOrder::append_causes(MessageId message, std::vector<EventId>& out) const {
  for (StepNumber at = ledger_.last_step(ledger_.receiver(message)); at != 0;
       at = ledger_.step(at).previous) {
    const MessageId earlier = ledger_.step(at).message;
    if (ledger_.message(earlier).guarded || !precedes(earlier, message)) continue;
    if (const EventId event = ledger_.event(at)) out.push_back(event);
    // On a channel and in a mailbox, what had to come before that message is among its own causes.
    if (model_ != DeliveryModel::causal) return;
  }
}

void DeliveryOrder::append_resources(MessageId message, std::span<const ActorId> receivers,
                                     bool tells, std::vector<ResourceAccess>& out) const {
  // Which message is next depends on which are accepted: only constraints make that a matter of
  // state; without them the order is given by the causes.
  const ActorId self = ledger_.receiver(message);
  if (ledger_.message(message).on_channel) {
    out.push_back({Resource::of(self, Resource::mailbox),
                   ledger_.message(message).guarded ? Access::write : Access::read});
  }
  if (model_ == DeliveryModel::causal) {
    out.push_back({Resource::of(self, Resource::clock), tells ? Access::write : Access::update});
    return;
  }
  for (const ActorId to : receivers) {
    const Resource end = model_ == DeliveryModel::mailbox ? Resource::of(to, Resource::tail)
                                                          : Resource::channel(self, to);
    const ResourceAccess access{end, Access::write};
    if (std::ranges::find(out, access) == out.end()) out.push_back(access);
  }
}

void DeliveryOrder::append_resources(bool replied, std::vector<ResourceAccess>& out) {
  const Ledger::Step& step = ledger_.step(ledger_.step_count());
  receivers_.clear();
  for (std::size_t i = step.before.messages; i < ledger_.made().messages; ++i) {
    const MessageId sent(i);
    if (ledger_.message(sent).on_channel) receivers_.push_back(ledger_.receiver(sent));
  }
  // A reply tells as much as a message does.
  const bool tells = replied || ledger_.made().messages != step.before.messages;
  append_resources(step.message, receivers_, tells, out);
}

}  // namespace harrier::detail
