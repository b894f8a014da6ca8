// What a store costs: leases and commits in a second, and the records that workers apply.
//
// It takes the address of a Redis server whose runs nobody needs:
// HARRIER_BENCH_STORE=redis://host:port
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <optional>
#include <random>
#include <string>

#include "cluster/redis_store.hpp"
#include "cluster/replica.hpp"

namespace {

using harrier::RedisStore;
using harrier::Search;
using harrier::SharedTree;

/// A run that nobody has used before.
std::optional<std::string> fresh_url() {
  const char* const given = std::getenv("HARRIER_BENCH_STORE");
  if (given == nullptr) return std::nullopt;
  return std::string(given) + "/bench-" + std::to_string(std::random_device()());
}

/// What becomes of a task that hands so many sequences over and gives the rest back.
Search::Portion portion_with(std::int64_t sequences) {
  Search::Portion portion;
  portion.result.executions = 1'000;
  portion.result.coverage = harrier::Coverage::every_class();
  for (std::int64_t i = 0; i < sequences; ++i) {
    harrier::HandedOver& one = portion.handed_over.emplace_back(0);
    for (std::uint32_t step = 0; step < 8; ++step) {
      const harrier::NamedAccess touched{.resource = {step}, .access = harrier::Access::write};
      one.add({.name = {.high = static_cast<std::uint64_t>(i) + step, .low = 0},
               .event = step,
               .touched = {&touched, 1}});
    }
  }
  return portion;
}

void lease_and_commit(benchmark::State& state) {
  const auto url = fresh_url();
  if (!url) return state.SkipWithError("HARRIER_BENCH_STORE is not set");
  RedisStore store(harrier::StoreUrl::parse(*url));
  store.open({{"program", "bench"}});
  harrier::Store::Place place = store.load().place;
  const Search::Portion portion = portion_with(state.range(0));
  std::uint64_t task = 0;
  harrier::Store::Finished finished;
  for (auto _ : state) {
    const bool is_first = task == 0;
    const std::string token = std::to_string(++task);
    const auto answer = store.lease({.known = place,
                                     .wanted = {task},
                                     .token = token,
                                     .worker = {"bench", ""},
                                     .finished = is_first ? nullptr : &finished});
    if (answer.kind != harrier::Store::Answer::Kind::leased || answer.committed == is_first) {
      return state.SkipWithError("somebody else uses this run");
    }
    if (answer.committed) place = {place.position + 1, finished.token};
    finished = {task, token, harrier::record_of(task, token, portion, false)};
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(lease_and_commit)->Arg(0)->Arg(2)->Arg(20)->Unit(benchmark::kMicrosecond);

}  // namespace
