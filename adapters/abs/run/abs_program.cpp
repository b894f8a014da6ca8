// An ABS model as a program that can be explored: its names and texts, and how its cogs stand.
#include "abs/run/abs_program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "harrier/usage_error.hpp"

namespace harrier::abs::run {

AbsProgram::AbsProgram(const Code& code, const Semantics& semantics, const ProgramOptions& options)
    : machine_(code, semantics, options.dependence, options.states != StateComparison::none),
      fingerprints_(machine_),
      outlook_(machine_, (code.tests_futures && semantics.await == Await::core) ||
                             code.looks_again || code.is_timed),
      takes_back_(options.backtrack != Backtrack::replay),
      compares_states_(options.states != StateComparison::none) {
  if (options.states == StateComparison::exact || options.states == StateComparison::symmetric) {
    throw UsageError("--comparator exact and symmetric are for native actors");
  }
  if (options.delivery != DeliveryModel::bag) {
    throw UsageError("calls of ABS objects arrive in any order: --delivery bag is the only one");
  }
}

/// Objects and futures as reports name them: by who made them.
class AbsProgram::Names final : public References {
 public:
  explicit Names(const AbsProgram& program) : program_(program) {}
  std::string text_of(const NamedCell& cell) const override {
    if (cell.kind == CellKind::object) {
      return program_.object_name(static_cast<const ObjectCell&>(cell));
    }
    const auto& future = static_cast<const FutureCell&>(cell);
    if (future.resolved()) return "Fut(" + program_.value_text(future.result) + ")";
    return "Fut(unresolved)";
  }

