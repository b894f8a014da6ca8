// Explorations that several searches share, with commits forced into random orders.
#include "tests/conformance/random/shared.hpp"

#include <functional>
#include <map>
#include <random>
#include <set>
#include <shared_mutex>
#include <utility>

#include "cluster/replica.hpp"
#include "core/classes.hpp"
#include "explore/registries.hpp"
#include "explore/search.hpp"

namespace harrier::testing {

namespace {

using Classes = std::multiset<ClassName>;

/// What an exploration came to.
struct Explored {
  Classes classes;
  std::uint64_t blocked = 0;
  std::size_t depth_max = 0;

  void add(const CheckResult& result) {
    blocked += result.blocked;
    depth_max = std::max<std::size_t>(depth_max, result.depth_max);
  }
};

/// Runs searches one after the other as if they ran beside each other.
class Workers {
 public:
  Workers(const ProgramFactory& make, CheckOptions options, std::uint64_t seed,
          SharedTree::Rule rule)
      : make_(make),
        options_(std::move(options)),
        random_(seed),
        tree_(planning_of(options_), rule) {
    tree_.set_known_max(random_() % 8);
  }

  std::optional<Explored> run(std::size_t tasks_max) {
    const std::size_t workers = 1 + random_() % 5;
    for (std::size_t tasks = 0; tasks < tasks_max;) {
      if (tree_.is_explored()) return explored_;
      const bool can_take = tree_.ready_count() > 0 && taken_.size() < workers;
      if (can_take && (taken_.empty() || random_() % 2 == 0)) {
        ++tasks;
        taken_.push_back(take());
      } else {
        const std::size_t at = random_() % taken_.size();
        finish(taken_[at]);
        taken_.erase(taken_.begin() + static_cast<std::ptrdiff_t>(at));
      }
    }
    return std::nullopt;
  }

 private:
  /// Tasks that one worker explores one after the other.
  using Taken = std::vector<SharedTree::Lease>;
  /// What it has made of one of them.
  struct Made {
    Search::Portion portion;
    Classes classes;
  };

  Taken take() {
    const auto pick = random_() % 2 == 0 ? SharedTree::Pick::deepest : SharedTree::Pick::shallowest;
    if (random_() % 2 == 0) return tree_.lease_some(pick, 1 + random_() % 4, mutex_);
    return {*tree_.lease(pick, random_() % 2 == 0 ? &mutex_ : nullptr)};
  }

  /// Explores tasks with one walk, for as long as nothing is left of them.
  std::vector<Made> explore(const Taken& taken) {
    options_.executions_max = 1 + random_() % (random_() % 2 == 0 ? 3 : 30);
    Search search(make_, options_, make_reduction(options_));
    std::vector<Made> all;
    for (const SharedTree::Lease& lease : taken) {
      Made& made = all.emplace_back();
      search.observe([&](const State& state) { made.classes.insert(class_of(state.trace)); });
      const Work work = lease.work.elsewhere ? lease.work : Work::parse(lease.work.text());
      made.portion = search.run_portion(&work, 0);
      if (made.portion.rest || random_() % 16 == 0) break;
    }
    return all;
  }

  void finish(const Taken& taken) {
    std::vector<Made> all;
    if (random_() % 8 != 0) all = explore(taken);  // otherwise it was killed
    for (std::size_t i = 0; i < taken.size(); ++i) {
      if (i < all.size()) {
        commit(taken[i].task, all[i]);
      } else {
        tree_.give_back(taken[i].task);
      }
    }
  }

  void commit(SharedTree::TaskId task, Made& made) {
    SharedTree::Outcome outcome{.handed_over = std::move(made.portion.handed_over),
                                .rest = std::move(made.portion.rest),
                                .split = random_() % 3 != 0,
                                .executions = made.portion.result.executions};
    const SharedTree::Outcome twice = outcome;
    if (!tree_.commit(task, std::move(outcome))) return;
    explored_.classes.merge(made.classes);
    explored_.add(made.portion.result);
    if (tree_.commit(task, twice)) explored_.blocked += 1'000'000;
  }

