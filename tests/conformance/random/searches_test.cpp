// Samplers and bounded searches on random programs, against every execution there is.
#include "explore/searches.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "core/classes.hpp"
#include "core/happens_before.hpp"
#include "explore/search.hpp"
#include "reduction/depth_bounded.hpp"
#include "reduction/exhaustive.hpp"
#include "reduction/footprint.hpp"
#include "sampling/class_weight.hpp"
#include "tests/support/script_actor.hpp"

namespace harrier::testing {
namespace {

constexpr std::uint64_t programs = 200;
constexpr std::uint64_t executions_max = 1'500;

CheckOptions plain_options() {
  CheckOptions options;
  options.keep_going = true;
  options.undelivered = Undelivered::ignore;
  options.step_seconds_max = 0;
  return options;
}

/// A program with all of its executions.
struct Known {
  ProgramFactory make;
  std::set<std::string> schedules;
  std::set<ClassName> classes;
};

CheckResult explore(const ProgramFactory& make, const CheckOptions& options,
                    std::unique_ptr<Reduction> reduction, const Search::Observer& observe) {
  Search search(make, options, std::move(reduction));
  search.observe(observe);
  return search.run();
}

/// Tells whether a program is small enough for a test.
using Fits = bool (*)(const Known& known);

/// Calls `look` with every random program that is small enough, and fails where few are.
template <class Look>
void for_each_program(Fits fits, const Look& look) {
  std::uint64_t looked_at = 0;
  for (std::uint64_t seed = 0; seed < programs; ++seed) {
    Known known{factory_of(RandomProgram::generate(seed)), {}, {}};
    CheckOptions options = plain_options();
    options.executions_max = executions_max;
    const CheckResult result =
        explore(known.make, options, std::make_unique<Exhaustive>(), [&](const State& state) {
          known.schedules.insert(schedule_of(state.trace).text());
          known.classes.insert(class_of(state.trace));
        });
    const bool starts = std::ranges::none_of(result.violations, [](const Violation& violation) {
      return std::holds_alternative<FailedProgram>(violation.finding);
    });
    if (!result.complete || !starts || !fits(known)) continue;
    SCOPED_TRACE("the program of seed " + std::to_string(seed));
    look(known);
    if (::testing::Test::HasFailure()) return;
    ++looked_at;
  }
  EXPECT_GT(looked_at, programs / 4);
}
template <class Look>
void for_each_program(const Look& look) {
  for_each_program([](const Known&) { return true; }, look);
}

TEST(ClassWeight, SharesOfAClassAddUpToOne) {
  for_each_program([](const Known& known) {
    ClassNames names;
    ClassWeight weight;
    std::map<ClassName, double> sums;
    explore(known.make, plain_options(), std::make_unique<Exhaustive>(), [&](const State& state) {
      const ClassName name = names.of(state.trace);
      sums[name] += std::exp(weight.log_share(state.trace, names.ready_after()));
    });
    for (const auto& [name, sum] : sums) EXPECT_NEAR(sum, 1, 1e-9);
  });
}

TEST(Samplers, DrawExecutionsThatTheProgramHas) {
  for_each_program([](const Known& known) {
    for (const NamedSummary& search : searches()) {
      if (search_kind(search.name) != SearchKind::sampler) continue;
      SCOPED_TRACE(search.name);
      CheckOptions options = plain_options();
      options.search = search.name;
      options.executions_max = 40;
      const auto classes = std::make_shared<ClassTable>();
      std::set<ClassName> seen;
      const CheckResult result =
          explore(known.make, options, make_search(options, search.name, 0, classes),
                  [&](const State& state) {
                    EXPECT_TRUE(known.schedules.contains(schedule_of(state.trace).text()));
                    seen.insert(class_of(state.trace));
                  });
      if (result.complete) {
        EXPECT_EQ(known.schedules.size(), 1U);
      } else {
        EXPECT_EQ(result.executions, 40U);
        EXPECT_EQ(classes->seen().distinct, seen.size());
      }
    }
  });
}

TEST(Samplers, ReachEveryClassOfSmallPrograms) {
  const Fits has_few_executions = [](const Known& known) { return known.schedules.size() <= 12; };
  for_each_program(has_few_executions, [](const Known& known) {
    for (const std::string search : {"random", "actors", "pos", "urw"}) {
      SCOPED_TRACE(search);
      CheckOptions options = plain_options();
      options.search = search;
      options.executions_max = 1'000;
      const auto classes = std::make_shared<ClassTable>();
      explore(known.make, options, make_search(options, search, 0, classes), [](const State&) {});
      EXPECT_EQ(classes->seen().distinct, known.classes.size());
    }
  });
}

/// Counts how often an execution passes over what is first in line.
std::uint64_t delays_of(const ProgramFactory& make, const Schedule& schedule) {
  const std::unique_ptr<Program> program = make({});
  program->start();
  std::vector<MessageId> passed_over;  // the last one last
  std::uint64_t delays = 0;
  for (const ScheduledStep& step : schedule.steps) {
    std::vector<MessageId> line;
    program->enabled(line);
    // Whatever was passed over goes to the back, in the order in which that happened last.
    for (auto at = passed_over.begin(); at != passed_over.end(); ++at) {
      const bool again = std::find(at + 1, passed_over.end(), *at) != passed_over.end();
      const auto place = std::ranges::find(line, *at);
      if (!again && place != line.end()) std::rotate(place, place + 1, line.end());
    }
    const auto taken = std::ranges::find(line, step.message);
    delays += static_cast<std::uint64_t>(taken - line.begin());
    passed_over.insert(passed_over.end(), line.begin(), taken);
    std::vector<Choice> choices;
    for (const std::uint32_t value : step.choices) choices.push_back({value, 0});
    program->execute(step.message, choices);
  }
  return delays;
}

TEST(DelayBound, ExploresWhatItSaysAndNothingTwice) {
  const Fits has_few_executions = [](const Known& known) { return known.schedules.size() <= 400; };
  for_each_program(has_few_executions, [](const Known& known) {
    std::map<std::string, std::uint64_t> delays;
    for (const std::string& schedule : known.schedules) {
      delays[schedule] = delays_of(known.make, Schedule::parse(schedule));
    }
    for (const std::uint64_t bound : {0U, 1U, 2U, 3U}) {
      std::multiset<std::string> explored;
      const CheckResult result =
          explore(known.make, plain_options(), make_search(plain_options(), "delay", bound, {}),
                  [&](const State& state) { explored.insert(schedule_of(state.trace).text()); });
      std::multiset<std::string> expected;
      for (const auto& [schedule, count] : delays) {
        if (count <= bound) expected.insert(schedule);
      }
      EXPECT_EQ(explored, expected) << "with bound " << bound;
      EXPECT_EQ(result.complete, expected.size() == delays.size()) << "with bound " << bound;
    }
  });
}

/// Notes the classes of all executions, those that are cut among them.
template <class Reduced>
class Noting final : public Reduction {
 public:
  explicit Noting(std::multiset<ClassName>& classes) : classes_(classes) {}
  Coverage covers() const override { return reduced_.covers(); }
  void enter(const State& state) override { reduced_.enter(state); }
  std::optional<Step> next(const State& state) override { return reduced_.next(state); }
  void finish(const State& state) override {
    reduced_.finish(state);
    classes_.insert(class_of(state.trace));
  }
  void leave(const State& state) override { reduced_.leave(state); }
  bool explores_choices() const override { return reduced_.explores_choices(); }

