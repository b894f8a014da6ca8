// What drawing executions costs: CPU time per step, of a plain execution and of each sampler.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <string>
#include <vector>

#include "explore/searches.hpp"
#include "harrier/check.hpp"
#include "harrier/registry.hpp"
#include "sampling/draw.hpp"

namespace {

using harrier::CheckOptions;
using harrier::CheckResult;
using harrier::MessageId;

struct Sampled {
  std::string program;
  std::vector<std::string> arguments;
};

const std::vector<Sampled> programs{
    {"raft", {"nodes=5", "timeouts=4"}},
    {"paxos", {"acceptors=5"}},
    {"fanin", {"senders=11"}},
    {"pipeline", {"stages=50", "depth=2"}},
};

constexpr std::uint64_t executions = 20'000;

std::unique_ptr<harrier::Program> make(const Sampled& what, const harrier::ProgramOptions& how) {
  const harrier::ProgramDefinition& definition = harrier::find_program(what.program);
  return definition.make(
      harrier::Arguments::parse(definition.parameters, what.arguments, what.program), how);
}

void set_counters(benchmark::State& state, std::uint64_t steps) {
  state.counters["time/step"] = benchmark::Counter(
      static_cast<double>(steps), benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

/// Runs executions in an order drawn at random, and does nothing else.
void run_plainly(benchmark::State& state, const Sampled& what) {
  const auto program = make(what, {});
  std::uint64_t steps = 0;
  std::vector<MessageId> enabled;
  for (auto _ : state) {
    program->start();
    std::uint64_t depth = 0;
    for (std::uint64_t i = 0; i < executions; ++i) {
      harrier::Draw draw(1, i);
      while (true) {
        enabled.clear();
        program->enabled(enabled);
        if (enabled.empty()) break;
        program->execute(enabled[draw.below(enabled.size())], {});
        ++depth;
      }
      steps += depth;
      for (; depth > 0; --depth) program->undo()->take_back();
    }
  }
  set_counters(state, steps);
}

void run_sampler(benchmark::State& state, const Sampled& what, const std::string& sampler) {
  CheckOptions options;
  options.search = sampler;
  options.executions_max = executions;
  options.keep_going = true;
  std::uint64_t steps = 0;
  for (auto _ : state) {
    const CheckResult result = harrier::check(
        [&](const harrier::ProgramOptions& how) { return make(what, how); }, options);
    steps += result.steps;
  }
  set_counters(state, steps);
}

[[maybe_unused]] const bool registered = [] {
  for (const Sampled& what : programs) {
    std::string name = what.program;
    for (const std::string& argument : what.arguments) name += " " + argument;
    benchmark::RegisterBenchmark(("plain/" + name).c_str(), run_plainly, what)
        ->Unit(benchmark::kMillisecond);
    for (const harrier::NamedSummary& search : harrier::searches()) {
      if (harrier::search_kind(search.name) != harrier::SearchKind::sampler) continue;
      const std::string sampler(search.name);
      benchmark::RegisterBenchmark((sampler + "/" + name).c_str(), run_sampler, what, sampler)
          ->Unit(benchmark::kMillisecond);
    }
  }
  return true;
}();

}  // namespace
