// Native actors as a program that can be explored: joins their parts and executes steps.
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "harrier/system.hpp"
#include "runtime/actors_answers.hpp"
#include "runtime/actors_copies.hpp"
#include "runtime/actors_deliverable.hpp"
#include "runtime/actors_execution.hpp"
#include "runtime/actors_fields.hpp"
#include "runtime/actors_fingerprints.hpp"
#include "runtime/actors_layouts.hpp"
#include "runtime/actors_names.hpp"
#include "runtime/actors_narrator.hpp"
#include "runtime/actors_replay.hpp"
#include "runtime/actors_standing.hpp"
#include "runtime/delivery.hpp"
#include "runtime/failure.hpp"

namespace harrier {

namespace detail {

namespace {

constexpr std::size_t settle_steps_max = 1'000'000;

class Actors final : public Program, private Inside {
 public:
  Actors(std::function<void(System&)> setup, ProgramOptions options);
  ~Actors() override { execution_.clear(); }

  const StepReport& start() override;
  std::span<const MessageId> pending() const override { return execution_.ledger.pending(); }
  void enabled(std::vector<MessageId>& out) override;
  const StepReport& execute(MessageId message, std::span<const Choice> choices) override;
  MessageId executing() const override { return runtime_.current_message(); }
  void further_causes(MessageId message, std::vector<EventId>& out) const override;
  void answer(const StepQuestion& question, StepAnswer& out) override {
    answers_.answer(question, out);
  }
  Undo* undo() override {
    const bool possible =
        execution_.options.backtrack != Backtrack::replay && execution_.rebuildable;
    return possible ? &execution_ : nullptr;
  }
  Narrator* narrator() override { return &narrator_; }
  Standing* standing() override { return &standing_; }
  Fingerprints* fingerprints() override { return fingerprints_ ? &*fingerprints_ : nullptr; }

 private:
  const Ledger& ledger() const override { return execution_.ledger; }
  const ValueType* type_of(MessageId message) const override {
    const Delivery* const delivery = execution_.message(message).delivery;
    return delivery != nullptr ? delivery->type : nullptr;
  }
  const void* payload_of(MessageId message) const override {
    return execution_.message(message).payload;
  }

  void settle();
  void execute_in_setup(MessageId message);
  void run(MessageId message, ActorId receiver, const Execution::Actor& ready);
  void tell_outsides(MessageId message);
  void append_outside(bool replied);
  [[gnu::noinline]] void append_repliers(const Execution::Message& continuation,
                                         std::vector<EventId>& out) const;
  [[noreturn]] void start_again(ActorId receiver);
  void collect_resources(ActorId receiver, bool field_level, const Execution::Step& step);

  const std::function<void(System&)> setup_;
  Declarations declared_;

  Execution execution_;
  Layouts layouts_;
  Runtime runtime_;
  Outsides outsides_;
  std::size_t outsides_of_options_ = 0;  ///< the others are the set-up's
  LocalReplay replay_;
  Deliverable deliverable_;
  ActorAnswers answers_;
  ActorNarrator narrator_;
  ActorStanding standing_;
  CopyCosts costs_;
  std::optional<ActorFingerprints> fingerprints_;  ///< none where nobody compares states

