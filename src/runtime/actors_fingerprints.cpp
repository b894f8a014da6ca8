// Fingerprints of the states of native actors, kept up to date step by step.
#include "runtime/actors_fingerprints.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <string>
#include <string_view>

#include "harrier/usage_error.hpp"
#include "runtime/actors_names.hpp"

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
Fingerprint child_name(Fingerprint parent, std::uint32_t ordinal) {
  parent.add(static_cast<std::uint64_t>(Tag::child));
  parent.add(ordinal);
  return parent;
}

constexpr std::string_view no_replies =
    "--comparator symmetric does not go with replies and handlers that wait, which go by what "
    "happened before";

}  // namespace

Fingerprint ActorFingerprints::ActorPart::sum() const {
  Fingerprint value = name;
  value.add(local);
  return value;
}

Fingerprint ActorFingerprints::actor(ActorId id) const {
  // An id of another execution is misuse, which is noticed when it is used.
  if (id.index() >= actors_.size()) return tagged(Tag::setup, id.value);
  const ActorPart& part = actors_[id.index()];
  mentioned_ |= part.member;
  if (part.member == 0 || names_given_.empty()) return part.name;
  if (part.parent) return child_name(actor(part.parent), part.ordinal);
  return names_given_[static_cast<std::size_t>(std::countr_zero(part.member))];
}

