// The four delivery models.
#include "runtime/delivery.hpp"

#include <algorithm>

namespace harrier::detail {

namespace {

/// Keeps hashes of queues apart from those of what is in them.
constexpr std::uint64_t queue_tag = 8;

}  // namespace

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

void DeliveryOrder::begin(std::span<const StepNumber> learns_from) {
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
  for (const StepNumber known : learns_from) learn(known);
  setup_messages_.push_back(setup_messages);
}

/// What should come first was sent before; it need not if it has come, or if the receiver refuses
/// it. Those that cannot be refused are looked at first: to ask a receiver may take a while.
bool DeliveryOrder::opens(MessageId message, const Past& past, Accepts accepts) const {
  if (!ledger_.message(message).on_channel) return true;
  if (past.is_now()) return is_next(message, accepts);
  for (const bool guarded : {false, true}) {
    for (MessageId other(0); other < message; other = MessageId(other.index() + 1)) {
      if (ledger_.message(other).guarded != guarded || !precedes(other, message)) continue;
      if (!past.has(ledger_.message(other).delivered_by) && accepts(other)) return false;
    }
  }
  return true;
}

bool DeliveryOrder::is_next(MessageId message, Accepts accepts) const {
  return std::ranges::none_of(ledger_.pending(), [&](MessageId other) {
    return precedes(other, message) && accepts(other);
  });
}

void DeliveryOrder::append_open(std::span<const MessageId> pending, const Past&, Accepts accepts,
                                std::vector<MessageId>& out) const {
  for (const Accepted& one : accepted_) last_accepted_[one.receiver.index()] = 0;
  accepted_.clear();
  last_accepted_.resize(std::max<std::size_t>(last_accepted_.size(), ledger_.made().actors));
  for (const MessageId id : pending) {
    if (!accepts(id)) continue;
    // What comes before it was sent before it, to the same receiver.
    const ActorId receiver = ledger_.receiver(id);
    std::uint32_t& last = last_accepted_[receiver.index()];
    std::uint32_t at = last;
    while (at != 0 && !precedes(accepted_[at - 1].message, id)) at = accepted_[at - 1].previous;
    if (at == 0) out.push_back(id);
    accepted_.push_back({id, receiver, last});
    last = static_cast<std::uint32_t>(accepted_.size());
  }
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

void DeliveryOrder::append_touched(const StepEffects& step,
                                   std::vector<ResourceAccess>& out) const {
  // Which message is next depends on which are accepted: only constraints make that a matter of
  // state; without them the order is given by the causes.
  const ActorId self = ledger_.receiver(step.message);
  const Ledger::Message& delivered = ledger_.message(step.message);
  if (delivered.on_channel) {
    out.push_back(
        {Resource::of(self, Resource::mailbox), delivered.guarded ? Access::write : Access::read});
  }
  if (model_ == DeliveryModel::causal) {
    out.push_back(
        {Resource::of(self, Resource::clock), step.tells ? Access::write : Access::update});
    return;
  }
  for (const SentMessage& sent : step.sent) {
    const Resource end = model_ == DeliveryModel::mailbox ? Resource::of(sent.to, Resource::tail)
                                                          : Resource::channel(self, sent.to);
    const ResourceAccess access{end, Access::write};
    if (std::ranges::find(out, access) == out.end()) out.push_back(access);
  }
}

/// Messages that are alike do not do the same where they come out of different queues.
void DeliveryOrder::hash_message(MessageId message, const StateNames& names,
                                 Fingerprint& content) const {
  const Ledger::Message& sent = ledger_.message(message);
  if (!sent.on_channel) return;
  const bool by_sender = model_ != DeliveryModel::mailbox && sent.sender;
  content.add(by_sender ? names.actor(sent.sender) : Fingerprint{});
}

void DeliveryOrder::hash(const StateNames& names, Fingerprint& state) const {
  if (model_ == DeliveryModel::causal) return hash_knowledge(names, state);
  hash_queues(names, state);
}

/// Hashes the pending messages as the queues in which they wait.
void DeliveryOrder::hash_queues(const StateNames& names, Fingerprint& state) const {
  struct Queue {
    ActorId sender;
    ActorId receiver;
    Fingerprint content;
  };
  std::vector<Queue> queues;
  for (const MessageId id : ledger_.pending()) {
    const Ledger::Message& message = ledger_.message(id);
    if (!message.on_channel) continue;
    const ActorId sender = model_ == DeliveryModel::fifo ? message.sender : ActorId();
    const ActorId receiver = ledger_.receiver(id);
    auto queue = std::ranges::find_if(
        queues, [&](const Queue& one) { return one.sender == sender && one.receiver == receiver; });
    if (queue == queues.end()) {
      queue = queues.insert(queues.end(), {sender, receiver, {}});
      queue->content.add(queue_tag);
      if (sender) queue->content.add(names.actor(sender));
    }
    queue->content.add(names.content(id));
  }
  for (const Queue& queue : queues) state += queue.content;
}

/// Hashes who knows of which pending messages: that decides what has to wait for what.
void DeliveryOrder::hash_knowledge(const StateNames& names, Fingerprint& state) const {
  // Between two actors messages stay in order, so a place in it names a message.
  std::vector<Fingerprint> messages;
  const std::span<const MessageId> pending = ledger_.pending();
  for (std::size_t i = 0; i < pending.size(); ++i) {
    const Ledger::Message& message = ledger_.message(pending[i]);
    const ActorId receiver = ledger_.receiver(pending[i]);
    const auto is_before = [&](MessageId other) {
      return ledger_.message(other).on_channel && ledger_.message(other).sender == message.sender &&
             ledger_.receiver(other) == receiver;
    };
    const auto here = pending.begin() + static_cast<std::ptrdiff_t>(i);
    const auto place = message.on_channel ? std::count_if(pending.begin(), here, is_before) : 0;
    Fingerprint name;
    name.add(queue_tag);
    name.add(static_cast<std::uint64_t>(place));
    name.add(message.sender ? names.actor(message.sender) : Fingerprint{});
    name.add(names.actor(receiver));
    messages.push_back(name);
  }
  const auto add_knowledge = [&](const Fingerprint& who, StepNumber step, MessageId sent_in_setup) {
    Fingerprint known = who;
    Fingerprint all;
    for (std::size_t i = 0; i < pending.size(); ++i) {
      if (!ledger_.message(pending[i]).on_channel) continue;
      const bool is_known = step != 0 ? knows(step, pending[i])
                                      : sent_in_setup && ledger_.message(pending[i]).sent_by == 0 &&
                                            pending[i] <= sent_in_setup;
      if (is_known) all += messages[i];
    }
    known.add(all);
    state += known;
  };
  for (std::size_t i = 0; i < ledger_.made().actors; ++i) {
    const ActorId actor(i);
    const StepNumber last = ledger_.last_step(actor);
    add_knowledge(names.actor(actor), last != 0 ? last : ledger_.created_by(actor), MessageId());
  }
  for (std::size_t i = 0; i < pending.size(); ++i) {
    Fingerprint content = names.content(pending[i]);
    content.add(messages[i]);
    add_knowledge(content, ledger_.message(pending[i]).sent_by, pending[i]);
  }
  for (const StateNames::Reply& reply : names.replies()) {
    add_knowledge(reply.name, reply.by, MessageId());
  }
}

}  // namespace harrier::detail