  const ProgramFactory& make_;
  CheckOptions options_;
  std::minstd_rand random_;
  std::shared_mutex mutex_;
  SharedTree tree_;
  std::vector<Taken> taken_;
  Explored explored_;
};

/// A store whose server loses the newest part of what it did now and then.
class LossyStore final : public Store {
 public:
  Snapshot load() override { return snapshot_; }
  Answer lease(const Request& request) override {
    const Place& known = request.known;
    Answer answer;
    answer.committed = request.finished != nullptr && commit(*request.finished);
    const std::size_t base = snapshot_.place.position;
    const bool is_known = known.position >= base && known.position <= now_.log.size() &&
                          known.token == token_before(known.position);
    if (!is_known) {
      answer.kind = Answer::Kind::stale;
    } else if (known.position + (answer.committed ? 1 : 0) < now_.log.size()) {
      answer.kind = Answer::Kind::news;
      answer.records.assign(now_.log.begin() + static_cast<std::ptrdiff_t>(known.position),
                            now_.log.end());
    } else {
      for (const TaskId task : request.wanted) {
        if (now_.leases.contains(task)) continue;
        remember();
        now_.leases[task] = request.token;
        answer.kind = Answer::Kind::leased;
        answer.task = task;
        answer.leased_count = now_.leases.size();
        return answer;
      }
    }
    return answer;
  }
  void renew(TaskId, const std::string&) override {}
  bool commit(const Finished& finished) override {
    const auto lease = now_.leases.find(finished.task);
    if (lease == now_.leases.end() || lease->second != finished.token) return false;
    remember();
    now_.leases.erase(lease);
    now_.log.push_back(finished.record);
    return true;
  }
  void keep(const Snapshot& snapshot) override {
    if (snapshot.place.position > snapshot_.place.position &&
        snapshot.place.position <= now_.log.size() &&
        snapshot.place.token == token_before(snapshot.place.position)) {
      before_.clear();  // what is older is not lost any more
      snapshot_ = snapshot;
    }
  }
  double lease_seconds() const override { return 1; }

  /// A lease ends although somebody works at it.
  void expire() {
    if (!now_.leases.empty()) now_.leases.erase(now_.leases.begin());
  }
  void lose(std::size_t changes) {
    if (changes == 0 || changes > before_.size()) return;
    now_ = before_[before_.size() - changes];
    before_.resize(before_.size() - changes);
  }
  std::string token_before(std::size_t position) const {
    return position == 0 ? "" : now_.log[position - 1].substr(0, now_.log[position - 1].find(' '));
  }
  std::size_t size() const { return now_.log.size(); }

 private:
  struct Contents {
    std::vector<std::string> log;
    std::map<TaskId, std::string> leases;
  };
  void remember() {
    constexpr std::size_t most = 8;
    if (before_.size() == most) before_.erase(before_.begin());
    before_.push_back(now_);
  }

  Contents now_;
  std::vector<Contents> before_;
  Snapshot snapshot_;
};

/// Processes that share an exploration through such a store, one after the other as if they ran
/// beside each other.
class Processes {
 public:
  Processes(const ProgramFactory& make, CheckOptions options, std::uint64_t seed)
      : make_(make), options_(std::move(options)), random_(seed) {
    const std::size_t count = 1 + random_() % 4;
    for (std::size_t i = 0; i < count; ++i) {
      processes_.push_back({Replica(planning_of(options_)), {}, {}, {}});
    }
  }

  std::optional<Explored> run(std::size_t turns_max) {
    for (std::size_t turns = 0; turns < turns_max; ++turns) {
      Process& one = processes_[random_() % processes_.size()];
      if (one.lease) {
        finish(one);
      } else if (!take(one)) {
        return explored(one.replica);
      }
      if (random_() % 8 == 0) store_.expire();
      if (random_() % 10 == 0) store_.lose(random_() % 8);
      if (random_() % 12 == 0) store_.keep(one.replica.snapshot());
    }
    return std::nullopt;
  }

 private:
  struct Process {
    Replica replica;
    std::optional<SharedTree::Lease> lease;
    std::string token;
    std::optional<Store::Finished> finished;  ///< to be committed with the next request
  };

  /// Takes a task where one is free; false where nothing is left.
  bool take(Process& one) {
    using Kind = Store::Answer::Kind;
    while (true) {
      const std::optional<Store::Finished> finished = std::exchange(one.finished, std::nullopt);
      one.token = std::to_string(++tokens_);
      Store::Request request{.known = one.replica.place(), .token = one.token};
      for (const auto& [depth, task] : one.replica.tree().ready()) {
        if (!finished || task != finished->task) request.wanted.push_back(task);
      }
      if (finished) request.finished = &*finished;
      const Store::Answer answer = store_.lease(request);
      const bool is_last = answer.kind == Kind::leased || answer.kind == Kind::nothing;
      if (answer.kind == Kind::stale) one.replica.load(store_.load());
      if (answer.committed && is_last) one.replica.apply(finished->record);
      for (const std::string& record : answer.records) one.replica.apply(record);
      if (answer.kind == Kind::leased) one.lease = one.replica.tree().lease_of(answer.task);
      if (answer.kind == Kind::leased) return true;
      if (answer.kind == Kind::nothing && !answer.committed) return !one.replica.is_over();
    }
  }

