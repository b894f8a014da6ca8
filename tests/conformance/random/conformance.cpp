// What must hold for every random program.
#include "tests/conformance/random/conformance.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "core/classes.hpp"
#include "explore/registries.hpp"
#include "explore/search.hpp"
#include "tests/conformance/random/shared.hpp"
#include "tests/support/script_actor.hpp"
#include "tests/support/silent.hpp"

namespace harrier::testing {

namespace {

constexpr std::array known_promises{
    Promise{.reduction = "exhaustive"},
    Promise{.reduction = "persistent", .takes_sleep = true, .once_with_sleep = true},
    Promise{
        .reduction = "dcute", .actors_only = true, .takes_sleep = true, .once_with_sleep = true},
    Promise{.reduction = "transdpor",
            .actors_only = true,
            .takes_sleep = true,
            .once_with_sleep = true},
    Promise{.reduction = "source", .once = true},
    Promise{.reduction = "optimal", .once = true, .none_blocked = true},
    Promise{.reduction = "udpor", .once = true, .none_blocked = true},
    Promise{.reduction = "udpor", .k = 1, .once = true},
    Promise{.reduction = "udpor", .k = 2, .once = true},
};

}  // namespace

CheckOptions options_of(const Trial& trial) {
  CheckOptions options;
  options.reduction = trial.make ? "exhaustive" : std::string(trial.promise.reduction);
  options.order = trial.order;
  options.dependence = trial.model.dependence;
  options.delivery = trial.model.delivery;
  options.sleep = trial.sleep;
  if (trial.promise.k != 0) options.parameters["k"] = trial.promise.k;
  options.keep_going = true;
  options.undelivered = Undelivered::ignore;
  options.environment = Environment::total;
  options.step_seconds_max = 0;
  return options;
}

namespace {

/// Explores and shows every maximal execution to `observe`.
CheckResult explore(const ProgramFactory& make, const CheckOptions& options,
                    std::unique_ptr<Reduction> reduction, const Search::Observer& observe) {
  if (!reduction) reduction = make_reduction(options);
  Search search(make, options, std::move(reduction));
  search.observe(observe);
  return search.run();
}

Configuration class_at(EventNames& names, const State& state) {
  Configuration events = names.of(state.trace);
  std::ranges::sort(events);
  return events;
}

std::optional<std::string> broken_promise(Subject& subject, const Trial& trial) {
  const Configurations& expected = subject.configurations(trial.model);
  if (expected.flaw) return std::nullopt;  // there is nothing to keep; its own check says so
  EventNames& names = subject.names(trial.model);
  std::map<Configuration, std::uint64_t> seen;
  std::optional<std::string> wrong;
  CheckOptions options = options_of(trial);
  options.executions_max = expected.executions + 1;
  options.seconds_max = 60;  // executions that are abandoned are not counted
  const CheckResult result = explore(
      trial.silent ? silent(subject.factory()) : subject.factory(), options,
      trial.make ? trial.make() : nullptr, [&](const State& state) {
        const Configuration events = class_at(names, state);
        ++seen[events];
        const auto known = expected.maximal.find(events);
        if (known == expected.maximal.end()) {
          wrong = "an execution that should not be possible: " + schedule_of(state.trace).text();
        } else if (state_text(state.program, state.trace, names.of(state.trace)) != known->second) {
          wrong = "another end state than usual after " + schedule_of(state.trace).text();
        }
      });
  if (wrong) return wrong;
  if (!result.complete) return "incomplete: " + result.incomplete_reason();
  if (seen.size() < expected.maximal.size()) {
    return "misses " + std::to_string(expected.maximal.size() - seen.size()) + " of " +
           std::to_string(expected.maximal.size()) + " classes";
  }
  const bool once = trial.sleep ? trial.promise.once_with_sleep : trial.promise.once;
  if (once && result.executions != seen.size()) {
    return "runs " + std::to_string(result.executions) + " executions for " +
           std::to_string(seen.size()) + " classes";
  }
  if (trial.promise.none_blocked && result.blocked != 0) {
    return "abandons " + std::to_string(result.blocked) + " executions";
  }
  return std::nullopt;
}

}  // namespace

std::span<const Promise> promises() { return known_promises; }

bool is_valid(const Promise& promise, const Model& model) {
  return !promise.actors_only ||
         (model.dependence == Dependence::actor && model.delivery != DeliveryModel::mailbox);
}

std::string Trial::text() const {
  return std::string(promise.reduction) +
         (promise.k != 0 ? " --k " + std::to_string(promise.k) : "") + " --order " + order + " " +
         model.text() + (sleep ? " --sleep" : "") + (silent ? " of a silent program" : "");
}

Subject::Subject(RandomProgram program, Limits limits)
    : program_(std::move(program)), limits_(limits), factory_(factory_of(program_)) {}

bool Subject::fits() {
  try {
    for (const Dependence dependence : {Dependence::field, Dependence::actor}) {
      const Configurations& known = configurations({dependence, DeliveryModel::bag});
      if (!known.complete) return false;
      if (!known.flaw && known.executions > limits_.executions_max) return false;
    }
  } catch (const ProgramError&) {
    return false;  // the set-up chooses, or fails
  }
  return true;
}

const Configurations& Subject::configurations(const Model& model) {
  auto known = configurations_.find(model);
  if (known == configurations_.end()) {
    known = configurations_
                .emplace(model, all_configurations(factory_, model, names(model),
                                                   limits_.configurations_max))
                .first;
  }
  return known->second;
}

Check dependence_is_right(Model model) {
  return {"dependence relation " + model.text(),
          [=](Subject& subject) { return subject.configurations(model).flaw; }};
}

Check exhaustive_is_exhaustive(Model model) {
  return {"exhaustive " + model.text(), [=](Subject& subject) -> std::optional<std::string> {
            const Configurations& expected = subject.configurations(model);
            if (expected.flaw) return std::nullopt;
            EventNames& names = subject.names(model);
            std::map<Configuration, ClassName> seen;
            std::set<ClassName> class_names;
            bool same_name = true;
            const Trial trial{.promise = promises().front(), .model = model};
            const CheckResult result =
                explore(subject.factory(), options_of(trial), nullptr, [&](const State& state) {
                  const ClassName name = class_of(state.trace);
                  class_names.insert(name);
                  same_name &= seen.emplace(class_at(names, state), name).first->second == name;
                });
            if (!result.complete) return "incomplete: " + result.incomplete_reason();
            if (result.executions + result.infeasible != expected.executions) {
              return "runs " + std::to_string(result.executions + result.infeasible) +
                     " executions of " + std::to_string(expected.executions);
            }
            if (!std::ranges::equal(
                    seen, expected.maximal, {}, [](const auto& e) { return e.first; },
                    [](const auto& e) { return e.first; })) {
              return "its classes are not the maximal configurations";
            }
            if (!same_name) return "class_of gives one class two names";
            if (class_names.size() != seen.size()) return "class_of gives two classes one name";
            return std::nullopt;
          }};
}

Check keeps_promise(Trial trial) {
  return {trial.text(), [trial](Subject& subject) { return broken_promise(subject, trial); }};
}

Check backtracking_is_exact(Model model) {
  return {"backtracking " + model.text(), [=](Subject& subject) -> std::optional<std::string> {
            const auto run = [&](Backtrack backtrack) {
              CheckOptions options = options_of({.promise = promises().front(), .model = model});
              options.backtrack = backtrack;
              std::vector<std::string> lines;
              explore(subject.factory(), options, nullptr, [&](const State& state) {
                lines.push_back(
                    schedule_of(state.trace).text() + "\n" +
                    state_text(state.program, state.trace, subject.names(model).of(state.trace)));
              });
              return lines;
            };
            const std::vector<std::string> undone = run(Backtrack::undo);
            for (const Backtrack backtrack : {Backtrack::local, Backtrack::replay}) {
              const std::vector<std::string> other = run(backtrack);
              const auto [left, right] = std::ranges::mismatch(undone, other);
              if (left == undone.end() && right == other.end()) continue;
              const std::string none = "nothing more";
              return std::string("undo and ") +
                     (backtrack == Backtrack::local ? "local" : "replay") +
                     " differ: " + (left != undone.end() ? *left : none) + "and " +
                     (right != other.end() ? *right : none);
            }
            return std::nullopt;
          }};
}

Check audit_passes(Model model) {
  return {"audit " + model.text(), [=](Subject& subject) -> std::optional<std::string> {
            if (subject.configurations(model).maximal.empty()) return std::nullopt;  // an error
            CheckOptions options = options_of({.promise = promises().front(), .model = model});
            options.audit = true;
            const CheckResult result = check(subject.factory(), options);
            if (result.complete && result.verdict != Verdict::nondeterminism) return std::nullopt;
            return result.incomplete_reason();
          }};
}

Check work_can_be_moved(Trial trial) {
  return {"moved " + trial.text(), [trial](Subject& subject) -> std::optional<std::string> {
            constexpr std::uint64_t executions_max = 200;  // each costs a search of its own
            CheckOptions options = options_of(trial);
            std::multiset<ClassName> whole;
            options.executions_max = executions_max;
            const auto note_in = [](std::multiset<ClassName>& classes) {
              return [&classes](const State& state) { classes.insert(class_of(state.trace)); };
            };
            const CheckResult all = explore(subject.factory(), options, nullptr, note_in(whole));
            if (!all.complete) return std::nullopt;

            std::multiset<ClassName> pieces;
            std::optional<Work> work;
            options.executions_max = 1;
            for (std::uint64_t i = 0; i <= all.executions + all.infeasible; ++i) {
              Search search(subject.factory(), options, make_reduction(options));
              search.observe(note_in(pieces));
              const CheckResult piece = work ? search.run(*work) : search.run();
              if (piece.complete) {
                return pieces == whole ? std::nullopt
                                       : std::optional<std::string>(
                                             "explores " + std::to_string(pieces.size()) +
                                             " executions in pieces, not the same " +
                                             std::to_string(whole.size()));
              }
              work = Work::parse(search.take_work().value().text());
            }
            return "does not end in pieces";
          }};
}

namespace {

/// In which explorations are taken apart.
constexpr std::array<const char*, 3> orders_moved{"fifo", "random", "calm"};

std::vector<Model> models_of(std::uint64_t seed, bool all) {
  std::vector<Model> models{{Dependence::field, DeliveryModel::bag},
                            {Dependence::actor, DeliveryModel::bag}};
  const std::array others{DeliveryModel::fifo, DeliveryModel::causal, DeliveryModel::mailbox};
  const std::array dependences{Dependence::field, Dependence::actor};
  for (std::size_t i = 0; i < others.size() * dependences.size(); ++i) {
    if (!all && i != seed % (others.size() * dependences.size())) continue;
    models.push_back({dependences[i / others.size()], others[i % others.size()]});
  }
  return models;
}

/// The orders that mean something to a reduction: `calm` is the order of sending but for `optimal`.
std::vector<std::string> orders_for(const Promise& promise) {
  std::vector<std::string> names;
  for (const NamedSummary& order : orders()) {
    if (order.name != "calm" || promise.reduction == "optimal") names.emplace_back(order.name);
  }
  return names;
}

void add_trials(const Promise& promise, const Model& model, std::uint64_t turn, bool all,
                std::vector<Check>& checks) {
  if (!is_valid(promise, model)) return;
  if (model.delivery == DeliveryModel::mailbox && !promise.mailbox) return;
  const std::vector<std::string> names = orders_for(promise);
  for (const bool sleep : {false, true}) {
    if (sleep && !promise.takes_sleep) continue;
    for (std::size_t i = 0; i < (all ? names.size() : 1); ++i) {
      const std::string& order = names[turn++ % names.size()];
      checks.push_back(keeps_promise(
          {.promise = promise, .order = order, .model = model, .sleep = sleep, .make = {}}));
    }
  }
}

}  // namespace

std::vector<Check> checks_of(std::uint64_t seed, bool all) {
  std::vector<Check> checks;
  const std::vector<Model> models = models_of(seed, all);
  for (const Model& model : models) {
    checks.push_back(dependence_is_right(model));
    checks.push_back(exhaustive_is_exhaustive(model));
  }
  for (const Model& model : all ? models : std::vector{models[seed % models.size()]}) {
    checks.push_back(backtracking_is_exact(model));
    checks.push_back(audit_passes(model));
  }
  for (const Promise& promise : promises()) {
    const Model& one = models[seed / 4 % models.size()];
    if (seed % 4 == 0 && is_valid(promise, one)) {
      checks.push_back(keeps_promise({.promise = promise, .model = one, .silent = true}));
    }
    const bool movable = promise.reduction == "exhaustive" || promise.reduction == "source" ||
                         promise.reduction == "optimal" || promise.reduction == "persistent";
    if (!movable) continue;
    checks.push_back(work_can_be_moved({.promise = promise,
                                        .order = orders_moved[seed % orders_moved.size()],
                                        .model = models[seed % models.size()],
                                        .sleep = false,
                                        .make = {}}));
    for (const Model& model : models) {
      if (!is_valid(promise, model)) continue;
      const Trial trial{.promise = promise,
                        .order = orders_moved[seed % orders_moved.size()],
                        .model = model,
                        .sleep = promise.takes_sleep && model.dependence == Dependence::field,
                        .make = {}};
      checks.push_back(work_can_be_shared(trial, seed));
    }
  }
  std::uint64_t turn = seed;
  for (const NamedSummary& reduction : reductions()) {
    if (reduction_traits(reduction.name).is_partial) continue;
    bool promised = false;
    for (const Promise& promise : promises()) {
      if (promise.reduction != reduction.name) continue;
      promised = true;
      for (const Model& model : models) add_trials(promise, model, turn++, all, checks);
    }
    if (!promised) {
      checks.push_back({"promise of " + std::string(reduction.name),
                        [](Subject&) { return std::string("is missing in known_promises"); }});
    }
  }
  return checks;
}

std::string Counterexample::text() const {
  return check + ": " + wrong + "\n--- program, for RandomProgram::parse\n" + program.text() +
         "--- the same, for reading\n" + program.pseudo_code();
}

Counterexample shrink_counterexample(const RandomProgram& program, const Check& check,
                                     Limits limits) {
  const auto wrong_with = [&](const RandomProgram& candidate) -> std::optional<std::string> {
    Subject subject(candidate, limits);
    if (!subject.fits()) return std::nullopt;
    return check.run(subject);
  };
  RandomProgram smallest = shrink(
      program, [&](const RandomProgram& candidate) { return wrong_with(candidate).has_value(); });
  return {check.name, wrong_with(smallest).value_or("passes when repeated"), std::move(smallest)};
}

}  // namespace harrier::testing
