// What goes together, asked for through both doors: the same is refused, and in the words of each.
#include "plan/plan.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "explore/searches.hpp"
#include "harrier/harrier.hpp"
#include "harrier/usage_error.hpp"
#include "tools/command_line.hpp"

namespace harrier::testing {
namespace {

/// Something that can be asked for, in the API and on the command line.
struct Wish {
  std::string option;
  std::function<void(CheckOptions&)> set;
};

const std::vector<Wish>& wishes() {
  static const std::vector<Wish> all{
      {"--states", [](CheckOptions& o) { o.states.on = true; }},
      {"--breadth-first", [](CheckOptions& o) { o.states.breadth_first = true; }},
      {"--must-end", [](CheckOptions& o) { o.states.must_end = true; }},
      {"--comparator=symmetric",
       [](CheckOptions& o) { o.states.comparison = StateComparison::symmetric; }},
      {"--comparator=exact", [](CheckOptions& o) { o.states.comparison = StateComparison::exact; }},
      {"--step=big", [](CheckOptions& o) { o.states.big_steps = true; }},
      {"--memory-max=100", [](CheckOptions& o) { o.states.bytes_max = 100'000'000; }},
      {"--reduction=stubborn",
       [](CheckOptions& o) { o.states.reduction = StateReduction::stubborn; }},
      {"--reduction=source", [](CheckOptions& o) { o.reduction = "source"; }},
      {"--sleep", [](CheckOptions& o) { o.sleep = true; }},
      {"--stats", [](CheckOptions& o) { o.stats = true; }},
      {"--order=lifo", [](CheckOptions& o) { o.order = "lifo"; }},
      {"--bound=1", [](CheckOptions& o) { o.bounds = {1}; }},
      {"--search=pct", [](CheckOptions& o) { o.search = "pct"; }},
      {"--search=delay", [](CheckOptions& o) { o.search = "delay"; }},
      {"--search=depth", [](CheckOptions& o) { o.search = "depth"; }},
      {"--search=portfolio", [](CheckOptions& o) { o.search = "portfolio"; }},
      {"--executions-max=3", [](CheckOptions& o) { o.executions_max = 3; }},
      {"--depth-max=9", [](CheckOptions& o) { o.depth_max = 9; }},
  };
  return all;
}

std::string refused_by_api(const std::vector<const Wish*>& asked) {
  CheckOptions options;
  for (const Wish* one : asked) one->set(options);
  // What an exploration of states takes is said on the command line by what goes with it.
  if (options.states.reduction == StateReduction::sleep &&
      options.states.comparison != StateComparison::actors) {
    options.states.reduction = StateReduction::none;
  }
  return refusal(Asked(options, search_facts(options)), Door::fields);
}

std::string refused_by_command_line(const std::vector<const Wish*>& asked) {
  std::vector<std::string> arguments;
  for (const Wish* one : asked) arguments.push_back(one->option);
  tools::CommandLine line;
  line.program_name = "harrier";
  line.command = "check";
  tools::parse_options(line, tools::Use::check, arguments);
  try {
    tools::check_options(line);
  } catch (const UsageError& error) {
    return error.what();
  }
  return {};
}

std::string group(const Wish& choice) { return choice.option.substr(0, choice.option.find('=')); }

TEST(Plan, RefusesTheSameThroughBothDoors) {
  std::size_t refused = 0;
  for (const Wish& one : wishes()) {
    for (const Wish& other : wishes()) {
      if (&one != &other && group(one) == group(other)) continue;
      for (const bool of_states : {false, true}) {
        std::vector<const Wish*> asked{&one};
        if (&other != &one) asked.push_back(&other);
        const Wish& states = wishes().front();
        if (of_states && (&one == &states || &other == &states)) continue;
        if (of_states) asked.push_back(&states);
        const std::string by_api = refused_by_api(asked);
        const std::string typed = refused_by_command_line(asked);
        EXPECT_EQ(by_api.empty(), typed.empty())
            << one.option << " " << other.option << (of_states ? " --states" : "") << "\n"
            << by_api << "\n"
            << typed;
        refused += typed.empty() ? 0 : 1;
      }
    }
  }
  EXPECT_GT(refused, 200U);
}

struct Go {};
class Idle : public Actor<Idle> {
 public:
  void on(Go) {}
};

TEST(Plan, IsAskedByEveryExploration) {
  const auto refusal_of = [](const std::function<void(CheckOptions&)>& set) -> std::string {
    CheckOptions options;
    options.executions_max = 10;
    set(options);
    try {
      check([](System& system) { system.send(system.spawn<Idle>(), Go{}); }, options);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "it goes";
  };
  EXPECT_EQ(refusal_of([](CheckOptions& o) { o.states.must_end = true; }),
            "states.must_end needs states.on");
  EXPECT_EQ(refusal_of([](CheckOptions& o) {
              o.search = "pct";
              o.reduction = "transdpor";
            }),
            "search decides itself what it explores: it takes no reduction");
  EXPECT_THAT(refusal_of([](CheckOptions& o) {
                o.states.on = true;
                o.reduction = "udpor";
              }),
              ::testing::HasSubstr("states.on takes no reduction of executions"));
}

}  // namespace
}  // namespace harrier::testing
