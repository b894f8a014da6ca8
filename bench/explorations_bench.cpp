// How fast explorations are: steps and executions per second of CPU time, by program, reduction and
// way of backtracking.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <string>
#include <vector>

#include "harrier/check.hpp"
#include "harrier/registry.hpp"

namespace {

using harrier::Backtrack;
using harrier::CheckOptions;
using harrier::CheckResult;

struct Exploration {
  std::string program;
  std::vector<std::string> arguments;
  std::string reduction;
  Backtrack backtrack = Backtrack::undo;
  std::uint64_t executions_max = 0;
};

CheckResult explore(const Exploration& what) {
  const harrier::ProgramDefinition& definition = harrier::find_program(what.program);
  const auto arguments =
      harrier::Arguments::parse(definition.parameters, what.arguments, what.program);
  CheckOptions options;
  options.reduction = what.reduction;
  options.backtrack = what.backtrack;
  options.executions_max = what.executions_max;
  options.keep_going = true;
  return harrier::check(
      [&](const harrier::ProgramOptions& how) { return definition.make(arguments, how); }, options);
}

void run(benchmark::State& state, const Exploration& what) {
  std::uint64_t steps = 0;
  std::uint64_t executions = 0;
  for (auto _ : state) {
    const CheckResult result = explore(what);
    steps += result.steps;
    executions += result.executions;
  }
  const auto rate = [](std::uint64_t count) {
    return benchmark::Counter(static_cast<double>(count), benchmark::Counter::kIsRate);
  };
  state.counters["steps/s"] = rate(steps);
  state.counters["executions/s"] = rate(executions);
}

// At most this many executions, so that every run is short.
constexpr std::uint64_t enough = 200'000;
constexpr std::uint64_t enough_replayed = 20'000;

const std::vector<Exploration> explorations{
    {"fib", {"n=5"}, "exhaustive", Backtrack::undo, enough},
    {"fib", {"n=5"}, "exhaustive", Backtrack::local, enough},
    {"fib", {"n=5"}, "exhaustive", Backtrack::replay, enough_replayed},
    {"pi", {"workers=5"}, "exhaustive", Backtrack::undo, enough},
    {"pi", {"workers=5"}, "exhaustive", Backtrack::local, enough},
    {"pi", {"workers=5"}, "exhaustive", Backtrack::replay, enough_replayed},
    {"chameneos", {"meetings=2"}, "exhaustive", Backtrack::undo, enough},
    {"fanin", {"senders=6"}, "exhaustive", Backtrack::undo, enough},
    {"fanin", {"senders=8"}, "optimal"},
    {"fanin", {"senders=9"}, "optimal"},
    {"pi", {"workers=6"}, "optimal"},
    {"fib", {"n=7"}, "optimal"},
    {"chameneos", {"meetings=2"}, "optimal"},
    {"readers", {"n=12"}, "optimal"},
    {"last-zero", {"n=8"}, "optimal"},
};

std::string name_of(const Exploration& what) {
  std::string name = what.reduction + "/" + what.program;
  for (const std::string& argument : what.arguments) name += " " + argument;
  if (what.reduction != "exhaustive") return name;
  switch (what.backtrack) {
    case Backtrack::undo:
      return name + "/undo";
    case Backtrack::local:
      return name + "/local";
    case Backtrack::replay:
      return name + "/replay";
  }
  return name;
}

const bool registered = [] {
  for (const Exploration& what : explorations) {
    benchmark::RegisterBenchmark(name_of(what).c_str(), [&what](benchmark::State& state) {
      run(state, what);
    })->Unit(benchmark::kMillisecond);
  }
  return true;
}();

}  // namespace
