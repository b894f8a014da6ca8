// Delivery models: which message must come before which, and what that makes steps depend on.
//
// Messages are kept in order among those the receiver accepts: one that is held back by a
// constraint is passed over, as selective receive does.
#include <algorithm>
#include <cstring>

#include "harrier/detail/runtime.hpp"

namespace harrier::detail {

/// Tells whether the model wants `first` delivered before `second`, both accepted by the receiver.
bool Runtime::precedes(MessageId first, MessageId second) const {
  const Message& earlier = message(first);
  const Message& later = message(second);
  if (first >= second || earlier.receiver != later.receiver) return false;
  if (earlier.kind == Kind::resume || later.kind == Kind::resume) return false;
  switch (options_.delivery) {
    case DeliveryModel::bag:
      return false;
    case DeliveryModel::fifo:
      return earlier.sender == later.sender;
    case DeliveryModel::causal:
      return sent_causally_before(earlier, later, first);
    case DeliveryModel::mailbox:
      return true;
  }
  return false;
}

bool Runtime::sent_causally_before(const Message& first, const Message& second,
                                   MessageId first_id) const {
  if (second.sent_by == 0) return first.sent_by == 0;  // the set-up sends in one sequence
  const Past& past = pasts_[second.sent_by - 1];
  if (first.sent_by == 0) return first_id.value < past.setup_messages;
  const std::uint32_t event = first.sent_by - 1;
  if (first.sent_by == second.sent_by) return true;
  return event < second.sent_by - 1 &&
         (past_bits_[past.begin + event / 64] >> (event % 64) & 1U) != 0;
}

/// Tells whether nothing that must come first is deliverable, for a message that itself is.
bool Runtime::is_next(MessageId id) {
  return std::ranges::none_of(pending_, [&](MessageId other) {
    return precedes(other, id) && hold_unordered(other) == Hold::none;
  });
}

/// Evaluates the constraints of what should come before a message, so that what they read counts as
/// read by its step: were one of them true, the message would have to wait.
void Runtime::look_at_passed_over(MessageId id) {
  if (options_.delivery == DeliveryModel::bag) return;
  for (const MessageId other : pending_) {
    if (message(other).guarded && precedes(other, id)) guard_holds(other);
  }
}

/// Notes what the event that begins knows: what its actor and the senders of its message knew.
void Runtime::note_causal_past(const Event& event) {
  const std::size_t self = pasts_.size();
  Past past{static_cast<std::uint32_t>(past_bits_.size()), 0};
  past_bits_.resize(past_bits_.size() + self / 64 + 1, 0);
  const auto learn = [&](std::uint32_t event_plus_1) {
    if (event_plus_1 == 0) return;
    const std::uint32_t known = event_plus_1 - 1;
    const Past& other = pasts_[known];
    for (std::uint32_t word = 0; word <= known / 64; ++word) {
      past_bits_[past.begin + word] |= past_bits_[other.begin + word];
    }
    past_bits_[past.begin + known / 64] |= std::uint64_t{1} << (known % 64);
    past.setup_messages = std::max(past.setup_messages, other.setup_messages);
  };
  const Message& delivered = message(event.message);
  learn(event.previous_of_actor);
  learn(delivered.sent_by);
  learn(actor(event.actor).created_by);
  if (delivered.sent_by == 0) past.setup_messages = event.message.value + 1;
  if (delivered.kind == Kind::resume) {
    for (const MessageId request : requests_of(delivered)) learn(message(request).replied_by);
  }
  pasts_.push_back(past);
}

/// Appends what the order of messages makes a step touch that delivered `id`, sent to `receivers`
/// and, if it `tells`, sent, replied or waited.
void Runtime::append_order_resources(MessageId id, bool tells, std::span<const ActorId> receivers,
                                     std::vector<ResourceAccess>& out) const {
  // Which message is next depends on which are accepted: only constraints make that a matter of
  // state; without them the order is given by the causes.
  const ActorId self = message(id).receiver;
  if (message(id).kind != Kind::resume) {
    out.push_back({Resource::of(self, Resource::mailbox),
                   message(id).guarded ? Access::write : Access::read});
  }
  if (options_.delivery == DeliveryModel::causal) {
    out.push_back({Resource::of(self, Resource::clock), tells ? Access::write : Access::update});
    return;
  }
  for (const ActorId to : receivers) {
    const Resource end = options_.delivery == DeliveryModel::mailbox
                             ? Resource::of(to, Resource::tail)
                             : Resource::channel(self, to);
    const ResourceAccess access{end, Access::write};
    if (std::ranges::find(out, access) == out.end()) out.push_back(access);
  }
}

void Runtime::append_order_resources(const Event& event) {
  receivers_.clear();
  for (std::uint32_t i = event.messages_before; i < event.messages_after; ++i) {
    if (messages_[i].kind != Kind::resume) receivers_.push_back(messages_[i].receiver);
  }
  // A reply tells as much as a message does.
  const bool tells =
      event.messages_after != event.messages_before ||
      std::any_of(journal_.begin() + event.journal_before, journal_.end(),
                  [](const Change& change) { return change.kind == Change::Kind::replied; });
  append_order_resources(event.message, tells, receivers_, resources_);
}

/// Fails the step if a byte changed that is constant, or tracked and not recorded as written.
void Runtime::audit_changes(ActorId id) {
  const Actor& target = actor(id);
  const auto* bytes = static_cast<const std::byte*>(target.object);
  std::uint32_t field = 0;
  for (const FieldRange& range : layouts_.at(target.type).ranges) {
    bool recorded = false;
    for (std::uint32_t i = 0; i < range.fields; ++i, ++field) {
      const std::uint32_t bit = std::min(field, AccessLog::field_limit - 1);
      for (const Access access : {Access::write, Access::update}) {
        recorded |= (log_.fields[static_cast<std::size_t>(access)] >> bit & 1U) != 0;
      }
    }
    if (recorded ||
        std::memcmp(bytes + range.offset, bytes_before_.data() + range.offset, range.size) == 0) {
      continue;
    }
    const std::string name = range.name.empty()
                                 ? "the field at byte " + std::to_string(range.offset)
                                 : "the field " + std::string(range.name);
    failure_ = Failure{FailureKind::misuse, name + " of " + std::string(target.type->name) +
                                                " changed without being recorded; change tracked "
                                                "fields through set or edit, constants never"};
    return;
  }
}

}  // namespace harrier::detail
