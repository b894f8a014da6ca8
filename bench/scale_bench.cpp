// How the cost grows: one step of optimal against one of exhaustive, depth, and memory.
#include <benchmark/benchmark.h>
#include <sys/resource.h>

#include <chrono>
#include <cstdint>
#include <ctime>
#include <string>

#include "harrier/harrier.hpp"

namespace {

using harrier::CheckResult;

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

CheckResult explore_fanin(int senders, const std::string& reduction) {
  const harrier::ProgramDefinition& fanin = harrier::find_program("fanin");
  const auto arguments =
      harrier::Arguments::parse(fanin.parameters, {"senders=" + std::to_string(senders)}, "fanin");
  return harrier::check(
      [&](const harrier::ProgramOptions& how) { return fanin.make(arguments, how); },
      {.reduction = reduction});
}

/// Runs both in turns, so that what disturbs one disturbs the other.
void optimal_per_exhaustive_step(benchmark::State& state) {
  double exhaustive_s = 0;
  double optimal_s = 0;
  std::uint64_t exhaustive_steps = 0;
  std::uint64_t optimal_steps = 0;
  for (auto _ : state) {
    const double begin = cpu_seconds();
    exhaustive_steps += explore_fanin(5, "exhaustive").steps;
    const double middle = cpu_seconds();
    optimal_steps += explore_fanin(8, "optimal").steps;
    exhaustive_s += middle - begin;
    optimal_s += cpu_seconds() - middle;
  }
  state.counters["ratio"] = optimal_s / static_cast<double>(optimal_steps) /
                            (exhaustive_s / static_cast<double>(exhaustive_steps));
}
BENCHMARK(optimal_per_exhaustive_step)->Unit(benchmark::kMillisecond);

/// The peak so far: flat if memory does not grow with the executions. The smallest comes first.
void peak_memory(benchmark::State& state) {
  std::uint64_t executions = 0;
  for (auto _ : state) {
    executions = explore_fanin(static_cast<int>(state.range(0)), "optimal").executions;
  }
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  state.counters["executions"] = static_cast<double>(executions);
  state.counters["peak_kb"] = static_cast<double>(usage.ru_maxrss);
}
BENCHMARK(peak_memory)
    ->Arg(7)
    ->Arg(8)
    ->Arg(9)
    ->Arg(10)
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);

struct Ball {
  int left;
};
struct Done {
  int who;
};

class Judge : public harrier::Actor<Judge> {
 public:
  void on(Done m) { last_ = m.who; }

 private:
  harrier::Tracked<int> last_ = 0;
};

/// Passes a ball until it comes to rest; the last two passes race at the judge.
class Player : public harrier::Actor<Player> {
 public:
  explicit Player(harrier::Ref<Judge> judge) : judge_(judge) {}
  void on(harrier::Ref<Player> other) { other_ = other; }
  void on(Ball m) {
    if (m.left > 0) send(other_, Ball{m.left - 1});
    if (m.left <= 1) send(judge_, Done{m.left});
  }

 private:
  harrier::Constant<harrier::Ref<Judge>> judge_;
  harrier::Tracked<harrier::Ref<Player>> other_;
};

void deep_ping_pong(benchmark::State& state, const char* reduction) {
  const auto length = static_cast<int>(state.range(0));
  std::uint64_t steps = 0;
  for (auto _ : state) {
    const CheckResult result = harrier::check(
        [length](harrier::System& system) {
          const auto judge = system.spawn<Judge>();
          const auto ping = system.spawn<Player>(judge);
          const auto pong = system.spawn<Player>(judge);
          system.send(ping, pong);
          system.send(pong, ping);
          system.settle();
          system.send(ping, Ball{length});
        },
        {.reduction = reduction});
    steps += result.steps;
  }
  state.counters["steps/s"] =
      benchmark::Counter(static_cast<double>(steps), benchmark::Counter::kIsRate);
}
BENCHMARK_CAPTURE(deep_ping_pong, exhaustive, "exhaustive")
    ->Arg(1'000)
    ->Arg(100'000)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(deep_ping_pong, optimal, "optimal")
    ->Arg(1'000)
    ->Arg(10'000)
    ->Unit(benchmark::kMillisecond);

}  // namespace