 private:
  const AbsProgram& program_;
};

std::string AbsProgram::value_text(Value value) const { return run::text_of(value, Names(*this)); }

std::string AbsProgram::where(const Position& position) const {
  return abs::text_of(*machine_.code().model, position);
}

/// The class of its first object, counted among those of its creator: `Server`, `Client.2`.
std::string AbsProgram::actor_name(ActorId actor) const {
  const Cog& cog = machine_.cog(actor);
  if (is_clock(actor)) return "time";
  if (cog.root == nullptr) return "main";
  std::size_t number = 1;
  for (std::size_t i = 0; i < actor.index(); ++i) {
    const Cog& other = machine_.cog(ActorId(i));
    if (other.root != nullptr && other.creator == cog.creator &&
        other.root->code == cog.root->code) {
      ++number;
    }
  }
  std::string name = cog.root->code->name;
  if (number > 1) name += fmt::format(".{}", number);
  if (machine_.cog(cog.creator).root != nullptr) name = actor_name(cog.creator) + "/" + name;
  return name;
}

std::string AbsProgram::object_name(const ObjectCell& object) const {
  const std::string cog = actor_name(object.cog->actor);
  if (object.cog->root == &object) return cog;
  std::size_t number = 1;
  for (const ObjectCell* other : machine_.objects()) {
    if (other == &object) break;
    if (other->cog == object.cog && other->code == object.code) ++number;
  }
  std::string name = cog + ":" + object.code->name;
  return number > 1 ? name + fmt::format(".{}", number) : name;
}

std::string AbsProgram::sender_name(MessageId message) const {
  const ActorId sender = machine_.ledger().message(message).sender;
  return sender ? actor_name(sender) : "set-up";
}

std::string AbsProgram::task_text(const TaskRecord& task) const {
  std::string text;
  if (task.self != nullptr && task.cog->root != task.self) text = object_name(*task.self) + ".";
  text += task.body->name;
  if (task.self == nullptr) return text;
  text += '(';
  for (std::size_t i = 0; i < task.arguments.size(); ++i) {
    text += (i == 0 ? "" : ", ") + value_text(task.arguments[i]);
  }
  return text + ')';
}

std::string AbsProgram::message_text(MessageId message) const {
  const TaskRecord& task = machine_.task(message);
  if (machine_.is_tick(message)) {
    const std::string time = machine_.time_text(message);
    return time.empty() ? time : "it is " + time;
  }
  if (task.rest == nullptr) return task_text(task);
  const char* waits = task.rest->wait == Wait::get     ? "get"
                      : task.rest->wait == Wait::await ? "await"
                      : task.rest->wait == Wait::pause ? "duration"
                      : task.rest->wait == Wait::pay   ? "cost"
                                                       : "suspend";
  return fmt::format("{} after {} at {}", task_text(task), waits,
                     where(task.rest->instruction->position));
}

std::string AbsProgram::object_text(const ObjectCell& object, const References& references) {
  std::string text;
  for (std::size_t i = 0; i < object.count; ++i) {
    text += fmt::format("{}{} = {}", i == 0 ? "" : ", ", object.code->fields[i],
                        run::text_of(object.fields()[i], references));
  }
  if (!object.dead.is_nothing()) {
    text += fmt::format("{}died of {}", text.empty() ? "" : ", ",
                        run::text_of(object.dead, references));
  }
  return text;
}

std::string AbsProgram::actor_text(ActorId actor) {
  if (is_clock(actor)) return machine_.now_text();
  const Cog& cog = machine_.cog(actor);
  std::string text = cog.root != nullptr ? object_text(*cog.root, Names(*this)) : std::string();
  for (const ObjectCell* object : machine_.objects()) {
    if (object->cog != &cog || object == cog.root) continue;
    text += fmt::format("{}{}{{{}}}", text.empty() ? "" : "; ", object_name(*object),
                        object_text(*object, Names(*this)));
  }
  return text;
}

/// All objects and tasks of a cog, with names that no schedule changes: those of reports count
/// cogs and objects in the order of their creation.
std::string AbsProgram::compared_text(ActorId actor) {
  if (is_clock(actor)) return machine_.now_text();
  const Cog& cog = machine_.cog(actor);
  std::vector<std::string> parts;
  for (const ObjectCell* object : machine_.objects()) {
    if (object->cog != &cog) continue;
    parts.push_back(machine_.text_of(*object) + "{" + object_text(*object, machine_) + "}");
  }
  for (std::size_t i = 0; i < machine_.ledger().made().messages; ++i) {
    const MessageId message(i);
    const TaskRecord& task = machine_.task(message);
    if (task.cog != &cog || machine_.ledger().message(message).delivered_by != 0) continue;
    parts.push_back(fmt::format(
        "{}{} {:016x}", task.body->name,
        task.rest != nullptr ? " at " + where(task.rest->instruction->position) : std::string(),
        task.name));
  }
  std::ranges::sort(parts);
  return fmt::format("{}", fmt::join(parts, "; "));
}

std::string AbsProgram::compared_message(MessageId message) {
  const TaskRecord& task = machine_.task(message);
  std::string text = fmt::format("{:016x} {}", task.name, task.body->name);
  if (machine_.is_tick(message)) return text + machine_.time_text(message);
  if (task.rest != nullptr) return text + " at " + where(task.rest->instruction->position);
  for (const Value argument : task.arguments) text += ' ' + run::text_of(argument, machine_);
  return text;
}

std::vector<std::string> AbsProgram::printed() const {
  std::vector<std::string> lines;
  for (const Machine::Line& line : machine_.last_printed()) lines.push_back(value_text(line.text));
  return lines;
}

std::string AbsProgram::resource_text(Resource resource) const {
  if (resource.owner().kind() == Owner::Kind::object) return "a future";
  const Cog& cog = machine_.cog(ActorId(resource.owner().index()));
  const std::uint32_t part = resource.part();
  if (is_clock(cog.actor)) return "time";
  if (part == Resource::control) return "control";
  if ((part & Resource::element_bit) != 0) return "a field of a local object";
  if (part < Resource::first_field || cog.root == nullptr) return {};
  const std::uint32_t field = part - Resource::first_field;
  return field < cog.root->count ? cog.root->code->fields[field] : std::string();
}

/// A task that waits for a condition for ever is told like a message that is never delivered.
bool AbsProgram::continues(MessageId message) {
  const TaskRecord& task = machine_.task(message);
  if (machine_.is_tick(message)) return true;
  return task.rest != nullptr && (task.rest->instruction->conditions.empty() || waits(message));
}

bool AbsProgram::waits(MessageId message) const {
  const TaskRecord& task = machine_.task(message);
  if (task.rest == nullptr || machine_.ledger().message(message).delivered_by != 0) return false;
  std::vector<const FutureCell*> awaited;
  machine_.awaited(task, awaited);
  return !awaited.empty();
}

std::vector<MessageId> AbsProgram::waiting(ActorId actor) const {
  std::vector<MessageId> found;
  for (std::size_t i = 0; i < machine_.ledger().made().messages; ++i) {
    const MessageId message(i);
    if (machine_.task(message).cog->actor == actor && waits(message)) found.push_back(message);
  }
  return found;
}

/// The cog of a main block that has ended takes no more calls, unless it has objects.
bool AbsProgram::is_over(ActorId actor) const {
  if (actor.index() != 0) return false;
  const auto is_here = [actor](const ObjectCell* object) { return object->cog->actor == actor; };
  const auto is_sent_here = [this, actor](MessageId message) {
    return machine_.ledger().receiver(message) == actor;
  };
  return std::ranges::none_of(machine_.objects(), is_here) &&
         std::ranges::none_of(pending(), is_sent_here);
}

bool AbsProgram::is_clock(ActorId actor) const {
  return actor.index() == 1 && machine_.code().is_timed;
}

/// Tells whether a get of a cog closes a circle of such gets, or leads to one.
bool AbsProgram::waits_for_ever(ActorId actor) const {
  const Cog* at = &machine_.cog(actor);
  for (std::size_t met = 0; met <= machine_.cog_count(); ++met) {
    if (at->blocked_by.is_nothing()) return false;
    const TaskRecord& task =
        machine_.task(MessageId(static_cast<std::size_t>(at->blocked_by.number())));
    if (task.rest->futures.empty() || task.rest->futures[0]->resolved()) return false;
    at = machine_.task(task.rest->futures[0]->task).cog;
  }
  return true;
}

Activity AbsProgram::activity(ActorId actor) {
  if (is_clock(actor)) return Activity::ended;
  const Cog& cog = machine_.cog(actor);
  // Where an execution was cut, others might still go on.
  if (machine_.is_cut()) return waits_for_ever(actor) ? Activity::calling : Activity::idle;
  if (!cog.blocked_by.is_nothing()) return Activity::calling;
  for (std::size_t i = machine_.ledger().made().messages; i-- > 0;) {
    const MessageId message(i);
    if (machine_.task(message).cog == &cog && waits(message)) return Activity::awaiting;
  }
  return is_over(actor) ? Activity::ended : Activity::idle;
}

/// Says for what nobody will ever serve a task: otherwise time would go on.
std::string AbsProgram::payment_text(const Payment& payment) const {
  return fmt::format("{} {} of {}, which has none", value_text(payment.rest),
                     payment.resource == Resourced::speed ? "Speed" : "Bandwidth",
                     run::plain_text_of(payment.component->fields()[0], Names(*this)));
}

ActorStatus AbsProgram::status(ActorId actor) {
  ActorStatus status;
  status.activity = activity(actor);
  if (status.activity == Activity::idle || status.activity == Activity::ended) return status;
  std::vector<MessageId> tasks = waiting(actor);
  const Cog& cog = machine_.cog(actor);
  if (!cog.blocked_by.is_nothing()) {
    tasks = {MessageId(static_cast<std::size_t>(cog.blocked_by.number()))};
  }
  for (const MessageId message : tasks) {
    const TaskRecord& task = machine_.task(message);
    if (const Payment* const payment = task.rest->payment) {
      status.waits_for += payment_text(*payment);
    }
    std::vector<const FutureCell*> missing;
    machine_.awaited(task, missing);
    for (const FutureCell* future : missing) {
      const TaskRecord& awaited = machine_.task(future->task);
      status.waits_on.push_back(awaited.cog->actor);
      status.waits_for += fmt::format(
          "{}the result of {} at {} ({} in {} at {})", status.waits_for.empty() ? "" : "; ",
          task_text(awaited), actor_name(awaited.cog->actor), task_text(task),
          task.rest->wait == Wait::get ? "get" : "await", where(task.rest->instruction->position));
    }
  }
  return status;
}

std::vector<Failure> AbsProgram::remarks() {
  std::vector<Failure> found = awaits_of_other_futures();
  for (const Machine::Uncaught& one : machine_.uncaught()) {
    if (one.future != nullptr && !one.future->told.is_nothing()) continue;
    const std::string text = fmt::format(
        "{}() of {} ended by {} at {} (--exceptions any makes this a violation)", one.body->name,
        one.code->name, value_text(one.exception), where(one.thrown_at));
    found.push_back({FailureKind::exception, text, text});
  }
  return found;
}

/// Where the backend for Java would wait for another future: it keeps the one that a field holds
/// when an await begins.
std::vector<Failure> AbsProgram::awaits_of_other_futures() {
  if (!machine_.code().looks_again) return {};
  std::vector<const Instruction*> awaits(machine_.overwritten().begin(),
                                         machine_.overwritten().end());
  for (std::size_t i = 0; i < machine_.ledger().made().messages; ++i) {
    const MessageId message(i);
    const TaskRecord& task = machine_.task(message);
    if (!waits(message) || task.rest->looked_at.empty()) continue;
    std::vector<const FutureCell*> now;
    machine_.awaited(task, now);
    const auto was_there = [&](const FutureCell* one) {
      return std::ranges::count(task.rest->looked_at, one) != 0;
    };
    if (!std::ranges::all_of(now, was_there)) awaits.push_back(task.rest->instruction);
  }
  std::ranges::sort(awaits, {}, [](const Instruction* one) { return one->position; });
  const auto again = std::ranges::unique(awaits);
  awaits.erase(again.begin(), again.end());
  std::vector<Failure> found;
  for (const Instruction* one : awaits) {
    const std::string text =
        where(one->position) +
        ": the field was given another future while a task awaited it; the Java backend waits for "
        "the one that it held when the await began";
    found.push_back({FailureKind::misuse, text, text});
  }
  return found;
}

}  // namespace harrier::abs::run
