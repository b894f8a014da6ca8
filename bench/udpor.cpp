// Measures udpor with several k against optimal, on programs of processes.
#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "harrier/check.hpp"
#include "harrier/registry.hpp"

namespace {

struct Subject {
  const char* name;
  std::vector<std::string> arguments;
};

void explore(benchmark::State& state, const Subject& subject, const char* reduction,
             std::uint64_t k) {
  const harrier::ProgramDefinition& definition = harrier::find_program(subject.name);
  const harrier::Arguments arguments =
      harrier::Arguments::parse(definition.parameters, subject.arguments, subject.name);
  harrier::CheckOptions options;
  options.reduction = reduction;
  if (k != 0) options.parameters["k"] = k;
  options.keep_going = true;
  harrier::CheckResult result;
  for (auto _ : state) {
    result = harrier::check(
        [&](const harrier::ProgramOptions& how) { return definition.make(arguments, how); },
        options);
  }
  state.counters["classes"] = static_cast<double>(result.executions);
  state.counters["blocked"] = static_cast<double>(result.blocked);
  state.counters["steps"] = static_cast<double>(result.steps);
  state.counters["events_stored_max"] = static_cast<double>(result.events_stored_max);
}

const int registered = [] {
  const std::vector<Subject> subjects{
      {"rmq-receiving", {"processes=5"}},         {"rmq-receiving", {"processes=8"}},
      {"master-worker", {"processes=4"}},         {"mpat", {"k=5"}},
      {"poke", {"threads=7", "iterations=3"}},    {"dispatcher", {"servers=5", "requests=3"}},
      {"dispatcher", {"servers=5", "requests=4"}}};
  for (const Subject& subject : subjects) {
    std::string name = subject.name;
    for (const std::string& argument : subject.arguments) name += "," + argument;
    const auto add = [&](const std::string& label, const char* reduction, std::uint64_t k) {
      benchmark::RegisterBenchmark((name + "/" + label).c_str(), [subject, reduction,
                                                                  k](benchmark::State& state) {
        explore(state, subject, reduction, k);
      })->Unit(benchmark::kMillisecond);
    };
    add("optimal", "optimal", 0);
    for (const std::uint64_t k : {1U, 2U, 4U}) add("udpor/k:" + std::to_string(k), "udpor", k);
    add("udpor/full", "udpor", 0);
  }
  return 0;
}();

}  // namespace
