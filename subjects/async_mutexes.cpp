// Programs with mutexes that other tools count: dispatcher, mpat, multipc, pi and poke of table 1
// of Nguyen et al., Quasi-Optimal Partial Order Reduction (CAV 2018). A thread that starts another
// one and joins it does so by messages in mailboxes of their own.
#include <string>
#include <vector>

#include "harrier/process.hpp"

namespace {

using harrier::Arguments;
using harrier::Mailbox;
using harrier::Mutex;
using harrier::number;
using harrier::ProcessSystem;
using harrier::Shared;
using harrier::Task;

struct Signal {};

/// A mutex with the number that it guards.
struct Cell {
  Mutex mutex;
  Shared<int> value;
};

Cell make_cell(ProcessSystem& system, const std::string& name) {
  const Mutex mutex = system.mutex(name);
  return {mutex, system.shared(mutex, 0)};
}

Task<> set_cell(Cell cell, int value) {
  const auto guard = co_await lock_guard(cell.mutex);
  cell.value.set(value);
}

Task<int> get_cell(Cell cell) {
  const auto guard = co_await lock_guard(cell.mutex);
  co_return cell.value.get();
}

/// Writes the numbers from `first` to `last` into a cell, one after the other, when told to.
Task<> count_up(Cell cell, int first, int last, Mailbox<Signal> start, Mailbox<Signal> done) {
  co_await receive(start);
  for (int i = first; i < last; ++i) co_await set_cell(cell, i);
  co_await send(done, Signal{});
}

// dispatcher: requests go to whichever server another thread has picked by then.

struct Channel {
  Mutex mutex;
  Shared<int> in;
  Shared<int> out;
};

Task<> server(Channel channel) {
  const auto guard = co_await lock_guard(channel.mutex);
  if (channel.in.get() > 0) channel.out.set(channel.in.get());
}

Task<> dispatch(Cell picked, std::vector<Channel> servers, std::vector<Mailbox<Signal>> starts,
                std::vector<Mailbox<Signal>> joins) {
  for (std::size_t i = 0; i < starts.size(); ++i) {
    co_await send(starts[i], Signal{});
    const int chosen = co_await get_cell(picked);
    harrier::require(chosen < static_cast<int>(servers.size()), "the chosen server exists");
    const Channel channel = servers[static_cast<std::size_t>(chosen)];
    {
      const auto guard = co_await lock_guard(channel.mutex);
      channel.in.set(channel.in.get() + 1);
    }
    co_await receive(joins[i]);
  }
}

const harrier::Register dispatcher(harrier::process_program(
    "dispatcher", "requests go to the server that was picked last",
    {number("servers", 5, 1, 14, "number of servers"),
     number("requests", 2, 1, 6, "number of requests")},
    [](ProcessSystem& system, const Arguments& arguments) {
      const int count = arguments.number("servers");
      const Cell picked = make_cell(system, "picked");
      std::vector<Channel> servers;
      for (int i = 0; i < count; ++i) {
        const Mutex mutex = system.mutex("server." + std::to_string(i));
        servers.push_back({mutex, system.shared(mutex, 0), system.shared(mutex, 0)});
        system.spawn("server." + std::to_string(i), server, servers.back());
      }
      std::vector<Mailbox<Signal>> starts;
      std::vector<Mailbox<Signal>> joins;
      for (int i = 0; i < arguments.number("requests"); ++i) {
        starts.push_back(system.mailbox<Signal>("start." + std::to_string(i)));
        joins.push_back(system.mailbox<Signal>("join." + std::to_string(i)));
        system.spawn("picker." + std::to_string(i), count_up, picked, 0, count, starts.back(),
                     joins.back());
      }
      system.spawn("main", dispatch, picked, servers, starts, joins);
    }));

// mpat: each of n threads takes a common mutex and then one that it shares with a thread of its
// own.

Task<> take_one(Mutex own) { const auto guard = co_await lock_guard(own); }
Task<> take_both(Mutex common, Mutex own) {
  const auto outer = co_await lock_guard(common);
  const auto inner = co_await lock_guard(own);
}

const harrier::Register mpat(harrier::process_program(
    "mpat", "pairs of threads meet at a mutex each, and half of them at one more",
    {number("k", 4, 1, 8, "number of pairs")},
    [](ProcessSystem& system, const Arguments& arguments) {
      const Mutex common = system.mutex("common");
      for (int i = 0; i < arguments.number("k"); ++i) {
        const std::string suffix = "." + std::to_string(i);
        const Mutex own = system.mutex("own" + suffix);
        system.spawn("single" + suffix, take_one, own);
        system.spawn("double" + suffix, take_both, common, own);
      }
    }));

// multipc: producers build a number together; each sends work to the worker that its part names.

constexpr int producer_rounds = 2;
constexpr int worker_rounds = 2;

Task<> produce(int self, int producers, Cell number, std::vector<Cell> workers) {
  int own = 0;
  for (int i = 0; i < producer_rounds; ++i) {
    const auto guard = co_await lock_guard(number.mutex);
    own = number.value.get() * producers + self;
    number.value.set(own);
  }
  const Cell worker = workers[static_cast<std::size_t>(own) % workers.size()];
  const auto guard = co_await lock_guard(worker.mutex);
  worker.value.set(worker.value.get() + 1);
}

Task<> work(Cell requests) {
  for (int i = 0; i < worker_rounds; ++i) {
    const auto guard = co_await lock_guard(requests.mutex);
    if (requests.value.get() > 0) requests.value.set(requests.value.get() - 1);
  }
}

const harrier::Register multipc(harrier::process_program(
    "multipc", "producers choose by a common number which worker gets their request",
    {number("producers", 2, 1, 5, "number of producers"),
     number("workers", 5, 2, 7, "number of workers")},
    [](ProcessSystem& system, const Arguments& arguments) {
      std::vector<Cell> workers;
      for (int i = 0; i < arguments.number("workers"); ++i) {
        workers.push_back(make_cell(system, "requests." + std::to_string(i)));
        system.spawn("worker." + std::to_string(i), work, workers.back());
      }
      const Cell number = make_cell(system, "number");
      for (int i = 0; i < arguments.number("producers"); ++i) {
        system.spawn("producer." + std::to_string(i), produce, i, arguments.number("producers"),
                     number, workers);
      }
    }));

// pi: threads add their parts to one sum.

Task<> add_part(Cell sum, int part) {
  const auto guard = co_await lock_guard(sum.mutex);
  sum.value.set(sum.value.get() + part);
}

const harrier::Register mutex_pi(harrier::process_program(
    "mutex-pi", "threads add their parts to one sum that a mutex guards",
    {number("threads", 5, 1, 9, "number of threads")},
    [](ProcessSystem& system, const Arguments& arguments) {
      const Cell sum = make_cell(system, "sum");
      const int threads = arguments.number("threads");
      for (int i = 1; i <= threads; ++i) {
        system.spawn("thread." + std::to_string(i), add_part, sum, i);
      }
      system.at_end([sum, threads](const harrier::ProcessEnd& end) {
        end.check(end.value(sum.value) == threads * (threads + 1) / 2, "no part is lost");
      });
    }));

// poke: a thread pool is asked several times whether the thread that was picked is free.

Task<> poke_once(Cell picked, std::vector<Cell> free, Mailbox<Signal> start, Mailbox<int> done) {
  co_await receive(start);
  const int chosen = co_await get_cell(picked);
  const Cell cell = free[static_cast<std::size_t>(chosen)];
  int found = 0;
  {
    const auto guard = co_await lock_guard(cell.mutex);
    found = cell.value.get();
    if (found == 1) cell.value.set(0);
  }
  co_await send(done, found);
}

struct Round {
  Mailbox<Signal> start_picker;
  Mailbox<Signal> picker_done;
  Mailbox<Signal> start_poke;
  Mailbox<int> poke_done;
};

Task<> poke_rounds(std::vector<Round> rounds, int threads) {
  int found = 0;
  for (const Round round : rounds) {
    co_await send(round.start_picker, Signal{});
    co_await send(round.start_poke, Signal{});
    co_await receive(round.picker_done);
    found += co_await receive(round.poke_done);
  }
  harrier::require(found <= threads, "no thread is found free twice");
}

const harrier::Register poke(harrier::process_program(
    "poke", "a pool of threads is asked again and again whether one of them is free",
    {number("threads", 7, 1, 12, "number of threads"),
     number("iterations", 3, 1, 6, "how often it is asked")},
    [](ProcessSystem& system, const Arguments& arguments) {
      const int threads = arguments.number("threads");
      const Cell picked = make_cell(system, "picked");
      std::vector<Cell> free;
      for (int i = 0; i < threads; ++i) {
        free.push_back(make_cell(system, "free." + std::to_string(i)));
        system.spawn("thread." + std::to_string(i), set_cell, free.back(), 1);
      }
      std::vector<Round> rounds;
      for (int i = 0; i < arguments.number("iterations"); ++i) {
        const std::string suffix = "." + std::to_string(i);
        rounds.push_back({system.mailbox<Signal>("start-picker" + suffix),
                          system.mailbox<Signal>("picker-done" + suffix),
                          system.mailbox<Signal>("start-poke" + suffix),
                          system.mailbox<int>("poke-done" + suffix)});
        const Round& round = rounds.back();
        system.spawn("picker" + suffix, count_up, picked, 1, threads, round.start_picker,
                     round.picker_done);
        system.spawn("poke" + suffix, poke_once, picked, free, round.start_poke, round.poke_done);
      }
      system.spawn("main", poke_rounds, rounds, threads);
    }));

}  // namespace