Fingerprint ActorFingerprints::request(MessageId id) const {
  if (symmetry_) throw UsageError(std::string(no_replies));
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
  for (std::uint32_t i = 0; i < made.actors; ++i) add_actor_of_setup(ActorId(i));
  if (symmetry_) symmetry_->name_members();
  for (std::uint32_t i = 0; i < made.messages; ++i) {
    const bool is_awaited = execution_.messages[i].kind != Kind::send;
    const Fingerprint name = is_awaited ? tagged(Tag::request, i) : Fingerprint{};
    if (execution_.ledger.message(MessageId(i)).delivered_by == 0) {
      add_message(MessageId(i), name);
    } else {
      messages_.push_back({.content = {}, .name = name});  // nobody asks for its content
    }
  }
  for (std::uint32_t i = 0; i < made.actors; ++i) {
    hash_members(ActorId(i));
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
  if (symmetry_) symmetry_->require_symmetric_start();
}

/// Names an actor of the set-up: one that was made by another actor as its child.
void ActorFingerprints::add_actor_of_setup(ActorId id) {
  const ActorId parent = execution_.actor(id).creator;
  if (parent && !is_exact()) {
    add_child(parent, actors_[parent.index()].children++);
  } else {
    actors_.push_back({.name = tagged(Tag::setup, id.value)});
  }
}

void ActorFingerprints::add_child(ActorId parent, std::uint32_t ordinal) {
  const ActorPart& of = actors_[parent.index()];
  actors_.push_back({.name = child_name(of.name, ordinal),
                     .parent = parent,
                     .ordinal = ordinal,
                     .member = of.member});
}

void ActorFingerprints::add_message(MessageId id, Fingerprint name) {
  mentioned_ = 0;
  messages_.push_back({.content = hash_content(id, name), .name = name});
  messages_.back().mentions = mentioned_;
}

Fingerprint ActorFingerprints::hash_content(MessageId id, const Fingerprint& name) const {
  const Execution::Message& message = execution_.message(id);
  Fingerprint content = tagged(Tag::message);
  content.add(actor(execution_.ledger.receiver(id)));
  outsides_.hash_message(id, *this, content);
  if (message.kind == Kind::resume) {
    content.add(name);
    return content;
  }
  content.add(values_.of(*message.delivery->type, message.payload));
  if (message.kind == Kind::request) {
    content.add(name);
    content.add(message.or_gone ? 1 : 0);
  }
  return content;
}

Fingerprint ActorFingerprints::content_of(MessageId id) const {
  const MessagePart& part = messages_[id.index()];
  return names_given_.empty() || part.mentions == 0 ? part.content : hash_content(id, part.name);
}

/// Hashes an actor in which nobody waits, by its members and how many it has made.
Fingerprint ActorFingerprints::hash_local(ActorId id) const {
  Fingerprint local = values_.of(id);
  if (const std::uint32_t children = actors_[id.index()].children) local.add(children);
  return local;
}

void ActorFingerprints::hash_members(ActorId id) {
  mentioned_ = 0;
  ActorPart& part = actors_[id.index()];
  part.local = hash_local(id);
  part.mentions = mentioned_ | part.member;
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
  value.add(values_.of(*asked.reply_type, asked.reply));
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
  if (symmetry_ && somebody_waits()) throw UsageError(std::string(no_replies));
  const Fingerprint taken = somebody_waits() ? history(record.before, step.message) : Fingerprint{};

  for (std::uint32_t i = step.before.actors; i < ledger.made().actors; ++i) {
    if (is_exact()) {
      actors_.push_back({.name = tagged(Tag::setup, i)});
      ++self.children;
    } else {
      add_child(step.actor, self.children++);
    }
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
  actors_[step.actor.index()] = self;
  if (target.frames.empty()) {
    hash_members(step.actor);
  } else {
    ActorPart& part = actors_[step.actor.index()];
    part.local = taken;
    if (part.children != 0) part.local.add(part.children);
  }
  sum_ += actors_[step.actor.index()].sum();
  for (std::uint32_t i = step.before.actors; i < ledger.made().actors; ++i) {
    hash_members(ActorId(i));
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
  return symmetry_ ? symmetry_->canonical_state() : plain_state();
}

Fingerprint ActorFingerprints::plain_state() const {
  Fingerprint value = sum_;
  value += is_exact() ? hash_sequence() : pending_;
  if (!outsides_.empty()) value += hash_outside();
  return value;
}

Arrangements* ActorFingerprints::arrangements() {
  if (symmetry_) synchronise();
  return symmetry_ ? &*symmetry_ : nullptr;
}

/// Hashes the pending messages in the order in which they were sent.
Fingerprint ActorFingerprints::hash_sequence() const {
  Fingerprint sequence = tagged(Tag::known);
  for (const MessageId id : execution_.ledger.pending()) sequence.add(content_of(id));
  return sequence;
}

Fingerprint ActorFingerprints::hash_outside() const {
  Fingerprint sum;
  outsides_.hash(*this, sum);
  return sum;
}

std::vector<StateNames::Reply> ActorFingerprints::replies() const {
  std::vector<Reply> replies;
  for (std::size_t i = 0; i < messages_.size(); ++i) {
    const Execution::Message& asked = execution_.messages[i];
    const bool is_taken = asked.frame && execution_.ledger.message(asked.frame).delivered_by != 0;
    if (asked.kind != Kind::request || asked.reply == nullptr || is_taken) continue;
    replies.push_back({messages_[i].name, asked.replied_by});
  }
  return replies;
}

std::size_t ActorFingerprints::term_count() const {
  return actors_.size() + execution_.ledger.pending().size() + (outsides_.empty() ? 0 : 1);
}

std::uint64_t ActorFingerprints::mentions(std::size_t term) const {
  if (term < actors_.size()) return actors_[term].mentions;
  const std::span<const MessageId> pending = execution_.ledger.pending();
  const std::size_t message = term - actors_.size();
  if (message < pending.size()) return messages_[pending[message].index()].mentions;
  // With causal delivery every actor knows of some, or of none.
  std::uint64_t all = 0;
  for (const ActorPart& part : actors_) all |= part.member;
  for (const MessageId id : pending) all |= messages_[id.index()].mentions;
  return all;
}

/// Gives interchangeable actors other names for a while.
class ActorFingerprints::Renamed {
 public:
  Renamed(const ActorFingerprints& in, std::span<const Fingerprint> names) : in_(in) {
    in_.names_given_ = names;
  }
  ~Renamed() { in_.names_given_ = {}; }
  Renamed(const Renamed&) = delete;
  Renamed& operator=(const Renamed&) = delete;

 private:
  const ActorFingerprints& in_;
};

Fingerprint ActorFingerprints::content_under(MessageId id,
                                             std::span<const Fingerprint> names) const {
  const Renamed renamed(*this, names);
  return content_of(id);
}

Fingerprint ActorFingerprints::hash(std::size_t term, std::span<const Fingerprint> names) const {
  const Renamed renamed(*this, names);
  if (term < actors_.size()) {
    const ActorId id(term);
    replay_.fresh(id);
    Fingerprint value = actor(id);
    value.add(hash_local(id));
    return value;
  }
  const std::span<const MessageId> pending = execution_.ledger.pending();
  const std::size_t message = term - actors_.size();
  return message < pending.size() ? content_of(pending[message]) : hash_outside();
}

}  // namespace harrier::detail