 private:
  std::multiset<ClassName>& classes_;
  Reduced reduced_;
};

TEST(DepthBound, ExploresEveryClassOfBeginningsOnce) {
  for_each_program([](const Known& known) {
    for (const std::uint64_t depth : {1U, 2U, 3U, 5U, 8U}) {
      CheckOptions options = plain_options();
      options.depth_max = depth;
      std::multiset<ClassName> all;
      std::multiset<ClassName> explored;
      const auto nothing = [](const State&) {};
      explore(known.make, options, std::make_unique<Noting<Exhaustive>>(all), nothing);
      explore(known.make, options, std::make_unique<Noting<DepthBounded>>(explored), nothing);
      const std::set<ClassName> once(all.begin(), all.end());
      EXPECT_EQ(explored, std::multiset<ClassName>(once.begin(), once.end()))
          << "to a depth of " << depth;
    }
  });
}

/// Executes a beginning and then always what comes first; null where that is impossible.
std::unique_ptr<Trace> complete(const ProgramFactory& make, const History& beginning) {
  const std::unique_ptr<Program> program = make({});
  Replay replay(*program);
  const Trace& trace = replay.trace();
  for (const PastStep& step : beginning) {
    const std::size_t sent = step.sent_by == 0 ? 0 : trace[step.sent_by - 1].first_sent.index();
    const MessageId message(sent + step.position);
    if (!replay.is_enabled(message)) return nullptr;
    replay.execute(message, step.choices);
  }
  while (true) {
    std::vector<MessageId> enabled;
    program->enabled(enabled);
    if (enabled.empty()) return std::make_unique<Trace>(trace);
    replay.execute(enabled.front(), {});
  }
}

/// Lists how the executions begin in which one race of an execution is the other way round, or one
/// choice is another one.
std::vector<History> reversals_of(const Trace& trace) {
  std::vector<std::set<std::size_t>> past(trace.size());
  std::vector<std::set<std::size_t>> direct(trace.size());
  for (std::size_t j = 0; j < trace.size(); ++j) {
    std::set<std::size_t> causes;
    for (const EventId cause : trace.causes(j)) causes.insert(cause.index());
    for (std::size_t i = 0; i < j; ++i) {
      if (conflict(trace.resources(i), trace.resources(j)) || causes.contains(i)) {
        direct[j].insert(i);
        past[j].insert(i);
        past[j].insert(past[i].begin(), past[i].end());
      }
    }
    // A race has nothing between its events, and the first is no cause of the second.
    std::set<std::size_t> because = causes;
    for (const std::size_t cause : causes) because.insert(past[cause].begin(), past[cause].end());
    std::erase_if(direct[j], [&](std::size_t i) {
      return because.contains(i) || std::ranges::any_of(past[j], [&](std::size_t between) {
               return past[between].contains(i);
             });
    });
  }
  std::vector<History> all;
  const auto add = [&](std::size_t first, std::size_t second, std::vector<Choice> choices) {
    History steps;
    std::map<std::size_t, std::uint32_t> place;
    const auto append = [&](std::size_t event, std::vector<Choice> chosen) {
      const Trace::Message& origin = trace.message(trace[event].message);
      steps.push_back({origin.sent_by ? place.at(origin.sent_by.index()) : 0, origin.position,
                       std::move(chosen)});
      place[event] = static_cast<std::uint32_t>(steps.size());
    };
    for (std::size_t i = 0; i < trace.size(); ++i) {
      const bool left_out = i == first || past[i].contains(first);
      const bool after_it = i == second || past[i].contains(second);
      if (left_out || after_it) continue;
      const auto chosen = trace.choices(i);
      append(i, {chosen.begin(), chosen.end()});
    }
    append(second, std::move(choices));
    all.push_back(std::move(steps));
  };
  for (std::size_t j = 0; j < trace.size(); ++j) {
    for (const std::size_t i : direct[j]) add(i, j, {});
    const auto taken = trace.choices(j);
    for (std::size_t at = 0; at < taken.size(); ++at) {
      for (std::uint32_t value = 0; value < taken[at].count; ++value) {
        if (value == taken[at].value) continue;
        std::vector<Choice> choices(taken.begin(), taken.begin() + static_cast<std::ptrdiff_t>(at));
        choices.push_back({value, taken[at].count});
        add(j, j, std::move(choices));
      }
    }
  }
  return all;
}

TEST(ReversalBound, ReachesTheClassesThatSoManyReversalsLeadTo) {
  const Fits has_few_classes = [](const Known& known) { return known.classes.size() <= 60; };
  for_each_program(has_few_classes, [](const Known& known) {
    std::set<ClassName> reached;
    std::vector<std::unique_ptr<Trace>> frontier;
    const auto reach = [&](const History& beginning, std::vector<std::unique_ptr<Trace>>& next) {
      std::unique_ptr<Trace> trace = complete(known.make, beginning);
      if (trace && reached.insert(class_of(*trace)).second) next.push_back(std::move(trace));
    };
    reach({}, frontier);
    for (const std::uint64_t bound : {0U, 1U, 2U}) {
      std::set<ClassName> explored;
      const CheckResult result =
          explore(known.make, plain_options(), make_search(plain_options(), "reversal", bound, {}),
                  [&](const State& state) { explored.insert(class_of(state.trace)); });
      EXPECT_EQ(explored, reached) << "with bound " << bound;
      EXPECT_FALSE(result.complete);
      std::vector<std::unique_ptr<Trace>> next;
      for (const std::unique_ptr<Trace>& trace : frontier) {
        for (const History& beginning : reversals_of(*trace)) reach(beginning, next);
      }
      frontier = std::move(next);
    }
  });
}

}  // namespace
}  // namespace harrier::testing
