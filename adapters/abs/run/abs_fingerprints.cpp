// Which states of a model are one.
#include "abs/run/abs_fingerprints.hpp"

#include "abs/values/compare.hpp"
#include "abs/values/numbers.hpp"
#include "harrier/usage_error.hpp"

namespace harrier::abs::run {

AbsFingerprints::AbsFingerprints(const Machine& machine) : machine_(machine) {
  names_were_compared() = false;
}

Fingerprint AbsFingerprints::state() {
  if (names_were_compared()) {
    throw UsageError(
        "states cannot be compared: the model keeps objects or futures in an order (as elements of "
        "a set, keys of a map, or by <), or tells futures apart, and which comes first depends on "
        "what happened before");
  }
  const Futures nothing;
  Futures resolved;
  const Fingerprint state = state_with(nothing, resolved);
  // A task need not wait for a future again that it knows to be resolved.
  Futures known;
  for (const MessageId message : machine_.unfinished()) {
    const Suspended* const rest = machine_.task(message).rest;
    if (rest == nullptr) continue;
    for (const KnownFuture* one = rest->known; one != nullptr; one = one->next) {
      if (resolved.contains(one->future)) known.insert(one->future);
    }
  }
  return known.empty() ? state : state_with(known, resolved);
}

Fingerprint AbsFingerprints::state_with(const Futures& told_apart, Futures& resolved) const {
  Fingerprint sum;
  for (std::size_t i = 0; i < machine_.cog_count(); ++i) {
    const Cog& cog = machine_.cog(ActorId(i));
    ContentHash hash(told_apart, resolved);
    hash.add(cog.path);
    hash.add(cog.made);
    hash.add(cog.component != nullptr ? cog.component->path : 0);
    if (!cog.blocked_by.is_nothing()) {
      hash.add(machine_.task(MessageId(static_cast<std::size_t>(cog.blocked_by.number()))));
    }
    sum += hash.value();
  }
  for (const ObjectCell* object : machine_.objects()) {
    ContentHash hash(told_apart, resolved);
    hash.add(object->path);
    hash.add(static_cast<const void*>(object->code));
    hash.add(object->dead);
    for (std::size_t i = 0; i < object->count; ++i) hash.add(object->fields()[i]);
    sum += hash.value();
  }
  for (const MessageId message : machine_.unfinished()) {
    ContentHash hash(told_apart, resolved);
    hash.add(machine_.task(message));
    sum += hash.value();
  }
  sum += of_time(told_apart, resolved);
  return sum;
}

/// How long who waits is left; what time it is only where somebody may ask.
Fingerprint AbsFingerprints::of_time(const Futures& told_apart, Futures& resolved) const {
  Fingerprint sum;
  Heap heap;
  for (const Timer* one = machine_.timers(); one != nullptr; one = Machine::next_timer(*one)) {
    ContentHash hash(told_apart, resolved);
    hash.add(machine_.task(one->message));
    hash.add(subtract(heap, one->least, machine_.time()));
    hash.add(subtract(heap, one->most, machine_.time()));
    sum += hash.value();
  }
  std::uint64_t place = 0;
  for (const Payment* one = machine_.payments(); one != nullptr;
       one = Machine::next_payment(*one)) {
    ContentHash hash(told_apart, resolved);
    hash.add(++place);
    hash.add(machine_.task(one->message));
    hash.add(one->component->path);
    hash.add(static_cast<std::uint64_t>(one->resource));
    hash.add(one->rest);
    sum += hash.value();
  }
  if (machine_.code().component != nullptr) {
    // When the next refill comes.
    ContentHash hash(told_apart, resolved);
    hash.add(subtract(heap, machine_.time(), truncate(heap, machine_.time())));
    sum += hash.value();
  }
  if (!machine_.code().reads_clock) return sum;
  ContentHash hash(told_apart, resolved);
  hash.add(machine_.time());
  sum += hash.value();
  return sum;
}

std::uint64_t AbsFingerprints::content(MessageId message) {
  return content_of(machine_.task(message)).low;
}

}  // namespace harrier::abs::run
