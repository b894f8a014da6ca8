// How many executions per second a test of three clients and a server takes, with one actor system
// for all.
#include <benchmark/benchmark.h>

#include <caf/all.hpp>

#include "harrier/caf.hpp"

namespace {

void three_clients(caf::actor_system& system) {
  const caf::actor server = system.spawn([]() -> caf::behavior { return {[](int) {}}; });
  for (int i = 0; i < 3; ++i) {
    system.spawn([=](caf::event_based_actor* self) {
      self->send(server, i);
      self->send(server, i);
    });
  }
}

void explore(benchmark::State& state) {
  harrier::CheckOptions options;
  options.reduction = state.range(0) == 0 ? "exhaustive" : "optimal";
  std::uint64_t executions = 0;
  for (auto _ : state) {
    executions += harrier::caf::check(three_clients, options).executions;
  }
  state.counters["executions/s"] =
      benchmark::Counter(static_cast<double>(executions), benchmark::Counter::kIsRate);
}
// 6! / 2^3 = 90 orders of six messages, two of each client.
BENCHMARK(explore)->Arg(0)->Arg(1)->ArgName("optimal");

}  // namespace
