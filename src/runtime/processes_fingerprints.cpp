// Fingerprints of the states of processes, kept up to date action by action.
#include "runtime/processes_fingerprints.hpp"

#include <fmt/format.h>

#include "harrier/usage_error.hpp"

namespace harrier::detail {

Fingerprint ProcessFingerprints::actor(ActorId process) const {
  Fingerprint name;
  name.add(process.value + 1);
  return name;
}

Fingerprint ProcessFingerprints::request(MessageId request) const {
  Fingerprint name;
  name.add(~std::uint64_t{request.value});
  return name;
}

Fingerprint ProcessFingerprints::term(Part part, const Fingerprint& value) {
  Fingerprint term;
  term.add(part);
  term.add(value);
  return term;
}

void ProcessFingerprints::start() {
  parts_.clear();
  changes_.clear();
  changes_before_.clear();
  sum_ = {};
  parts_.resize(part_of_variable(0));
  for (const Processes::Variable& variable : processes_.variables_) {
    parts_.push_back(hash(*variable.type, variable.value));
  }
  for (Part i = 0; i < parts_.size(); ++i) sum_ += term(i, parts_[i]);
}

Fingerprint ProcessFingerprints::hash(const ValueType& type, const void* value) const {
  Hasher hasher(*this);
  type.hash(value, hasher);
  if (!hasher.refused().empty()) {
    throw UsageError(fmt::format(
        "states cannot be compared: a process gets a {} with a {}, which cannot be hashed; give it "
        "'void hash_append(harrier::Hasher&) const'",
        type.name, hasher.refused()));
  }
  return hasher.value();
}

Fingerprint ProcessFingerprints::hash_queue(std::uint32_t mutex) const {
  Fingerprint value;
  for (const std::uint32_t process : processes_.board_[mutex].queue) value.add(process + 1);
  return value;
}

void ProcessFingerprints::set(Part part, const Fingerprint& value) {
  changes_.push_back({part, parts_[part]});
  sum_ -= term(part, parts_[part]);
  parts_[part] = value;
  sum_ += term(part, value);
}

/// Forgets what came after so many actions, which were taken back.
void ProcessFingerprints::keep(std::size_t steps) {
  if (changes_before_.size() <= steps) return;
  const std::size_t kept = changes_before_[steps];
  changes_before_.resize(steps);
  while (changes_.size() > kept) {
    const Change& last = changes_.back();
    sum_ -= term(last.part, parts_[last.part]);
    parts_[last.part] = last.before;
    sum_ += term(last.part, last.before);
    changes_.pop_back();
  }
}

void ProcessFingerprints::after_step() {
  const Ledger& ledger = processes_.ledger_;
  const Processes::Step& step = processes_.steps_.back();
  const Action& action = processes_.action(ledger.last().message);
  keep(processes_.steps_.size() - 1);
  changes_before_.push_back(changes_.size());

  const Part process = ledger.last().actor.index();
  Fingerprint past = parts_[process];
  past.add(step.result);
  if (step.result < action.communications.size()) {
    const Communication& found = action.communications[step.result];
    const auto& sent = processes_.objects_[found.mailbox].sends[found.index];
    if (!found.sends) past.add(hash(*sent.type, sent.payload));
  }
  for (std::size_t i = step.reads_before; i < processes_.reads_.size(); ++i) {
    past.add(hash(*processes_.reads_[i].type, processes_.reads_[i].value));
  }
  for (std::size_t i = ledger.last().before.choices; i < ledger.made().choices; ++i) {
    past.add(ledger.choice(i).value);
  }
  set(process, past);

  if (action.kind == ActionKind::async_lock || action.kind == ActionKind::unlock) {
    set(part_of_object(action.object), hash_queue(action.object));
  }
  for (std::size_t i = step.journal_before; i < processes_.journal_.size(); ++i) {
    const std::uint32_t written = processes_.journal_[i].variable;
    const Processes::Variable& variable = processes_.variables_[written];
    set(part_of_variable(written), hash(*variable.type, variable.value));
  }
}

Fingerprint ProcessFingerprints::state() {
  keep(processes_.steps_.size());
  return sum_;
}

/// A process has one action at a time, which its past decides about.
std::uint64_t ProcessFingerprints::content(MessageId message) {
  keep(processes_.steps_.size());
  const Part process = processes_.ledger_.receiver(message).index();
  return term(process, parts_[process]).low;
}

}  // namespace harrier::detail