  void finish(Process& one) {
    const SharedTree::Lease lease = *std::exchange(one.lease, std::nullopt);
    if (random_() % 8 == 0) return;  // it was killed
    options_.executions_max = 1 + random_() % (random_() % 2 == 0 ? 3 : 30);
    Search search(make_, options_, make_reduction(options_));
    Classes classes;
    search.observe([&](const State& state) { classes.insert(class_of(state.trace)); });
    const Search::Portion portion = search.run_portion(&lease.work, 0);
    const Store::Finished finished{lease.task, one.token,
                                   record_of(lease.task, one.token, portion, random_() % 3 != 0)};
    classes_[one.token] = classes;
    if (random_() % 2 == 0) {
      one.finished = finished;
    } else {
      store_.commit(finished);
      store_.commit(finished);  // it was not sure that this one arrived
    }
  }

  Explored explored(const Replica& replica) const {
    Explored all;
    for (std::size_t i = 1; i <= store_.size(); ++i) {
      Classes classes = classes_.at(store_.token_before(i));
      all.classes.merge(classes);
    }
    all.blocked = replica.tally().blocked;
    all.depth_max = replica.tally().depth_max;
    if (replica.tally().executions != all.classes.size()) all.blocked += 1'000'000;
    return all;
  }

  const ProgramFactory& make_;
  CheckOptions options_;
  std::minstd_rand random_;
  LossyStore store_;
  std::vector<Process> processes_;
  std::map<std::string, Classes> classes_;  ///< by the tokens of their tasks
  std::uint64_t tokens_ = 0;
};

using Together =
    std::function<std::optional<Explored>(const ProgramFactory& make, const CheckOptions& options)>;

/// Compares what searches explore together with what one does.
std::optional<std::string> compare(const Trial& trial, Subject& subject, const Together& run) {
  constexpr std::uint64_t executions_max = 300;  // most of them cost a search
  CheckOptions options = options_of(trial);
  options.executions_max = executions_max;
  Explored alone;
  Search search(subject.factory(), options, make_reduction(options));
  search.observe([&](const State& state) { alone.classes.insert(class_of(state.trace)); });
  const CheckResult all = search.run();
  if (!all.complete) return std::nullopt;
  alone.add(all);
  const std::optional<Explored> together = run(subject.factory(), options);
  if (!together) return "does not end when it is shared";
  // Which messages are planned there, of those that would do, depends on what is found first.
  const bool repeats = planning_of(options) == SharedTree::Planning::any_message;
  const auto distinct = [](const Classes& classes) {
    return std::set<ClassName>(classes.begin(), classes.end());
  };
  const bool same = repeats ? distinct(together->classes) == distinct(alone.classes)
                            : together->classes == alone.classes;
  if (!same) {
    return "explores " + std::to_string(together->classes.size()) + " of " +
           std::to_string(alone.classes.size()) + " executions when it is shared";
  }
  const bool counts_blocked = trial.promise.none_blocked;
  if (counts_blocked && together->blocked != alone.blocked) {
    return "abandons " + std::to_string(together->blocked) + " when it is shared, not " +
           std::to_string(alone.blocked);
  }
  if (together->depth_max != alone.depth_max) return "has another depth when shared";
  return std::nullopt;
}

constexpr std::size_t turns_max = 20'000;

}  // namespace

Check work_can_be_replicated(Trial trial, std::uint64_t seed) {
  return {"replicated " + trial.text(), [=](Subject& subject) {
            return compare(trial, subject,
                           [&](const ProgramFactory& make, const CheckOptions& how) {
                             return Processes(make, how, seed).run(turns_max);
                           });
          }};
}

Check work_can_be_shared(Trial trial, std::uint64_t seed, SharedTree::Rule rule) {
  return {"shared " + trial.text(), [=](Subject& subject) {
            return compare(trial, subject,
                           [&](const ProgramFactory& make, const CheckOptions& how) {
                             return Workers(make, how, seed, rule).run(turns_max);
                           });
          }};
}

}  // namespace harrier::testing
