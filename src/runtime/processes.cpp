// Processes as a program that can be explored: the set-up, and one action at a time.
#include "harrier/detail/processes.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>

#include "harrier/process.hpp"
#include "runtime/failure.hpp"
#include "runtime/processes_fingerprints.hpp"
#include "runtime/processes_narrator.hpp"
#include "runtime/processes_standing.hpp"

namespace harrier::detail {

Processes::Processes(std::function<void(ProcessSystem&)> setup, ProgramOptions options)
    : setup_(std::move(setup)),
      options_(options),
      narrator_(std::make_unique<ProcessNarrator>(*this)),
      standing_(std::make_unique<ProcessStanding>(*this)),
      fingerprints_(options.states != StateComparison::none
                        ? std::make_unique<ProcessFingerprints>(*this)
                        : nullptr) {
  if (options_.states == StateComparison::exact || options_.states == StateComparison::symmetric) {
    throw UsageError("--comparator exact and symmetric are for native actors");
  }
  if (options_.delivery != DeliveryModel::bag) {
    throw UsageError(std::string(to_string(options_.delivery)) +
                     " delivery is for actors; the mailboxes of processes are "
                     "queues of their own");
  }
}

Processes::~Processes() { clear(); }

Fingerprints* Processes::fingerprints() { return fingerprints_.get(); }

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
  number_names();
  for (std::uint32_t i = 0; i < processes_.size(); ++i) {
    begin(i);
    if (failure_) throw ProgramError(*failure_);
    post(i, true);
  }
  if (fingerprints_) fingerprints_->start();
  return ledger_.end_setup();
}

std::uint32_t Processes::add_mailbox(std::string name) {
  require_setup("a mailbox");
  const auto id = static_cast<std::uint32_t>(objects_.size());
  objects_.emplace_back();
  objects_.back().name = name.empty() ? "mailbox." + std::to_string(id + 1) : std::move(name);
  board_.add();
  ledger_.add_object();
  return id;
}

std::uint32_t Processes::add_mutex(std::string name) {
  require_setup("a mutex");
  const auto id = static_cast<std::uint32_t>(objects_.size());
  objects_.emplace_back();
  objects_.back().name = name.empty() ? "mutex." + std::to_string(id + 1) : std::move(name);
  objects_.back().is_mutex = true;
  board_.add();
  ledger_.add_object();
  return id;
}

ActorId Processes::spawn(std::string name, std::function<Task<>()> body) {
  require_setup("a process");
  Process& made = processes_.emplace_back();
  made.name = name.empty() ? "process" : std::move(name);
  made.body = std::move(body);
  return ledger_.add_actor();
}

/// Numbers the processes of one name, from the first on.
void Processes::number_names() {
  std::unordered_map<std::string, std::size_t> counts;
  for (const Process& process : processes_) ++counts[process.name];
  std::unordered_map<std::string, std::size_t> numbers;
  for (Process& process : processes_) {
    if (counts.at(process.name) == 1) continue;
    const std::string role = process.name;
    do {
      process.name = role + "." + std::to_string(++numbers[role]);
    } while (counts.contains(process.name));
  }
}

void Processes::require_setup(const char* what) const {
  if (setting_up_) return;
  throw ProgramError({FailureKind::misuse, std::string(what) + " can only be made in the set-up"});
}

const StepReport& Processes::execute(MessageId id, std::span<const Choice> choices) {
  const std::uint32_t process = ledger_.receiver(id).value;
  if (processes_[process].stale) rebuild(process);
  Process& self = processes_[process];
  ledger_.begin(id, choices);
  Step& step = steps_.emplace_back();
  step.reads_before = static_cast<std::uint32_t>(reads_.size());
  step.journal_before = static_cast<std::uint32_t>(journal_.size());
  step.mark = arena_.mark();

  resources_.clear();
  failure_.reset();
  infeasible_ = false;
  executing_.store(id, std::memory_order_release);
  const bool resumed = go_on(step, process, action(id));
  executing_.store(MessageId(), std::memory_order_relaxed);
  if (failure_ || infeasible_) self.actions.clear();
  post(process, resumed);
  if (fingerprints_) fingerprints_->after_step();

  StepReport& report = ledger_.end();
  report.ended = !self.message;
  report.resources = resources_;
  report.failure = failure_ ? &*failure_ : nullptr;
  report.infeasible = infeasible_ && !failure_;
  return report;
}

void Processes::enabled(std::vector<MessageId>& out) {
  for (const MessageId id : ledger_.pending()) {
    if (is_enabled(id)) out.push_back(id);
  }
}

std::optional<Failure> Processes::check_end() {
  failure_.reset();
  for (const auto& check : end_checks_) {
    try {
      check(ProcessEnd(*this));
    } catch (const StepFailed&) {
      return failure_;
    } catch (...) {
      return current_exception_as_failure();
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