  // Of the running step.
  AccessLog log_;
  Audit audit_;
  std::vector<StepNumber> repliers_;
  std::vector<SentMessage> sent_;
  std::vector<ResourceAccess> resources_;
};

Actors::Actors(std::function<void(System&)> setup, ProgramOptions options)
    : setup_(std::move(setup)),
      execution_(options),
      layouts_(options),
      runtime_(execution_, layouts_),
      replay_(execution_, layouts_, runtime_),
      deliverable_(execution_, replay_, outsides_),
      answers_(execution_, runtime_, replay_, deliverable_, outsides_),
      narrator_(execution_, layouts_, replay_, outsides_),
      standing_(execution_, replay_, deliverable_, declared_, outsides_) {
  if (options.delivery != DeliveryModel::bag) {
    outsides_.add(std::make_unique<DeliveryOrder>(options.delivery, execution_.ledger), *this);
  }
  outsides_of_options_ = outsides_.size();
  if (options.states != StateComparison::none) {
    fingerprints_.emplace(execution_, layouts_, replay_, outsides_);
  }
  if (options.states == StateComparison::symmetric) {
    fingerprints_->compare_symmetric(declared_, standing_);
  }
}

const StepReport& Actors::start() {
  execution_.clear();
  declared_ = {};
  outsides_.shrink(outsides_of_options_);
  execution_.throw_destructor_failure();
  std::optional<Failure>& failure = runtime_.failure();
  failure.reset();
  try {
    System system(
        runtime_, declared_, [this] { settle(); },
        [this](MessageId message) { execute_in_setup(message); },
        [this](std::unique_ptr<Outside> outside) { outsides_.add(std::move(outside), *this); });
    setup_(system);
  } catch (const StepFailed&) {
  } catch (const NondeterminismError&) {
    throw;
  } catch (const ProgramError&) {
    throw;
  } catch (...) {
    failure = current_exception_as_failure();
  }
  if (failure) throw ProgramError({failure->kind, "the set-up failed: " + failure->text});
  const StepReport& report = execution_.ledger.end_setup();
  if (fingerprints_) fingerprints_->start();
  return report;
}

void Actors::execute_in_setup(MessageId message) {
  const StepReport& report = execute(message, {});
  if (report.failure == nullptr) return;
  throw ProgramError({report.failure->kind, "the set-up failed in the step of " +
                                                actor_name(execution_, report.actor) + " on " +
                                                message_text(execution_, report.message) + ": " +
                                                report.failure->text});
}

void Actors::settle() {
  std::vector<MessageId> deliverable;
  for (std::size_t steps = 0; steps < settle_steps_max; ++steps) {
    deliverable.clear();
    enabled(deliverable);
    if (deliverable.empty()) return;
    execute_in_setup(deliverable.front());
  }
  throw ProgramError(
      {FailureKind::misuse, "the set-up does not settle: " + std::to_string(settle_steps_max) +
                                " steps and messages are still deliverable"});
}

void Actors::enabled(std::vector<MessageId>& out) {
  if (!outsides_.empty()) return deliverable_.append_open(out);
  const Ledger::Message* const messages = execution_.ledger.messages().data();
  const ActorId* const receivers = execution_.ledger.receivers().data();
  const Execution::Actor* const actors = execution_.actors.data();
  for (const MessageId id : execution_.ledger.pending()) {
    const bool is_simple = !messages[id.index()].guarded;
    if (is_simple ? actors[receivers[id.index()].index()].open
                  : deliverable_.hold(id) == Hold::none) {
      out.push_back(id);
    }
  }
}

const StepReport& Actors::execute(MessageId id, std::span<const Choice> choices) {
  const ActorId receiver = execution_.ledger.receiver(id);
  const bool compared = fingerprints_ && !execution_.ledger.in_setup();
  {
    const Execution::Actor& ready = replay_.fresh(receiver);
    if (compared) fingerprints_->before_step(id);
    const CopyCosts::Time begin = costs_.now();
    execution_.begin(id, choices, ready);
    const CopyCosts::Time copied = costs_.now();
    const ActorType& type = *ready.type;
    if (!outsides_.empty()) tell_outsides(id);
    run(id, receiver, ready);
    if (!execution_.ledger.in_setup()) costs_.add(type, begin, copied);
  }
  Execution::Actor& target = execution_.actor(receiver);
  Execution::Step& step = execution_.steps.back();
  const std::optional<Failure>& failure = runtime_.failure();
  const bool infeasible = runtime_.infeasible() && !failure;
  if (failure || infeasible) {
    step.failed = true;
    execution_.change_control(target, false, target.blocked_on);
  }
  step.alive_after = target.alive;
  step.blocked_after = target.blocked_on;
  if (compared) {
    // Names of what it makes, and how it came to wait, depend on all of its actor's steps.
    step.control_changed |= fingerprints_->orders_steps();
    fingerprints_->after_step();
  }
  collect_resources(receiver, target.field_level, step);
  StepReport& report = execution_.ledger.end();
  report.ended = !target.alive && !step.came_too_late;
  report.resources = resources_;
  report.failure = failure ? &*failure : nullptr;
  report.infeasible = infeasible;
  return report;
}

/// Runs the handler of a message, and records what it touches and how it fails.
void Actors::run(MessageId id, ActorId receiver, const Execution::Actor& ready) {
  // Where the actor stands may change while the handler runs.
  const bool field_level = ready.field_level;
  const bool audited = field_level && execution_.options.audit;
  const Layout* const padded = ready.padded;
  const std::uint64_t padding = padded != nullptr ? padded->hash_of_padding(ready.object) : 0;
  struct Logging {
    ~Logging() { access_log = nullptr; }
  } scope;
  if (field_level) {
    log_.clear();
    access_log = &log_;
    if (audited) audit_.begin(ready);
  }
  std::optional<Failure>& failure = runtime_.failure();
  failure.reset();
  try {
    if (!outsides_.empty() || execution_.ledger.message(id).guarded) {
      deliverable_.look_at_guards(id);
    }
    runtime_.run(receiver, id);
  } catch (const StepFailed&) {
  } catch (...) {
    if (!failure) failure = current_exception_as_failure();
  }
  if (padded != nullptr && padded->hash_of_padding(execution_.actor(receiver).object) != padding) {
    start_again(receiver);
  }
  if (!audited || failure) return;
  const Execution::Actor& target = execution_.actor(receiver);
  failure = audit_.compare(target, *layouts_.find(*target.type), log_);
}

/// A step has changed what was taken for padding: it is a member that nobody tracks.
void Actors::start_again(ActorId receiver) {
  const ActorType& type = *execution_.actor(receiver).type;
  note_untracked_member(type);
  throw StartAgain(std::string(type.name) + " has a member that is not tracked");
}

/// A step that resumes knows what those know who replied.
void Actors::tell_outsides(MessageId id) {
  repliers_.clear();
  const Execution::Message& delivered = execution_.message(id);
  if (delivered.kind == Execution::Message::Kind::resume) {
    for (const MessageId request : delivered.requests()) {
      repliers_.push_back(execution_.message(request).replied_by);
    }
  }
  outsides_.begin(repliers_);
}

/// Appends what the step that is about to end touches outside its actor.
void Actors::append_outside(bool replied) {
  const Ledger& ledger = execution_.ledger;
  const Ledger::Step& step = ledger.last();
  sent_.clear();
  for (std::size_t i = step.before.messages; i < ledger.made().messages; ++i) {
    const MessageId sent(i);
    if (ledger.message(sent).on_channel) sent_.push_back({ledger.receiver(sent), type_of(sent)});
  }
  // A reply tells as much as a message does.
  const bool tells = replied || ledger.made().messages != step.before.messages;
  outsides_.append_touched({.message = step.message, .sent = sent_, .tells = tells}, resources_);
}

void Actors::collect_resources(ActorId receiver, bool field_level, const Execution::Step& step) {
  const Access control = step.control_changed ? Access::write : Access::read;
  resources_.clear();
  resources_.push_back(
      field_level ? ResourceAccess{Resource::of(receiver, Resource::control), control}
                  : ResourceAccess{Resource::of(receiver, Resource::whole), Access::write});
  if (field_level) append_fields(receiver, log_, resources_);
  if (!outsides_.empty()) append_outside(step.replied);
}

void Actors::further_causes(MessageId id, std::vector<EventId>& out) const {
  const Execution::Message& sent = execution_.message(id);
  if (sent.kind == Execution::Message::Kind::resume) return append_repliers(sent, out);
  if (!outsides_.empty()) outsides_.append_causes(id, out);
}

void Actors::append_repliers(const Execution::Message& continuation,
                             std::vector<EventId>& out) const {
  for (const MessageId request : continuation.requests()) {
    const EventId cause = execution_.ledger.event(execution_.message(request).replied_by);
    if (cause) out.push_back(cause);
  }
}

}  // namespace

}  // namespace detail

std::unique_ptr<Program> make_program(std::function<void(System&)> setup, ProgramOptions options) {
  return std::make_unique<detail::Actors>(std::move(setup), options);
}

}  // namespace harrier
