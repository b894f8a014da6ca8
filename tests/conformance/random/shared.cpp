// Explorations that several searches share, with commits forced into random orders.
#include "tests/conformance/random/shared.hpp"

#include <random>
#include <set>

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
        tree_(options_.reduction == "optimal" ? SharedTree::Planning::sequences
                                              : SharedTree::Planning::any_step,
              rule) {}

  std::optional<Explored> run(std::size_t tasks_max) {
    const std::size_t workers = 1 + random_() % 5;
    for (std::size_t tasks = 0; tasks < tasks_max;) {
      if (tree_.is_explored()) return explored_;
      const bool can_take = tree_.ready_count() > 0 && taken_.size() < workers;
      if (can_take && (taken_.empty() || random_() % 2 == 0)) {
        ++tasks;
        taken_.push_back(*tree_.lease(random_() % 2 == 0 ? SharedTree::Pick::deepest
                                                         : SharedTree::Pick::shallowest));
      } else {
        const std::size_t at = random_() % taken_.size();
        finish(taken_[at]);
        taken_.erase(taken_.begin() + static_cast<std::ptrdiff_t>(at));
      }
    }
    return std::nullopt;
  }

 private:
  void finish(const SharedTree::Lease& lease) {
    if (random_() % 8 == 0) return tree_.give_back(lease.task);  // it was killed
    options_.executions_max = 1 + random_() % 3;
    Search search(make_, options_, make_reduction(options_));
    Classes classes;
    search.observe([&](const State& state) { classes.insert(class_of(state.trace)); });
    const Work work = Work::parse(lease.work.text());
    Search::Portion portion = search.run_portion(&work, 0);
    SharedTree::Outcome outcome{.handed_over = std::move(portion.handed_over),
                                .rest = std::move(portion.rest),
                                .split = random_() % 3 != 0};
    const SharedTree::Outcome twice = outcome;
    if (!tree_.commit(lease.task, std::move(outcome))) return;
    explored_.classes.merge(classes);
    explored_.add(portion.result);
    if (tree_.commit(lease.task, twice)) explored_.blocked += 1'000'000;
  }

  const ProgramFactory& make_;
  CheckOptions options_;
  std::minstd_rand random_;
  SharedTree tree_;
  std::vector<SharedTree::Lease> taken_;
  Explored explored_;
};

}  // namespace

Check work_can_be_shared(Trial trial, std::uint64_t seed, SharedTree::Rule rule) {
  return {
      "shared " + trial.text(), [=](Subject& subject) -> std::optional<std::string> {
        constexpr std::uint64_t executions_max = 300;  // most of them cost a search
        CheckOptions options = options_of(trial);
        options.executions_max = executions_max;
        Explored alone;
        Search search(subject.factory(), options, make_reduction(options));
        search.observe([&](const State& state) { alone.classes.insert(class_of(state.trace)); });
        const CheckResult all = search.run();
        if (!all.complete) return std::nullopt;
        alone.add(all);

        const auto together =
            Workers(subject.factory(), options, seed, rule).run(20 * executions_max);
        if (!together) return "does not end when it is shared";
        if (together->classes != alone.classes) {
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
      }};
}

}  // namespace harrier::testing
