// Runs processes one action at a time.
#include "harrier/detail/processes.hpp"

#include <algorithm>
#include <utility>

#include "harrier/process.hpp"

namespace harrier::detail {

thread_local Processes* Processes::current = nullptr;

class Processes::Running {
 public:
  Running(Processes& processes, std::uint32_t process) : before_(current) {
    current = &processes;
    processes.running_ = process;
  }
  ~Running() {
    current->running_ = nothing_found;
    current = before_;
  }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

 private:
  Processes* before_;
};

Processes::Processes(std::function<void(ProcessSystem&)> setup, ProgramOptions options)
    : setup_(std::move(setup)), options_(options) {
  if (options_.delivery != DeliveryModel::bag) {
    throw UsageError(std::string(to_string(options_.delivery)) +
                     " delivery is for actors; the mailboxes of processes are queues of their own");
  }
}

Processes::~Processes() { clear(); }

Processes& Processes::running(const char* what) {
  if (current == nullptr || current->running_ == nothing_found) {
    throw ProgramError({FailureKind::misuse, std::string(what) + " outside a process"});
  }
  return *current;
}

const StepReport& Processes::start() {
  clear();
  setting_up_ = true;
  ProcessSystem system(*this);
  try {
    setup_(system);
  } catch (const StepFailed&) {
    setting_up_ = false;
    throw ProgramError(*failure_);
  }
  setting_up_ = false;
  for (std::uint32_t i = 0; i < processes_.size(); ++i) {
    begin(i);
    if (failure_) throw ProgramError(*failure_);
    post(i, 0, true);
  }
  report_ = {};
  report_.receivers = sent_to_;
  report_.created_count = static_cast<std::uint32_t>(processes_.size());
  report_.object_count = static_cast<std::uint32_t>(objects_.size());
  return report_;
}

std::uint32_t Processes::add_mailbox(std::string name) {
  require_setup("a mailbox");
  const auto id = static_cast<std::uint32_t>(objects_.size());
  objects_.emplace_back();
  objects_.back().name = name.empty() ? "mailbox." + std::to_string(id + 1) : std::move(name);
  board_.add();
  return id;
}

std::uint32_t Processes::add_mutex(std::string name) {
  require_setup("a mutex");
  const auto id = static_cast<std::uint32_t>(objects_.size());
  objects_.emplace_back();
  objects_.back().name = name.empty() ? "mutex." + std::to_string(id + 1) : std::move(name);
  objects_.back().is_mutex = true;
  board_.add();
  return id;
}

ActorId Processes::spawn(std::string name, std::function<Task<>()> body) {
  require_setup("a process");
  const bool taken =
      std::ranges::any_of(processes_, [&](const Process& other) { return other.name == name; });
  if (taken || name.empty()) name += "." + std::to_string(processes_.size() + 1);
  Process& made = processes_.emplace_back();
  made.name = std::move(name);
  made.body = std::move(body);
  return ActorId(processes_.size() - 1);
}

void Processes::require_setup(const char* what) const {
  if (setting_up_) return;
  throw ProgramError({FailureKind::misuse, std::string(what) + " can only be made in the set-up"});
}

/// Runs a process from its beginning to its first action.
void Processes::begin(std::uint32_t process) {
  const Running scope(*this, process);
  processes_[process].root = processes_[process].body().release();
  run(process, processes_[process].root);
}

void Processes::resume(std::uint32_t process) {
  const Running scope(*this, process);
  run(process, processes_[process].at);
}

/// Runs a process up to its next action, or its end.
void Processes::run(std::uint32_t process, std::coroutine_handle<> from) {
  Process& self = processes_[process];
  self.at = nullptr;
  self.actions.clear();
  unlocks_.clear();
  from.resume();
  if (!self.at && self.root.promise().error) {
    try {
      std::rethrow_exception(self.root.promise().error);
    } catch (const StepFailed&) {
    } catch (const std::exception& error) {
      failure_ = Failure{FailureKind::exception, error.what()};
    } catch (...) {
      failure_ = Failure{FailureKind::exception, "an exception that is no std::exception"};
    }
    unlocks_.clear();
  }
  if (!unlocks_.empty()) {
    std::vector<Action> unlocks;
    for (const std::uint32_t mutex : unlocks_) {
      Action& action = unlocks.emplace_back();
      action.kind = ActionKind::unlock;
      action.object = mutex;
    }
    self.actions.insert(self.actions.begin(), unlocks.begin(), unlocks.end());
    unlocks_.clear();
  }
}

void Processes::submit(std::coroutine_handle<> at, Action action) {
  processes_[running_].at = at;
  processes_[running_].actions.push_back(action);
}

void Processes::unlock_later(std::uint32_t mutex) { unlocks_.push_back(mutex); }

/// Makes the next action of a process pending, if there is one.
void Processes::post(std::uint32_t process, std::uint32_t sent_by, bool owns_payloads) {
  Process& self = processes_[process];
  self.message = MessageId();
  if (self.actions.empty()) return;
  self.message = MessageId(messages_.size());
  pending_.push_back(self.message);
  sent_to_.emplace_back(process);
  Message& message = messages_.emplace_back();
  message.action = self.actions.front();
  message.rest.assign(self.actions.begin() + 1, self.actions.end());
  message.process = process;
  message.sent_by = sent_by;
  message.owns_payloads = owns_payloads;
}

void Processes::fail(FailureKind kind, std::string text) {
  failure_ = Failure{kind, std::move(text)};
  throw StepFailed{};
}

std::uint32_t Processes::choose(std::uint32_t count) {
  if (muted_) return choices_[next_choice_++].value;
  if (count == 0) fail(FailureKind::misuse, "choose(0): there is nothing to choose from");
  if (!executing_) {
    fail(FailureKind::misuse,
         "a process chooses before its first action; let it make a local_step() first");
  }
  const std::size_t taken = choices_.size() - events_.back().choices_before;
  Choice choice{0, count};
  if (taken < given_.size()) choice.value = given_[taken].value;
  if (choice.value >= count ||
      (taken < given_.size() && given_[taken].count != 0 && given_[taken].count != count)) {
    throw NondeterminismError(events_.size() - 1, actor_name(ActorId(running_)) + " chooses from " +
                                                      std::to_string(count) +
                                                      " values, not as many as before");
  }
  choices_.push_back(choice);
  return choice.value;
}

void Processes::require_owner(std::uint32_t variable, const char* what) {
  const std::uint32_t mutex = variables_[variable].mutex;
  if (objects_[mutex].known_owner == running_) return;
  fail(FailureKind::misuse,
       std::string("a variable is ") + what + " without owning its mutex " + object_name(mutex));
}

Processes::Object::Half& Processes::half(const Communication& communication) {
  Object& mailbox = objects_[communication.mailbox];
  return communication.sends ? mailbox.sends[communication.index]
                             : mailbox.receives[communication.index];
}

const void* Processes::received(const Communication& communication) {
  const Object::Half& asked = half(communication);
  if (asked.process != running_) {
    fail(FailureKind::misuse, "a received value is read by another process");
  }
  if (!asked.observed) {
    fail(FailureKind::misuse, "a received value is read before a test or wait found it in " +
                                  object_name(communication.mailbox));
  }
  return objects_[communication.mailbox].sends[communication.index].payload;
}

/// Refuses, as misuse, what no state allows.
void Processes::require_possible(std::uint32_t process, const Action& action) {
  const auto refuse = [&](const std::string& why) {
    fail(FailureKind::misuse, action_text(action) + ": " + why);
  };
  const auto queued = [&] {
    const auto& queue = board_[action.object].queue;
    return std::ranges::find(queue, process) != queue.end();
  };
  switch (action.kind) {
    case ActionKind::async_lock:
      if (queued()) refuse("the process has asked for the mutex already");
      return;
    case ActionKind::unlock:
      if (!queued()) refuse("the process has not asked for the mutex");
      return;
    case ActionKind::test_any:
    case ActionKind::wait_any:
      if (action.communications.empty()) refuse("there is nothing to wait for");
      for (const Communication& communication : action.communications) {
        if (half(communication).process != process) {
          refuse("a communication belongs to another process");
        }
      }
      return;
    case ActionKind::test_mutex:
    case ActionKind::wait_mutex:
      if (action.mutexes.empty()) refuse("there is nothing to wait for");
      return;
    case ActionKind::local:
    case ActionKind::async_send:
    case ActionKind::async_receive:
      return;
  }
}

void Processes::perform(Event& event, const Action& action) {
  const std::uint32_t process = event.process;
  event.refused = true;
  require_possible(process, action);
  event.refused = false;
  board_.touches(process, action, resources_);
  event.result = board_.find(process, action);
  const auto number = static_cast<std::uint32_t>(events_.size());
  switch (action.kind) {
    case ActionKind::async_send: {
      auto& sends = objects_[action.object].sends;
      event.result = static_cast<std::uint32_t>(sends.size());
      sends.push_back({process, number, action.payload, action.type, false});
      break;
    }
    case ActionKind::async_receive: {
      auto& receives = objects_[action.object].receives;
      event.result = static_cast<std::uint32_t>(receives.size());
      receives.push_back({process, number, nullptr, nullptr, false});
      break;
    }
    case ActionKind::test_any:
    case ActionKind::wait_any:
      if (event.result != nothing_found) {
        Object::Half& found = half(action.communications[event.result]);
        event.observed_first = !std::exchange(found.observed, true);
      }
      break;
    case ActionKind::test_mutex:
    case ActionKind::wait_mutex:
      if (event.result != nothing_found) {
        Object& owned = objects_[action.mutexes[event.result]];
        event.known_owner_before = std::exchange(owned.known_owner, process);
      }
      break;
    case ActionKind::unlock: {
      const auto& queue = board_[action.object].queue;
      event.place = static_cast<std::uint32_t>(std::ranges::find(queue, process) - queue.begin());
      Object& mutex = objects_[action.object];
      event.known_owner_before = mutex.known_owner;
      if (mutex.known_owner == process) mutex.known_owner = nothing_found;
      break;
    }
    case ActionKind::async_lock:
    case ActionKind::local:
      break;
  }
  board_.apply(process, action);
}

const StepReport& Processes::execute(MessageId id, std::span<const Choice> choices) {
  const std::uint32_t process = messages_[id.index()].process;
  if (processes_[process].stale) rebuild(process);
  Process& self = processes_[process];
  Event& event = events_.emplace_back();
  event.message = id;
  event.process = process;
  event.previous_of_process = self.last_event;
  const auto at = std::ranges::find(pending_, id);
  event.pending_index = static_cast<std::uint32_t>(at - pending_.begin());
  pending_.erase(at);
  event.messages_before = static_cast<std::uint32_t>(messages_.size());
  event.choices_before = static_cast<std::uint32_t>(choices_.size());
  event.reads_before = static_cast<std::uint32_t>(reads_.size());
  event.journal_before = static_cast<std::uint32_t>(journal_.size());
  event.mark = arena_.mark();
  self.last_event = static_cast<std::uint32_t>(events_.size());

  resources_.clear();
  failure_.reset();
  given_ = choices;
  executing_ = id;
  bool resumed = false;
  {
    const Running scope(*this, process);
    try {
      perform(event, messages_[id.index()].action);
      result_ = event.result;
      self.actions.erase(self.actions.begin());
      resumed = self.actions.empty();
      if (resumed && self.at) run(process, std::exchange(self.at, nullptr));
    } catch (const StepFailed&) {
      // Refused: the failure is recorded.
    }
  }
  executing_ = MessageId();
  if (failure_) self.actions.clear();
  post(process, self.last_event, resumed);

  report_ = StepReport{};
  report_.message = id;
  report_.actor = ActorId(process);
  report_.first_sent = MessageId(event.messages_before);
  report_.receivers = std::span(sent_to_).subspan(event.messages_before);
  report_.first_created = ActorId(processes_.size());
  report_.first_object = ObjectId(objects_.size());
  report_.ended = !self.message;
  report_.resources = resources_;
  report_.choices = std::span<const Choice>(choices_).subspan(event.choices_before);
  report_.failure = failure_ ? &*failure_ : nullptr;
  return report_;
}

void Processes::enabled(std::vector<MessageId>& out) {
  for (const MessageId id : pending_) {
    const Message& message = messages_[id.index()];
    if (board_.enabled(message.process, message.action)) out.push_back(id);
  }
}

Hold Processes::hold(MessageId id) {
  const Message& message = messages_[id.index()];
  return board_.enabled(message.process, message.action) ? Hold::none : Hold::guard;
}

/// Tells whether two actions are on some mailbox or mutex together.
bool Processes::share_an_object(const Action& first, const Action& second) const {
  const auto is_on = [](const Action& action, std::uint32_t object) {
    if (action.kind == ActionKind::local) return false;
    if (!action.communications.empty()) {
      return std::ranges::any_of(action.communications, [object](const Communication& one) {
        return one.mailbox == object;
      });
    }
    if (!action.mutexes.empty())
      return std::ranges::find(action.mutexes, object) != action.mutexes.end();
    return action.object == object;
  };
  if (second.kind == ActionKind::local) return false;
  if (!second.communications.empty()) {
    return std::ranges::any_of(second.communications,
                               [&](const Communication& one) { return is_on(first, one.mailbox); });
  }
  if (!second.mutexes.empty()) {
    return std::ranges::any_of(second.mutexes,
                               [&](std::uint32_t mutex) { return is_on(first, mutex); });
  }
  return is_on(first, second.object);
}

/// Only events on the same mailbox or mutex decide how an action goes, and what it touches. What
/// is never possible waits for others: nothing of its own process is in its way.
void Processes::answer(const StepQuestion& question, StepAnswer& out) {
  const Message& asked = messages_[question.message.index()];
  const auto delivered = question.executed
                             ? events_.begin() + question.executed.value
                             : std::ranges::find(events_, question.message, &Event::message);
  out.decided_by = StepAnswer::Decider::receiver;
  out.depends_on_causes_only = true;
  out.touches_as_chosen = false;
  if (question.without) {
    const Event& missing = events_[question.without.index()];
    const Action& action = messages_[missing.message.index()].action;
    if (delivered == events_.end() ||
        (question.executed && !share_an_object(action, asked.action))) {
      out.kind = StepAnswer::Kind::as_executed;
      return;
    }
  }
  const std::span<const std::uint32_t> beside = question.beside();
  scratch_.reset(objects_.size());
  const auto apply = [this](std::uint32_t event) {
    const Message& past = messages_[events_[event].message.index()];
    scratch_.apply(past.process, past.action);
  };
  for (std::uint32_t event = 0; event < question.prefix; ++event) apply(event);
  for (const std::uint32_t event : beside) apply(event);
  if (!scratch_.enabled(asked.process, asked.action)) {
    out.kind = StepAnswer::Kind::impossible;
    return;
  }
  out.kind = StepAnswer::Kind::certain;
  scratch_.touches(asked.process, asked.action, out.touched);
  // What it finds or receives may differ, and with it what it chooses: the first value is always
  // there, and touches no less and no more than the others.
  const auto at = static_cast<std::uint32_t>(delivered - events_.begin());
  const auto between = std::ranges::lower_bound(beside, at) - beside.begin();
  if (question.prefix + static_cast<std::uint32_t>(between) != at) out.choices.clear();
}

std::optional<Failure> Processes::check_end() {
  failure_.reset();
  for (const auto& check : end_checks_) {
    try {
      check(ProcessEnd(*this));
    } catch (const StepFailed&) {
      return failure_;
    } catch (const std::exception& error) {
      return Failure{FailureKind::exception, error.what()};
    }
  }
  return std::nullopt;
}

}  // namespace harrier::detail

namespace harrier {

std::unique_ptr<Program> make_program(std::function<void(ProcessSystem&)> setup,
                                      ProgramOptions options) {
  return std::make_unique<detail::Processes>(std::move(setup), options);
}

ProgramDefinition process_program(std::string name, std::string summary,
                                  std::vector<Parameter> parameters,
                                  std::function<void(ProcessSystem&, const Arguments&)> setup) {
  ProgramDefinition definition;
  definition.name = std::move(name);
  definition.summary = std::move(summary);
  definition.parameters = std::move(parameters);
  definition.make = [setup = std::move(setup)](const Arguments& arguments,
                                               const ProgramOptions& options) {
    return make_program([setup, arguments](ProcessSystem& system) { setup(system, arguments); },
                        options);
  };
  return definition;
}

}  // namespace harrier
