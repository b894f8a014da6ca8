// Fingerprints of the states of native actors, kept up to date step by step.
#include "runtime/actors_fingerprints.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <string>

#include "harrier/usage_error.hpp"
#include "runtime/actors_names.hpp"
#include "runtime/addresses.hpp"

namespace harrier::detail {

namespace {

using Kind = Execution::Message::Kind;

/// Keeps hashes of different things apart.
enum class Tag : std::uint64_t {
  setup = 1,
  child,
  message,
  request,
  resume,
  history,
  reply,
  known
};

Fingerprint tagged(Tag tag) {
  Fingerprint value;
  value.add(static_cast<std::uint64_t>(tag));
  return value;
}
Fingerprint tagged(Tag tag, std::uint64_t number) {
  Fingerprint value = tagged(tag);
  value.add(number);
  return value;
}

}  // namespace

Fingerprint ActorFingerprints::ActorPart::sum() const {
  Fingerprint value = name;
  value.add(local);
  return value;
}

Fingerprint ActorFingerprints::actor(ActorId id) const {
  // An id of another execution is misuse, which is noticed when it is used.
  if (id.index() >= actors_.size()) return tagged(Tag::setup, id.value);
  return actors_[id.index()].name;
}

Fingerprint ActorFingerprints::request(MessageId id) const {
  return id.index() < messages_.size() ? messages_[id.index()].name
                                       : tagged(Tag::request, id.value);
}

void ActorFingerprints::start() {
  actors_.clear();
  messages_.clear();
  records_.clear();
  sum_ = pending_ = {};
  first_step_ = execution_.ledger.step_count();
  const Made& made = execution_.ledger.made();
  for (std::uint32_t i = 0; i < made.actors; ++i) add_actor(tagged(Tag::setup, i));
  for (std::uint32_t i = 0; i < made.messages; ++i) {
    const bool is_awaited = execution_.messages[i].kind != Kind::send;
    add_message(MessageId(i), is_awaited ? tagged(Tag::request, i) : Fingerprint{});
  }
  for (std::uint32_t i = 0; i < made.actors; ++i) {
    actors_[i].local = hash_actor(ActorId(i));
    // The set-up is always the same, so who waits from there on needs no history.
    if (!execution_.actors[i].frames.empty()) actors_[i].local.add(tagged(Tag::history));
    sum_ += actors_[i].sum();
  }
  for (const MessageId id : execution_.ledger.pending()) {
    pending_ += messages_[id.index()].content;
  }
  for (std::uint32_t i = 0; i < made.messages; ++i) {
    const Execution::Message& message = execution_.messages[i];
    const bool is_taken =
        message.frame && execution_.ledger.message(message.frame).delivered_by != 0;
    if (message.kind == Kind::request && message.reply != nullptr && !is_taken) {
      sum_ += hash_reply(MessageId(i));
    }
  }
}

void ActorFingerprints::add_actor(Fingerprint name) { actors_.push_back({name, {}, 0}); }

void ActorFingerprints::add_message(MessageId id, Fingerprint name) {
  const Execution::Message& message = execution_.message(id);
  MessagePart part;
  part.name = name;
  part.content = tagged(Tag::message);
  part.content.add(actor(execution_.ledger.receiver(id)));
  const Ledger::Message& sent = execution_.ledger.message(id);
  if (order_ != nullptr && sent.on_channel) {
    // Messages that are alike do not do the same where they come out of different queues.
    const bool by_sender = execution_.options.delivery != DeliveryModel::mailbox;
    part.content.add(by_sender && sent.sender ? actor(sent.sender) : tagged(Tag::setup));
  }
  if (message.kind == Kind::resume) {
    part.content.add(name);
  } else {
    part.content.add(hash_value(*message.delivery->type, message.payload));
    if (message.kind == Kind::request) {
      part.content.add(name);
      part.content.add(message.or_gone ? 1 : 0);
    }
  }
  messages_.push_back(part);
}

Fingerprint ActorFingerprints::hash_value(const ValueType& type, const void* value) const {
  Hasher hasher(*this);
  hasher.add_bytes(type.full_name);
  type.hash(value, hasher);
  if (!hasher.refused().empty()) {
    throw UsageError(fmt::format(
        "states cannot be compared: {} holds a {}, which cannot be hashed; give it 'void "
        "hash_append(harrier::Hasher&) const'",
        type.name, hasher.refused()));
  }
  return hasher.value();
}

/// Hashes an actor in which nobody waits, by its members.
Fingerprint ActorFingerprints::hash_actor(ActorId id) const {
  const Execution::Actor& target = execution_.actor(id);
  const ActorType& type = *target.type;
  const Layout& layout = *layouts_.find(type);
  Hasher hasher(*this);
  hasher.add_bytes(type.full_name);
  const bool failed = !execution_.steps.empty() && execution_.steps.back().failed &&
                      execution_.ledger.last().actor == id;
  hasher.add_word((target.alive ? 1U : 0U) | (failed ? 2U : 0U));
  std::string_view field;
  if (type.hash != nullptr) {
    type.hash(target.object, hasher);
  } else {
    for (const FieldRange& range : layout.ranges) {
      if (range.hash == nullptr) continue;  // the base, which never changes
      range.hash(static_cast<const std::byte*>(target.object) + range.offset, hasher);
      if (!hasher.refused().empty() && field.empty()) field = range.name;
    }
    if (!layout.covered) hash_untracked(hasher, target, layout);
  }
  if (!hasher.refused().empty()) {
    throw UsageError(fmt::format(
        "states cannot be compared: {} {} of type {}, which cannot be hashed; give that type, or "
        "{}, "
        "'void hash_append(harrier::Hasher&) const'",
        type.name, field.empty() ? std::string("has a member") : fmt::format("has '{}'", field),
        hasher.refused(), type.name));
  }
  return hasher.value();
}

/// Hashes the bytes of members that are not tracked.
void ActorFingerprints::hash_untracked(Hasher& hasher, const Execution::Actor& target,
                                       const Layout& layout) const {
  const ActorType& type = *target.type;
  if (!type.trivially_copyable) {
    throw UsageError(fmt::format(
        "states cannot be compared: {} has a member that is not tracked and is not plain bytes; "
        "make it a harrier::Tracked, or give {} 'void hash_append(harrier::Hasher&) const'",
        type.name, type.name));
  }
  std::vector<FieldRange> ranges = layout.ranges;
  std::ranges::sort(ranges, {}, &FieldRange::offset);
  ranges.push_back({type.size, 0, 1, 0, {}});
  const auto* bytes = static_cast<const char*>(target.object);
  std::size_t end = 0;
  for (const FieldRange& range : ranges) {
    if (range.offset > end) {
      const std::string_view gap(bytes + end, range.offset - end);
      if (holds_address(gap)) {
        throw UsageError(fmt::format(
            "states cannot be compared: {} has a member that is not tracked and seems to hold an "
            "address; give {} 'void hash_append(harrier::Hasher&) const'",
            type.name, type.name));
      }
      hasher.add_bytes(gap);
    }
    end = std::max(end, range.offset + range.size);
  }
}

/// Hashes an actor in which somebody waits: where it stood before, and what it took.
Fingerprint ActorFingerprints::history(const ActorPart& before, MessageId taken) const {
  Fingerprint value = tagged(Tag::history);
  value.add(before.local);
  value.add(messages_[taken.index()].content);
  const Execution::Message& message = execution_.message(taken);
  if (message.kind == Kind::resume) {
    for (const MessageId request : message.requests()) value.add(hash_reply(request));
  }
  const Ledger& ledger = execution_.ledger;
  for (std::size_t i = ledger.last().before.choices; i < ledger.made().choices; ++i) {
    value.add(ledger.choice(i).value + 1);
  }
  return value;
}

Fingerprint ActorFingerprints::hash_reply(MessageId id) const {
  const Execution::Message& asked = execution_.message(id);
  Fingerprint value = tagged(Tag::reply);
  value.add(messages_[id.index()].name);
  value.add(hash_value(*asked.reply_type, asked.reply));
  return value;
}

/// Forgets the steps that were taken back.
void ActorFingerprints::synchronise() {
  const std::size_t steps = execution_.ledger.step_count() - first_step_;
  while (records_.size() > steps) {
    const Record& last = records_.back();
    actors_[last.actor.index()] = last.before;
    actors_.resize(last.actors_before);
    messages_.resize(last.messages_before);
    sum_ = last.sum_before;
    pending_ = last.pending_before;
    records_.pop_back();
  }
}

void ActorFingerprints::before_step(MessageId message) {
  synchronise();
  const ActorId receiver = execution_.ledger.receiver(message);
  records_.push_back({.actor = receiver,
                      .before = actors_[receiver.index()],
                      .sum_before = sum_,
                      .pending_before = pending_,
                      .actors_before = static_cast<std::uint32_t>(actors_.size()),
                      .messages_before = static_cast<std::uint32_t>(messages_.size()),
                      .waited_before = !execution_.actor(receiver).frames.empty()});
}

bool ActorFingerprints::orders_steps() const {
  const Record& step = records_.back();
  return step.waited_before || somebody_waits() ||
         execution_.ledger.made().actors != step.actors_before;
}

bool ActorFingerprints::somebody_waits() const {
  const Record& step = records_.back();
  return !execution_.actor(step.actor).frames.empty() ||
         std::ranges::any_of(std::span(execution_.messages).subspan(step.messages_before),
                             [](const auto& sent) { return sent.kind != Kind::send; });
}

void ActorFingerprints::after_step() {
  const Ledger& ledger = execution_.ledger;
  const Ledger::Step& step = ledger.last();
  const Record& record = records_.back();
  ActorPart self = record.before;
  sum_ -= self.sum();
  pending_ -= messages_[step.message.index()].content;
  const Execution::Actor& target = execution_.actor(step.actor);
  const std::span<const Execution::Message> sent =
      std::span(execution_.messages).subspan(step.before.messages);
  const Fingerprint taken = somebody_waits() ? history(record.before, step.message) : Fingerprint{};

  for (std::uint32_t i = step.before.actors; i < ledger.made().actors; ++i) {
    Fingerprint name = self.name;
    name.add(static_cast<std::uint64_t>(Tag::child));
    name.add(self.children++);
    add_actor(is_exact() ? tagged(Tag::setup, i) : name);
  }
  // What somebody waits for is named by what its actor was and took.
  for (std::uint32_t i = 0; i < sent.size(); ++i) {
    Fingerprint name;
    if (sent[i].kind != Kind::send) {
      name = self.name;
      name.add(taken);
      name.add(i);
    }
    add_message(MessageId(step.before.messages + i), name);
  }
  self.local = target.frames.empty() ? hash_actor(step.actor) : taken;
  if (self.children != 0) self.local.add(self.children);
  actors_[step.actor.index()] = self;
  sum_ += self.sum();
  for (std::uint32_t i = step.before.actors; i < ledger.made().actors; ++i) {
    actors_[i].local = hash_actor(ActorId(i));
    sum_ += actors_[i].sum();
  }
  for (const MessageId id : ledger.pending().subspan(step.pending_before - 1)) {
    pending_ += messages_[id.index()].content;
  }
  for (const MessageId id : execution_.replied) sum_ += hash_reply(id);
  const Execution::Message& message = execution_.message(step.message);
  if (message.kind == Kind::resume) {
    for (const MessageId request : message.requests()) sum_ -= hash_reply(request);
  }
}

std::uint64_t ActorFingerprints::content(MessageId message) {
  synchronise();
  return messages_[message.index()].content.low;
}

std::uint64_t ActorFingerprints::name(ActorId actor) {
  synchronise();
  return actors_[actor.index()].name.low;
}

Fingerprint ActorFingerprints::state() {
  synchronise();
  Fingerprint value = sum_;
  value += order_ != nullptr || is_exact() ? hash_ordered_pending() : pending_;
  return value;
}

/// Hashes the pending messages as the queues in which they wait.
Fingerprint ActorFingerprints::hash_ordered_pending() const {
  const DeliveryModel model = execution_.options.delivery;
  if (!is_exact() && model == DeliveryModel::causal) return hash_causal_pending();
  const Ledger& ledger = execution_.ledger;
  struct Queue {
    ActorId sender;
    ActorId receiver;
    Fingerprint content;
  };
  std::vector<Queue> queues;
  Fingerprint loose;
  for (const MessageId id : ledger.pending()) {
    const Ledger::Message& message = ledger.message(id);
    const Fingerprint& content = messages_[id.index()].content;
    if (!message.on_channel && !is_exact()) {
      loose += content;
      continue;
    }
    const ActorId sender = model == DeliveryModel::fifo ? message.sender : ActorId();
    const ActorId receiver = is_exact() ? ActorId() : ledger.receiver(id);
    auto queue = std::ranges::find_if(
        queues, [&](const Queue& one) { return one.sender == sender && one.receiver == receiver; });
    if (queue == queues.end()) {
      queue = queues.insert(queues.end(), {sender, receiver, tagged(Tag::known)});
      if (sender) queue->content.add(actor(sender));
    }
    queue->content.add(content);
  }
  for (const Queue& queue : queues) loose += queue.content;
  return loose;
}

/// Hashes the pending messages, and who knows of which: that decides what has to wait for what.
Fingerprint ActorFingerprints::hash_causal_pending() const {
  const Ledger& ledger = execution_.ledger;
  // Between two actors messages stay in order, so a place in it names a message.
  std::vector<Fingerprint> names;
  const std::span<const MessageId> pending = ledger.pending();
  for (std::size_t i = 0; i < pending.size(); ++i) {
    const Ledger::Message& message = ledger.message(pending[i]);
    const ActorId receiver = ledger.receiver(pending[i]);
    const auto is_before = [&](MessageId other) {
      return ledger.message(other).on_channel && ledger.message(other).sender == message.sender &&
             ledger.receiver(other) == receiver;
    };
    const auto here = pending.begin() + static_cast<std::ptrdiff_t>(i);
    const auto place = message.on_channel ? std::count_if(pending.begin(), here, is_before) : 0;
    Fingerprint name = tagged(Tag::known, static_cast<std::uint64_t>(place));
    name.add(message.sender ? actor(message.sender) : Fingerprint{});
    name.add(actor(receiver));
    names.push_back(name);
  }
  Fingerprint sum;
  const auto add_knowledge = [&](const Fingerprint& who, StepNumber step, MessageId sent_in_setup) {
    Fingerprint known = who;
    Fingerprint all;
    for (std::size_t i = 0; i < pending.size(); ++i) {
      if (!ledger.message(pending[i]).on_channel) continue;
      const bool knows = step != 0 ? order_->knows(step, pending[i])
                                   : sent_in_setup && ledger.message(pending[i]).sent_by == 0 &&
                                         pending[i] <= sent_in_setup;
      if (knows) all += names[i];
    }
    known.add(all);
    sum += known;
  };
  for (std::size_t i = 0; i < actors_.size(); ++i) {
    const StepNumber last = ledger.last_step(ActorId(i));
    add_knowledge(actors_[i].name, last != 0 ? last : ledger.created_by(ActorId(i)), MessageId());
  }
  for (std::size_t i = 0; i < pending.size(); ++i) {
    Fingerprint content = messages_[pending[i].index()].content;
    content.add(names[i]);
    add_knowledge(content, ledger.message(pending[i]).sent_by, pending[i]);
  }
  for (std::size_t i = 0; i < messages_.size(); ++i) {
    const Execution::Message& asked = execution_.messages[i];
    const bool is_taken = asked.frame && ledger.message(asked.frame).delivered_by != 0;
    if (asked.kind != Kind::request || asked.reply == nullptr || is_taken) continue;
    add_knowledge(messages_[i].name, asked.replied_by, MessageId());
  }
  return sum;
}

}  // namespace harrier::detail
